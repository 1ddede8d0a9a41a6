"""What people write that the notation says otherwise, and what it says."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Any, Final

from ...model.keywords import COLORS
from ...model.sentences import meant
from .tokens import Token
from .words import ARGUMENTS, SHORT, STATS, dashed, keyword_run

__all__ = ["in_place_of_a_creature", "of_a_creature", "of_life", "written"]

FILLERS: Final = frozenset(
    [
        "with",
        "and",
        "has",
        "the",
        "is",
        "counter",
        "counters",
        "untapped",
        "attacking",
        "blocking",
        "token",
        "mit",
        "und",
    ]
)
TIMES: Final = re.compile(r"[xX×]([0-9]{1,9})")
PROTECTION: Final = re.compile(r"(?i)pro-(\w+)")
ARTICLES: Final = frozenset(["the", "of"])
"""How the part of a name after its comma may begin."""

LETTER: Final = dict(zip("wubrg", COLORS, strict=True))
PLAYERS: Final = frozenset(["life", "me", "i", "you", "opponent", "opp", "my", "their", "they", "player", "hp"])
SETTINGS: Final = PLAYERS | {"attacker", "defender", "planeswalker", "battle", "weights", "ordered", "crackback"}
WHOSE: Final = "expected whose life it is, such as 'attacker 12, defender 8'"


def of_a_creature(word: str) -> str:
    """What to say of a word that stands among what is said of a creature; empty where nothing is known of it.

    >>> of_a_creature("x3")
    "the number of creatures stands before the name, as in '3 Bear 2/2'"
    >>> of_a_creature("pro-red"), of_a_creature("fliyng")
    ("write 'protection from red'", '')
    """
    lower = word.lower()
    if lower in FILLERS:
        return "leave it out: keywords follow power and toughness, as in 'Bear 2/2 flying trample'"
    times, protection = TIMES.fullmatch(word), PROTECTION.fullmatch(word)
    if times:
        return f"the number of creatures stands before the name, as in '{times[1]} Bear 2/2'"
    if protection:
        quality = protection[1].lower()
        return f"write 'protection from {LETTER.get(quality, quality)}'"
    if lower == "by":
        return "'<-' stands before blockers, as in 'Wurm 6/4 <- Bear 2/2, Ox 3/3'"
    return ""


def written(text: str) -> str:
    """How the notation writes what a sentence says of a creature; empty where the sentence isn't known.

    >>> written("can't block"), written("can block any number of creatures"), written("flying")
    ("write 'cant-block'", "write 'can-block(any)'", '')
    """
    fields = meant(text)
    return f"write {' '.join(map(field_text, fields.items()))!r}" if fields else ""


def field_text(field: tuple[str, Any]) -> str:
    """A field as the notation has it."""
    name, held = field
    if name in ("keywords", "colors"):
        return " ".join(held)
    shorter = {field: word for word, field in SHORT.items()}
    if name not in ARGUMENTS:
        return shorter.get(name, dashed(name))
    return f"{dashed(name)}({', '.join(held) if isinstance(held, list) else held})"


def in_place_of_a_creature(tokens: list[Token], at: int) -> str:
    """What to say where a creature should begin and something else does; empty where nothing is known of it."""
    first = tokens[at]
    if first.kind == "(":
        return "what is said of a creature follows its name without parentheses, as in 'Bear 2/2 tapped'"
    if first.kind != "word":
        return ""
    if STATS.fullmatch(first.text):
        return "expected a name before power and toughness, as in 'Bear 2/2'"
    words = [token.text for token in takewhile(lambda token: token.kind == "word", tokens[at : at + 5])]
    after_comma = at > 0 and tokens[at - 1].kind == ","
    if first.text.lower() in SETTINGS:
        return "settings stand after '|', as in '| attacker 12, defender 8'"
    if after_comma and keyword_run(words):
        return "no comma stands between the keywords of a creature, as in 'Bear 2/2 flying trample'"
    following = at + len(words)
    if (after_comma and first.text in ARTICLES) or (
        following + 1 < len(tokens) and tokens[following].kind == "," and tokens[following + 1].text in ARTICLES
    ):
        return "a name that holds a comma needs quotation marks where no card of that name is known"
    if first.text.lower() in ("no", "empty"):
        return "for a side without creatures, write nothing or 'nobody'"
    if tokens[at + 1].kind == "(" and STATS.fullmatch(tokens[at + 2].text):
        return "power and toughness follow the name without parentheses, as in 'Bear 2/2 trample'"
    return ""


def of_life(word: str) -> str:
    """What to say of a word in place of a setting; empty where nothing is known of it."""
    return WHOSE if word.lower() in PLAYERS or word.isdecimal() else ""
