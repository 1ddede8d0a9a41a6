"""Processes that work for another one: they end with it, whatever they are at."""

from __future__ import annotations

import os
import select
import subprocess

import pytest

from optimizer.apps.engine.connection import Connection
from optimizer.apps.engine.errors import BadParams
from optimizer.apps.workers import PIPES, command, processors, surroundings

ENDLESS = """
from optimizer.apps.workers import end_with_pipe
end_with_pipe()
print("begun", flush=True)
while True:
    pass
"""


@pytest.mark.skipif(not hasattr(select, "poll"), reason="the system can't wait for a pipe's other end")
def test_a_worker_ends_once_nobody_can_ask_it_any_more_whatever_it_does() -> None:
    """Without an end of its own, it would never be waited for successfully."""
    words = command("optimizer")
    with subprocess.Popen([words[0], "-c", ENDLESS], env=surroundings(), **PIPES) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stdout.readline() == b"begun\n"
        worker.stdin.write(b"a request that it has no time to read\n")
        worker.stdin.flush()
        assert worker.poll() is None
        worker.stdin.close()
        assert worker.wait() == 1


def test_what_no_json_can_hold_is_told_and_the_engine_goes_on() -> None:
    engine = Connection(command("optimizer", "engine"))
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    for value in (float("inf"), float("nan"), deep):
        with pytest.raises(BadParams, match="expected what JSON can hold"):
            engine.submit("count", {"document": value})
    found = engine.submit("count", {"document": "Ox 1/1"}).result()
    assert found == {"step": "regular", "attacking": 1, "defending": 1, "not_counted": []}
    engine.close()


def test_as_many_processors_as_this_process_may_use() -> None:
    assert 1 <= processors() <= (os.cpu_count() or 1)
