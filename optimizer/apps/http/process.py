"""A worker process, as the pool has it: one request at a time, and an end that is always in the pool's hand."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from typing import Any, Final

from ..engine.connection import surroundings
from ..engine.protocol import INTERNAL_ERROR, Refusal
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

    @classmethod
    async def start(cls, settings: Settings) -> Process:
        """A new one, once it is ready. Raises `ProcessGone` where it can't be started."""
        words = [settings.time_limit * 1000, settings.memory_mb, settings.max_creatures]
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", "optimizer.apps.http.worker", *map(str, words),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST,
                env=surroundings(),
                start_new_session=os.name == "posix",  # an interrupt is the service's to deal with
            )  # fmt: skip
        except OSError as error:
            raise ProcessGone(f"can't start a worker: {error.strerror or error}") from None
        worker = cls(process)
        try:
            with contextlib.suppress(Refusal):  # any answer will do
                await worker.ask("", "")
        except ProcessGone:
            worker.kill()
            raise ProcessGone("a worker ended before it was ready: --memory-mb may be too low") from None
        except BaseException:
            worker.kill()
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

    async def ask(self, method: str, body: str) -> bytes:
        """The result, which is JSON text. Raises `Refusal` where the worker does, `ProcessGone` where it is gone."""
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None and stdout is not None
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": {"body": body}}
        try:
            stdin.write(json.dumps(request).encode() + b"\n")
            await stdin.drain()
            line = await stdout.readline()
        except (OSError, ValueError):  # ValueError: a line that is too long
            raise ProcessGone("the worker can't be reached") from None
        if not line.endswith(b"\n"):
            raise ProcessGone("the worker ended")
        start = f'{{"jsonrpc": "2.0", "id": {self.number}, "result": '.encode()
        if line.startswith(start):
            return line[len(start) : -2]
        raise refusal_in(line)

    def break_off(self) -> None:
        """Have it end what it works on, where it listens; the answer is an error then."""
        if hasattr(signal, "SIGALRM"):
            self.send(signal.SIGALRM)

    def kill(self) -> None:
        """Ends it at once."""
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
            self.kill()
            await self.process.wait()


def refusal_in(line: bytes) -> Refusal | ProcessGone:
    """The refusal that an answer holds."""
    try:
        error: Any = json.loads(line)["error"]
        return Refusal(error["code"], error["data"]["field"], error["data"]["message"])
    except (ValueError, LookupError, TypeError):
        return ProcessGone(f"the worker said what is no answer ({INTERNAL_ERROR})")
