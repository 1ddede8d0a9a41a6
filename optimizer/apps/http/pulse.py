"""Whether a process goes on, by what the system says of it: nothing has to be asked of the process itself.

A process that was stopped doesn't go on, nor does one that has something to do and only sleeps: it gets no processor's
time and wants none. One that is kept waiting by others, or by the disk, does.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

__all__ = ["SILENT", "ProcessState", "Pulse", "seen_of"]

SILENT: Final = 2.0
"""Seconds without a sign after which a process hangs."""

STOPPED: Final = frozenset("Tt")
SLEEPING: Final = frozenset("S")


class ProcessState(NamedTuple):
    """A process at one moment: its state in a letter (proc(5)), and the processor's time it has had, in ticks."""

    state: str
    ticks: int


def seen_of(pid: int) -> ProcessState | None:
    """What the system says of a process; None where it says nothing, as outside Linux or once the process is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(") ")[2].split()
        return ProcessState(fields[0], int(fields[11]) + int(fields[12]))
    except (OSError, ValueError, IndexError):
        return None


class Pulse:
    """When a process last gave a sign that it goes on."""

    def __init__(self, pid: int, look: Callable[[int], ProcessState | None] = seen_of) -> None:
        self.pid, self.look = pid, look
        self.ticks = -1
        self.sign: float | None = None

    def hangs(self, now: float, *, busy: bool) -> bool:
        """Whether there has been no sign for too long, up to now; it is `busy` where it has something to do.

        >>> pulse = Pulse(7, lambda pid: ProcessState("S", 100))
        >>> pulse.hangs(0.0, busy=True), pulse.hangs(1.9, busy=True), pulse.hangs(2.1, busy=True)
        (False, False, True)
        """
        seen = self.look(self.pid)
        if seen is None:
            return False
        idle = seen.state in STOPPED or (busy and seen.state in SLEEPING and seen.ticks == self.ticks)
        self.ticks = seen.ticks
        if self.sign is None or not idle:
            self.sign = now
        return now - self.sign > SILENT
