"""Which of CP-SAT's parameters are fastest on combats with shared blockers: one change at a time, in turns."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager

from optimizer import Combat, Limit, solve
from optimizer.search.line import cpsat

from .clock import human
from .families import shared

__all__ = ["VARIANTS", "parameters"]

VARIANTS: dict[str, dict[str, int | bool]] = {
    "as shipped": {},
    "linearization_level 1 (CP-SAT's default)": {"linearization_level": 1},
    "linearization_level 0": {"linearization_level": 0},
    "with presolve": {"cp_model_presolve": True},
    "symmetry_level 0": {"symmetry_level": 0},
    "optimize_with_core": {"optimize_with_core": True},
}
SIZES = ((8, 12, 2), (12, 24, 3), (20, 40, 4))


@contextmanager
def changed(variant: dict[str, int | bool]) -> Iterator[None]:
    """The parameters with some changed."""
    kept = dict(cpsat.PARAMETERS)
    cpsat.PARAMETERS.update(variant)
    try:
        yield
    finally:
        cpsat.PARAMETERS.clear()
        cpsat.PARAMETERS.update(kept)


def parameters(seeds: int = 7, seconds: float = 5.0) -> list[tuple[str, ...]]:
    """A row for each variant: its name, and for each size the median, the most, and how many were proven in time."""
    times: dict[tuple[str, tuple[int, int, int]], list[float]] = {}
    proven: dict[tuple[str, tuple[int, int, int]], int] = {}
    for size in SIZES:
        for seed in range(seeds):
            combat = Combat.from_document(shared(seed, *size))
            scores = set()
            for name, variant in VARIANTS.items():
                with changed(variant):
                    began = time.perf_counter()
                    solution = solve(combat, method="cp-sat", limit=Limit(seconds))
                    times.setdefault((name, size), []).append(time.perf_counter() - began)
                if solution.status == "optimal":
                    proven[name, size] = proven.get((name, size), 0) + 1
                    scores.add(solution.score)
            assert len(scores) <= 1, "two variants prove different scores"
    rows = []
    for name in VARIANTS:
        cells = [name]
        for size in SIZES:
            taken = times[name, size]
            done = proven.get((name, size), 0)
            cells.append(f"{human(statistics.median(taken))}, most {human(max(taken))}, {done} of {seeds}")
        rows.append(tuple(cells))
    return rows
