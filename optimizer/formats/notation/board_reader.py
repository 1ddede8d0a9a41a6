"""Boards in words: `Serra Angel, 2 Grizzly Bears vs Wall 0/3 defender | defender 8` (docs/boards.md)."""

from __future__ import annotations

from typing import Any, Final

from ...model.errors import InvalidDocument, NotationError
from ...model.terms import PLAYER
from ..json.board_fields import ATTACKS, BLOCKS
from ..json.naming import name_creatures
from .by_name import CardReader
from .cursor import Slip
from .names import resolve
from .usage import in_place_of_a_creature
from .words import EMPTY, FLAGS, NOTHING, STATS, creature_tables

__all__ = ["CREATURE", "AttacksReader", "BlocksReader", "MemberReader"]

CREATURE: Final = "expected a creature's name, then power and toughness, such as 'Bear 2/2'"
ENDS: Final = (";", "|", "vs", "end")
EXAMPLE: Final = "such as 'Serra Angel, Bear 2/2 vs Wall 0/3'; either side may be empty"
IN_COMBAT: Final = "belongs to a combat, where blocks have been declared: `optimizer suggest` finds the best damage"


class MemberReader(CardReader):
    """A reader of creatures that stand for themselves."""

    targets = False
    """Whether the creatures of the first side say what they attack."""

    def member(self, side: str) -> None:
        """A creature, or several equal ones."""
        if self.token.text in EMPTY and self.following.kind in (*ENDS, ","):
            self.advance()
            return
        usual = in_place_of_a_creature(self.tokens, self.at)
        if usual and (self.token.kind == "(" or STATS.fullmatch(self.token.text)):
            raise Slip(self.token, usual)
        counted = self.count()
        mention = self.mention("a creature, such as 'Bear 2/2' or a card's name")
        if not self.creature(side, mention):
            raise Slip(mention.token, usual or CREATURE)
        if self.token.kind == "->" and self.targets and side == self.sides[0]:
            self.advance()
            self.target(side)
        elif self.token.kind == "->":
            raise Slip(self.token, "what creatures attack is said of a board before blocks (`optimizer blocks`)")
        self.repeated(side, counted)

    def target(self, side: str) -> None:
        """What the creature just read attacks."""
        token = self.token
        ident = self.bracketed()
        words = self.name() if ident is None else ident
        if not words:
            raise Slip(token, f"expected '{PLAYER}', '{NOTHING}', or the name of a planeswalker or battle")
        gone = words == NOTHING and token.kind == "word"
        place = len(self.document[side]) - 1
        self.once(f"{side}[{place}]", self.document[side][place], "attacking", token, None if gone else words)


class BoardReader(MemberReader):
    """A reader of two sides, with `vs` between them."""

    flags = FLAGS
    on_board = True

    def statements(self) -> None:
        """Every creature and every setting, those after a slip too."""
        side: int | None = 0
        settings = False
        combat = False
        while self.token.kind != "end":
            if self.token.kind in (";", "|", ","):
                settings = self.advance().kind == "|"
                continue
            if self.token.kind == "vs":
                if side:
                    self.fault(self.token, "a board has two sides")
                settings = False
                self.advance()
                side = 1
                continue
            try:
                if settings:
                    self.settings()
                else:
                    self.member(self.sides[1 if side else 0])
                if self.token.kind not in (*ENDS, *([] if settings else [","])):
                    combat = combat or self.token.kind == "<-"
                    raise Slip(self.token, self.surplus(settings))
            except Slip as slip:
                self.fault(slip.token, slip.message)
                self.skip((*ENDS, ","))
        if not side and not combat:
            self.fault(self.token, f"expected 'vs' and the creatures of the other side, {EXAMPLE}")
        if self.arrangement is not None:
            self.fault(self.where["blockers"], IN_COMBAT)
        self.triggers(known=True)

    def surplus(self, settings: bool) -> str:
        """What could have gone on where something else stands."""
        if self.token.kind == "<-":
            return IN_COMBAT
        if settings:
            return "expected ',' before another setting"
        if self.token.kind == "(":
            return in_place_of_a_creature(self.tokens, self.at)
        return "expected ',' before another creature, 'vs' before the other side, or '|' before settings"

    def board(self, read: Any) -> Any:
        """The board, or `NotationError` with all that is wrong."""
        self.statements()
        if not self.faults:
            name_creatures(self.document, self.sides)
            resolve(self, dict(zip(self.sides, reversed(self.sides), strict=True)))
        if self.faults:
            raise NotationError(self.faults)
        try:
            return read(self.document)
        except InvalidDocument as error:
            for fault in error.faults:
                self.fault(self.located(fault.field), fault.message)
            raise NotationError(self.faults) from None


class AttacksReader(BoardReader):
    """A reader of boards before attacks."""

    sides = ("creatures", "defenders")
    tables = creature_tables(ATTACKS)
    early = True


class BlocksReader(BoardReader):
    """A reader of boards before blocks."""

    sides = ("attackers", "defenders")
    tables = creature_tables(BLOCKS)
    targets = True
