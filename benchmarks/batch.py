"""Throughput of `optimizer batch`: one process, two, two Dask workers, and what the machine gives two processes at all.

Everything is the whole command, from its start to its end, on the same lines, in turns.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from .clock import human
from .families import typical

__all__ = ["AIM", "batch", "machine"]

AIM = 1.8
LOOP = "for _ in range(40_000_000): pass"

Row = tuple[str, ...]
Tick = Callable[[], object]


def optimizer(*words: str | Path) -> subprocess.Popen[bytes]:
    """The command line."""
    return subprocess.Popen([sys.executable, "-m", "optimizer", *map(str, words)], stderr=subprocess.DEVNULL)


def finished(*started: subprocess.Popen[bytes]) -> None:
    """Waits for commands, all of which must do well."""
    for one in started:
        if one.wait():
            raise RuntimeError(f"{one.args!r} failed")


@contextmanager
def dask(folder: Path, workers: int) -> Iterator[Path]:
    """A scheduler and workers on loopback; the file that says where."""
    file = folder / "scheduler.json"
    common = ("--scheduler-file", file, "--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0")

    def start(*words: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *words, *map(str, common)], cwd=folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        stack.callback(process.wait)
        stack.callback(process.kill)
        return process

    with ExitStack() as stack:
        start("scheduler", "--port", "0")
        while not (file.exists() and file.stat().st_size):
            time.sleep(0.05)
        for _ in range(workers):
            start("worker", "--nthreads", "1", "--no-nanny")
        from distributed import Client

        with Client(scheduler_file=str(file), set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)
        yield file


def machine(turns: int, tick: Tick) -> float:
    """How many times the throughput of one process two have at all here: of a loop that needs no memory and no disk.

    Nothing that hands out work does better. Less than two: the processors share a core, or others use them.
    """
    words = [sys.executable, "-S", "-c", LOOP]
    found = []
    for _ in range(turns):
        began = time.perf_counter()
        finished(subprocess.Popen(words))
        alone = time.perf_counter() - began
        began = time.perf_counter()
        finished(subprocess.Popen(words), subprocess.Popen(words))
        found.append(2 * alone / (time.perf_counter() - began))
        tick()
    return statistics.median(found)


def batch(lines: int, repeat: int, tick: Tick) -> tuple[Sequence[Row], float, float]:
    """The table; how many times the throughput of one process two have, by the medians of all turns; and how near they
    come to the machine's limit, by the best turns, which others disturb least."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        texts = [json.dumps({"id": number, "document": typical(number)}) + "\n" for number in range(lines)]
        (folder / "all.jsonl").write_text("".join(texts))
        for part in (0, 1):
            (folder / f"half{part}.jsonl").write_text("".join(texts[part::2]))
        scheduler = stack.enter_context(dask(folder, 2))

        def by(*words: str | Path, source: str = "all") -> subprocess.Popen[bytes]:
            out = folder / f"{source}-{len(words)}-{words[-1] if words[-1] != scheduler else 'dask'}.jsonl"
            return optimizer("batch", folder / f"{source}.jsonl", out, "--force", "--quiet", *words)

        ways: dict[str, Callable[[], None]] = {
            "optimizer batch, one process": lambda: finished(by("--processes", "1")),
            "optimizer batch, two processes": lambda: finished(by("--processes", "2")),
            "--engine dask, two workers": lambda: finished(by("--engine", "dask", "--scheduler", scheduler)),
            "the limit: one process for each half, by hand": lambda: finished(
                by("--processes", "1", source="half0"), by("--processes", "1", source="half1")
            ),
        }
        taken: dict[str, list[float]] = {way: [] for way in ways}
        for turn in range(repeat + 1):
            for way, call in ways.items():
                began = time.perf_counter()
                call()
                if turn:  # the first turn is to warm up
                    taken[way].append(time.perf_counter() - began)
                tick()
        held = {path.read_bytes() for path in folder.glob("all-*.jsonl")}
        if len(held) != 1:
            raise RuntimeError("not the same answers")
    one = taken[next(iter(ways))]
    rows = [
        (
            way, human(statistics.median(found)), f"{lines / statistics.median(found):,.0f}",
            f"{statistics.median(one) / statistics.median(found):.2f}", f"{min(one) / min(found):.2f}",
        )
        for way, found in taken.items()
    ]  # fmt: skip
    two, by_hand = taken["optimizer batch, two processes"], taken["the limit: one process for each half, by hand"]
    return rows, statistics.median(one) / statistics.median(two), min(by_hand) / min(two)
