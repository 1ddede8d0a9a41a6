"""A run of a batch: chunks out to an engine, answers back in order, and the journal after them."""

from __future__ import annotations

import time
from collections import deque
from contextlib import suppress
from queue import Empty
from typing import Final

from ...model.errors import Fault
from ..lines import refusal
from .engines import BatchEngine, Died, Failed, Outcome, Task
from .interrupts import Interrupts
from .job import Answered, Job
from .journal import Journal, Reached
from .progress import Progress
from .reading import RequestSource
from .writing import Output

__all__ = ["Run", "Stopped"]

TICK: Final = 0.5
"""Seconds after which it looks up, whatever comes."""

SETTLED: Final = 0.5
"""Seconds between two entries in the journal: what a killed run has to do again."""

FIRST: Final = 4
"""Lines of the first chunks, before it is known how long a line takes."""

MOST: Final = 16_384
"""Lines of a chunk."""

GROWTH: Final = 4
"""How many times larger than before the chunks get at most."""

HELD: Final = 1 << 27
"""Bytes of requests under way and of answers that wait for their turn."""


class Stopped(OSError):
    """The engine can't go on; the input is not to blame."""


class Run:
    """One run, from where an earlier one stopped. `reached` is always what the journal may say."""

    def __init__(
        self, job: Job, source: RequestSource, output: Output, engine: BatchEngine, progress: Progress,
        reached: Reached, journal: Journal | None,
    ) -> None:  # fmt: skip
        self.job, self.source, self.output, self.engine = job, source, output, engine
        self.progress, self.journal = progress, journal
        self.position, self.number, self.tally = reached.position, reached.number, reached.tally
        self.lines = FIRST
        self.ready: deque[Task] = deque()  # to be submitted before anything else is read
        self.waiting: list[Task] = []  # in order
        self.away = self.held = 0
        self.settled = time.monotonic()
        self.exhausted = False
        self.sound = True  # position and output go together
        self.kept = reached.tally
        self.interrupts = Interrupts()

    def all(self) -> None:
        """Answers everything that is left, and keeps it."""
        with self.interrupts.held():
            while True:
                self.hand_out()
                if not self.waiting:
                    break
                try:
                    with self.interrupts.taken():
                        task, outcome = self.engine.next(TICK)
                except Empty:
                    self.progress.tick(self.engine.trouble())
                    continue
                self.away -= 1
                self.settle(task, outcome)
                self.write()
            self.keep(finished=True)

    def hand_out(self) -> None:
        """Gives the engine as much as it should have."""
        slots = self.engine.slots
        while self.away < slots:
            task = self.ready.popleft() if self.ready else self.next()
            if task is None:
                return
            self.engine.submit(task)
            self.away += 1

    def next(self) -> Task | None:
        """The next task of the input, while there is room for its answers."""
        if self.exhausted or (self.held >= HELD and self.waiting):
            return None
        with self.interrupts.taken():
            taken = self.source.take(self.lines)
        if taken is None:
            self.exhausted = True
            return None
        task = Task(taken)
        self.held += len(taken.data)
        self.waiting.append(task)
        return task

    def settle(self, task: Task, outcome: Outcome) -> None:
        """What comes of a task's outcome."""
        if isinstance(outcome, Failed):
            raise Stopped(outcome.why)
        if isinstance(outcome, Died):
            self.again(task, outcome)
            return
        task.answered = outcome
        self.held += len(outcome.payload)
        if outcome.lines:
            fit = int(self.engine.seconds * task.taken.lines / max(outcome.seconds, 1e-9))
            self.lines = min(max(1, fit, self.lines // GROWTH), self.lines * GROWTH, MOST)

    def again(self, task: Task, died: Died) -> None:
        """Tries a task whose process died again; in the end line by line, and the line that does it not at all."""
        task.deaths += 1
        if task.refused:  # not even its id can be read
            task.answered = self.unreadable(task)
            self.progress.tick("")
            return
        first, last = task.taken.number, task.taken.number + task.taken.lines - 1
        where = f"line {first:,}" if first == last else f"lines {first:,} to {last:,}"
        self.progress.note(f"{where}: the process that had them ended ({died.how}); trying again")
        if task.deaths < self.engine.patience:
            self.ready.append(task)
        elif task.taken.lines == 1:
            task.refused = f"the process that solves it ends ({died.how}): expected less to do, or more memory"
            self.ready.append(task)
        else:
            place = self.waiting.index(task)
            parts = [
                Task(task.taken._replace(number=first + index, data=data, lines=1))
                for index, data in enumerate(self.source.split(task.taken.data))
            ]
            for part in parts[:-1]:  # the journal may only speak of the whole
                part.taken = part.taken._replace(position=-1)
            self.waiting[place : place + 1] = parts
            self.ready.extend(parts)

    def unreadable(self, task: Task) -> Answered:
        """The answer to a line that no process could even refuse."""
        from .work import text_of

        fault = Fault("document", task.refused)
        if self.job.records:
            from .columns import records

            payload = records([(task.taken.number, refusal(fault), "", fault)])
        else:
            payload = f"{text_of(refusal(fault))}\n".encode()
        return Answered(payload, 1, 1, ((task.taken.number, fault),), 0.0)

    def write(self) -> None:
        """Writes what is next in order, and from time to time the journal."""
        many = 0
        self.sound = False
        for task in self.waiting:
            answered = task.answered
            if answered is None:
                break
            many += 1
            self.output.add(answered.payload)
            self.held -= len(answered.payload) + len(task.taken.data)
            self.progress.bad(answered.faults, self.tally.bad)
            self.tally = self.tally.plus(answered.lines, answered.bad, answered.faults)
            self.position = task.taken.position
            self.number = task.taken.number + task.taken.lines
            self.progress.advance(task.taken.place, self.tally)
        del self.waiting[:many]
        self.sound = self.position >= 0
        if many and self.sound and time.monotonic() - self.settled > SETTLED:
            self.keep()

    def keep(self, *, finished: bool = False) -> None:
        """Puts on the disk what has been written, and then the journal that speaks of it."""
        mark = self.output.settle()
        if self.journal is not None:
            self.journal.write(Reached(self.position, self.number, mark, self.tally, finished))
        self.kept, self.settled = self.tally, time.monotonic()

    def leave(self) -> None:
        """Keeps what can be kept of a run that is broken off."""
        if self.sound:
            with suppress(OSError):
                self.keep()
