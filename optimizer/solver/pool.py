"""Many combats over several processes, in order and in flat memory."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING

from .solution import Limit, Solution

if TYPE_CHECKING:
    from ..combat import Combat, Weights

__all__ = ["solve_in_pool"]

CHUNK = 64
"""Combats a task: enough that handing them over costs little beside solving them."""


def solve_chunk(combats: list[Combat], weights: Weights | None, limit: Limit | None) -> list[Solution]:
    """One task of a worker."""
    from .solve import solve

    return [solve(combat, weights=weights, limit=limit) for combat in combats]


def solve_in_pool(
    combats: Iterable[Combat], weights: Weights | None, limit: Limit | None, processes: int
) -> Iterator[Solution]:
    """The solutions in order; no more than two tasks a worker are under way."""
    source = iter(combats)
    waiting: deque[Future[list[Solution]]] = deque()
    with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("forkserver")) as pool:
        while True:
            while len(waiting) < 2 * processes and (chunk := list(islice(source, CHUNK))):
                waiting.append(pool.submit(solve_chunk, chunk, weights, limit))
            if not waiting:
                return
            yield from waiting.popleft().result()
