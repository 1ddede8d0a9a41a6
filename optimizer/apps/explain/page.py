"""docs/rules-handled.md read into what `explain` knows. The page is what people write, and `handled.json` is made of it
by `python -m optimizer.apps.explain docs/rules-handled.md`; tests hold one against the other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

__all__ = ["KNOWN", "numbers_in", "read_page", "written"]

KNOWN: Final = Path(__file__).with_name("handled.json")
"""The table that the package ships."""

ROW: Final = re.compile(r"^\| (\d{3}(?:\.\d+[a-z]?)?) \| (.+) \| (.+) \| (.+) \|$")
FENCE: Final = re.compile(r"^```.*?^```$", re.M | re.S)
LINK: Final = re.compile(r"\[([^\]]+)\]\([^)]+\)")
NUMBER: Final = re.compile(r"\b([1-9]\d{2}\.\d+)([a-z]?)((?:(?:,| and| to) [a-z]\b)*)|\(([1-9]\d{2})\)")


def read_page(text: str) -> dict[str, list[dict[str, Any]]]:
    """The rules of a page's tables, and as notes the paragraphs and rows that name rules besides.

    >>> page = read_page("## Trample\\n\\n| 702.19b | past lethal | `a.py: b` | `c.py: d` |\\n\\nSee 510.1a.\\n")
    >>> page["rules"]
    [{'rule': '702.19b', 'says': 'past lethal', 'section': 'Trample', 'code': 'a.py: b', 'shown': 'c.py: d'}]
    >>> page["notes"]
    [{'section': 'Trample', 'says': 'See 510.1a.'}]
    """
    rules: list[dict[str, Any]] = []
    notes: list[dict[str, Any]] = []
    section = ""
    for block in re.split(r"\n{2,}", FENCE.sub("", text)):
        if block.startswith("#"):
            section = bare(block.lstrip("# "))
            continue
        if not block.startswith("|"):
            notes += note(section, " ".join(block.split()))
            continue
        for line in block.splitlines():
            row = ROW.match(line)
            if row is None:
                notes += note(section, ": ".join(cell.strip() for cell in line.strip("| ").split(" | ")))
                continue
            number, says, code, shown = map(bare, row.groups())
            rules.append({"rule": number, "says": says, "section": section, "code": code, "shown": shown})
    return {"rules": rules, "notes": notes}


def note(section: str, words: str) -> Iterator[dict[str, Any]]:
    """A paragraph, where it names a rule."""
    if any(numbers_in(words)):
        yield {"section": section, "says": bare(words)}


def bare(words: str) -> str:
    """Words without the marks of Markdown.

    >>> bare("see [the choices](semantics.md) of `prevent`")
    'see the choices of prevent'
    """
    return LINK.sub(r"\1", words).replace("`", "").strip()


def numbers_in(text: str) -> Iterator[str]:
    """The rule numbers in a text.

    >>> list(numbers_in("(510.1a to c), 704.5f, g; 120.10 and (615)"))
    ['510.1a', '510.1b', '510.1c', '704.5f', '704.5g', '120.10', '615']
    """
    for number, letter, more, chapter in NUMBER.findall(text):
        yield chapter or number + letter
        last = letter
        for word, other in re.findall(r"(,| and| to) ([a-z])\b", more):
            if last:
                first = chr(ord(last) + 1) if word == " to" else other
                yield from (number + chr(code) for code in range(ord(first), ord(other) + 1))
            last = other


def written(page: str) -> str:
    """What `handled.json` holds of a page."""
    return json.dumps(read_page(page), indent=1, ensure_ascii=False) + "\n"
