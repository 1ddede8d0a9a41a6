"""What the notation says of a creature: name, power and toughness, then keywords, colors and fields in any order."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from typing import Any, Final

from ...model.keywords import COLORS, KNOWN, KeywordError, canonical, refusal, squash
from .cursor import Cursor, Mention
from .tokens import Token
from .words import ARGUMENTS, FLAGS, LONGEST_KEYWORD, STATS, dashed, keyword_run

__all__ = ["CreatureReader"]

MARKED: Final = re.compile(r"m[0-9]+")
MOST_HINTS: Final = 20  # looking for a likeness takes a millisecond
SPELLINGS: Final = KNOWN | {squash(word): dashed(word) for word in (*FLAGS, *ARGUMENTS, *COLORS)}


class CreatureReader(Cursor):
    """A cursor that reads creatures into the lists of a document, and keeps the names to be looked up later."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.document: dict[str, Any] = {"attackers": [], "blockers": []}
        self.namesakes: Counter[tuple[str, str]] = Counter()
        self.references: list[tuple[str, dict[str, Any], str, list[Mention]]] = []

    def creature(self, side: str, mention: Mention) -> bool:
        """Read a creature after its name; false where no power and toughness follow, which makes it a reference."""
        stats = self.token
        if stats.kind != "word" or not STATS.fullmatch(stats.text):
            return False
        self.advance()
        path = f"{side}[{len(self.document[side])}]"
        creature = self.named(side, mention)
        self.where[path] = mention.token
        for field, digits in zip(("power", "toughness"), stats.text.split("/"), strict=True):
            self.once(path, creature, field, stats, self.number(stats, digits))
        while self.token.kind in ("word", "quoted"):
            self.attribute(path, creature)
        return True

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
        return creature

    def attribute(self, path: str, creature: dict[str, Any]) -> None:
        """One thing said of a creature."""
        token = self.token
        word = token.text.lower()
        field = word.replace("-", "_")
        if token.kind == "quoted":
            self.listed(path, creature, "keywords", self.advance(), token.text)
            return
        if field in ARGUMENTS and self.following.kind == "(":
            self.advance()
            self.arguments(path, creature, field, token)
            return
        taken = keyword_run(self.run(LONGEST_KEYWORD))
        if taken > 1 or (taken and field not in FLAGS and word not in COLORS):
            phrase = " ".join(self.run(taken))
            self.at += taken
            self.listed(path, creature, "keywords", token, phrase)
            return
        self.advance()
        if MARKED.fullmatch(word):
            self.once(path, creature, "damage", token, self.number(token, word[1:]))
        elif word in COLORS:
            self.listed(path, creature, "colors", token, word)
        elif field in FLAGS:
            self.once(path, creature, field, token, True)
        else:
            self.unknown(token)

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
        else:
            argument = self.token
            text = self.name()
            self.expect(")", f"')' after what {dashed(field)} is")
            held = text if field == "band" or argument.kind == "quoted" else self.number(argument, text)
        self.once(path, creature, field, token, held)

    def unknown(self, token: Token) -> None:
        """Note a word that says nothing, with what may have been meant, and pass what was meant by it."""
        words = [token.text, *self.run(2)]
        if squash(token.text) in KNOWN or refusal(" ".join(words[:3])) or refusal(token.text):
            try:
                canonical(token.text)
            except KeywordError as error:
                self.fault(token, refusal(" ".join(words[:3])) or str(error))
            return
        for number in (3, 2, 1) if len(self.faults) < MOST_HINTS else ():
            phrase = " ".join(words[:number])
            near = difflib.get_close_matches(squash(phrase), SPELLINGS, n=1, cutoff=0.8 if number > 1 else 0.7)
            if near and number <= len(words):
                self.at += number - 1
                self.fault(token, f"unknown word: did you mean {SPELLINGS[near[0]]!r}?", phrase)
                return
        self.fault(token, "expected a keyword, a color, 'm1' for marked damage, or another word of docs/notation.md")
