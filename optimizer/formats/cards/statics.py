"""What a card's text says of combat besides keywords: sentences about the creature itself, without a condition."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from ...model.sentences import said
from .keyword_lines import without_label

__all__ = ["about_itself", "statics_of"]

Fields = dict[str, Any]

THIS: Final = re.compile(r"\bthis (?:creature|vehicle)\b", re.IGNORECASE)


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
