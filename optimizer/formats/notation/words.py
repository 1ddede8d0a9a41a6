"""The words of the one-line notation, shared by its reader and its writer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...model.keywords import recognized
from ..json.fields import ATTACKER, BLOCKER
from ..json.kinds import Flag, ListOf, Tally

__all__ = [
    "ARGUMENTS",
    "FLAGS",
    "LONGEST_KEYWORD",
    "NOBODY",
    "NOTHING",
    "STATS",
    "WORD",
    "bare",
    "dashed",
    "in_quotes",
    "keyword_run",
    "spelled",
]

WORD: Final = r'(?:(?!<-|->)[^\s,;|()\[\]#"<>←→])+'
"""A word: no space, no sign of the notation."""

STATS: Final = re.compile(r"[+-]?[0-9]+/[+-]?[0-9]+")
"""Power and toughness."""

NOBODY: Final = "nobody"
"""Instead of attackers: there are none."""

NOTHING: Final = "nothing"
"""As what is attacked: it is gone."""

LONGEST_KEYWORD: Final = 24
"""The most words that a keyword may take: protection from several qualities."""

TEXT: Final = re.compile(rf"{WORD}(?: {WORD})*")
KINDS: Final = {entry.name: entry.kind for table in (ATTACKER, BLOCKER) for entry in table}

FLAGS: Final = frozenset(name for name, kind in KINDS.items() if isinstance(kind, Flag))
"""Fields that their bare word sets."""

ARGUMENTS: Final = {
    name: "pairs" if isinstance(kind, Tally) else "several" if isinstance(kind, ListOf) else "one"
    for name, kind in KINDS.items()
    if name not in FLAGS | {"id", "name", "power", "toughness", "keywords", "colors", "attacking"}
}
"""Fields that their word sets with arguments in parentheses: one, several names, or pairs of a name and a number."""


def dashed(name: str) -> str:
    """A field's name as the notation spells it."""
    return name.replace("_", "-")


def bare(text: str) -> bool:
    """Whether a text can stand without quotation marks as a name: words with single spaces, none like 2/2."""
    return TEXT.fullmatch(text) is not None and not any(STATS.fullmatch(word) for word in text.split(" "))


def spelled(text: str) -> str:
    """A name as short as it can be written.

    >>> print(spelled("Acidic Slime"), spelled("Jhoira, Captain"))
    Acidic Slime "Jhoira, Captain"
    """
    return text if bare(text) else in_quotes(text)


def in_quotes(text: str) -> str:
    """A text in quotation marks."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def keyword_run(words: Sequence[str]) -> int:
    """How many words the longest keyword at the head of a run of words takes; 0 where there is none.

    A cost or number may follow a keyword, other text only in quotation marks: `flash m1` is flash and marked damage.

    >>> keyword_run(["first", "strike", "trample"]), keyword_run(["ward", "{2}", "m1"]), keyword_run(["bear"])
    (2, 2, 0)
    """
    if not words:
        return 0
    longest = LONGEST_KEYWORD if words[0].lower() in ("protection", "schutz") else 5
    return next((n for n in range(min(len(words), longest), 0, -1) if recognized(" ".join(words[:n]))), 0)
