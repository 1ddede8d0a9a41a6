"""A combat with creatures by the names of their cards. A text that the plain reader understands never comes here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..cards import Card, find
from ..cards.names import key
from ..json.fields import ATTACKER, BLOCKER
from .by_name import CardReader
from .cursor import Mention
from .reader import NotationReader
from .tokens import Token
from .words import STATS

__all__ = ["CombatByName"]


class CombatByName(CardReader, NotationReader):
    """A reader of combats that looks names up."""

    tables = {"attackers": ATTACKER, "blockers": BLOCKER}  # noqa: RUF012  # a constant of the class

    def __init__(self, text: str, known: list[Token] | None = None) -> None:
        super().__init__(text, known)
        self.described = described(self.tokens)
        self.of_cards: set[int] = set()  # the places of blockers by their names alone
        self.called: dict[str, list[int]] = {}  # those by the keys of their names, in the text's order
        self.attackers_of: Counter[int] = Counter()
        self.standing: Counter[str] = Counter()  # with the attacker at hand, by their names

    def statements(self) -> None:
        super().statements()
        self.triggers(known="step" not in self.document)

    def group(self) -> None:
        self.standing.clear()
        super().group()

    def blocker(self) -> list[tuple[Mention, int | None]]:
        """A blocker that stands with an earlier attacker, where its name means that one, or new ones."""
        counted = self.count()
        mention = self.mention("a blocker")
        place = None if counted else self.again(mention)
        stood: list[tuple[Mention, int | None]] = [(mention, place)]
        if place is None:
            stood = self.blockers(mention, counted)
        for mention, place in stood:
            if place is not None:
                self.attackers_of[place] += 1
                self.able(mention, place)
        return stood

    def describe(self, side: str, mention: Mention, card: Card) -> None:
        super().describe(side, mention, card)
        if side == "blockers":
            self.stand(key(mention.text), [len(self.document[side]) - 1])

    def repeated(self, side: str, counted: tuple[Token, int] | None) -> Sequence[int]:
        others = super().repeated(side, counted)
        if others and side == "blockers" and others[0] - 1 in self.of_cards:
            self.stand(key(self.document[side][others[0]]["name"]), others)
        return others

    def stand(self, word: str, places: Sequence[int]) -> None:
        """New blockers of a card stand with the attacker at hand."""
        self.of_cards.update(places)
        held = self.called.setdefault(word, [])
        held += places
        self.standing[word] = len(held)

    def again(self, mention: Mention) -> int | None:
        """The blocker of a card's name that stands with an earlier attacker, where a mention means that one."""
        word = key(mention.text)
        called = self.called.get(word, [])
        if mention.text in self.described or mention.ident is not None or self.token.kind == "word":
            return None
        number = self.standing[word] + 1 if mention.number is None else mention.number
        if not 0 < number <= len(called):
            return None
        self.standing[word] = max(self.standing[word], number)
        return called[number - 1]

    def able(self, mention: Mention, place: int) -> None:
        """A creature by its name alone blocks as many attackers as its card says: else another one was meant."""
        if place not in self.of_cards:
            return
        name = self.document["blockers"][place].get("name", "")
        card = find(name)
        most: Any = dict(card.statics).get("can_block", 1) if card else 1
        if most != "any" and self.attackers_of[place] == most + 1:
            other = f"{name}#{len(self.called[key(name)]) + 1}"
            self.fault(mention.token, f"it can block {most} at once: expected {other} for another of that name", name)


def described(tokens: Sequence[Token]) -> frozenset[str]:
    """The names and ids of the blockers that stand with power and toughness somewhere in a text.

    >>> from optimizer.formats.notation.tokens import tokens
    >>> sorted(described(tokens("Ox 1/1 <- Wall of Wood [w] 0/3, Elk; Bear <- Cat 1/1")))
    ['Cat', 'Wall of Wood', 'w']
    """
    found: set[str] = set()
    name: list[str] | None = None
    for token in tokens:
        if token.kind in ("<-", ","):
            name = []
        elif name is not None and token.kind == "word" and STATS.fullmatch(token.text):
            text, _, ident = " ".join(name).partition("\0")
            found |= {part.strip() for part in (text, ident) if part.strip()}
            name = None
        elif name is not None and token.kind in ("word", "quoted"):
            name.append(token.text)
        elif token.kind == "[" and name is not None:
            name.append("\0")
        elif token.kind not in ("]", "number"):
            name = None
    return frozenset(found)
