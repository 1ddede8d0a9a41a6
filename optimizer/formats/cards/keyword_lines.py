"""Keywords that a card has by itself: those of the lines of its text that hold nothing but keywords."""

from __future__ import annotations

import re
from typing import Final

from ...model.keywords import KeywordError, canonical, divided, recognized, refusal

__all__ = ["keywords_of", "printed_lines", "without_label"]

LEVELS: Final = re.compile(r"(?:LEVEL|STATION) [0-9]|[0-9]+\+ \||\{[0-9]+\+\}")
"""How the part of a text begins that holds only once the creature has counters."""

LABEL: Final = re.compile(r"[A-Z][^—.:{}\"•|]* — (?=[A-Z~])")
"""An ability word or a flavor word before a line: it says nothing."""

CONDITIONS: Final = re.compile(r"(?:max speed|solved|[IVX]+(?:, [IVX]+)*) — ", re.IGNORECASE)
"""What looks like one, and is a condition or the chapter of a Saga."""

SEPARATOR: Final = re.compile(r"[,;] (?!(?:and |or )?from )")


def printed_lines(text: str) -> list[str]:
    """The lines of a text without reminders, up to where what follows needs counters.

    >>> printed_lines("Flying (It flies.)\\nLevel up {W} (…)\\nLEVEL 1-4\\n3/3\\nFirst strike")
    ['Flying', 'Level up {W}']
    """
    found = []
    for line in re.sub(r"\([^()]*\)", "", text).split("\n"):
        if LEVELS.match(line.strip()):
            break
        if line.strip():
            found.append(line.strip())
    return found


def without_label(line: str) -> str:
    """A line without the ability word or flavor word before it.

    >>> without_label("Titanic — Trample"), without_label("Max speed — Trample")
    ('Trample', 'Max speed — Trample')
    """
    return line if CONDITIONS.match(line) else LABEL.sub("", line, count=1)


def keywords_of(line: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The keywords of a line in canonical form, with those that the project can't keep; None where it says more.

    >>> keywords_of("Flying, protection from black and from Dragons")
    (('flying',), ('protection from black and from Dragons',))
    >>> keywords_of("Trample; toxic 2"), keywords_of("Ward—Pay 2 life.")
    ((('trample', 'toxic 2'), ()), ((), ()))
    >>> keywords_of("As long as it is untapped, this creature has flying."), keywords_of("• Flying")
    (None, None)
    """
    head, dash, cost = line.partition("—")
    if not head[:1].isalpha() or (dash and (head.endswith(" ") or cost.startswith(" "))):
        return None
    if not dash and head.endswith("."):
        return None
    parts = SEPARATOR.split(head)
    if dash and not divided(parts.pop())[0]:
        return None
    kept: list[str] = []
    refused: list[str] = []
    for part in parts:
        if recognized(part):
            kept += canonical(part)
        elif refusal(part) or part.lower().startswith("protection from "):
            refused.append(part)
        elif not inert(part):
            return None
    return tuple(kept), tuple(refused)


def inert(part: str) -> bool:
    """Whether a part of a line is a keyword with more words after it, which then can't touch combat.

    >>> inert("affinity for artifacts"), inert("trample this turn"), inert("toxic")
    (True, False, False)
    """
    try:
        return bool(divided(part)[0]) and bool(canonical(part))
    except KeywordError:
        return False
