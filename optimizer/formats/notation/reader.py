"""Reads a text statement by statement into a combat document."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from ...model.errors import InvalidDocument, NotationError
from ...model.terms import PLAYER
from .cursor import STATEMENT_ENDS, Mention, Slip
from .names import connect
from .settings import SettingsReader
from .tokens import Token
from .words import NOBODY, NOTHING

__all__ = ["NotationReader"]

Value = TypeVar("Value")

ON_A_BOARD: Final = (
    "'vs' stands between the sides of a board: `optimizer attacks` says what to attack with, `optimizer blocks` how to "
    "block; in a combat '<-' stands before the blockers"
)


class NotationReader(SettingsReader):
    """The whole of a text."""

    def __init__(self, text: str, known: list[Token] | None = None) -> None:
        super().__init__(text, known)
        self.groups: list[list[tuple[Mention, int | None]]] = []

    def combat(self, read: Callable[[Mapping[str, Any]], Value]) -> Value:
        """The combat, which `read` makes of the document, or `NotationError` with all that is wrong."""
        self.statements()
        order: list[int] = []
        if not self.faults:
            order = connect(self, self.groups)
        if self.faults:
            raise NotationError(self.faults)
        blockers = self.document["blockers"]
        self.document["blockers"] = [blockers[index] for index in order]
        try:
            return read(self.document)
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
                if self.token.kind == "vs":
                    raise Slip(self.token, ON_A_BOARD)
                if settings:
                    self.settings()
                else:
                    self.group()
                if not self.ended:
                    raise Slip(self.token, self.surplus(settings))
            except Slip as slip:
                self.fault(slip.token, slip.message)
                self.skip(STATEMENT_ENDS)
        if empty:
            self.fault(self.token, "expected an attacker, such as 'Bear 2/2'")

    def surplus(self, settings: bool) -> str:
        """What could have gone on where something else stands."""
        if self.token.kind == "vs":
            return ON_A_BOARD
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
        counted = self.count()
        mention = self.mention("an attacker")
        if not self.creature("attackers", mention):
            raise Slip(mention.token, "expected an attacker's name, then power and toughness, such as 'Bear 2/2'")
        blockers: list[tuple[Mention, int | None]] = []
        self.groups.append(blockers)
        if self.accept("->"):
            self.target()
        if self.token.kind == "<-" and counted and counted[1] > 1:
            raise Slip(counted[0], "several attackers at once are unblocked: describe one that is blocked by itself")
        self.groups += [[] for _ in self.repeated("attackers", counted)]
        if self.accept("<-"):
            blockers += self.blocker()
            while self.accept(","):
                blockers += self.blocker()

    def blocker(self) -> list[tuple[Mention, int | None]]:
        """A blocker or several equal ones, with their places where they are described here."""
        counted = self.count()
        return self.blockers(self.mention("a blocker"), counted)

    def blockers(self, mention: Mention, counted: tuple[Token, int] | None) -> list[tuple[Mention, int | None]]:
        """What stands with an attacker after the name of a blocker."""
        if not self.creature("blockers", mention):
            if counted:
                raise Slip(mention.token, "expected power and toughness after a number of creatures and their name")
            return [(mention, None)]
        place = len(self.document["blockers"]) - 1
        return [(mention, place), *((mention, other) for other in self.repeated("blockers", counted))]

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
