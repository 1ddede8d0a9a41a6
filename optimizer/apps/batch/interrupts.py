"""Ctrl-C, taken only where a run waits: in the middle of something, it would leave it half done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["Interrupts"]


class Interrupts:
    """While `held`, an interrupt waits for the next place that is `taken`; a second one doesn't wait any more."""

    def __init__(self) -> None:
        self.asked = self.open = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Interrupts wait."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, self.ask)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def ask(self, number: int, frame: FrameType | None) -> None:
        """Called by the system."""
        at_once = self.open or self.asked
        self.asked = True
        if at_once:
            raise KeyboardInterrupt

    @contextmanager
    def taken(self) -> Iterator[None]:
        """One that waits, or comes now, is raised here."""
        self.open = True
        try:
            if self.asked:
                raise KeyboardInterrupt
            yield
        finally:
            self.open = False
