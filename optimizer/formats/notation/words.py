"""The words of the one-line notation, shared by its reader and its writer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...model.keywords import recognized
from ..json.board_fields import ATTACKS, BLOCKS
from ..json.fields import ATTACKER, BLOCKER
from ..json.kinds import Counted, Flag, Keywords, ListOf
from ..json.record import Records, Table

__all__ = [
    "ARGUMENTS", "CHANGE", "COMBAT_FLAGS", "EMPTY", "FLAGS", "LONGEST_KEYWORD", "NOBODY", "NOTHING", "NUMBER", "SHORT",
    "SPELT", "STATS", "VERSUS", "WORD", "amount", "bare", "creature_tables", "dashed", "in_quotes", "keyword_run",
    "spelled",
]  # fmt: skip

WORD: Final = r'(?:(?!<-|->)[^\s,;|()\[\]#"<>←→])+'
"""A word: no space, no sign of the notation."""

STATS: Final = re.compile(r"(?![+-][0-9]+/[+-])[+-]?[0-9]+/[+-]?[0-9]+|=[+-]?[0-9]+/[+-]?[0-9]+")
"""Power and toughness; where both have a sign they have `=` before them, for else they are counters."""

CHANGE: Final = re.compile(r"[+−-][0-9]+/[+−-][0-9]+")
"""A counter that changes power and toughness: +1/+1."""

NUMBER: Final = re.compile(r"([0-9]{1,9})[xX×]?")
"""How many of what follows: `10`, `4x`."""

SPELT: Final = {
    word: number
    for number, word in enumerate(
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 2
    )
} | {"a": 1, "an": 1}  # fmt: skip
"""Numbers as words, in lower case: names of cards begin with a capital."""

VERSUS: Final = frozenset(["vs", "vs.", "versus", "v."])
"""What stands between the sides of a board."""

NOBODY: Final = "nobody"
"""Instead of attackers: there are none."""

EMPTY: Final = frozenset([NOBODY, "nothing", "none"])
"""Instead of creatures of a side: there are none."""

NOTHING: Final = "nothing"
"""As what is attacked: it is gone."""

LONGEST_KEYWORD: Final = 24
"""The most words that a keyword may take: protection from several qualities."""

TEXT: Final = re.compile(rf"{WORD}(?: {WORD})*")


def creature_tables(board: Table) -> dict[str, Table]:
    """The fields of the creatures in each list of a document."""
    return {entry.name: entry.kind.table for entry in board if isinstance(entry.kind, Records) and entry.name in SIDES}


SIDES: Final = ("attackers", "blockers", "creatures", "defenders")
IN_COMBAT: Final = (ATTACKER, BLOCKER)
ON_BOARDS: Final = (*creature_tables(ATTACKS).values(), *creature_tables(BLOCKS).values())
KINDS: Final = {entry.name: entry.kind for table in (*IN_COMBAT, *ON_BOARDS) for entry in table}

FLAGS: Final = frozenset(name for name, kind in KINDS.items() if isinstance(kind, Flag))
"""Fields that their bare word sets."""

COMBAT_FLAGS: Final = FLAGS & {entry.name for table in IN_COMBAT for entry in table}
"""Those of a combat; another word that is a keyword too means the keyword there."""

SHORT: Final = {"sick": "summoning_sick"}
"""Flags that have a shorter word."""

NAMED: Final = frozenset(["order", "blocks", "provoked_by"])
"""Fields that hold names of creatures."""

ARGUMENTS: Final = {
    name: "pairs" if isinstance(kind, Counted)
    else "several" if name in NAMED
    else "texts" if isinstance(kind, (ListOf, Keywords))
    else "one"
    for name, kind in KINDS.items()
    if name not in FLAGS | {"id", "name", "power", "toughness", "keywords", "colors", "attacking", "base"}
} | {"not_counted": "sentences"}  # fmt: skip
"""Fields that their word sets with arguments in parentheses: one, names of creatures, texts, sentences in quotation
marks, or pairs of a name and a number."""


def dashed(name: str) -> str:
    """A field's name as the notation spells it."""
    return name.replace("_", "-")


def amount(word: str) -> int | None:
    """How many creatures or counters a word says there are; None where it is no number.

    >>> amount("10"), amount("4x"), amount("two"), amount("Two")
    (10, 4, 2, None)
    """
    number = NUMBER.fullmatch(word)
    return int(number[1]) if number else SPELT.get(word)


def bare(text: str) -> bool:
    """Whether a text can stand without quotation marks as a name: words with single spaces, none like 2/2, +1/+1 or
    `vs`, the first no number.

    >>> bare("Acidic Slime"), bare("10 Goblin"), bare("Ox vs Elk")
    (True, False, False)
    """
    words = text.split(" ")
    return (
        TEXT.fullmatch(text) is not None
        and not NUMBER.fullmatch(words[0])
        and not (words[0] in SPELT and len(words) > 1)
        and not any(STATS.fullmatch(word) or CHANGE.fullmatch(word) or word.lower() in VERSUS for word in words)
    )


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
