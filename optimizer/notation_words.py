"""The words of the one-line notation (docs/notation.md), shared by its reader and its writer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .fields import ATTACKER, BLOCKER
from .keyword_names import NUMBERED
from .keywords import KeywordError, canonical, divided
from .kinds import Counters, Flag, Kind, ListOf, Tally

__all__ = ["ARGUMENTS", "FLAGS", "STATS", "WORD", "bare", "dashed", "keyword_run", "quoted", "spelled"]

WORD: Final = r'(?:(?!<-|->)[^\s,;|()\[\]#"<>←→])+'
"""A word: no space, no sign of the notation."""

STATS: Final = re.compile(r"[+-]?[0-9]+/[+-]?[0-9]+")
"""Power and toughness."""

TEXT: Final = re.compile(rf"{WORD}(?: {WORD})*")
PLAIN_PARAMETER: Final = re.compile(r"(?:from [a-z]+|(?:\{[^{}\s]*\})+|[0-9]+)?")
LONG: Final = ("protection", "schutz")

KINDS: Final[dict[str, Kind]] = {entry.name: entry.kind for table in (ATTACKER, BLOCKER) for entry in table}
FLAGS: Final = frozenset(name for name, kind in KINDS.items() if isinstance(kind, Flag))
"""Fields that their bare word sets."""

ARGUMENTS: Final = {
    name: "pairs" if isinstance(kind, (Counters, Tally)) else "several" if isinstance(kind, ListOf) else "one"
    for name, kind in KINDS.items()
    if name not in FLAGS | {"id", "name", "power", "toughness", "keywords", "colors", "attacking"}
}
"""Fields that their word sets with arguments in parentheses: one, several, or pairs of a name and a number."""


def dashed(name: str) -> str:
    """A field's name as the notation spells it."""
    return name.replace("_", "-")


def bare(text: str) -> bool:
    """Whether a text can stand without quotation marks as a name: words with single spaces, none like 2/2."""
    return TEXT.fullmatch(text) is not None and not any(STATS.fullmatch(word) for word in text.split(" "))


def quoted(text: str) -> str:
    """A text in quotation marks."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def spelled(text: str) -> str:
    """A name as short as it can be written."""
    return text if bare(text) else quoted(text)


def keyword_run(words: Sequence[str]) -> tuple[str, int]:
    """The longest keyword at the head of a run of words, as typed, and how many words it takes; 0 where there is none.

    A cost or number may follow a keyword, other text only in quotation marks: `flash m1` is flash and a marked damage.

    >>> keyword_run(["first", "strike", "trample"]), keyword_run(["ward", "{2}", "m1"]), keyword_run(["bear"])
    (('first strike', 2), ('ward {2}', 2), ('', 0))
    """
    if not words:
        return "", 0
    longest = 24 if words[0].lower() in LONG else 5
    for number in range(min(len(words), longest), 0, -1):
        phrase = " ".join(words[:number])
        try:
            found = canonical(phrase)
        except KeywordError:
            continue
        if all(plain(keyword) for keyword in found):
            return phrase, number
    return "", 0


def plain(keyword: str) -> bool:
    """Whether what follows a keyword's name is no free text."""
    name, rest = divided(keyword)
    return name in NUMBERED or name == "protection" or PLAIN_PARAMETER.fullmatch(rest) is not None
