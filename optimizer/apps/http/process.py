"""A worker process, as the pool has it: one request at a time, and an end that is always in the pool's hand."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from typing import Final

from ..engine.protocol import INTERNAL_ERROR, Refusal
from ..workers import PIPES, command, refusal_of, request_line, surroundings
from .settings import Settings

__all__ = ["Process", "ProcessGone"]

LONGEST: Final = 1 << 28
"""How many bytes an answer may have; workers keep theirs far below."""


class ProcessGone(Exception):
    """The process ended, or said something that is no answer."""


class Process:
    """A worker process that is ready."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.number = 0
        self.why = "it ended"

    @classmethod
    async def start(cls, settings: Settings) -> Process:
        """A new one, once it is ready. Raises `ProcessGone` where it can't be started."""
        bounds = (settings.time_limit * 1000, settings.memory_mb, settings.max_creatures, settings.max_answer)
        words = command("optimizer.apps.http.worker", *bounds)
        try:
            process = await asyncio.create_subprocess_exec(*words, limit=LONGEST, env=surroundings(), **PIPES)
        except OSError as error:
            raise ProcessGone(f"can't start a worker: {error.strerror or error}") from None
        worker = cls(process)
        try:
            with contextlib.suppress(Refusal):  # any answer will do
                await worker.ask("", b"")
        except ProcessGone:
            worker.kill("it didn't start")
            raise ProcessGone("a worker ended before it was ready: --memory-mb may be too low") from None
        except BaseException:
            worker.kill("it wasn't wanted")
            raise
        return worker

    @property
    def pid(self) -> int:
        """Its number."""
        return self.process.pid

    @property
    def alive(self) -> bool:
        """Whether it hasn't ended, as far as is known."""
        return self.process.returncode is None

    async def ask(self, method: str, body: bytes) -> bytes:
        """The result, which is JSON text. Raises `Refusal` where the worker does, `ProcessGone` where it is gone."""
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None and stdout is not None
        self.number += 1
        try:
            stdin.write(request_line(self.number, method, {"body": body.decode("utf-8-sig")}))
            await stdin.drain()
            line = await stdout.readline()
        except (OSError, ValueError):  # ValueError: a line that is too long
            raise ProcessGone(f"the worker can't be reached: {self.why}") from None
        if not line.endswith(b"\n"):
            raise ProcessGone(f"the worker is gone: {self.why}")
        start = f'{{"jsonrpc": "2.0", "id": {self.number}, "result": '.encode()
        if line.startswith(start):
            return line[len(start) : -2]
        raise refusal_in(line)

    def break_off(self) -> None:
        """Have it end what it works on, where it listens; the answer is an error then."""
        if hasattr(signal, "SIGALRM"):
            self.send(signal.SIGALRM)

    def kill(self, why: str) -> None:
        """Ends it at once; whoever waits for it is told why."""
        if self.alive:
            self.why = why
        if hasattr(signal, "SIGKILL"):
            self.send(signal.SIGKILL)
        elif self.alive:
            self.process.kill()

    def send(self, number: int) -> None:
        """Sends a signal; `Popen` would look first whether it has ended, and take that from asyncio, which waits."""
        if self.alive:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    async def end(self, seconds: float) -> None:
        """Lets it end by itself, which it does once it has nothing to do; ends it where it takes longer than that."""
        stdin = self.process.stdin
        assert stdin is not None
        stdin.close()
        try:
            await asyncio.wait_for(self.process.wait(), seconds)
        except TimeoutError:
            self.kill("it didn't end by itself")
            await self.process.wait()


def refusal_in(line: bytes) -> Refusal | ProcessGone:
    """The refusal that an answer holds."""
    try:
        return refusal_of(json.loads(line)["error"])
    except (ValueError, LookupError, TypeError, AttributeError):
        return ProcessGone(f"the worker said what is no answer ({INTERNAL_ERROR})")
