"""Sentences of card texts about the creature itself, and the fields of a document that say the same."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final

__all__ = ["meant", "plainly", "pointed", "said"]

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
"""Sentences as cards have them, `~` for the creature."""

SPOKEN: Final[tuple[tuple[str, Callable[[re.Match[str]], Fields]], ...]] = (
    (r"~ must attack(?: each (?:combat|turn))?(?: if able)?|~ attacks? if able", lambda m: {"must_attack": True}),
    (r"~ must block(?: each (?:combat|turn))?(?: if able)?|~ blocks? if able", lambda m: {"must_block": True}),
    (r"~ must be blocked", lambda m: {"must_be_blocked": True}),
    (r"~ must be blocked by (\w+) or more creatures", lambda m: {"must_be_blocked_by": amount(m[1])}),
    (
        r"(?:~ (?:has )?)?lure|~ must be blocked by all creatures(?: able to(?: do so)?)?(?: if able)?"
        r"|all creatures(?: able to)? block ~(?: if able)?|all creatures must block ~(?: if able)?",
        lambda m: {"lure": True},
    ),
    (r"~ can block (\w+) (?:attackers|creatures)(?: at once)?", lambda m: {"can_block": amount(m[1])}),
    (r"~ deals no (?:combat )?damage|~ (?:doesn't|can't) deal (?:combat )?damage", lambda m: {"deals_no_damage": True}),
    (r"~ assigns no damage", lambda m: {"assigns_no_damage": True}),
    (r"~ is tapped|tapped", lambda m: {"tapped": True}),
    (r"(?:~ (?:is|has) )?summoning sick(?:ness)?", lambda m: {"summoning_sick": True}),
    (r"(?:~ is )?goaded", lambda m: {"goaded_by": ["player"]}),
)
"""The same as people say it."""

IN_COMBAT: Final = frozenset(
    ["as_though_unblocked", "damage_equal_to_toughness", "assigns_no_damage", "prevent", "deals_no_damage", "colors"]
)
"""Fields that a combat has too; the others belong to boards."""

ITSELF: Final = re.compile(r"\b(?:this creature|this vehicle|it(?! weren't))\b")
CANT: Final = re.compile(r"\bcan ?not\b|\bcant\b")


@cache
def compiled(spoken: bool) -> tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Fields]], ...]:
    """The sentences, ready to be matched."""
    rules = (*RULES, *SPOKEN) if spoken else RULES
    return tuple((re.compile(pattern, re.IGNORECASE), meaning) for pattern, meaning in rules)


def amount(word: str) -> int:
    """The number that a word stands for; `KeyError` where it is none."""
    return int(word) if word.isdecimal() else NUMBERS[word.lower()]


def said(sentence: str, *, spoken: bool = False) -> Fields | None:
    """The fields that one sentence of a card sets, None where it is none of these; `spoken`: or one of a person.

    >>> said("~ can't block"), said("~ must attack"), said("~ must attack", spoken=True)
    ({'cant_block': True}, None, {'must_attack': True})
    """
    for pattern, meaning in compiled(spoken):
        match = pattern.fullmatch(sentence)
        if match:
            try:
                return meaning(match)
            except KeyError:
                return None
    return None


def plainly(text: str) -> str:
    """A text as the sentences have it.

    >>> plainly("This creature cannot block.")
    "~ can't block"
    """
    plain = " ".join(text.casefold().replace("\u2019", "'").split()).removesuffix(".")
    return ITSELF.sub("~", CANT.sub("can't", plain))


def meant(text: str) -> Fields:
    """The fields that say what a person's sentence about a creature says; none where it isn't known.

    >>> meant("Can't be blocked."), meant("flying bear")
    ({'unblockable': True}, {})
    """
    plain = plainly(text)
    return next(filter(None, (said(one, spoken=True) for one in (plain, f"~ {plain}"))), {})


def pointed(text: str) -> str:
    """Where a document says what a person took for a keyword; empty where that isn't known.

    >>> pointed("Can\u2019t be blocked"), pointed("this creature attacks each combat if able.")
    ('on a board, "unblockable": true says it', 'on a board, "must_attack": true says it')
    >>> pointed("flying bear")
    ''
    """
    fields = meant(text)
    if not fields:
        return ""
    if "keywords" in fields:
        return f"the keyword {fields['keywords'][0]!r} says it"
    told = " and ".join(f'"{field}": {json.dumps(held)}' for field, held in fields.items())
    say = "says" if len(fields) == 1 else "say"
    return f"{told} {say} it" if IN_COMBAT.issuperset(fields) else f"on a board, {told} {say} it"
