"""Standard input line by line, by a thread that keeps nobody from ending; the SDK's own would until a line came."""

from __future__ import annotations

import asyncio
import contextlib
import io
import threading
from collections.abc import AsyncIterator
from typing import BinaryIO

from ..engine.server import lines_of

__all__ = ["lines"]


async def lines(fileno: int = 0) -> AsyncIterator[bytes]:
    """The lines of a file until it ends; one that is too long is left out."""
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[bytes | None] = asyncio.Queue()
    # a buffer of its own: Python, when it ends, would wait for the one of `sys.stdin`
    source = io.BufferedReader(io.FileIO(fileno, closefd=False))
    threading.Thread(target=read, args=(source, loop, queue), name="standard input", daemon=True).start()
    while (line := await queue.get()) is not None:
        yield line


def read(source: BinaryIO, loop: asyncio.AbstractEventLoop, queue: asyncio.Queue[bytes | None]) -> None:
    """What the thread does."""
    with contextlib.suppress(RuntimeError):  # the loop is closed
        try:
            for line in lines_of(source):
                if line is not None and not line.isspace():
                    loop.call_soon_threadsafe(queue.put_nowait, line)
        except OSError:
            pass
        loop.call_soon_threadsafe(queue.put_nowait, None)
