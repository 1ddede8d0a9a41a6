"""Words of messages: a value as a short text, and hints at what may have been meant."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

__all__ = ["Near", "close_to", "closest", "one_line", "show", "some"]


def show(value: Any) -> str:
    """A value as a short text for a message."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, (list, tuple)):
        return "a list"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and abs(value) > 10**30:
        return "an integer of more than 30 digits"
    text = repr(value[:60] if isinstance(value, str) else value)
    if not one_line(text):
        text = ascii(text)
    return text if len(text) <= 60 else text[:57] + "..."


def one_line(text: str) -> bool:
    """No control character, half character or line break."""
    return all(unicodedata.category(letter) not in ("Cc", "Cs", "Zl", "Zp") for letter in text)


def closest(word: str, known: Sequence[str], cutoff: float) -> str | None:
    """The word that is most like one, where so much of the two agrees (`cutoff`, at most 1).

    >>> closest("deathtuch", ["trample", "deathtouch"], 0.7)
    'deathtouch'
    """
    if len(word) > LONGEST:
        return None
    from rapidfuzz import fuzz, process

    found = process.extractOne(word, known, scorer=fuzz.ratio, score_cutoff=100 * cutoff)
    return None if found is None else str(found[0])


def close_to(word: Any, known: Sequence[str], cutoff: float = 0.7) -> str:
    """A hint at what may have been meant, or nothing."""
    found = closest(word.lower(), known, cutoff) if isinstance(word, str) else None
    return f": did you mean {found!r}?" if found is not None else ""


class Near:
    """Hints at the names that may have been meant, for the first few faults: among very many names, and for very many
    faults, looking would take too long.

    >>> Near(["Wurm", "Bear"])("bare")
    "; did you mean 'Bear'?"
    """

    def __init__(self, known: Iterable[str]) -> None:
        self.known = known
        self.folded: dict[str, str] = {}
        self.given = 0

    def __call__(self, name: str) -> str:
        self.given += 1
        if self.given > MOST_HINTS:
            return ""
        if not self.folded:
            self.folded = {one.casefold(): one for one in self.known}
        close = closest(name.casefold(), [*self.folded], CUTOFF)
        return f"; did you mean {self.folded[close]!r}?" if close is not None else ""


def some(names: Iterable[str]) -> str:
    """Names as a list for a message, of many the first few.

    >>> some(["jace", "player"]), some(map(str, range(100)))
    ('jace, player', '0, 1, 2, 3, 4, 5, 6, 7, 8, 9 or one of 90 others')
    """
    shown = list(names)
    more = len(shown) - SHOWN
    return ", ".join(shown) if more <= 0 else f"{', '.join(shown[:SHOWN])} or one of {more:,} others"


LONGEST: Final = 100  # letters: what is longer is no slip of a keyboard
MOST_HINTS: Final = 20
SHOWN: Final = 10
CUTOFF: Final = 0.6
