"""Many combats over several processes, in order and in flat memory."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING

from ..combat import unchecked
from .context import LineStep
from .solution import Limit, Solution

if TYPE_CHECKING:
    from ..combat import Combat, Weights

__all__ = ["solve_in_pool"]

CHUNK = 64
"""Combats a task: enough that handing them over costs little beside solving them."""


Bare = tuple[float, float, str, str, float, tuple[LineStep, ...]]
"""A solution without its combat, which whoever asked has already."""


def solve_chunk(combats: list[Combat], weights: Weights | None, limit: Limit | None) -> list[Bare]:
    """One task of a worker."""
    from .solve import solve

    found = (solve(combat, weights=weights, limit=limit) for combat in combats)
    return [(one.score, one.bound, one.status, one.method, one.seconds, one.steps) for one in found]


def solve_in_pool(
    combats: Iterable[Combat], weights: Weights | None, limit: Limit | None, processes: int
) -> Iterator[Solution]:
    """The solutions in order; no more than two tasks a worker are under way."""
    source = iter(combats)
    waiting: deque[tuple[list[Combat], Future[list[Bare]]]] = deque()
    with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("forkserver")) as pool:
        while True:
            while len(waiting) < 2 * processes and (chunk := list(islice(source, CHUNK))):
                sent = [unchecked(combat) for combat in chunk]  # without what has been compiled of them
                waiting.append((chunk, pool.submit(solve_chunk, sent, weights, limit)))
            if not waiting:
                return
            chunk, task = waiting.popleft()
            for combat, bare in zip(chunk, task.result(), strict=True):
                yield Solution(combat if weights is None else unchecked(combat, weights=weights), *bare)
