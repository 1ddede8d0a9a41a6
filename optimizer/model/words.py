"""Words of messages: a value as a short text, and hints at what may have been meant."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from .likeness import closest, likeliest

__all__ = ["LONGEST_NAME", "Near", "close_to", "one_line", "short", "show", "some"]

LONGEST_NAME: Final = 200
"""Characters of an id or a name in any format: answers say them again and again."""

TOLD: Final = 10
"""How many names a message lists at most."""

MOST_HINTS: Final = 20
CUTOFF: Final = 0.6


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


def short(text: str) -> str:
    """A text as a name that is not too long."""
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 3]}..."


def some(names: Iterable[str]) -> str:
    """Names for a message, not all of them where there are many.

    >>> some("abc"), some("abcdefghijklm")
    ('a, b, c', 'a, b, c, d, e, f, g, h, i, j and 3 more')
    """
    held = list(names)
    return ", ".join(held[:TOLD]) + (f" and {len(held) - TOLD:,} more" if len(held) > TOLD else "")


def close_to(word: Any, known: Sequence[str], cutoff: float = 0.7) -> str:
    """A hint at what may have been meant, or nothing; a word that is very long is near to none."""
    if not isinstance(word, str) or len(word) > LONGEST_NAME:
        return ""
    found = likeliest(word.lower(), dict(zip(known, known, strict=True)), cutoff)
    return f": did you mean {found!r}?" if found else ""


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
        if self.given > MOST_HINTS or len(name) > LONGEST_NAME:
            return ""
        if not self.folded:
            self.folded = {one.casefold(): one for one in self.known}
        close = closest(name.casefold(), self.folded, CUTOFF)
        return f"; did you mean {show(self.folded[close[0]])}?" if close else ""
