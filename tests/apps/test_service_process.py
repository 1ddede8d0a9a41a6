"""The service as a process: real workers, signals, limits, and what happens when something ends that shouldn't."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

pytest.importorskip("fastapi")
if not Path("/proc/self/task").exists():
    pytest.skip("there is no /proc to see workers in", allow_module_level=True)

import httpx
import uvicorn
from command_line import Optimizer
from consoles import commands, run, timeless
from engines import COUNTED, ENDLESS, HARD, SLIME
from services import Served, children, served

from optimizer import Combat
from optimizer.apps.http import command, server
from optimizer.apps.http.problems import KINDS
from optimizer.apps.http.settings import Settings

sys.path.insert(0, str(ROOT))

from benchmarks.load.mix import mix
from benchmarks.load.run import loaded

LISTING = {"document": ENDLESS, "limit": 10**9}
"""Takes all the time that it gets, and is answered."""


@pytest.fixture(scope="module")
def service() -> Iterator[Served]:
    with served("--workers", "2", "--waiting", "64", "--memory-mb", "600", "--time-limit", "60") as one:
        yield one


@pytest.fixture
def beside() -> Iterator[Callable[..., Future[Any]]]:
    """Runs something beside the test."""
    with ThreadPoolExecutor(8) as pool:
        yield pool.submit


def busy(service: Served, number: int) -> None:
    """Returns once so many workers are at work."""
    while service.metric("optimizer_workers_busy") != number:
        pass


def running(pid: int) -> bool:
    """Whether a process is there and has not ended."""
    try:
        return bool(Path(f"/proc/{pid}/cmdline").read_bytes())
    except OSError:
        return False


def port_of(service: Served) -> int:
    return int(service.address.rstrip("/").rpartition(":")[2])


def left(service: Served, body: Any) -> socket.socket:
    """The connection of a client that has asked and doesn't read the answer; closing it is leaving."""
    data = json.dumps(body).encode()
    asking = socket.create_connection(("127.0.0.1", port_of(service)))
    head = "POST /v1/legal HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    asking.sendall(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
    return asking


def test_integers_of_any_size_are_exact(service: Served) -> None:
    document = f"Giant 1000000/1 <- {', '.join(f'B{n} 1/1' for n in range(150))}"
    counted = Combat.parse(document).legal_assignments("attacking").count()
    response = service.ask("count", document)
    assert f'"attacking": {counted}, ' in response.text
    assert counted > 10**300


def test_a_load_of_clients_meets_no_error(service: Served) -> None:
    """A minute of it was measured by hand (docs/service.md)."""
    seen, _ = loaded(port_of(service), islice(mix(5), 800), 64)
    assert seen.errors == []
    assert len(seen.seconds) == 800
    assert service.metric("optimizer_worker_restarts_total") == 0


def test_hard_combats_hold_up_nobody_and_end_with_their_clients(service: Served) -> None:
    asking = left(service, LISTING)
    busy(service, 1)
    for _ in range(20):
        assert service.ask("count", SLIME).json() == COUNTED
    assert service.metric("optimizer_workers_busy") == 1  # still
    asking.close()
    busy(service, 0)
    assert service.ask("count", SLIME).json() == COUNTED


def test_what_takes_too_much_memory_is_a_problem_and_no_more(service: Served) -> None:
    response = service.ask("count", HARD)
    assert (response.status_code, response.json()["field"]) == (422, "document")
    assert response.headers["content-type"] == "application/problem+json"
    assert service.ask("count", SLIME).json() == COUNTED


def test_what_takes_too_long_is_a_problem_or_the_best_so_far(service: Served) -> None:
    response = service.ask("count", {"document": HARD, "limit_ms": 20})
    assert (response.status_code, response.json()["field"]) == (422, "limit_ms")
    response = service.ask("legal", {**LISTING, "limit_ms": 30})
    assert (response.status_code, response.json()["complete"]) == (200, False)


def test_a_worker_that_is_killed_fails_its_own_request_alone(
    service: Served, beside: Callable[..., Future[Any]]
) -> None:
    before = service.metric("optimizer_worker_restarts_total")
    workers = children(service.process.pid)
    hard = beside(service.ask, "legal", LISTING)
    busy(service, 1)
    assert len(workers) == 3  # with the one for short requests
    for pid in workers:
        os.kill(pid, signal.SIGKILL)
    response = hard.result()
    assert (response.status_code, response.json()["type"]) == (500, "/problems/worker-lost")
    service.whole(3)
    assert service.metric("optimizer_worker_restarts_total") == before + 3
    assert service.ask("count", SLIME).json() == COUNTED


def test_who_comes_too_many_is_told_when_to_ask_again() -> None:
    with served("--workers", "1", "--waiting", "0", "--time-limit", "60") as service:
        asking = left(service, LISTING)
        busy(service, 1)
        response = service.ask("count", SLIME)
        assert (response.status_code, response.json()["type"]) == (429, "/problems/too-many-requests")
        assert int(response.headers["retry-after"]) >= 1
        asking.close()
        busy(service, 0)
        assert service.ask("count", SLIME).json() == COUNTED
        workers = children(service.process.pid)
        assert service.end(signal.SIGINT) == ("", "", 0)
        assert not any(Path(f"/proc/{pid}").exists() for pid in workers)


def gone(service: Served) -> bool:
    """Whether it takes no more connections."""
    try:
        with httpx.Client() as client:
            client.get(f"{service.address}healthz")
    except httpx.HTTPError:
        return True
    return False


def test_told_to_end_it_finishes_what_runs_and_told_twice_it_ends(beside: Callable[..., Future[Any]]) -> None:
    with served("--workers", "1", "--time-limit", "2") as service:
        running, waiting = (beside(service.ask, "legal", {**LISTING, "limit_ms": 300}) for _ in "ab")
        busy(service, 1)
        while service.metric("optimizer_waiting") != 1:
            pass
        service.process.send_signal(signal.SIGTERM)
        while not gone(service):
            pass
        assert all(one.result().text.endswith('"complete": false}') for one in (running, waiting))
        out, err = service.process.communicate(timeout=60)
        assert (out, err, service.process.returncode) == ("", "", 0)
    with served("--workers", "1", "--time-limit", "600") as service:
        asking = left(service, LISTING)
        busy(service, 1)
        workers = children(service.process.pid)
        service.process.send_signal(signal.SIGINT)
        while not gone(service):
            pass
        assert service.end(signal.SIGINT) == ("", "", 130)
        asking.close()
        assert not any(Path(f"/proc/{pid}").exists() for pid in workers)


def test_workers_end_when_the_service_is_killed_whatever_they_do() -> None:
    with served("--workers", "1", "--time-limit", "600") as service:
        workers = children(service.process.pid)
        asking = left(service, LISTING)  # for a minute
        busy(service, 1)
        service.process.kill()
        service.process.wait()
        while any(running(pid) for pid in workers):
            pass
        asking.close()


class Pretended:
    """A connection that is only counted."""

    def __init__(self, quiet_since: float | None) -> None:
        self.quiet_since = quiet_since
        self.dropped = False

    def drop(self) -> None:
        self.dropped = True


def test_connections_on_which_nothing_is_asked_end() -> None:
    silent, working, asked = Pretended(0.0), Pretended(None), Pretended(server.HEAD)
    one = server.Server(uvicorn.Config("none"))
    one.server_state.connections.update({silent, working, asked})  # type: ignore[arg-type]
    one.sweep(server.HEAD)
    assert [c.dropped for c in (silent, working, asked)] == [False, False, False]
    one.sweep(server.HEAD + 0.1)
    assert [c.dropped for c in (silent, working, asked)] == [True, False, False]
    one.sweep(2 * server.HEAD + 0.1)
    assert [c.dropped for c in (silent, working, asked)] == [True, False, True]


def test_workers_that_do_not_start_are_one_line(optimizer: Optimizer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    found = optimizer("serve --port 0 --no-open")
    assert (found.code, found.out, found.err.count("\n")) == (1, "", 1)
    assert "a worker ended before it was ready" in found.err
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    found = optimizer("serve --port 0 --no-open")
    assert (found.code, found.out, found.err.count("\n")) == (1, "", 1)
    assert "can't start a worker: no such file or directory" in found.err.lower()


# The page of the documentation

PAGE = (ROOT / "docs" / "service.md").read_text("utf-8")


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")
def test_the_commands_of_its_documentation(service: Served) -> None:
    (block,) = [one for one in re.findall(r"^```bash\n(.*?)^```$", PAGE, re.M | re.S) if "curl" in one]
    found = list(commands(block, 0))
    assert len(found) >= 5
    service.whole(2)
    for one in found:
        printed, _ = run(one.words.replace("localhost:8017/", service.address), 0)
        assert timeless(printed) == timeless(one.printed), one.words


def test_every_problem_option_and_metric_is_in_its_documentation(service: Served) -> None:
    rows = re.findall(r"^\| `/problems/([\w-]+)` \| (\d+) \|", PAGE, re.M)
    assert {kind: int(status) for kind, status in rows} == {name: kind.status for name, kind in KINDS.items()}
    shown = {option.opts[0] for option in command.serve.params}
    assert {option for option in shown if option not in PAGE} == set()
    names = re.findall(
        r"^# TYPE (optimizer_\w+) (?:counter|gauge|histogram)", service.client.get("/metrics").text, re.M
    )
    assert {name for name in names if not name.endswith("_created") and f"`{name}" not in PAGE} == set()


# The command


def test_a_port_that_is_taken_is_one_line(optimizer: Optimizer) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        found = optimizer(f"serve --port {port}")
    assert (found.code, found.out, found.err.count("\n")) == (1, "", 1)
    assert f"can't listen on port {port} of 127.0.0.1: address already in use" in found.err


WRONG = (
    "--token ü", "--token 'a b'", "--port 65536", "--workers 0", "--waiting -1", "--time-limit -1", "--time-limit nan",
    "--max-body 0", "file",
)  # fmt: skip


@pytest.mark.parametrize("words", WRONG)
def test_words_that_are_wrong_are_one_line(optimizer: Optimizer, monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    monkeypatch.setattr(server, "run", lambda *_: pytest.fail("it was served"))
    found = optimizer(f"serve {words}")
    assert (found.code, found.out, found.err.count("\n")) == (2, "", 1)


def test_without_the_extra_it_says_what_to_install(optimizer: Optimizer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "lacking", lambda names: True)
    found = optimizer("serve")
    assert (found.code, found.err.count("\n")) == (2, 1)
    assert "pip install 'mtg-combat-optimizer[web]'" in found.err


class Listening:
    """A socket that only says where it is."""

    def __init__(self, address: str) -> None:
        self.address = address

    def getsockname(self) -> tuple[str, int]:
        return self.address, 8017


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch, optimizer: Optimizer) -> Callable[..., tuple[Settings, str]]:
    """The settings that a command line comes to, and what is printed once the service is ready."""

    def begin(words: str, address: str = "127.0.0.1") -> tuple[Settings, str]:
        held: list[Settings] = []

        def run(settings: Settings, listening: Any, ready: Callable[[], None]) -> bool:
            held.append(settings)
            ready()
            return True

        monkeypatch.setattr(server, "listen", lambda host, port: Listening(address))
        monkeypatch.setattr(server, "run", run)
        found = optimizer(f"serve {words}")
        assert (found.code, found.err) == (0, "")
        return held[0], found.out

    return begin


def test_on_loopback_it_needs_no_token_and_keeps_to_its_names(begun: Callable[..., tuple[Settings, str]]) -> None:
    settings, out = begun("")
    assert out == "Listening at http://127.0.0.1:8017/\n"
    assert (settings.token, settings.origins) == (None, ())
    assert sorted(settings.hosts or []) == ["127.0.0.1", "[::1]", "localhost"]
    assert settings.workers >= 2
    assert settings.waiting + settings.workers >= 64
    settings, out = begun("--host ::1 --allow-host Combat.example --token abc", "::1")
    assert out == "Listening at http://[::1]:8017/\n"
    assert settings.hosts is not None
    assert settings.hosts >= {"[::1]", "combat.example"}
    assert settings.token == "abc"


def test_elsewhere_it_needs_a_token_and_makes_one(
    begun: Callable[..., tuple[Settings, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    (one, out), (other, _) = (begun("--host combat.example", "192.0.2.1") for _ in "ab")
    assert one.token != other.token
    assert one.token is not None
    assert len(one.token) >= 32
    assert out == f"Listening at http://combat.example:8017/#token={one.token}\n"
    assert one.hosts is None
    monkeypatch.setenv("OPTIMIZER_TOKEN", "from-outside")
    settings, out = begun("--host combat.example", "192.0.2.1")
    assert (settings.token, out) == ("from-outside", "Listening at http://combat.example:8017/\n")


def test_the_page_opens_only_where_somebody_asks(
    begun: Callable[..., tuple[Settings, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(command, "open_page", opened.append)
    begun("")  # no terminal
    begun("--no-open")
    assert opened == []
    begun("--open")
    begun("--open --token abc")
    assert opened == ["http://127.0.0.1:8017/", "http://127.0.0.1:8017/#token=abc"]
