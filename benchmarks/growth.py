"""How cost grows with attackers, blockers, power and sharing: series of sizes, and the exponent that fits each."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from optimizer import Combat, Limit, solve

from . import families
from .clock import measure

__all__ = ["SERIES", "Curve", "Series", "curve", "fit"]

PATIENCE = 4.0
"""A series ends with the first size that takes longer, in seconds."""


@dataclass(frozen=True)
class Series:
    """Combats of rising size along one axis, and what is done to each."""

    name: str
    axis: str
    sizes: tuple[int, ...]
    document: Callable[[int], dict[str, Any]]
    act: str


@dataclass(frozen=True)
class Curve:
    """Median seconds by size, and the fit: seconds ~ size ** exponent, over the upper half; `fit_error` is the standard
    deviation of the logarithms around it."""

    name: str
    axis: str
    act: str
    points: tuple[tuple[int, float], ...]
    exponent: float
    fit_error: float


def several(power: int, many: int) -> dict[str, Any]:
    """One attacker whose power is a little less than half of what its blockers need."""
    rest = [max(1, power * (2 + 3 * place % 5) // (2 * many)) for place in range(many)]
    return families.gang(power, rest)


DOCUMENTS: list[tuple[str, str, tuple[int, ...], Callable[[int], dict[str, Any]]]] = [
    ("attackers", "attackers, three own blockers each", (1, 2, 4, 8, 16, 32, 64),
     lambda n: families.own_blockers(1, n, 3, 8)),
    ("blockers", "blockers of one attacker of power 24", (2, 4, 8, 16, 32, 64), lambda n: several(24, n)),
    ("power", "power of one attacker, 6 blockers", (6, 12, 25, 50, 100, 200, 400, 800, 1600), lambda n: several(n, 6)),
    ("sharing", "attackers that each of 7 blockers blocks, of 5", (1, 2, 3, 4, 5), lambda n: families.shared(
        1, 5, 7, n)),
    ("size, shared", "attackers, 1.5 times as many blockers that block two each", (2, 4, 6, 8, 10, 12, 16, 20),
     lambda n: families.shared(1, n, n * 3 // 2, 2)),
    ("length, chain", "attackers in a row, 1.5 times as many blockers that block two neighbours each",
     (2, 4, 8, 16, 32, 64), lambda n: families.chain(1, n, n * 3 // 2, 2)),
]  # fmt: skip
SERIES = [
    Series(f"{act}, {name}", axis, sizes, document, act)
    for name, axis, sizes, document in DOCUMENTS
    for act in ("count", "solve")
]


def act_on(combat: Combat, act: str) -> None:
    """Counts or solves."""
    if act == "count":
        combat.legal_assignments("attacking").count()
    else:
        solve(combat, limit=Limit(2 * PATIENCE))


def curve(series: Series, *, smoke: bool = False) -> Curve:
    """Times a series."""
    points: list[tuple[int, float]] = []
    for size in series.sizes[:3] if smoke else series.sizes:
        seconds = timed(series.document(size), series.act)
        points.append((size, seconds))
        if seconds > PATIENCE or (len(points) > 1 and seconds**2 / points[-2][1] > 60):
            break  # the next would take a minute
    exponent, error = fit(points[len(points) // 2 - 1 :] if len(points) > 3 else points)
    return Curve(series.name, series.axis, series.act, tuple(points), exponent, error)


def timed(document: dict[str, Any], act: str) -> float:
    """Median seconds, of as many repetitions as a second has room for."""

    def times(repeat: int, warm: int) -> float:
        combats = iter([Combat.from_document(document) for _ in range(warm + repeat)])
        return measure(lambda: act_on(next(combats), act), repeat=repeat, warm=warm).median

    once = times(1, 0)
    repeat = min(15, int(1 / (once + 1e-6)))
    return times(repeat, 1) if repeat > 1 else once


def fit(points: list[tuple[int, float]]) -> tuple[float, float]:
    """The exponent of a power law by least squares of logarithms, and how far the points lie from it.

    >>> fit([(1, 2.0), (2, 8.0), (4, 32.0)])
    (2.0, 0.0)
    """
    xs, ys = [math.log(size) for size, _ in points], [math.log(seconds) for _, seconds in points]
    if len(points) < 2:
        return math.nan, math.nan
    middle, height = sum(xs) / len(xs), sum(ys) / len(ys)
    slope = sum((x - middle) * (y - height) for x, y in zip(xs, ys, strict=True)) / sum((x - middle) ** 2 for x in xs)
    off = [y - height - slope * (x - middle) for x, y in zip(xs, ys, strict=True)]
    return round(slope, 6), round(math.sqrt(sum(one * one for one in off) / len(off)), 6)
