"""Timing: medians with their spread, what is compared taken turn by turn in the same run."""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

__all__ = ["Sample", "control", "human", "measure", "pin", "side_by_side"]


@dataclass(frozen=True)
class Sample:
    """Seconds a call took, over its repetitions."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median, in seconds."""
        return statistics.median(self.seconds)

    @property
    def spread(self) -> float:
        """Half the distance between the quartiles, as a share of the median."""
        if len(self.seconds) < 4:
            return 0.0
        low, _, high = statistics.quantiles(self.seconds, n=4)
        return (high - low) / 2 / self.median

    def each(self, calls: int) -> Sample:
        """The same for one of so many calls that were timed together."""
        return Sample(tuple(seconds / calls for seconds in self.seconds))

    def __str__(self) -> str:
        return f"{human(self.median)} ± {self.spread:.0%}"


def human(seconds: float) -> str:
    """A duration in a unit that a person reads.

    >>> human(0.00125), human(2.5)
    ('1.25 ms', '2.5 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def measure(call: Callable[[], object], *, repeat: int = 15, warm: int = 2) -> Sample:
    """Times a call after a warm-up, with the garbage collector off."""
    return side_by_side([call], repeat=repeat, warm=warm)[0]


def side_by_side(calls: Sequence[Callable[[], object]], *, repeat: int = 15, warm: int = 2) -> list[Sample]:
    """Times several calls in turns, so that what else the machine does touches all of them alike."""
    for call in calls:
        for _ in range(warm):
            call()
    taken: list[list[float]] = [[] for _ in calls]
    collects = gc.isenabled()
    gc.disable()
    try:
        for _ in range(repeat):
            for into, call in zip(taken, calls, strict=True):
                began = time.perf_counter()
                call()
                into.append(time.perf_counter() - began)
            gc.collect(0)
    finally:
        if collects:
            gc.enable()
    return [Sample(tuple(one)) for one in taken]


def control() -> int:
    """A fixed piece of work in plain Python, about a millisecond: what the machine could do at that moment."""
    best = [0] * 401
    for cost, price in ((7, 13), (11, 17), (13, 30), (29, 51), (31, 40), (17, 21)):
        for used in range(400, cost - 1, -1):
            best[used] = max(best[used], best[used - cost] + price)
    table: dict[tuple[int, int], int] = {}
    for one in range(40):
        for two in range(40):
            table[one * two % 37, one ^ two] = best[one * 9 + two]
    return len(table)


def pin() -> int | None:
    """Ties this process to one processor, the last it may use; None where the system can't."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    last = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {last})
    return last
