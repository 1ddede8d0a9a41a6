"""What the notation says of a creature: name, power and toughness, then keywords, colors and fields in any order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from ...model.keywords import COLORS, KNOWN, KeywordError, canonical, letters, refusal, squash
from ...model.likeness import likeliest
from .cursor import MOST, Cursor, Mention, Slip, value
from .tokens import Token
from .usage import of_a_creature, written
from .words import (
    ARGUMENTS,
    CHANGE,
    COMBAT_FLAGS,
    FLAGS,
    LONGEST_KEYWORD,
    SHORT,
    SPELT,
    STATS,
    dashed,
    keyword_run,
)

__all__ = ["CreatureReader"]

BASE: Final = "base"
MARKED: Final = re.compile(r"m[0-9]+")
LONGEST_TEXT: Final = 16  # words of a card's sentence
MOST_HINTS: Final = 20  # looking for a likeness takes a millisecond
SPELLINGS: Final = KNOWN | {squash(word): dashed(word) for word in (*FLAGS, *SHORT, *ARGUMENTS, *COLORS, BASE)}
POSTURES: Final = {"tapped": "tapped", "sick": "summoning_sick", "summoning-sick": "summoning_sick"}
"""What only a board asks of a creature, and a combat can do without."""


class CreatureReader(Cursor):
    """A cursor that reads creatures into the lists of a document, and keeps the names to be looked up later."""

    sides: tuple[str, ...] = ("attackers", "blockers")
    flags: frozenset[str] = COMBAT_FLAGS

    def __init__(self, text: str, known: list[Token] | None = None) -> None:
        super().__init__(text, known)
        self.document: dict[str, Any] = {side: [] for side in self.sides}
        self.namesakes: Counter[tuple[str, str]] = Counter()
        self.references: list[tuple[str, dict[str, Any], str, list[Mention]]] = []
        self.made = 0

    def creature(self, side: str, mention: Mention) -> bool:
        """Read a creature after its name; false where no power and toughness follow, which makes it a reference."""
        stats = self.token
        if stats.kind != "word" or not STATS.fullmatch(stats.text):
            return False
        self.advance()
        path = f"{side}[{len(self.document[side])}]"
        creature = self.named(side, mention)
        self.where[path] = mention.token
        for field, number in self.numbers(stats).items():
            self.once(path, creature, field, stats, number)
        last = mention.text.rpartition(" ")[2].lower()
        if last in POSTURES and " " in mention.text:
            self.fault(mention.token, f"{last!r} stands after power and toughness", mention.text)
        self.attributes(path, creature)
        return True

    def numbers(self, stats: Token) -> dict[str, Any]:
        """Power and toughness."""
        power, toughness = (self.number(stats, digits) for digits in stats.text.removeprefix("=").split("/"))
        return {"power": power, "toughness": toughness}

    def named(self, side: str, mention: Mention) -> dict[str, Any]:
        """A new creature of a side, with its name and id."""
        creature: dict[str, Any] = {}
        self.document[side].append(creature)
        if mention.ident is not None:
            creature["id"] = mention.ident
        if mention.text:
            creature["name"] = mention.text
        self.namesakes[side, mention.text] += 1
        if mention.number not in (None, self.namesakes[side, mention.text]):
            self.fault(
                mention.token, f"this is #{self.namesakes[side, mention.text]} of that name, not #{mention.number}"
            )
        self.made += 1
        if self.made > MOST:
            raise Slip(mention.token, f"expected at most {MOST:,} creatures in one text")
        return creature

    def repeated(self, side: str, counted: tuple[Token, int] | None) -> Sequence[int]:
        """As many of the creature just read as the number before it says; the places of the others."""
        token, times = counted or (self.token, 1)
        if times == 1:
            return ()
        held = self.document[side]
        place = len(held) - 1
        first = held[place]
        if "id" in first:
            raise Slip(token, "several creatures can't have one id: expected a name without brackets")
        if self.made + times - 1 > MOST:
            raise Slip(token, f"expected at most {MOST:,} creatures in one text")
        told = [entry for entry in self.references if entry[1] is first]
        for _ in range(times - 1):
            path, other = f"{side}[{len(held)}]", copied(first)
            self.where[path] = self.where[f"{side}[{place}]"]
            self.references += [(path, other, field, mentions) for _, _, field, mentions in told]
            held.append(other)
        self.namesakes[side, first.get("name", "")] += times - 1
        self.made += times - 1
        return range(place + 1, len(held))

    def attributes(self, path: str, creature: dict[str, Any]) -> None:
        """All that is said of a creature."""
        while self.token.kind in ("word", "quoted"):
            self.attribute(path, creature)

    def attribute(self, path: str, creature: dict[str, Any]) -> None:
        """One thing said of a creature."""
        token = self.token
        word = token.text.lower()
        field = SHORT.get(word, word.replace("-", "_"))
        if token.kind == "quoted":
            self.listed(path, creature, "keywords", self.advance(), token.text)
            return
        if self.counters(path, creature):
            return
        if field in ARGUMENTS and self.following.kind == "(":
            self.advance()
            self.arguments(path, creature, field, token)
            return
        if word == BASE and STATS.fullmatch(self.following.text):
            self.advance()
            self.once(path, creature, BASE, token, self.numbers(self.advance()))
            return
        taken = keyword_run(self.run(LONGEST_KEYWORD))
        if taken > 1 or (taken and field not in self.flags and word not in COLORS):
            phrase = " ".join(self.run(taken))
            self.at += taken
            self.listed(path, creature, "keywords", token, phrase)
            return
        self.advance()
        if MARKED.fullmatch(word):
            self.once(path, creature, "damage", token, self.number(token, word[1:]))
        elif word in COLORS:
            self.listed(path, creature, "colors", token, word)
        elif letters(token.text):
            for color in letters(token.text):
                self.listed(path, creature, "colors", token, color)
        elif word in POSTURES and field not in self.flags:
            pass  # true of it, and nothing in a combat depends on it
        elif field in FLAGS:
            self.once(path, creature, field, token, True)
        else:
            self.unknown(token)

    def counters(self, path: str, creature: dict[str, Any]) -> bool:
        """Counters that change power and toughness: `+1/+1`, `2 +1/+1`; false where something else stands here."""
        token, number = self.token, 1
        if not CHANGE.fullmatch(token.text):
            held = SPELT.get(token.text, value(token.text))
            after = self.following
            if not isinstance(held, int) or after.kind != "word" or not CHANGE.fullmatch(after.text):
                return False
            number = held
            self.advance()
        kind = self.advance().text.replace("−", "-")
        tally = creature.setdefault("counters", {})
        tally[kind] = tally.get(kind, 0) + number
        self.where.setdefault(f"{path}.counters", token)
        return True

    def arguments(self, path: str, creature: dict[str, Any], field: str, token: Token) -> None:
        """What stands in parentheses after a field."""
        self.advance()
        shape = ARGUMENTS[field]
        held: Any
        if shape == "several":
            held = None  # until names can be looked up
            self.references.append((path, creature, field, self.mentions("a name")))
        elif shape == "pairs":
            held = self.pairs()
        elif shape == "texts":
            held = self.texts()
        elif shape == "sentences":
            held = self.sentences()
        else:
            argument = self.token
            text = self.name()
            self.expect(")", f"')' after what {dashed(field)} is")
            held = text if field == "band" or argument.kind == "quoted" else self.number(argument, text)
        self.once(path, creature, field, token, held)

    def unknown(self, token: Token) -> None:
        """Note a word that says nothing, with what may have been meant, and pass what was meant by it."""
        words = [token.text, *self.run(LONGEST_TEXT)]
        for number in range(len(words), 0, -1):
            wanted = written(" ".join(words[:number]))
            if wanted:
                self.at += number - 1
                self.fault(token, wanted, " ".join(words[:number]))
                return
        words = words[:3]
        if squash(token.text) in KNOWN or refusal(" ".join(words[:3])) or refusal(token.text):
            try:
                canonical(token.text)
            except KeywordError as error:
                self.fault(token, refusal(" ".join(words[:3])) or str(error))
            return
        if STATS.fullmatch(token.text):
            self.fault(token, "power and toughness are given twice: ',' or ';' separates creatures")
            return
        usual = of_a_creature(token.text)
        if usual:
            self.fault(token, usual)
            return
        for number in (3, 2, 1) if len(self.faults) < MOST_HINTS else ():
            phrase = " ".join(words[:number])
            if number > len(words):
                continue
            near = likeliest(squash(phrase), SPELLINGS, 0.8 if number > 1 else 0.7, phrase)
            if near:
                self.at += number - 1
                self.fault(token, f"unknown word: did you mean {near!r}?", phrase)
                return
        self.fault(
            token, "expected a keyword, a color, 'm1' for marked damage, or another word of `optimizer help notation`"
        )


def copied(creature: dict[str, Any]) -> dict[str, Any]:
    """A creature like another."""
    return {field: held.copy() if isinstance(held, (dict, list)) else held for field, held in creature.items()}
