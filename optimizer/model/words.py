"""Words of messages: a value as a short text, and hints at what may have been meant."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

__all__ = ["close_to", "near", "one_line", "show"]


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


def close_to(word: Any, known: Sequence[str], cutoff: float = 0.7) -> str:
    """A hint at what may have been meant, or nothing."""
    found = get_close_matches(word.lower(), known, n=1, cutoff=cutoff) if isinstance(word, str) else []
    return f": did you mean {found[0]!r}?" if found else ""


def near(name: str, known: Iterable[str]) -> str:
    """A hint at the name that may have been meant."""
    by_folded = {one.casefold(): one for one in known}
    close = get_close_matches(name.casefold(), by_folded, n=1)
    return f"; did you mean {by_folded[close[0]]!r}?" if close else ""
