"""Measures the service under load, beside what its workers do where nothing stands between."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from optimizer.rpc.protocol import Refusal
from optimizer.service.process import Process
from optimizer.service.settings import Settings

from .client import Seen, ask_all
from .mix import Ask, mix

__all__ = ["Server", "directly", "load", "loaded", "server"]


class Server(NamedTuple):
    """A server process and its port."""

    process: subprocess.Popen[str]
    port: int

    def memory(self) -> list[float]:
        """How many megabytes the server holds, and each of its workers."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
        return [resident(pid), *map(resident, children)]


def resident(pid: object) -> float:
    """The megabytes that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


@contextmanager
def server(*words: str) -> Iterator[Server]:
    """A server on a port of its own; it must end in order."""
    command = [sys.executable, "-m", "optimizer", "serve", "--port", "0", "--no-open", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield Server(process, int(line.rstrip("/\n").rpartition(":")[2]))
        process.send_signal(signal.SIGTERM)
        if (code := process.wait(60)) != 0:
            raise RuntimeError(f"the server ended with exit code {code}")
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def until(asks: Iterator[Ask], seconds: float) -> Iterator[Ask]:
    """What is asked until so much time has gone."""
    end = time.perf_counter() + seconds
    return takewhile(lambda _: time.perf_counter() < end, asks)


def loaded(port: int, asks: Iterator[Ask], clients: int) -> tuple[Seen, float]:
    """What clients met, and answers a second."""
    began = time.perf_counter()
    seen = asyncio.run(ask_all(port, asks, clients))
    return seen, len(seen.seconds) / (time.perf_counter() - began)


async def directly(workers: int, asks: Iterator[Ask], seconds: float) -> float:
    """Answers a second of as many workers over their pipes, each always busy: no service has more."""
    processes = [await Process.start(Settings()) for _ in range(workers)]
    answered = 0

    async def ask(process: Process) -> None:
        nonlocal answered
        for one in still:
            try:
                await process.ask(one.verb, one.body)
            except Refusal:
                assert one.status != 200, one
            answered += 1

    still = until(asks, seconds)
    began = time.perf_counter()
    await asyncio.gather(*map(ask, processes))
    rate = answered / (time.perf_counter() - began)
    for process in processes:
        await process.end(10)
    return rate


def load(seconds: float, clients: int, told: Any = print) -> dict[str, Any]:
    """Everything: `seconds` of load, with a sixth of it before and after for what it is compared with."""
    short, workers = seconds / 6, max(2, os.cpu_count() or 1)
    found: dict[str, Any] = {"clients": clients, "workers": workers, "seconds": seconds}
    found["limit"] = asyncio.run(directly(workers, mix(2), short))
    told(f"{workers} workers over their pipes: {found['limit']:,.0f} answers/s")
    with server("--workers", str(workers)) as running:
        loaded(running.port, until(mix(3), short), clients)
        found["memory before"] = running.memory()
        seen, found["rate"] = loaded(running.port, until(mix(1), seconds), clients)
        found["memory after"] = running.memory()
        found["requests"], found["errors"] = len(seen.seconds), seen.errors
        found |= {f"p{share}": seen.percentile(share) for share in (50, 99)} | {"longest": max(seen.seconds)}
        told(f"{clients} clients: {found['rate']:,.0f} answers/s, {found['rate'] / found['limit']:.0%} of that")
        told(f"{found['requests']:,} answers, {len(seen.errors)} errors; {times(seen)}")
        told(f"server and workers: {megabytes(found['memory before'])} MB, then {megabytes(found['memory after'])} MB")
        found["beside"] = beside(running.port, short, told)
    return found


def beside(port: int, seconds: float, told: Any) -> dict[str, float]:
    """The slowest of a hundred quick requests from a few clients, alone and beside a hard combat."""
    alone, _ = loaded(port, until(mix(4), seconds), FEW)
    hard = subprocess.Popen([sys.executable, "-m", "benchmarks.load.hard", str(port)])
    time.sleep(0.5)
    try:
        among, _ = loaded(port, until(mix(4), seconds * 0.9), FEW)
        assert hard.poll() is None, "the hard combat wasn't hard enough"
    finally:
        hard.kill()
        hard.wait()
    told(f"{FEW} clients: {times(alone)}; beside a hard combat: {times(among)}")
    return {"alone": alone.percentile(99), "beside": among.percentile(99), "longest": max(among.seconds)}


FEW = 4


def times(seen: Seen) -> str:
    """The times that a reader asks for."""
    figures = {"p50": seen.percentile(50), "p99": seen.percentile(99), "longest": max(seen.seconds)}
    return ", ".join(f"{name} {1000 * figure:.1f} ms" for name, figure in figures.items())


def megabytes(sizes: list[float]) -> str:
    """Sizes side by side."""
    return " + ".join(f"{size:.1f}" for size in sizes)
