"""What the rule numbers in answers mean, in our words: the rows of docs/rules-handled.md, for people and programs.

>>> print(explain("702.19d").rules[0].says)
with no blocker left, all of it goes on
>>> [rule.number for rule in explain("trample").rules]
['702.19a', '702.19f']
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from ...model.errors import Fault, InvalidDocument
from .page import KNOWN, numbers_in

__all__ = ["Explanation", "Note", "Rule", "explain", "rules"]

NUMBER = re.compile(r"\d{3}(?:\.\d+[a-z]?)?")
STEM = 4
"""Words that begin alike for so many letters may be forms of one word."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that the package acts on: in our words, with where the code acts on it and a test that shows it."""

    number: str
    says: str
    section: str
    code: str
    shown: str

    def to_dict(self) -> dict[str, str]:
        """As JSON values."""
        told: dict[str, str] = asdict(self)
        return {"rule": told.pop("number"), **told}


@dataclass(frozen=True, slots=True)
class Note:
    """Something said of rules besides: what is refused, or left open."""

    says: str
    section: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is known of a rule number or of words.

    `rules` are those that were asked for; `around` are others near a number: its parts, its siblings, and rules that
    name it. `notes` name the number or hold the words.
    """

    asked: str
    rules: tuple[Rule, ...]
    around: tuple[Rule, ...]
    notes: tuple[Note, ...]

    def to_dict(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "asked": self.asked,
            "rules": [rule.to_dict() for rule in self.rules],
            "around": [rule.to_dict() for rule in self.around],
            "notes": [asdict(note) for note in self.notes],
        }


@cache
def rules() -> tuple[Rule, ...]:
    """Every rule that the package acts on, by number."""
    found = [Rule(row["rule"], row["says"], row["section"], row["code"], row["shown"]) for row in table()["rules"]]
    return tuple(sorted(found, key=lambda rule: placed(rule.number)))


@cache
def table() -> dict[str, list[dict[str, str]]]:
    """The table that the package ships."""
    held: dict[str, list[dict[str, str]]] = json.loads(KNOWN.read_text("utf-8"))
    return held


def placed(number: str) -> tuple[int, int, str]:
    """A number's place among others.

    >>> sorted(["510.1", "120.10", "120.2b", "120", "120.3"], key=placed)
    ['120', '120.2b', '120.3', '120.10', '510.1']
    """
    chapter, _, rest = number.partition(".")
    digits = re.match(r"\d*", rest)
    assert digits is not None
    return int(chapter), int(digits[0] or 0), rest[digits.end() :]


def explain(asked: str) -> Explanation:
    """What is known of a rule number, of a chapter, or of plain words.

    >>> [rule.number for rule in explain("506.4").around]
    ['506.4c']
    >>> [rule.number for rule in explain("615").rules]
    ['615', '615.7']

    Raises `InvalidDocument` where nothing is, with what is near.
    """
    words = " ".join(asked.split()).rstrip(".").lower()
    number = NUMBER.fullmatch(words.removeprefix("rule ").removeprefix("cr "))
    return by_number(asked, number[0]) if number else by_words(asked, words)


def by_number(asked: str, number: str) -> Explanation:
    """What is known of a number."""
    exact = [rule for rule in rules() if rule.number == number]
    parts = [rule for rule in rules() if within(rule.number, number)]
    naming = [rule for rule in rules() if rule not in exact and number in {*numbers_in(rule.says)}]
    notes = tuple(note for note in noted() if number in {*numbers_in(note.says)})
    if not (exact or parts or naming or notes):
        near = ", ".join(nearest(number))
        raise InvalidDocument([Fault("RULE", f"{number} is none of the rules handled here: the nearest are {near}")])
    if "." not in number:  # a chapter is all its rules
        exact, parts = exact + parts, []
    elif not exact:
        exact, parts, naming = (parts, [], naming) if parts else (naming, [], [])
    stem = number.rstrip("abcdefghijklmnopqrstuvwxyz")
    siblings = [rule for rule in rules() if stem != number and (rule.number == stem or within(rule.number, stem))]
    around = [rule for rule in rules() if rule in (*parts, *naming, *siblings) and rule not in exact]
    return Explanation(asked, tuple(exact), tuple(around), notes)


def within(number: str, other: str) -> bool:
    """A number is that of a part of another.

    >>> within("702.19b", "702.19"), within("702.19b", "702"), within("702.22", "702.2"), within("702", "702")
    (True, True, False, False)
    """
    rest = number.removeprefix(other)
    return rest != number and bool(rest) and (rest.isalpha() if "." in other else rest.startswith("."))


def nearest(number: str, count: int = 3) -> list[str]:
    """The numbers next to one: of its own rule or chapter where that has any."""
    here = placed(number)

    def far(other: str) -> tuple[int, int, int]:
        there = placed(other)
        letter, letters = (ord(one[2]) if one[2] else 96 for one in (here, there))
        return abs(there[0] - here[0]), abs(there[1] - here[1]), abs(letters - letter)

    return sorted(sorted((rule.number for rule in rules()), key=far)[:count], key=placed)


def by_words(asked: str, words: str) -> Explanation:
    """What mentions all of some words, or is in a section that is about them; the first kind first."""
    wanted = tokens(words)
    if not wanted:
        raise InvalidDocument([Fault("RULE", "expected a rule number such as 702.19b, or a word such as trample")])
    mention = [rule for rule in rules() if mentions(rule.says, wanted)]
    section = [rule for rule in rules() if rule not in mention and mentions(rule.section, wanted)]
    notes = tuple(note for note in noted() if mentions(note.says, wanted))
    if not (mention or section or notes):
        raise InvalidDocument([Fault("RULE", f"no rule handled here mentions {asked!r}{hint(wanted)}")])
    exact = sorted(mention, key=lambda rule: not set(wanted) <= set(tokens(rule.says)))  # whole words first; stable
    return Explanation(asked, tuple(exact), tuple(section), notes)


def noted() -> list[Note]:
    """What is said besides."""
    return [Note(note["says"], note["section"]) for note in table()["notes"]]


def tokens(text: str) -> list[str]:
    """The words of a text."""
    return re.findall(r"[^\W_]+(?:/[^\W_]+)?", text.lower().replace("'", ""))


def mentions(text: str, wanted: Sequence[str]) -> bool:
    """All the words are in a text, in some form.

    >>> mentions("a band attacks", ["banding"]), mentions("tramples on", ["trample"]), mentions("in a row", ["inert"])
    (True, True, False)
    """
    held = tokens(text)
    return all(any(alike(word, one) for one in held) for word in wanted)


def alike(word: str, other: str) -> bool:
    """Two words may be forms of one."""
    short, long = sorted((word, other), key=len)
    return long.startswith(short) and (short == long or len(short) >= STEM)


def hint(wanted: Sequence[str]) -> str:
    """What may have been meant instead."""
    from ...model.words import close_to

    known = sorted({word for rule in rules() for word in tokens(rule.says) if len(word) >= STEM})
    for word in wanted:
        if not any(alike(word, one) for one in known):
            return close_to(word, known)
    return ""
