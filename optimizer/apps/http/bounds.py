"""What a request may ask of a worker at most, checked before anything is worked on, and what it may get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from ...formats.notation.tokens import most_creatures
from ...model.words import show
from ..engine.limits import Alarm, RequestTimeUp
from ..engine.protocol import INVALID_PARAMS, TIME_IS_UP, Refusal
from ..requests import On, subject_of

__all__ = ["check_answer", "check_creatures", "check_time", "shortened"]

LISTS: Final = ("attackers", "blockers", "creatures", "defenders", "ours", "theirs")
"""Where documents, and the sheets of the page, have their creatures."""

TOLD: Final = 10_000
"""Characters of what is said of a request that is wrong."""

SHORT: Final = 1000
"""How many names a notation may hold that is read however few creatures there may be."""


def check_time(params: Mapping[str, Any], most_ms: float) -> None:
    """No more time than there is for one request. What is no number is for others to refuse.

    >>> check_time({"time_limit": 60}, 10_000.0)
    Traceback (most recent call last):
    optimizer.apps.engine.protocol.Refusal: expected at most 10 s for one request, not 60
    """
    for name, most, unit in (("limit_ms", most_ms, "ms"), ("time_limit", most_ms / 1000, "s")):
        value = params.get(name)
        if isinstance(value, (int, float)) and not isinstance(value, bool) and value > most:
            raise Refusal(INVALID_PARAMS, name, f"expected at most {most:,g} {unit} for one request, not {show(value)}")


def check_creatures(field: str, document: Any, most: int, limit_ms: float) -> None:
    """No more creatures than that in a document, which stands in this field."""
    found = creatures_in(document, most, limit_ms)
    if found > most:
        raise Refusal(INVALID_PARAMS, field, f"names {found:,} creatures: expected at most {most:,}")


def creatures_in(document: Any, most: int, limit_ms: float) -> int:
    """How many creatures a document has; of a notation that clearly has few enough, or too many, how many names."""
    if isinstance(document, str):
        named = most_creatures(document)
        # of so few creatures, each is named once for each attacker at most; what is longer isn't worth reading
        return named if named <= most or named > max(most * most, SHORT) else creatures_of(document, limit_ms)
    if not isinstance(document, Mapping):
        return 0
    lists = [document.get(name) for name in LISTS]
    return sum(
        most_creatures(one) if isinstance(one, str) else 1 for held in lists if isinstance(held, list) for one in held
    )


def creatures_of(notation: str, limit_ms: float) -> int:
    """How many creatures a notation has."""
    try:
        subject = Alarm(limit_ms / 1000).guard(lambda: subject_of(notation, On.ANY))
    except RequestTimeUp:
        raise Refusal(TIME_IS_UP, "limit_ms", "the time was up before the notation was read") from None
    return sum(len(getattr(subject, field.name)) for field in fields(subject) if field.name in LISTS)


def check_answer(text: str, most: int) -> None:
    """No longer answer than that.

    >>> check_answer('{"attacking": 1234567}', 10)
    Traceback (most recent call last):
    optimizer.apps.engine.protocol.Refusal: the answer has 22 bytes, and 10 is the most: expected less to do
    """
    if len(text) > most:  # it is ASCII
        problem = f"the answer has {len(text):,} bytes, and {most:,} is the most: expected less to do"
        raise Refusal(INVALID_PARAMS, "document", problem)


def shortened(refusal: Refusal) -> Refusal:
    """A refusal whose words are no longer than a person reads."""
    field, message = (text if len(text) <= TOLD else f"{text[:TOLD]}…" for text in (refusal.field, refusal.message))
    return Refusal(refusal.code, field, message)
