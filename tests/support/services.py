"""A service in a process of its own, and one in the tests' process whose workers only pretend."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from places import ROOT

from optimizer.apps.http import pool as pools
from optimizer.apps.http.app import application
from optimizer.apps.http.pool import Pool
from optimizer.apps.http.process import ProcessGone
from optimizer.apps.http.settings import Settings

__all__ = ["ROOT", "FakeWorker", "Served", "children", "inside", "pretending", "served"]


class Served:
    """A service as somebody has it who started `optimizer serve`."""

    def __init__(self, *words: str, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "optimizer", "serve", "--port", "0", "--no-open", *words],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
            env={**os.environ, **environment},
        )  # fmt: skip
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()
        self.address = self.line.strip().rpartition(" ")[2].partition("#")[0]
        self.client = httpx.Client(base_url=self.address, timeout=60)

    def ask(self, verb: str, body: Any, **headers: str) -> httpx.Response:
        """The answer; a worker that still starts in the place of one that is gone is waited for, as clients do."""
        while True:
            found = self.client.post(f"/v1/{verb}", json=body, headers=headers)
            if found.status_code != 503 or found.json()["type"] != "/problems/no-worker":
                return found
            time.sleep(0.05)

    def whole(self, workers: int) -> None:
        """Waits until so many workers are there."""
        while self.client.get("/healthz").json()["workers"] < workers:
            time.sleep(0.05)

    def metric(self, name: str) -> float:
        """The value of a metric, 0 where there is none yet."""
        lines = self.client.get("/metrics").text.splitlines()
        return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith((f"{name} ", f"{name}{{")))

    def end(self, number: int = signal.SIGTERM) -> tuple[str, str, int]:
        """What it said besides, and its exit code."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=60)
        return out, err, self.process.returncode


@contextlib.contextmanager
def served(*words: str, **environment: str) -> Iterator[Served]:
    one = Served(*words, **environment)
    try:
        yield one
    finally:
        one.client.close()
        one.process.kill()
        one.process.communicate()


def children(pid: int) -> list[int]:
    """The processes that one has started."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]


class FakeWorker:
    """A worker whose answers the test gives, in `answers`: a text, or an error to raise."""

    started: list[FakeWorker]

    def __init_subclass__(cls) -> None:
        cls.started = []  # each test has a class of its own

    def __init__(self) -> None:
        self.pid = 0
        self.why = ""
        self.answers: asyncio.Queue[bytes | Exception] = asyncio.Queue()
        self.asked: list[tuple[str, str]] = []
        self.broken_off = False
        self.ended = asyncio.Event()
        self.process = self
        type(self).started.append(self)

    @classmethod
    async def start(cls, settings: Settings) -> FakeWorker:
        return cls()

    @property
    def alive(self) -> bool:
        return not self.ended.is_set()

    async def ask(self, method: str, body: bytes) -> bytes:
        self.asked.append((method, body.decode()))
        answer = await self.answers.get()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def break_off(self) -> None:
        self.broken_off = True

    def kill(self, why: str) -> None:
        self.why = why
        self.ended.set()
        self.answers.put_nowait(ProcessGone(why))

    async def wait(self) -> None:
        await self.ended.wait()

    async def end(self, seconds: float) -> None:
        self.ended.set()


def pretending(monkeypatch: pytest.MonkeyPatch) -> list[FakeWorker]:
    """Has pools start workers that only pretend; those that have been started."""

    class Worker(FakeWorker):
        pass

    monkeypatch.setattr(pools, "Process", Worker)
    return Worker.started


@contextlib.asynccontextmanager
async def inside(pool: Pool, **headers: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the application in this process, at the name that a browser would use."""
    transport = httpx.ASGITransport(application(pool))
    given = {"Content-Type": "application/json", **headers}
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost", headers=given) as client:
        yield client
