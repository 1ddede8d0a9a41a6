"""Reads a text statement by statement into a combat document, and that into a combat."""

from __future__ import annotations

import re

from ...model.combat import Combat
from ...model.errors import InvalidDocument, NotationError
from ...model.terms import PLAYER
from ..json.document import read_combat
from .cursor import Mention, Slip
from .names import connect
from .settings import SettingsReader
from .words import NOBODY, NOTHING

__all__ = ["parse"]


def parse(text: str) -> Combat:
    """The combat of a text in the one-line notation; `write` is its inverse.

    Raises `NotationError` with every fault, each with its column, the word there, and what was expected.

    >>> combat = parse("Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2 m1 | defender 12")
    >>> [blocker.damage for blocker in combat.blockers], combat.defending_player.life
    ([0, 1], 12)
    >>> parse("Slime 2/2 deathtuch")
    Traceback (most recent call last):
    optimizer.model.errors.NotationError: column 11: 'deathtuch': unknown word: did you mean 'deathtouch'?
    """
    reader = Reader(text)
    try:
        return reader.combat()
    except NotationError:
        from ..cards.by_name import reread  # a name alone may be that of a card

    return reread(text, reader)


class Reader(SettingsReader):
    """The whole of a text."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.groups: list[list[tuple[Mention, int | None]]] = []

    def combat(self) -> Combat:
        """The combat, or `NotationError` with all that is wrong."""
        self.statements()
        order: list[int] = []
        if not self.faults:
            order = connect(self, self.groups)
        if self.faults:
            raise NotationError(self.faults)
        blockers = self.document["blockers"]
        self.document["blockers"] = [blockers[index] for index in order]
        try:
            return read_combat(self.document)
        except InvalidDocument as error:
            for fault in error.faults:
                path = re.sub(r"^blockers\[(\d+)\]", lambda match: f"blockers[{order[int(match[1])]}]", fault.field)
                self.fault(self.located(path), fault.message)
            raise NotationError(self.faults) from None

    def statements(self) -> None:
        """Every statement, those after a slip too."""
        settings = False
        empty = True
        while self.token.kind != "end":
            if self.ended:
                settings = self.advance().kind == "|"
                continue
            empty = False
            try:
                if settings:
                    self.settings()
                else:
                    self.group()
                if not self.ended:
                    raise Slip(self.token, self.surplus(settings))
            except Slip as slip:
                self.fault(slip.token, slip.message)
                while not self.ended:
                    self.advance()
        if empty:
            self.fault(self.token, "expected an attacker, such as 'Bear 2/2'")

    def surplus(self, settings: bool) -> str:
        """What could have gone on where something else stands."""
        if settings:
            return "expected ',' before another setting, or ';' before another attacker"
        if self.token.kind == ",":
            return "expected '<-' before blockers or ';' before another attacker; keywords are separated by spaces"
        return "expected '<-' before blockers, ';' before another attacker, or '|' before settings"

    def group(self) -> None:
        """An attacker, what it attacks, and its blockers: `Slime 2/2 -> jace <- Wurm 5/4, Bear`."""
        if self.token.text == NOBODY and self.following.kind in (";", "|", "end"):
            self.advance()
            return
        mention = self.mention("an attacker")
        if not self.creature("attackers", mention):
            raise Slip(mention.token, "expected an attacker's name, then power and toughness, such as 'Bear 2/2'")
        blockers: list[tuple[Mention, int | None]] = []
        self.groups.append(blockers)
        if self.accept("->"):
            self.target()
        if self.accept("<-"):
            blockers.append(self.blocker())
            while self.accept(","):
                blockers.append(self.blocker())

    def blocker(self) -> tuple[Mention, int | None]:
        """A blocker, with its place where it is described here."""
        mention = self.mention("a blocker")
        described = self.creature("blockers", mention)
        return mention, len(self.document["blockers"]) - 1 if described else None

    def target(self) -> None:
        """What the attacker just read attacks."""
        token = self.token
        ident = self.bracketed()
        words = self.name() if ident is None else ident
        if not words:
            raise Slip(token, f"expected '{PLAYER}', '{NOTHING}', or the name of a planeswalker or battle")
        gone = words == NOTHING and token.kind == "word"
        index = len(self.document["attackers"]) - 1
        attacker = self.document["attackers"][index]
        self.once(f"attackers[{index}]", attacker, "attacking", token, None if gone else words)
