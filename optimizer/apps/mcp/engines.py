"""A few engine processes that share the calls: each works on one at a time; one whose call is cancelled is ended."""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import Mapping, Sequence
from typing import Any, Final

import anyio
import anyio.to_thread

from ..engine.connection import Connection
from ..engine.errors import EngineGone, EngineTimeout

__all__ = ["Engines"]

PATIENCE: Final = 20.0
"""Seconds beyond its limit after which an engine that says nothing is given up; one that has just begun needs some."""


class Engines:
    """At most `most` engines, started by `command` when they are needed."""

    def __init__(self, command: Sequence[str], most: int) -> None:
        self.command = command
        self.free = anyio.Semaphore(most)
        self.idle: list[Connection] = []
        self.busy: set[Connection] = set()

    async def ready(self) -> None:
        """Starts the first engine, so that the first call needn't wait for it."""
        async with self.free:
            self.give_back(await self.take())

    async def ask(self, method: str, params: Mapping[str, Any], seconds: float) -> Any:
        """The result of a method, as soon as an engine is free. `seconds` is what it has been told to take.

        Raises `EngineError`. An engine that ends before it answers is replaced once, as questions change nothing.
        """
        async with self.free:
            for last in (False, True):
                connection = await self.take()
                try:
                    return await self.answer(connection, method, params, seconds + PATIENCE)
                except EngineTimeout:
                    raise
                except EngineGone:
                    if last:
                        raise
                finally:
                    self.give_back(connection)
        raise AssertionError

    async def answer(self, connection: Connection, method: str, params: Mapping[str, Any], seconds: float) -> Any:
        """The answer of one engine. Where nobody waits for it any more, the engine is ended."""
        try:
            with anyio.fail_after(seconds if seconds < math.inf else None):
                future = await anyio.to_thread.run_sync(connection.submit, method, params)
                return await asyncio.wrap_future(future)
        except TimeoutError:
            self.end(connection)
            raise EngineTimeout(f"no answer to {method!r} within {seconds:g} s") from None
        except anyio.get_cancelled_exc_class():
            self.end(connection)
            raise

    async def take(self) -> Connection:
        """An idle engine, or a new one."""
        while self.idle:
            connection = self.idle.pop()
            if not connection.gone:
                break
        else:
            connection = await anyio.to_thread.run_sync(Connection, self.command)
        self.busy.add(connection)
        return connection

    def give_back(self, connection: Connection) -> None:
        """It is idle again, or gone."""
        self.busy.discard(connection)
        if not (connection.gone or connection.dropped):
            self.idle.append(connection)

    def end(self, connection: Connection) -> None:
        """Ends an engine at once; nobody waits until it has."""
        connection.dropped = True
        threading.Thread(target=connection.drop, daemon=True).start()

    def close(self) -> None:
        """Ends them all."""
        for connection in self.busy:
            connection.drop()
        for connection in self.idle:
            connection.close()
        self.idle.clear()
