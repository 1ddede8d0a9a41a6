"""Bounds on what one request may take: time, by an alarm that rings wherever the work is, and memory."""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final, TypeVar

__all__ = ["Alarm", "RequestTimeUp", "memory_limit"]

T = TypeVar("T")

AGAIN: Final = 0.25  # seconds after which the alarm rings again, where someone slept through it
LEAST: Final = 0.001
MOST: Final = 1e8


class RequestTimeUp(BaseException):
    """The time is up. No `Exception`, so that nothing on the way takes it for an error of its own."""


class Alarm:
    """Breaks off what it guards after so many seconds: `RequestTimeUp` is raised there, wherever it is by then.

    It needs the main thread, and signals as POSIX has them; elsewhere it tells when the time is `over`. A single
    call into a library that isn't written in Python is broken off when it returns.

    >>> def endless():
    ...     while True:
    ...         pass
    >>> Alarm(10).guard(lambda: 7)
    7
    >>> Alarm(0.01).guard(endless)
    Traceback (most recent call last):
    optimizer.apps.engine.limits.RequestTimeUp
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = min(max(seconds, LEAST), MOST)
        self.until = math.inf
        self.rings = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()

    @property
    def over(self) -> bool:
        """Whether the time is up and nothing rings; what goes on for long has to ask."""
        return not self.rings and time.monotonic() > self.until

    def guard(self, work: Callable[[], T]) -> T:
        """The result of the work, or `RequestTimeUp` out of it."""
        self.until = time.monotonic() + self.seconds
        if not self.rings:
            return work()
        before = signal.signal(signal.SIGALRM, self.ring)
        signal.setitimer(signal.ITIMER_REAL, self.seconds, AGAIN)
        try:
            return self.guarded(work)
        finally:
            self.stop()
            signal.signal(signal.SIGALRM, signal.SIG_DFL if before is None else before)

    def guarded(self, work: Callable[[], T]) -> T:
        """The only place below which it rings."""
        return work()

    def ring(self, number: int, frame: FrameType | None) -> None:
        """Called by the system, wherever the program is; it may have been on its way out."""
        while frame is not None:
            if frame.f_code is Alarm.guarded.__code__:
                raise RequestTimeUp
            frame = frame.f_back

    def stop(self) -> None:
        """It won't ring any more."""
        if self.rings:
            signal.setitimer(signal.ITIMER_REAL, 0)


@contextmanager
def memory_limit(most: int) -> Iterator[None]:
    """While it lasts, this process gets no more bytes than that, and `MemoryError` instead; 0: no limit.

    Where the system has no such limit, or a lower one is set already, nothing is changed.
    """
    try:
        import resource
    except ImportError:  # Windows
        most = 0
    if not most:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    known = [one for one in (soft, hard) if one != resource.RLIM_INFINITY]
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (min([most, *known]), hard))
    try:
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
