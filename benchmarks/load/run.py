"""Measures the service under load, beside what its workers do where nothing stands between."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from optimizer.apps.engine.protocol import Refusal
from optimizer.apps.http.process import Process
from optimizer.apps.http.settings import Settings

from .client import Seen, ask_all
from .mix import Ask, mix

__all__ = ["Server", "directly", "load", "loaded", "server"]

FEW = 4
"""Clients, where the machine isn't to be full."""


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
    assert process.stdout is not None
    try:
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
                await process.ask(one.verb, one.body.encode())
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


def load(seconds: float, clients: int, told: Callable[[str], None] = print) -> dict[str, Any]:
    """Everything: `seconds` of load, a sixth of it before to settle, and as much for each thing it is compared with."""
    short, workers = seconds / 6, max(2, os.cpu_count() or 1)
    limits = [asyncio.run(directly(workers, mix(2), short / 2))]
    with server("--workers", str(workers)) as running:
        loaded(running.port, until(mix(3), short), clients)
        memory, seen, rates = [running.memory()], Seen(), []
        for part in (11, 12):
            found, rate = loaded(running.port, until(mix(part), seconds / 2), clients)
            memory.append(running.memory())
            rates.append(rate)
            seen.seconds += found.seconds
            seen.errors += found.errors
        limits.append(asyncio.run(directly(workers, mix(2), short / 2)))
        rate, limit = mean(rates), mean(limits)
        told(f"{workers} workers over their pipes: {limit:,.0f} answers/s, which is what this machine can do")
        told(f"{clients} clients for {seconds:g} s: {rate:,.0f} answers/s, {rate / limit:.0%} of that; {times(seen)}")
        told(f"{len(seen.seconds):,} answers, {len(seen.errors)} errors")
        told(f"server + workers, before, halfway, after: {', '.join(map(megabytes, memory))} MB")
        quick = beside(running.port, short, told)
    return {
        "clients": clients, "workers": workers, "seconds": seconds, "rate": rate, "limit": limit,
        "requests": len(seen.seconds), "errors": seen.errors, "memory": memory, "beside": quick,
        "p50": seen.percentile(50), "p99": seen.percentile(99), "longest": max(seen.seconds),
    }  # fmt: skip


def beside(port: int, seconds: float, told: Callable[[str], None]) -> dict[str, float]:
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


def times(seen: Seen) -> str:
    """The times that a reader asks for."""
    figures = {"p50": seen.percentile(50), "p99": seen.percentile(99), "longest": max(seen.seconds)}
    return ", ".join(f"{name} {1000 * figure:.1f} ms" for name, figure in figures.items())


def megabytes(sizes: list[float]) -> str:
    """Sizes side by side."""
    return " + ".join(f"{size:.1f}" for size in sizes)
