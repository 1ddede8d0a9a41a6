"""Room for what is under way: bytes of bodies that come in or wait, and of answers until their clients have them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .problems import Problem

__all__ = ["Room", "Take"]

Take = Callable[[int], None]
"""Takes so many bytes more for a request; `Problem` where there is no room for them."""


class Room:
    """At most so many bytes for all requests together.

    >>> room = Room(10)
    >>> with room.share() as take:
    ...     take(7)
    ...     room.held
    7
    >>> room.held
    0
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.held = 0

    @contextmanager
    def share(self) -> Iterator[Take]:
        """One request's part, which it gives back in the end."""
        mine = 0

        def take(size: int) -> None:
            nonlocal mine
            if self.held + size > self.most:
                problem = f"bodies and answers under way take {self.held:,} bytes, and {self.most:,} is the most"
                raise Problem("too-many-requests", problem, headers={"Retry-After": "1", "Connection": "close"})
            self.held += size
            mine += size

        try:
            yield take
        finally:
            self.held -= mine
