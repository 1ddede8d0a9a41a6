"""What whoever runs the service may set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["LEAST_WORKERS", "LOOPBACK", "Settings", "default_workers"]

LEAST_WORKERS: Final = 2
"""So that one hard combat leaves a worker to the others, on one core too."""


LOOPBACK: Final = frozenset(["localhost", "127.0.0.1", "[::1]"])
"""The names under which browsers know this machine."""


def default_workers() -> int:
    """How many combats are solved at once where nobody says."""
    from ..workers import processors

    return max(LEAST_WORKERS, processors())


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits, and who may ask.

    `time_limit` is how many seconds a request gets that asks for nothing else, and the most it may ask for; `waiting`
    how many requests may wait for a worker, each `longest_wait` seconds at most; `short_workers` how many workers
    there are besides for requests that are always short; `connections` how many there may be at once; `max_body` and
    `max_answer` how many bytes one body and one answer may have, `held_mb` how many millions of bytes all bodies and
    answers under way; `token` what a request must bring, if anything; `hosts` the names under which the service may be
    addressed, None for any; `origins` the sites whose scripts may ask.
    """

    workers: int = LEAST_WORKERS
    short_workers: int = 1
    waiting: int = 256
    longest_wait: float = 30.0
    time_limit: float = 10.0
    memory_mb: int = 2000
    connections: int = 1000
    max_body: int = 1_000_000
    max_answer: int = 8_000_000
    held_mb: int = 128
    max_creatures: int = 200
    token: str | None = None
    hosts: frozenset[str] | None = None
    origins: tuple[str, ...] = ()
