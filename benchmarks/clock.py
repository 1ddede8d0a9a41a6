"""Timing: medians with their spread, both sides of a ratio taken turn by turn in the same run."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

__all__ = ["Sample", "measure", "side_by_side"]


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

    def __str__(self) -> str:
        return f"{human(self.median)} ± {self.spread:.0%}"


def human(seconds: float) -> str:
    """A duration in a unit that a person reads."""
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
    finally:
        if collects:
            gc.enable()
    return [Sample(tuple(one)) for one in taken]
