"""Many combats over several processes, in order and in flat memory.

The process that asks is one of them: it solves while the others start, and whenever the next solution in order isn't
there yet. So two processes are never much slower than one, and twice as fast where two processors are free.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING

from ...model.combat import unchecked
from ..context import LineStep
from .packing import Packed, pack, unpack
from .solution import Limit, Solution

if TYPE_CHECKING:
    from ...model.combat import Combat, Weights

__all__ = ["solve_in_pool"]

CHUNK = 64
"""Combats a task: enough that handing them over costs little beside solving them."""

AHEAD = 2
"""Tasks for each worker that are under way at once, and as many that this process solves ahead of their turn."""

Bare = tuple[float, float, str, str, float, tuple[LineStep, ...]]
"""A solution without its combat, which whoever asked has already."""

Solved = tuple[list[Bare], Exception | None]
"""The solutions of a task; the error of the combat after them, if one has one."""


def solve_some(combats: Iterable[Combat], weights: Weights | None, limit: Limit | None) -> Solved:
    """Solves up to the first error, which is raised once its turn comes."""
    from .solve import solve

    found: list[Bare] = []
    try:
        for combat in combats:
            one = solve(combat, weights=weights, limit=limit)
            found.append((one.score, one.bound, one.status, one.method, one.seconds, one.steps))
    except Exception as error:  # whatever it is, it belongs to its place in the stream
        return found, error
    return found, None


def solve_chunk(sent: list[Packed], weights: Weights | None, limit: Limit | None) -> Solved:
    """One task of a worker."""
    return solve_some(map(unpack, sent), weights, limit)


def ready() -> None:
    """Done once a worker has started."""


def solve_in_pool(
    combats: Iterable[Combat], weights: Weights | None, limit: Limit | None, processes: int
) -> Iterator[Solution]:
    """The solutions in order, by this process and so many less one workers."""
    source = iter(combats)

    def solutions(chunk: list[Combat], solved: Solved) -> Iterator[Solution]:
        found, error = solved
        for combat, bare in zip(chunk, found, strict=False):
            yield Solution(combat if weights is None else unchecked(combat, weights=weights), *bare)
        if error is not None:
            raise error

    def chunks() -> Iterator[list[Combat]]:
        while chunk := list(islice(source, CHUNK)):
            yield chunk

    def here(chunk: list[Combat]) -> Iterator[Solution]:
        for combat in chunk:
            yield from solutions([combat], solve_some([combat], weights, limit))

    coming = chunks()
    for chunk in coming:  # of a stream this short, a worker would have nothing to do
        yield from here(chunk)
        break
    else:
        return
    if len(chunk) < CHUNK:
        return
    pool = ProcessPoolExecutor(processes - 1, mp_context=multiprocessing.get_context("forkserver"))
    try:
        started = [pool.submit(ready) for _ in range(processes - 1)]
        while not all(one.done() for one in started):
            alone = next(coming, None)
            if alone is None:
                return
            yield from here(alone)
        for one in started:
            one.result()  # raises where no worker can be started
        waiting: deque[tuple[list[Combat], Future[Solved] | Solved]] = deque()
        while True:
            away = sum(isinstance(task, Future) for _, task in waiting)
            while away < AHEAD * (processes - 1) and (chunk := next(coming, [])):
                waiting.append((chunk, pool.submit(solve_chunk, [*map(pack, chunk)], weights, limit)))
                away += 1
            if not waiting:
                return
            chunk, task = waiting[0]
            if isinstance(task, Future):
                ahead = len(waiting) - away
                if not task.done() and ahead < AHEAD * processes and (mine := next(coming, [])):
                    waiting.append((mine, solve_some(mine, weights, limit)))
                    continue
                task = task.result()
            waiting.popleft()
            yield from solutions(chunk, task)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
