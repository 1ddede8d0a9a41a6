"""`optimizer batch --engine dask`: a scheduler and three workers in processes of their own, on loopback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from batches import answers, begin, grown, requests
from command_line import Optimizer
from distributed import Client, KilledWorker

from optimizer.apps.batch import cluster
from optimizer.apps.batch.engines import Died, Failed

TEXT = requests(900, seed=5)


class Dask:
    """The processes of a cluster."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.stack = ExitStack()
        self.scheduler = self.start("scheduler", "--port", "0")
        end = time.monotonic() + 60
        while not (self.file.exists() and self.file.stat().st_size):
            assert self.scheduler.poll() is None
            assert time.monotonic() < end
            time.sleep(0.02)
        self.workers = [self.worker() for _ in range(3)]
        self.wait(3)

    def start(self, *words: str, **more: str) -> subprocess.Popen[bytes]:
        """One process; it is bound to loopback and shows no page."""
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *words, "--scheduler-file", str(self.file), "--host", "127.0.0.1",
             "--no-dashboard", "--dashboard-address", "127.0.0.1:0"],
            cwd=self.file.parent, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, **more},
        )  # fmt: skip
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        return process

    def worker(self, **more: str) -> subprocess.Popen[bytes]:
        """One more worker."""
        folder = str(self.file.parent)
        return self.start("worker", "--nthreads", "1", "--no-nanny", "--local-directory", folder, **more)

    def wait(self, many: int) -> None:
        """Until so many workers are there, no more and no less."""
        end = time.monotonic() + 60
        with Client(scheduler_file=str(self.file), set_as_default=False) as client:
            while len(client.scheduler_info(n_workers=-1)["workers"]) != many:
                assert time.monotonic() < end
                time.sleep(0.05)


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    started = Dask(tmp_path_factory.mktemp("dask"))
    with started.stack:
        yield started


def test_a_worker_killed_in_the_middle_loses_nothing(dask: Dask, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_bytes(TEXT)
    process = begin(
        tmp_path / "in.jsonl", tmp_path / "out.jsonl", "--engine", "dask", "--scheduler", dask.file, "--quiet"
    )
    assert grown(tmp_path / "out.jsonl.part", process)
    dask.workers[0].kill()
    assert process.poll() is None
    said = process.communicate()[1].decode()
    assert process.returncode == 2
    assert (tmp_path / "out.jsonl").read_bytes() == answers("suggest", TEXT)
    assert said.count("\n") == 1
    assert "lines bad, the first of them line" in said
    assert sorted(os.listdir(tmp_path)) == ["in.jsonl", "out.jsonl"]


def test_a_killed_run_goes_on_with_another_engine(dask: Dask, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_bytes(TEXT)
    words = (tmp_path / "in.jsonl", tmp_path / "out.jsonl", "--quiet")
    process = begin(*words, "--engine", "dask", "--scheduler", dask.file)
    assert grown(tmp_path / "out.jsonl.part", process)
    process.send_signal(signal.SIGINT)
    assert process.communicate()[1].decode().endswith(" lines; the same command goes on from there\n")
    assert process.returncode == 130
    assert json.loads((tmp_path / "out.jsonl.journal").read_text())["position"] > 0
    process = begin(*words, "--processes", "1")
    process.communicate()
    assert (tmp_path / "out.jsonl").read_bytes() == answers("suggest", TEXT)


@pytest.mark.parametrize(
    ("package", "said"),
    [("__version__ = '0.0.1'", "has optimizer 0.0.1, and this is "), ("import none_such", "can't load optimizer ")],
)
def test_a_worker_with_another_package_is_named(
    dask: Dask, optimizer: Optimizer, tmp_path: Path, package: str, said: str
) -> None:
    (tmp_path / "optimizer").mkdir()
    (tmp_path / "optimizer" / "__init__.py").write_text(package)
    (tmp_path / "in.jsonl").write_bytes(b"Bear 2/2\n")
    there = [worker.poll() is None for worker in dask.workers].count(True)
    stranger = dask.worker(PYTHONPATH=str(tmp_path))
    dask.wait(there + 1)
    words = ["batch", str(tmp_path / "in.jsonl"), "-", "--engine", "dask", "--scheduler", str(dask.file)]
    done = optimizer(words)
    assert done.code == 2
    assert done.err.startswith("optimizer: --scheduler: the worker tcp://127.0.0.1:")
    assert said in done.err
    assert done.err.count("\n") == 1
    stranger.terminate()
    dask.wait(there)
    assert (
        optimizer([*words, "--command", "count"]).out
        == '{"step": "regular", "attacking": 1, "defending": 1, "not_counted": []}\n'
    )


def test_nobody_there(dask: Dask, optimizer: Optimizer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    (tmp_path / "in.jsonl").write_bytes(b"Bear 2/2\n")
    for address in ("tcp://127.0.0.1:1", "nonsense://", "tcp://127.0.0.1:none"):
        done = optimizer(
            ["batch", str(tmp_path / "in.jsonl"), str(tmp_path / "out.jsonl"), "--engine", "dask",
             "--scheduler", address]
        )  # fmt: skip
        assert done.code == 2
        assert done.err.startswith(f"optimizer: --scheduler: can't reach '{address}': ")
        assert done.err.count("\n") == 1
    assert os.listdir(tmp_path) == ["in.jsonl"]


def test_what_comes_of_a_task() -> None:
    class Future:
        def __init__(self, error: Exception) -> None:
            self.error = error

        def result(self) -> Any:
            raise self.error

    killed = KilledWorker("task", "tcp://127.0.0.1:1", 3)
    assert cluster.outcome_of(Future(killed)) == Died("it ended 4 workers")  # type: ignore[arg-type]
    assert cluster.outcome_of(Future(OSError("gone\nfar"))) == Failed("gone")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "held", [b"", b"{", b"[]", b"{}", b"5", b'{"address": 5}', b'{"address": null}', b"\xff\xfe", b"[" * 100_000]
)
def test_a_scheduler_file_without_an_address_is_one_line(optimizer: Optimizer, tmp_path: Path, held: bytes) -> None:
    (tmp_path / "in.jsonl").write_bytes(b"Bear 2/2\n")
    (tmp_path / "scheduler.json").write_bytes(held)
    done = optimizer(
        ["batch", str(tmp_path / "in.jsonl"), "-", "--engine", "dask", "--scheduler", str(tmp_path / "scheduler.json")]
    )
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "is no file of `dask scheduler --scheduler-file`: expected JSON with an address" in done.err
