"""What a request may ask of a worker at most, checked before anything is worked on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...model.combat import Combat
from ...model.words import show
from ..engine.limits import Alarm, TimeUp
from ..engine.protocol import INVALID_PARAMS, TIME_IS_UP, Refusal

__all__ = ["check_creatures", "check_time"]

LISTS: Final = ("attackers", "blockers", "creatures", "defenders", "ours", "theirs")
"""Where documents, and the sheets of the page, have their creatures."""

SEPARATORS: Final = (";", ",", "<-")
"""What stands between two creatures in the notation."""


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
        named = 1 + sum(document.count(sign) for sign in SEPARATORS)
        # of so few creatures, each is named once for each attacker at most; what is longer isn't worth reading
        return named if named <= most or named > max(most * most, SHORT) else creatures_of(document, limit_ms)
    if not isinstance(document, Mapping):
        return 0
    lists = [document.get(name) for name in LISTS]
    return sum(len(one) for one in lists if isinstance(one, list))


def creatures_of(notation: str, limit_ms: float) -> int:
    """How many creatures a notation has."""
    try:
        combat = Alarm(limit_ms / 1000).guard(lambda: Combat.parse(notation))
    except TimeUp:
        raise Refusal(TIME_IS_UP, "limit_ms", "the time was up before the notation was read") from None
    return len(combat.attackers) + len(combat.blockers)
