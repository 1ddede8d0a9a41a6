"""The workers: who works on what, who waits, and what becomes of a worker that fails."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections import deque
from collections.abc import Coroutine, Iterable
from itertools import chain, repeat
from typing import Any, Final

from ..engine.methods import LATE
from ..engine.protocol import Refusal
from .problems import Problem, problem_of
from .process import Process, ProcessGone
from .settings import Settings

__all__ = ["Pool"]

GRACE: Final = 2.0
"""Seconds that a worker has beyond the last moment at which it breaks off by itself."""

LETTING_GO: Final = 1.0
"""Seconds in which a worker has to let go of what nobody waits for any more; else another takes its place."""

STARTING: Final = 120.0
"""Seconds that a worker may take to be ready."""

PAUSES: Final = (0.0, 1.0, 5.0, 30.0)
"""Seconds before each try to start a worker again; the last one then stays."""

ENDING: Final = 2.0
"""Seconds that a worker with nothing to do may take to end."""

LONGEST_RETRY: Final = 3600
"""The most seconds after which to ask again."""

RECENT: Final = 0.1
"""How much the last request counts in the mean time of one."""


class Pool:
    """A number of worker processes, each with one request at a time, and a queue for requests before them.

    A request whose client has gone leaves the queue, or has its worker break off: nobody else could use the answer,
    and the place can be used. A worker that doesn't let go, or overruns, or ends, is replaced.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.free: list[Process] = []
        self.running: dict[Process, float] = {}
        self.queue: deque[asyncio.Future[Process]] = deque()
        self.mean = 0.0
        self.restarts = 0
        self.draining = False
        self.closed = False
        self.tasks: set[asyncio.Task[None]] = set()
        self.idle = asyncio.Event()

    @property
    def alive(self) -> int:
        """How many workers there are that are ready or at work."""
        return len(self.free) + len(self.running)

    @property
    def busy(self) -> int:
        """How many are at work."""
        return len(self.running)

    @property
    def waiting(self) -> int:
        """How many requests wait for a worker."""
        return len(self.queue)

    async def start(self) -> None:
        """Starts all workers; raises `ProcessGone` where one can't be started."""
        starts = [asyncio.ensure_future(Process.start(self.settings)) for _ in range(self.settings.workers)]
        try:
            done, late = await asyncio.wait(starts, timeout=STARTING)
        except asyncio.CancelledError:
            await cancelled(starts)
            raise
        await cancelled(late)
        failed = [error for one in done if (error := one.exception()) is not None]
        for one in done:
            if one.exception() is None:
                self.welcome(one.result())
        if failed or late:
            await self.close(0)
            raise ProcessGone(str(failed[0]) if failed else f"a worker wasn't ready after {STARTING:g} s")

    async def ask(self, method: str, body: str) -> bytes:
        """The answer to a request as JSON text; raises `Problem` where there is none.

        Where it is cancelled, the worker is freed.
        """
        worker = await self.place()
        work = asyncio.ensure_future(self.work(worker, method, body))
        work.add_done_callback(lambda done: done.cancelled() or done.exception())  # whoever asked may be gone
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            self.let_go(worker, work)
            raise

    async def place(self) -> Process:
        """A worker of one's own, once there is one."""
        if self.draining:
            raise self.ending("it takes no more requests")
        if self.free and not self.queue:
            return self.take(self.free.pop())
        if not self.alive:
            raise Problem("no-worker", "no worker process could be started so far", headers=self.retry())
        if len(self.queue) >= self.settings.waiting:
            problem = f"{len(self.running)} requests are worked on and {len(self.queue)} wait already"
            raise Problem("too-many-requests", problem, headers=self.retry())
        turn: asyncio.Future[Process] = asyncio.get_running_loop().create_future()
        self.queue.append(turn)
        try:
            async with asyncio.timeout(self.settings.longest_wait):
                return await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled() and turn.exception() is None:  # both happened at once
                self.give_back(turn.result())
            if not isinstance(error, TimeoutError):
                raise
            problem = f"no worker was free within {self.settings.longest_wait:g} s"
            raise Problem("too-many-requests", problem, headers=self.retry()) from None
        finally:
            with contextlib.suppress(ValueError):
                self.queue.remove(turn)

    async def work(self, worker: Process, method: str, body: str) -> bytes:
        """What a worker answers; afterwards it is free, or replaced."""
        most = self.settings.time_limit + LATE + GRACE
        well = False
        try:
            answer = await asyncio.wait_for(worker.ask(method, body), most)
            well = True
            return answer
        except Refusal as refusal:
            well = True
            raise problem_of(refusal) from None
        except TimeoutError:
            raise Problem("time-up", f"there was no answer within {most:g} s, and the worker was ended") from None
        except ProcessGone as gone:
            if self.closed:
                raise self.ending("it came before there was an answer") from None
            raise Problem("worker-lost", f"there is no answer: {gone}") from None
        finally:
            seconds = time.monotonic() - self.running[worker]
            self.mean += RECENT * (seconds - self.mean) if self.mean else seconds
            self.give_back(worker, well=well)

    def take(self, worker: Process) -> Process:
        """A worker, from now on at work."""
        self.running[worker] = time.monotonic()
        return worker

    def give_back(self, worker: Process, *, well: bool = True) -> None:
        """A worker has nothing to do any more, and is `well` or not."""
        del self.running[worker]
        if well and worker.alive and not self.closed:
            self.hand_on(worker)
        else:
            worker.kill()
            self.replace()
        if not self.running and not self.queue:
            self.idle.set()

    def hand_on(self, worker: Process) -> None:
        """A worker goes to whoever waits longest."""
        while self.queue:
            turn = self.queue.popleft()
            if not turn.done():
                turn.set_result(self.take(worker))
                return
        self.free.append(worker)

    def let_go(self, worker: Process, work: asyncio.Future[bytes]) -> None:
        """Nobody waits for what a worker works on."""
        if not work.done():
            worker.break_off()
            kill = asyncio.get_running_loop().call_later(LETTING_GO, worker.kill)
            work.add_done_callback(lambda done: kill.cancel())

    def replace(self) -> None:
        """Starts another worker in the place of one that is gone."""
        if not self.closed:
            self.restarts += 1
            self.keep(self.start_again())

    async def start_again(self) -> None:
        """Another worker, however often it takes."""
        pauses = chain(PAUSES, repeat(PAUSES[-1]))
        while not self.closed:
            await asyncio.sleep(next(pauses))
            try:
                worker = await asyncio.wait_for(Process.start(self.settings), STARTING)
            except (ProcessGone, TimeoutError):
                continue
            if self.closed:
                worker.kill()
            else:
                self.welcome(worker)
            return

    def welcome(self, worker: Process) -> None:
        """A worker that is ready."""
        self.keep(self.watch(worker))
        self.hand_on(worker)

    async def watch(self, worker: Process) -> None:
        """Replaces a worker that ends while it has nothing to do."""
        await worker.process.wait()
        if worker in self.free:
            self.free.remove(worker)
            self.replace()

    def keep(self, work: Coroutine[Any, Any, None]) -> None:
        """Has something done beside everything else."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def ending(self, told: str) -> Problem:
        """What is said of a request that the service's end leaves without an answer."""
        return Problem("shutting-down", f"the service ends: {told}", headers=self.retry())

    def retry(self) -> dict[str, str]:
        """When to ask again: once those that wait now will have been answered, as far as one can tell."""
        now = time.monotonic()
        each = max([self.mean, *(now - since for since in self.running.values())])
        seconds = each * (len(self.queue) + 1) / self.settings.workers
        return {"Retry-After": str(min(max(1, math.ceil(seconds)), LONGEST_RETRY))}

    async def close(self, seconds: float) -> None:
        """Takes no more requests, gives those it has that many seconds, and ends the workers."""
        self.draining = True
        if self.running or self.queue:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    self.idle.clear()
                    await self.idle.wait()
        self.closed = True
        for turn in self.queue:
            if not turn.done():
                turn.set_exception(self.ending("it came before the request's turn"))
        for worker in self.running:
            worker.kill()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end(ENDING) for worker in [*self.free, *self.running]))
        self.free.clear()


async def cancelled(tasks: Iterable[asyncio.Future[Any]]) -> None:
    """Cancels what isn't done, and ends what is."""
    for task in tasks:
        task.cancel()
    for found in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(found, Process):
            found.kill()
