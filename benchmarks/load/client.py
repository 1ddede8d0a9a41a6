"""A client that costs little beside what it measures: HTTP/1.1 over one connection that stays."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import quantiles

from .mix import Ask

__all__ = ["Seen", "ask_all"]


@dataclass
class Seen:
    """What clients met: seconds from a request to its whole answer, and what wasn't as it must be."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def percentile(self, share: int) -> float:
        """The time within which so many of a hundred were answered."""
        return quantiles(self.seconds, n=100)[share - 1] if len(self.seconds) > 1 else self.seconds[0]


async def ask_all(port: int, asks: Iterator[Ask], clients: int) -> Seen:
    """Has so many clients ask until there is nothing more to ask, each its next once it has its answer."""
    seen = Seen()
    await asyncio.gather(*(client(port, asks, seen) for _ in range(clients)))
    return seen


async def client(port: int, asks: Iterator[Ask], seen: Seen) -> None:
    """One of them."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 26)
    for verb, body, expected in asks:
        data = body.encode()
        head = f"POST /v1/{verb} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        began = time.perf_counter()
        writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        try:
            told = (await reader.readuntil(b"\r\n\r\n")).lower()
            length = int(told.partition(b"content-length: ")[2].partition(b"\r\n")[0])
            answer = await reader.readexactly(length)
        except (OSError, EOFError, ValueError) as error:
            seen.errors.append(f"{verb}: {type(error).__name__}: {error}")
            return
        seen.seconds.append(time.perf_counter() - began)
        if told.split(b" ")[1] != str(expected).encode():
            seen.errors.append(f"{verb}: expected {expected}: {answer.decode()[:200]}")
    writer.close()
