"""Creatures by the names of their cards: `Yavimaya Wurm <- Palace Guard` (docs/cards.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...model.keywords import COLORS, letters
from ..cards import Card, CardError, find, nearest
from ..cards.datafile import stamp
from ..cards.filling import NUMBERS, also, complete, trigger_fault, triggering
from ..cards.finding import ambiguous, begins, missing
from ..json.record import Table
from .creatures import MARKED, POSTURES
from .cursor import Mention, Slip
from .settings import SettingsReader
from .tokens import Token
from .words import ARGUMENTS, CHANGE, FLAGS, LONGEST_KEYWORD, NUMBER, SHORT, STATS, amount, keyword_run

__all__ = ["CardReader", "says"]

MOST_HINTS: Final = 20  # looking for a likeness takes a millisecond
LONGEST_NAME: Final = 30  # words
MOST_COMMAS: Final = 3
NAMELESS: Final = ("expected an attacker's name", "expected a creature's name", "expected power and toughness")
BEFORE: Final = (
    "expected power and toughness before counters, as in 'Bear 2/2 +1/+1'; where both are below zero, '=-1/-1'"
)
SET: Final = re.compile(r"[A-Z0-9]{2,6}")
"""The code of a set, as decklists have it: 4 Grizzly Bears (10E) 268."""

COLLECTED: Final = re.compile(r"[0-9]+[a-z★†]*|[A-Z0-9]{2,6}-[0-9]+[a-z]?")
FOIL: Final = re.compile(r"\*[A-Z]\*")


class CardReader(SettingsReader):
    """A reader that looks a name up where no power and toughness follow it.

    `described` are names that a text describes with numbers somewhere, as a combat's may: those aren't looked up.
    `completes` says whether creatures get everything from their cards here, or only what adds up with what is said.
    """

    tables: Mapping[str, Table]
    completes: bool = True
    early: bool = False  # nothing has attacked yet

    def __init__(self, text: str, known: list[Token] | None = None) -> None:
        super().__init__(text, known)
        self.described: frozenset[str] = frozenset()
        self.cards: list[tuple[Token, Card]] = []
        self.by_name = 0
        self.nameless: dict[int, str] = {}
        self.begun = 0
        self.latest: dict[str, Any] | None = None  # the last one of a card

    def count(self) -> tuple[Token, int] | None:
        if self.token.kind == "word" and amount(self.token.text) is not None:
            words = self.run(LONGEST_NAME)
            if len(words) > 1 and self.card_called(self.token, " ".join(words)) is not None:
                return None  # 1996 World Champion
        return super().count()

    def mention(self, wanted: str) -> Mention:
        self.begun = self.at
        first = self.token
        name = self.with_commas()
        if name is None:
            return super().mention(wanted)
        ident = self.bracketed()
        number = int(self.advance().text[1:]) if self.token.kind == "number" else None
        return Mention(first, name, ident, number)

    def with_commas(self) -> str | None:
        """A known card's name that holds commas, read past; None where none stands here."""
        if self.token.kind != "word" or self.token.text in self.described:
            return None
        pieces = [self.at]  # where each part of the name begins
        at = self.at
        while len(pieces) <= MOST_COMMAS:
            while self.tokens[at].kind == "word" and at - pieces[-1] < LONGEST_NAME:
                at += 1
            if self.tokens[at].kind != "," or self.tokens[at + 1].kind != "word" or at == pieces[-1]:
                break
            if len(pieces) == 1:
                head = " ".join(token.text for token in self.tokens[pieces[0] : at])
                if head in self.described or not self.heads(head):
                    return None
            pieces.append(at + 1)
            at += 1
        for start in reversed(pieces[1:]):
            for end in range(start + len(self.words_from(start)), start, -1):
                name = " ".join(token.text for token in self.tokens[self.at : end]).replace(" ,", ",")
                if self.card_called(self.token, name) is not None:
                    self.at = end
                    return name
        return None

    def words_from(self, start: int) -> list[str]:
        """The words that stand at a place, up to a number."""
        found: list[str] = []
        while len(found) < LONGEST_NAME:
            token = self.tokens[start + len(found)]
            if token.kind != "word" or STATS.fullmatch(token.text) or CHANGE.fullmatch(token.text):
                break
            found.append(token.text)
        return found

    def heads(self, head: str) -> bool:
        """Whether names of cards begin with some words and a comma."""
        try:
            return begins(head)
        except CardError:
            return False

    def card_called(self, token: Token, name: str) -> Card | None:
        """The card of a name; where there is no using the table, that is told."""
        try:
            return find(name)
        except CardError as error:
            self.fault(token, str(error), name)
            return None

    def creature(self, side: str, mention: Mention) -> bool:
        start = self.begun
        if super().creature(side, mention):
            return True
        card, words = self.card(side, mention)
        if card is None:
            if self.token.kind == "word" and CHANGE.fullmatch(self.token.text):
                self.nameless.setdefault(mention.token.start, mention.text)
                raise Slip(mention.token, BEFORE)
            return False
        if words:
            self.at = start + words
            name = " ".join(token.text for token in self.tokens[start : self.at])
            mention = Mention(mention.token, name, None, None)
        self.describe(side, mention, card)
        return True

    def card(self, side: str, mention: Mention) -> tuple[Card | None, int]:
        """The card that a mention names, and how many of its words where the others say something of the creature."""
        if not mention.text or (side == self.sides[1] and mention.text in self.described):
            return None, 0
        card = self.card_called(mention.token, mention.text)
        words = mention.text.split(" ")
        if card is not None or mention.token.kind != "word" or mention.ident or mention.number:
            return card, 0
        for number in range(min(len(words) - 1, LONGEST_NAME), 0, -1):
            if says(words[number : number + LONGEST_KEYWORD]):
                card = self.card_called(mention.token, " ".join(words[:number]))
                if card is not None:
                    return card, number
        self.nameless[mention.token.start] = mention.text
        return None, 0

    def describe(self, side: str, mention: Mention, card: Card) -> None:
        """A new creature of a card; what is said of it adds to the card's keywords and colors."""
        place = len(self.document[side])
        path = f"{side}[{place}]"
        creature = self.latest = self.named(side, mention)
        self.where[path] = mention.token
        for field in ("keywords", "colors"):
            if getattr(card, field):
                creature[field] = list(getattr(card, field))
        self.printing()
        self.attributes(path, creature)
        self.cards.append((mention.token, card))
        self.by_name += 1
        if not self.completes:
            creature["name"] = mention.text
            return
        creature.update(complete(creature, card, self.tables[side].readers))
        for number in NUMBERS:
            if isinstance(getattr(card, number), str):
                more = also(card, ("keywords",))
                wanted = "expected power and toughness after it, such as 2/2" + (f", and {more}" if more else "")
                self.fault(mention.token, f"{getattr(card, number)} is its printed {number}: {wanted}", mention.text)
                creature[number] = 0

    def repeated(self, side: str, counted: tuple[Token, int] | None) -> Sequence[int]:
        last = self.document[side][-1]
        others = super().repeated(side, counted)
        self.by_name += len(others) if last is self.latest else 0
        return others

    def triggers(self, *, known: bool) -> None:
        """Printed numbers hold nothing of what triggers on attack and block gave: they are still to come.

        Where another creature's numbers may hold what triggers gave, that has to be said, unless nothing has triggered
        yet; `known` is false where not even that all are by name tells.
        """
        at = next((at for at, (_, card) in enumerate(self.cards) if triggering(card.keywords)), None)
        if at is None or "triggers" in self.document:
            return
        if known and (self.early or self.by_name == sum(len(self.document[side]) for side in self.sides)):
            self.document["triggers"] = "pending"
        else:
            self.fault(self.cards[at][0], trigger_fault(self.cards[at][1]), self.cards[at][1].name)

    def printing(self) -> None:
        """Past the set and the number that decklists have after a name: `(10E) 268`."""
        held = self.tokens[self.at : self.at + 5]
        if [token.kind for token in held[:3]] != ["(", "word", ")"] or not SET.fullmatch(held[1].text):
            return
        self.at += 3
        counters = len(held) > 4 and CHANGE.fullmatch(held[4].text)
        if self.token.kind == "word" and COLLECTED.fullmatch(self.token.text) and not counters:
            self.advance()
        if self.token.kind == "word" and FOIL.fullmatch(self.token.text):
            self.advance()

    def near(self, name: str) -> str | None:
        """The name that may have been meant; a table that can't be used has been told of."""
        try:
            return nearest(name)
        except CardError:
            return None

    def fault(self, token: Token, message: str, phrase: str = "") -> None:
        name = self.nameless.get(token.start)
        if name is not None and message.startswith(NAMELESS) and len(self.faults) < MOST_HINTS:
            several = self.several(name)
            near = None if several else self.near(name)
            if several:
                message += f"; {several}"
            elif near:
                message += f"; did you mean {near!r}?"
            elif " " in name and stamp() is None:
                message += f"; {missing()}"
        super().fault(token, message, phrase)

    def several(self, name: str) -> str:
        """What to say of the beginning of several cards' names."""
        try:
            return ambiguous(name)
        except CardError:
            return ""


def says(words: Sequence[str]) -> bool:
    """Whether words begin with something that the notation says of a creature, or with a slip for it.

    >>> says(["m1"]), says(["First", "strike"]), says(["fliyng"]), says(["WU"]), says(["Guard"])
    (True, True, True, True, False)
    """
    word = words[0].lower()
    field = SHORT.get(word, word.replace("-", "_"))
    known = field in FLAGS or field in ARGUMENTS or word in COLORS or word in POSTURES
    more = bool(letters(words[0])) or MARKED.fullmatch(word) is not None or NUMBER.fullmatch(word) is not None
    return known or more or words[0].islower() or keyword_run(words[:LONGEST_KEYWORD]) > 0
