"""How far a batch is, on standard error: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TextIO

from ...model.errors import Fault
from .journal import Tally

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

__all__ = ["Progress"]

EVERY: Final = 5.0
"""Seconds between two lines."""

SHOWN: Final = 10
"""Bad lines that are told one by one."""

TROUBLE: Final = 30.0
"""Seconds between two remarks on a trouble that lasts."""


class Progress:
    """What is said while a batch runs. `total` is that of the input, `place` how much of it an earlier run did.

    There is no bar among answers that are shown on the same terminal.
    """

    def __init__(
        self, say: Callable[[str], None], total: int | None, place: int, tally: Tally, *, plain: bool, quiet: bool,
        answers_shown: bool = False,
    ) -> None:  # fmt: skip
        self.say, self.total, self.plain, self.quiet = say, total, plain, quiet
        self.start_place, self.start_lines = place, tally.lines
        self.place, self.tally = place, tally
        self.began = self.told = time.monotonic()
        self.troubled = -TROUBLE
        self.bar: Bar | None = None
        self.task: Any = None
        terminal = at_terminal(sys.stderr)
        self.shows = not quiet and (plain or terminal)
        if terminal and not quiet and not plain and not (answers_shown and at_terminal(sys.stdout)):
            self.draw()

    def draw(self) -> None:
        """Begins the bar."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

        self.bar = Progress(
            BarColumn(20), TaskProgressColumn(), TextColumn("{task.fields[told]}"), console=Console(stderr=True),
            transient=True,
        )  # fmt: skip
        self.task = self.bar.add_task("", total=self.total or None, completed=self.place, told=self.words())
        self.bar.start()

    @property
    def seconds(self) -> float:
        """How long this run has been going on."""
        return max(time.monotonic() - self.began, 1e-9)

    def words(self) -> str:
        """How far it is: lines, rate, time left, bad lines.

        >>> Progress(print, 100, 0, Tally(), plain=False, quiet=True).words()
        '0 lines, 0 a second'
        """
        rate = (self.tally.lines - self.start_lines) / self.seconds
        told = [
            f"{self.tally.lines:,} lines",
            f"{rate:,.0f} a second" if rate >= 10 or not rate else f"{rate:.2g} a second",
        ]
        done = self.place - self.start_place
        if self.total and done > 0:
            told.append(f"{clock((self.total - self.place) * self.seconds / done)} left")
        if self.tally.bad:
            told.append(f"{self.tally.bad:,} bad")
        return ", ".join(told)

    def advance(self, place: int, tally: Tally) -> None:
        """So much is written."""
        self.place, self.tally = place, tally
        self.tick("")

    def tick(self, trouble: str) -> None:
        """Time goes by."""
        now = time.monotonic()
        if trouble and now - self.troubled >= TROUBLE:
            self.troubled = now
            self.note(trouble)
        if self.bar is not None:
            self.bar.update(self.task, completed=self.place, told=self.words())
        elif self.shows and now - self.told >= EVERY:
            self.told = now
            share = f"{self.place / self.total:.0%}, " if self.total else ""
            self.say(f"{share}{self.words()}")

    def bad(self, faults: tuple[tuple[int, Fault], ...], before: int) -> None:
        """Tells the first bad lines; there were so many before."""
        for index, (number, fault) in enumerate(faults):
            if before + index < SHOWN:
                self.note(f"line {number:,}: {fault}")

    def note(self, message: str) -> None:
        """Something to know."""
        if not self.quiet:
            self.say(message)

    def close(self) -> None:
        """Takes the bar away."""
        if self.bar is not None:
            self.bar.stop()
            self.bar = None

    def summary(self) -> None:
        """What was done, once all is."""
        if self.shows:
            rate = (self.tally.lines - self.start_lines) / self.seconds
            self.say(f"{self.tally.lines:,} lines in {clock(self.seconds)}, {rate:,.0f} a second")


def at_terminal(stream: TextIO | None) -> bool:
    """Whether a person sees what is written there."""
    return stream is not None and stream.isatty()


def clock(seconds: float) -> str:
    """A duration for a person.

    >>> clock(7.2), clock(3725)
    ('0:07', '1:02:05')
    """
    whole = int(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
