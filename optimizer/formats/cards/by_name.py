"""The one-line notation with creatures by name alone: `Yavimaya Wurm <- Palace Guard` (docs/cards.md).

A text that the plain reader understands never comes here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from ...model.combat import Combat
from ...model.keywords import COLORS
from ..json.fields import ATTACKER, BLOCKER
from ..notation.creatures import MARKED
from ..notation.cursor import Mention
from ..notation.reader import Reader
from ..notation.tokens import Token
from ..notation.words import ARGUMENTS, FLAGS, LONGEST_KEYWORD, STATS, keyword_run
from .card import Card, CardError
from .datafile import stamp
from .filling import NUMBERS, also, complete, trigger_fault, triggering
from .finding import find, nearest
from .names import key

__all__ = ["reread"]

MOST_HINTS: Final = 20  # looking for a likeness takes a millisecond
LONGEST_NAME: Final = 30  # words
NAMELESS: Final = ("expected an attacker's name", "expected power and toughness after it")


def reread(text: str, reader: Reader) -> Combat:
    """The combat of a text that a reader has failed on; raises `NotationError`, with names that may have been meant.

    >>> print(Combat.parse("Yavimaya Wurm m1 <- Palace Guard; Acidic Slime <- Palace Guard"))
    Yavimaya Wurm 6/4 green trample m1 <- Palace Guard 1/4 white; Acidic Slime 2/2 green deathtouch <- Palace Guard
    >>> Combat.parse("Yavimaya Worm <- Palace Guard")
    Traceback (most recent call last):
    optimizer.model.errors.NotationError: column 1: 'Yavimaya': expected an attacker's name, then power and toughness, \
such as 'Bear 2/2'; did you mean 'Yavimaya Wurm'?
    """
    return CardReader(text, described(reader.tokens)).combat()


class CardReader(Reader):
    """A reader that looks a name up where no power and toughness follow it; `described`: blockers with numbers."""

    def __init__(self, text: str, described: set[str]) -> None:
        super().__init__(text)
        self.described = described
        self.cards: list[tuple[Token, Card]] = []
        self.made: dict[str, list[int]] = {}  # blockers of a card's name, in the text's order
        self.attackers_of: Counter[int] = Counter()
        self.standing: Counter[str] = Counter()  # with the attacker at hand, by their names
        self.nameless: dict[int, str] = {}

    def statements(self) -> None:
        super().statements()
        self.triggers()

    def group(self) -> None:
        self.standing.clear()
        super().group()

    def creature(self, side: str, mention: Mention) -> bool:
        if super().creature(side, mention):
            return True
        card, words = self.card(side, mention)
        if card is None:
            return False
        if words:
            self.at = next(at for at, token in enumerate(self.tokens) if token is mention.token) + words
            name = " ".join(token.text for token in self.tokens[self.at - words : self.at])
            mention = Mention(mention.token, name, None, None)
        self.describe(side, mention, card)
        return True

    def blocker(self) -> tuple[Mention, int | None]:
        mention = self.mention("a blocker")
        place = self.again(mention)
        if place is None:
            new = len(self.document["blockers"])
            place = new if self.creature("blockers", mention) else None
        if place is not None:
            self.attackers_of[place] += 1
            self.able(mention, place)
        return mention, place

    def card(self, side: str, mention: Mention) -> tuple[Card | None, int]:
        """The card that a mention names, and how many of its words where the others say something of the creature."""
        if not mention.text or (side == "blockers" and mention.text in self.described):
            return None, 0
        try:
            card = find(mention.text)
            words = mention.text.split(" ")
            if card is not None or mention.token.kind != "word" or mention.ident or mention.number:
                return card, 0
            for number in range(min(len(words) - 1, LONGEST_NAME), 0, -1):
                if says(words[number:]):
                    card = find(" ".join(words[:number]))
                    if card is not None:
                        return card, number
        except CardError as error:
            self.fault(mention.token, str(error), mention.text)
        self.nameless[mention.token.start] = mention.text
        return None, 0

    def describe(self, side: str, mention: Mention, card: Card) -> None:
        """A new creature of a card; what is said of it adds to the card's keywords and colors."""
        place = len(self.document[side])
        path = f"{side}[{place}]"
        creature = self.named(side, mention)
        self.where[path] = mention.token
        for field in ("keywords", "colors"):
            if getattr(card, field):
                creature[field] = list(getattr(card, field))
        while self.token.kind in ("word", "quoted"):
            self.attribute(path, creature)
        table = ATTACKER if side == "attackers" else BLOCKER
        creature.update(complete(creature, card, table.readers))
        for number in NUMBERS:
            if isinstance(getattr(card, number), str):
                more = also(card, ("keywords",))
                wanted = "expected power and toughness after it, such as 2/2" + (f", and {more}" if more else "")
                self.fault(mention.token, f"{getattr(card, number)} is its printed {number}: {wanted}", mention.text)
                creature[number] = 0
        self.cards.append((mention.token, card))
        if side == "blockers":
            self.made.setdefault(key(mention.text), []).append(place)
            self.standing[key(mention.text)] = max(self.standing[key(mention.text)], len(self.made[key(mention.text)]))

    def again(self, mention: Mention) -> int | None:
        """The blocker of a card's name that stands with an earlier attacker, where a mention means that one."""
        word = key(mention.text)
        made = self.made.get(word, [])
        if mention.text in self.described or mention.ident is not None or self.token.kind == "word":
            return None
        number = self.standing[word] + 1 if mention.number is None else mention.number
        if not 0 < number <= len(made):
            return None
        self.standing[word] = max(self.standing[word], number)
        return made[number - 1]

    def able(self, mention: Mention, place: int) -> None:
        """A creature by its name alone blocks as many attackers as its card says: else another one was meant."""
        creature = self.document["blockers"][place]
        name = creature.get("name", "")
        if place not in self.made.get(key(name), ()):
            return
        card = find(name)
        most: Any = dict(card.statics).get("can_block", 1) if card else 1
        if most != "any" and self.attackers_of[place] == most + 1:
            other = f"{name}#{len(self.made[key(name)]) + 1}"
            self.fault(mention.token, f"it can block {most} at once: expected {other} for another of that name", name)

    def triggers(self) -> None:
        """Printed numbers hold nothing of what triggers on attack and block gave: they are still to come."""
        document = self.document
        at = next((at for at, (_, card) in enumerate(self.cards) if triggering(card.keywords)), None)
        if at is None or "triggers" in document:
            return
        if len(self.cards) == len(document["attackers"]) + len(document["blockers"]) and "step" not in document:
            document["triggers"] = "pending"
        else:
            self.fault(self.cards[at][0], trigger_fault(self.cards[at][1]), self.cards[at][1].name)

    def near(self, name: str) -> str | None:
        """The name that may have been meant; a table that can't be used has been told of."""
        try:
            return nearest(name)
        except CardError:
            return None

    def fault(self, token: Token, message: str, phrase: str = "") -> None:
        name = self.nameless.get(token.start)
        if name is not None and message.startswith(NAMELESS) and len(self.faults) < MOST_HINTS:
            near = self.near(name)
            if near:
                message += f"; did you mean {near!r}?"
            elif " " in name and stamp() is None:
                message += "; `optimizer cards import FILE` reads in all cards"
        super().fault(token, message, phrase)


def described(tokens: Sequence[Token]) -> set[str]:
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
    return found


def says(words: list[str]) -> bool:
    """Whether words begin with something that the notation says of a creature, or with a slip for it.

    >>> says(["m1"]), says(["First", "strike"]), says(["fliyng"]), says(["Guard"])
    (True, True, True, False)
    """
    word = words[0].lower()
    field = word.replace("-", "_")
    known = field in FLAGS or field in ARGUMENTS or word in COLORS or MARKED.fullmatch(word) is not None
    return known or words[0].islower() or keyword_run(words[:LONGEST_KEYWORD]) > 0
