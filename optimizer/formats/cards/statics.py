"""What a card's text says of combat besides keywords: sentences about the creature itself, without a condition."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from .keyword_lines import without_label

__all__ = ["about_itself", "said", "statics_of"]

Fields = dict[str, Any]

NUMBERS: Final = {
    word: number
    for number, word in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 1)
} | {"a": 1, "an": 1}  # fmt: skip

RULES: Final[tuple[tuple[str, Callable[[re.Match[str]], Fields]], ...]] = (
    (r"~ can block any number of creatures(?: each (?:combat|turn))?", lambda m: {"can_block": "any"}),
    (r"~ can block an additional creature(?: each (?:combat|turn))?", lambda m: {"can_block": 2}),
    (
        r"~ can block (?:an additional|up to) (\w+)(?: additional)? creatures(?: each (?:combat|turn))?",
        lambda m: {"can_block": 1 + amount(m[1])},
    ),
    (r"~ can block only creatures with (flying|shadow|reach|horsemanship)", lambda m: {"can_block_only": [m[1]]}),
    (r"~ can't be blocked", lambda m: {"unblockable": True}),
    (r"~ can't block and can't be blocked", lambda m: {"cant_block": True, "unblockable": True}),
    (r"~ can't be blocked except by (\w+) or more creatures", lambda m: {"min_blockers": amount(m[1])}),
    (r"~ can't be blocked by more than (\w+) creatures?", lambda m: {"max_blockers": amount(m[1])}),
    (
        r"~ can't be blocked by creatures with power ([0-9]+) or less",
        lambda m: {"min_blocker_power": int(m[1]) + 1},
    ),
    (
        r"~ can't be blocked by creatures with power ([0-9]+) or greater",
        lambda m: {"max_blocker_power": int(m[1]) - 1},
    ),
    (
        r"~ can't be blocked by creatures with greater power|"
        r"creatures with power greater than ~'s power can't block it",
        lambda m: {"keywords": ["skulk"]},
    ),
    (r"~ attacks each (?:combat|turn) if able", lambda m: {"must_attack": True}),
    (r"~ blocks each (?:combat|turn) if able", lambda m: {"must_block": True}),
    (r"~ attacks or blocks each (?:combat|turn) if able", lambda m: {"must_attack": True, "must_block": True}),
    (r"~ must be blocked if able", lambda m: {"must_be_blocked": True}),
    (r"~ must be blocked by (\w+) or more creatures if able", lambda m: {"must_be_blocked_by": amount(m[1])}),
    (
        r"~ must be blocked if able, and ~ must be blocked by (\w+) or more creatures if able",
        lambda m: {"must_be_blocked": True, "must_be_blocked_by": amount(m[1])},
    ),
    (r"all creatures able to block ~ do so", lambda m: {"lure": True}),
    (r"~ can't attack", lambda m: {"cant_attack": True}),
    (r"~ can't block", lambda m: {"cant_block": True}),
    (r"~ can't attack or block", lambda m: {"cant_attack": True, "cant_block": True}),
    (r"~ can't attack alone", lambda m: {"cant_attack_alone": True}),
    (r"~ can't block alone", lambda m: {"cant_block_alone": True}),
    (r"~ can't attack or block alone", lambda m: {"cant_attack_alone": True, "cant_block_alone": True}),
    (r"you may have ~ assign its combat damage as though it weren't blocked", lambda m: {"as_though_unblocked": True}),
    (
        r"(?:~|each creature|each creature you control) assigns combat damage equal to its toughness"
        r" rather than its power",
        lambda m: {"damage_equal_to_toughness": True},
    ),
    (r"~ assigns no combat damage", lambda m: {"assigns_no_damage": True}),
    (r"prevent all (?:combat )?damage that would be dealt to ~", lambda m: {"prevent": "all"}),
    (r"prevent all (?:combat )?damage that would be dealt by ~", lambda m: {"deals_no_damage": True}),
    (
        r"prevent all (?:combat )?damage that would be dealt to and dealt by ~",
        lambda m: {"prevent": "all", "deals_no_damage": True},
    ),
    (r"~ is all colors", lambda m: {"colors": ["white", "blue", "black", "red", "green"]}),
)
SENTENCES: Final = [(re.compile(pattern, re.IGNORECASE), meaning) for pattern, meaning in RULES]


THIS: Final = re.compile(r"\bthis (?:creature|vehicle)\b", re.IGNORECASE)


def amount(word: str) -> int:
    """The number that a word stands for; `KeyError` where it is none."""
    return int(word) if word.isdecimal() else NUMBERS[word.lower()]


def about_itself(text: str, names: Iterable[str]) -> str:
    """A text with `~` where the card names itself.

    >>> about_itself("This creature can't block. Gorm must be blocked if able.", ["Gorm the Great", "Gorm"])
    "~ can't block. ~ must be blocked if able."
    """
    for name in sorted(names, key=len, reverse=True):
        text = replaced(text, name)
    return THIS.sub("~", text)


def replaced(text: str, name: str) -> str:
    """A text with `~` for a name where that stands as words; a pattern for each card would have to be compiled.

    >>> replaced("Bat can't block. Battle Bat", "Bat")
    "~ can't block. Battle ~"
    """
    kept, at = [], 0
    place = text.find(name)
    while place >= 0:
        end = place + len(name)
        if not (text[place - 1 : place].isalnum() or text[end : end + 1].isalnum()):
            kept += [text[at:place], "~"]
            at = end
        place = text.find(name, end)
    return "".join(kept) + text[at:]


def statics_of(line: str) -> tuple[Fields, bool]:
    """The fields that a line of text with `~` for the card itself sets, and whether that is all it says.

    Only what stands at the head of a line holds without a condition.

    >>> statics_of("~ can't be blocked except by three or more creatures.")
    ({'min_blockers': 3}, True)
    >>> statics_of("~ can't block. When ~ dies, draw a card.")
    ({'cant_block': True}, False)
    >>> statics_of("~ can't be blocked as long as you control an artifact.")
    ({}, False)
    """
    found: Fields = {}
    sentences = [sentence for sentence in without_label(line).split(". ") if sentence]
    for sentence in sentences:
        fields = said(sentence.removesuffix("."))
        if fields is None:
            return found, False
        found |= fields
    return found, not re.search(r"\beach creature", line, re.IGNORECASE)


def said(sentence: str) -> Fields | None:
    """What one sentence sets."""
    for pattern, meaning in SENTENCES:
        match = pattern.fullmatch(sentence)
        if match:
            try:
                return meaning(match)
            except KeyError:
                return None
    return None
