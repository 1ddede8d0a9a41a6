"""Workers on this machine: a process each, with a thread here that hands it chunks and notices when it dies."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from functools import partial
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from typing import Any, Final

from ..engine.limits import memory_limit
from ..workers import end_of, end_once
from .engines import Died, Failed, Outcome, Task
from .job import Answered, Job
from .work import work

__all__ = ["Processes"]

START: Final = 60.0
"""Seconds that a process has to begin."""

TRIES: Final = 3
"""How often one is started before it is given up: what kills one as it begins needn't meet the next."""


class CantStart(Exception):
    """A worker's process didn't begin."""


class Worker:
    """A process, and the pipe to it."""

    def __init__(self, job: Job, memory: int) -> None:
        known = multiprocessing.get_all_start_methods()
        context: Any = multiprocessing.get_context("forkserver" if "forkserver" in known else "spawn")
        self.pipe, other = context.Pipe()
        try:
            self.process = context.Process(target=serve, args=(other, job, memory), daemon=True)
            self.process.start()
        except (OSError, EOFError) as error:
            raise CantStart(str(error)) from None
        finally:
            other.close()
        try:
            ready = self.pipe.poll(START) and self.pipe.recv()
        except (OSError, EOFError):
            ready = None
        if not ready:
            raise CantStart(self.end())

    def ask(self, task: Task) -> Outcome:
        """The outcome of a task."""
        try:
            self.pipe.send(task.chunk)
            found: Answered | Failed = self.pipe.recv()
        except (OSError, EOFError):
            return Died(self.end())
        return found

    def end(self) -> str:
        """Ends the process; how it ended, if it had by itself."""
        self.process.join(0.2)
        self.process.kill()
        self.process.join()
        self.pipe.close()
        return end_of(self.process.exitcode or 0)


class Processes:
    """So many workers, each started when there is something for it to do."""

    seconds = 0.2
    patience = 2

    def __init__(self, job: Job, many: int, memory: int) -> None:
        self.job, self.memory = job, memory
        self.slots = 2 * many
        self.tasks: SimpleQueue[Task | None] = SimpleQueue()
        self.done: SimpleQueue[tuple[Task, Outcome]] = SimpleQueue()
        self.lock = threading.Lock()
        self.closed = False
        self.workers: set[Worker] = set()
        self.threads = [threading.Thread(target=self.attend, name="optimizer batch", daemon=True) for _ in range(many)]
        for thread in self.threads:
            thread.start()

    def submit(self, task: Task) -> None:
        """Begins a task."""
        self.tasks.put(task)

    def next(self, timeout: float) -> tuple[Task, Outcome]:
        """A task that has an outcome."""
        return self.done.get(timeout=timeout)

    def trouble(self) -> str:
        """Nothing: whatever goes wrong here is an outcome."""
        return ""

    def close(self) -> None:
        """Ends everything at once."""
        with self.lock:
            self.closed = True
            for worker in self.workers:
                worker.process.kill()
        for _ in self.threads:
            self.tasks.put(None)

    def attend(self) -> None:
        """What a thread does: a task after another to its worker, or to another one where that has died."""
        if hasattr(signal, "pthread_sigmask"):  # an interrupt is for the run, which ends its workers itself
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        worker: Worker | None = None
        while (task := self.tasks.get()) is not None:
            if self.closed:
                continue
            try:
                worker = worker or self.start()
            except CantStart as error:
                self.done.put((task, Failed(f"can't start a process, after {TRIES} tries: {error}")))
                continue
            outcome = worker.ask(task)
            if isinstance(outcome, Died):
                with self.lock:
                    self.workers.discard(worker)
                worker = None
            self.done.put((task, outcome))
        if worker is not None:
            worker.end()

    def start(self) -> Worker:
        """A new worker; raises `CantStart` where none begins."""
        for left in reversed(range(TRIES)):
            try:
                worker = Worker(self.job, self.memory)
                break
            except CantStart:
                if not left or self.closed:
                    raise
        with self.lock:
            self.workers.add(worker)
            if self.closed:
                worker.process.kill()
        return worker


def serve(pipe: Connection, job: Job, memory: int) -> None:
    """What a process does until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:  # nobody is left behind when the run is killed, however long what is being solved would take
        end_once(partial(wait, [parent.sentinel]))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for number in (1, 2):  # what libraries print is not for whoever reads the answers
        os.dup2(nowhere, number)
    with contextlib.suppress(OSError, EOFError), memory_limit(memory):
        pipe.send(True)
        while True:
            chunk = pipe.recv()
            try:
                outcome: Answered | Failed = work(job, chunk)
            except Exception as error:
                outcome = Failed(f"internal error, please report it: {type(error).__name__}: {error}")
            pipe.send(outcome)
