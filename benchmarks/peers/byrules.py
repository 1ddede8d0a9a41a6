"""The slow reference of the tests (tests/support/bruteforce.py), as a peer: every announcement by definition."""

from __future__ import annotations

import sys
from functools import cache
from math import comb
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = ["best", "count", "is_small", "legal_line_score", "listing", "module"]

TESTS = Path(__file__).resolve().parents[2] / "tests" / "support"


@cache
def module() -> ModuleType:
    """tests/support/bruteforce.py."""
    sys.path.append(str(TESTS))
    try:
        import bruteforce  # type: ignore[import-not-found]
    finally:
        sys.path.remove(str(TESTS))
    return bruteforce  # type: ignore[no-any-return]


def forget() -> None:
    """Empties its memory, so that whoever times it times work."""
    module()._legal_in.cache_clear()


def best(document: dict[str, Any]) -> float:
    """The score of the best line, by trying everything."""
    forget()
    return float(module().best(document))


def count(document: dict[str, Any], side: str) -> int:
    """The number of legal announcements, by listing them."""
    return len(module().legal(document, side))


def listing(document: dict[str, Any], side: str) -> list[Any]:
    """All legal announcements."""
    forget()
    return list(module().legal(document, side))


def legal_line_score(document: dict[str, Any], line: list[dict[str, Any]]) -> float:
    """The score of a line to the end of combat; an AssertionError where it isn't legal."""
    return float(module().best_score_of_line(document, line))


def is_small(document: dict[str, Any], most: int = 20_000) -> bool:
    """Trying everything takes no more than seconds: every split there is, over everybody opposite, is tried."""
    sizes = []
    for mine, theirs, name in (("attackers", "blockers", "blocks"), ("blockers", "attackers", "")):
        product, splits = 1, 0
        for one in document.get(mine, []):
            if name:
                pairs = sum(one["id"] in other["blocks"] for other in document.get(theirs, []))
            else:
                pairs = len(one["blocks"])
            power = max(0, one["power"])
            splits += comb(power + len(document.get(theirs, [])), power)
            product *= (
                comb(power + pairs, power)
                if "trample" in one.get("keywords", []) or not pairs
                else comb(power + max(0, pairs - 1), power)
            )
        sizes.append((product, splits))
    (attack, splits), (defend, more) = sizes
    strikes = any(
        "strike" in keyword for side in ("attackers", "blockers") for one in document.get(side, [])
        for keyword in one.get("keywords", [])
    )  # fmt: skip
    pairs = attack * defend
    return max(attack, defend, splits, more) <= most and pairs * (60 if strikes else 1) <= most * 3
