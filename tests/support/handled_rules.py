"""docs/rules-handled.md, read: its rows, the places it names, and rule numbers in any text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from places import ROOT

__all__ = ["PAGE", "PLACES", "ROWS", "rules_in"]

PAGE: Final = (ROOT / "docs" / "rules-handled.md").read_text("utf-8")
PLACES: Final = sorted(set(re.findall(r"`([\w./-]+\.py): (\w+)`", PAGE)))
ROWS: Final = re.findall(r"^\| (\d{3}(?:\.\d+[a-z]?)?) \| (.+) \| (.+) \| (.+) \|$", PAGE, re.M)
RULE: Final = re.compile(r"\b([1-9]\d{2}\.[1-9]\d*)([a-z]?)((?:(?:,| and| to) [a-z]\b)*)|\(([1-9]\d{2})\)")


def rules_in(text: str) -> Iterator[str]:
    """The rule numbers in a text; "510.1a to d" and "704.5f, g" name several."""
    for number, letter, more, chapter in RULE.findall(text):
        yield chapter or number + letter
        last = letter
        for word, other in re.findall(r"(,| and| to) ([a-z])\b", more):
            first = chr(ord(last) + 1) if word == " to" else other
            yield from (number + chr(code) for code in range(ord(first), ord(other) + 1))
            last = other
