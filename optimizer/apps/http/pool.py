"""The workers: who works on what, who waits, and what becomes of a worker that fails."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections import deque
from collections.abc import Coroutine, Iterable
from itertools import chain, repeat
from typing import Any, Final, NamedTuple

from ..engine.methods import LATE
from ..engine.protocol import Refusal
from .problems import Problem, problem_of
from .process import Process, ProcessGone
from .pulse import Pulse
from .settings import Settings

__all__ = ["SHORT", "Pool"]

SHORT: Final = frozenset(["page/cards", "page/add", "page/deal", "resolve"])
"""Methods that never take long: they needn't wait behind what may."""

LOOKING: Final = 0.5
"""Seconds between two looks at whether the workers go on."""

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


class Turn(NamedTuple):
    """A request that waits for a worker; for any where it is `short`."""

    future: asyncio.Future[Process]
    short: bool


class Pool:
    """A number of worker processes, each with one request at a time, and a queue for requests before them.

    A few workers are for short requests alone (`SHORT`), which others take as well. A request whose client has gone
    leaves the queue, or has its worker break off: nobody else could use the answer, and the place can be used. A worker
    that doesn't let go, or overruns, or hangs, or ends, is replaced.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.free: list[Process] = []
        self.running: dict[Process, float] = {}
        self.for_short: set[Process] = set()
        self.pulses: dict[Process, Pulse] = {}
        self.queue: deque[Turn] = deque()
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
        many = self.settings.workers + self.settings.short_workers
        starts = [asyncio.ensure_future(Process.start(self.settings)) for _ in range(many)]
        try:
            done, late = await asyncio.wait(starts, timeout=STARTING)
        except asyncio.CancelledError:
            await cancelled(starts)
            raise
        await cancelled(late)
        failed = [error for one in done if (error := one.exception()) is not None]
        for number, one in enumerate(starts):
            if one in done and one.exception() is None:
                self.welcome(one.result(), short=number >= self.settings.workers)
        self.keep(self.look())
        if failed or late:
            await self.close(0)
            raise ProcessGone(str(failed[0]) if failed else f"a worker wasn't ready after {STARTING:g} s")

    async def ask(self, method: str, body: bytes) -> bytes:
        """The answer to a request as JSON text; raises `Problem` where there is none.

        Where it is cancelled, the worker is freed.
        """
        worker = await self.place(short=method in SHORT)
        work = asyncio.ensure_future(self.work(worker, method, body))
        work.add_done_callback(lambda done: done.cancelled() or done.exception())  # whoever asked may be gone
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            self.let_go(worker, work)
            raise

    async def place(self, *, short: bool) -> Process:
        """A worker of one's own, once there is one."""
        if self.draining:
            raise self.ending("it takes no more requests")
        free = next((one for one in reversed(self.free) if self.takes(one, short=short)), None)
        if free is not None:
            self.free.remove(free)
            return self.take(free)
        if not any(self.takes(one, short=short) for one in self.running):
            raise Problem("no-worker", "no worker process could be started so far", headers=self.retry())
        before = sum(turn.short == short for turn in self.queue)
        if before >= self.settings.waiting:
            problem = f"{len(self.running)} requests are worked on and {before} wait already"
            raise Problem("too-many-requests", problem, headers=self.retry())
        turn = Turn(asyncio.get_running_loop().create_future(), short)
        self.queue.append(turn)
        try:
            async with asyncio.timeout(self.settings.longest_wait):
                return await turn.future
        except BaseException as error:
            future = turn.future
            if future.done() and not future.cancelled() and future.exception() is None:  # both happened at once
                self.give_back(future.result())
            if not isinstance(error, TimeoutError):
                raise
            problem = f"no worker was free within {self.settings.longest_wait:g} s"
            raise Problem("too-many-requests", problem, headers=self.retry()) from None
        finally:
            with contextlib.suppress(ValueError):
                self.queue.remove(turn)

    def takes(self, worker: Process, *, short: bool) -> bool:
        """Whether a worker takes such a request."""
        return short or worker not in self.for_short

    async def work(self, worker: Process, method: str, body: bytes) -> bytes:
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
            worker.kill("it was of no use any more")
            self.replace(worker)
        if not self.running and not self.queue:
            self.idle.set()

    def hand_on(self, worker: Process) -> None:
        """A worker goes to whoever waits longest of those it takes."""
        for turn in self.queue:
            if not turn.future.done() and self.takes(worker, short=turn.short):
                turn.future.set_result(self.take(worker))
                self.queue.remove(turn)
                return
        self.free.append(worker)

    def let_go(self, worker: Process, work: asyncio.Future[bytes]) -> None:
        """Nobody waits for what a worker works on."""
        if not work.done():
            worker.break_off()
            kill = asyncio.get_running_loop().call_later(LETTING_GO, worker.kill, "nobody waited for it")
            work.add_done_callback(lambda done: kill.cancel())

    def replace(self, worker: Process) -> None:
        """Starts another worker in the place of one that is gone."""
        short = worker in self.for_short
        self.for_short.discard(worker)
        self.pulses.pop(worker, None)
        if not self.closed:
            self.restarts += 1
            self.keep(self.start_again(short=short))

    async def start_again(self, *, short: bool) -> None:
        """Another worker, however often it takes."""
        pauses = chain(PAUSES, repeat(PAUSES[-1]))
        while not self.closed:
            await asyncio.sleep(next(pauses))
            try:
                worker = await asyncio.wait_for(Process.start(self.settings), STARTING)
            except (ProcessGone, TimeoutError):
                continue
            if self.closed:
                worker.kill("the service ends")
            else:
                self.welcome(worker, short=short)
            return

    def welcome(self, worker: Process, *, short: bool) -> None:
        """A worker that is ready."""
        if short:
            self.for_short.add(worker)
        self.pulses[worker] = Pulse(worker.pid)
        self.keep(self.watch(worker))
        self.hand_on(worker)

    async def watch(self, worker: Process) -> None:
        """Replaces a worker that ends while it has nothing to do."""
        await worker.process.wait()
        if worker in self.free:
            self.free.remove(worker)
            self.replace(worker)

    async def look(self) -> None:
        """Ends, now and then, workers that hang; whoever waits for them is told, and others take their places."""
        while not self.closed:
            await asyncio.sleep(LOOKING)
            self.end_what_hangs(time.monotonic())

    def end_what_hangs(self, now: float) -> None:
        """One look."""
        for worker, pulse in list(self.pulses.items()):
            if pulse.hangs(now, busy=worker in self.running):
                worker.kill("it hung")

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
            if not turn.future.done():
                turn.future.set_exception(self.ending("it came before the request's turn"))
        for worker in self.running:
            worker.kill("the service ends")
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
            found.kill("the service ends")
