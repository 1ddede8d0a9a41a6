"""What a crowd does to the service: connections, files, bodies and answers without end, workers that hang."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")

from services import FakeWorker, Served, children, inside, pretending, served

from optimizer.apps.http import listener, saying
from optimizer.apps.http.connection import LONGEST_HEAD
from optimizer.apps.http.listener import Listener, most_connections
from optimizer.apps.http.pool import Pool
from optimizer.apps.http.pulse import SILENT, ProcessState, Pulse, seen_of
from optimizer.apps.http.settings import Settings

TOKEN = {"Authorization": "Bearer right"}
FRIEND = {"Origin": "https://friend.example"}

needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="there is no /proc to see processes in")


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saying, "SAID", {})


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> list[FakeWorker]:
    return pretending(monkeypatch)


def on_pool(test: Callable[[Pool], Any], **settings: Any) -> None:
    """Runs a test on a pool whose workers only pretend."""

    async def whole() -> None:
        pool = Pool(Settings(**{"workers": 1, "short_workers": 0, **settings}))
        await pool.start()
        await test(pool)
        await pool.close(0)

    asyncio.run(whole())


# What is said


def test_the_same_kind_of_thing_is_said_once_a_minute(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(saying.time, "monotonic", lambda: now)
    for now in (0.0, 0.1, 59.9, 60.0, 119.0):
        saying.say("files", f"no file left at {now:g}")
        saying.say("other", f"another thing at {now:g}")
    monkeypatch.undo()
    assert capsys.readouterr().err.splitlines() == [
        f"optimizer: {what} at {at}" for at in (0, 60) for what in ("no file left", "another thing")
    ]


# Connections


class Pretended:
    """A connection that is only counted; dropping it frees a place."""

    def __init__(self, quiet_since: float | None, held: set[Pretended], freed: asyncio.Event) -> None:
        self.quiet_since, self.held, self.freed = quiet_since, held, freed
        held.add(self)

    def drop(self) -> None:
        self.held.discard(self)
        self.freed.set()


def test_the_quietest_connection_makes_room_and_none_at_work_does(capsys: pytest.CaptureFixture[str]) -> None:
    async def test() -> None:
        held: set[Pretended] = set()
        freed = asyncio.Event()
        with socket.create_server(("127.0.0.1", 0)) as listening:
            one = Listener(listening, 3, asyncio.Protocol, held, freed)
            old, new, working = (Pretended(since, held, freed) for since in (1.0, 2.0, None))
            await one.room()
            assert held == {new, working}
            await one.room()
            assert held == {new, working}  # there was room
            old.held.add(old)
            for each in held:
                each.quiet_since = None
            waiting = asyncio.ensure_future(one.room())
            for _ in range(10):
                await asyncio.sleep(0)
            assert not waiting.done()
            working.drop()
            await waiting
            assert held == {old, new}

    asyncio.run(test())
    told = "optimizer: 3 connections are at work, and there may be no more: others wait\n"
    assert capsys.readouterr().err == told


def test_where_the_system_gives_no_connection_it_is_tried_again_and_said_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "AGAIN", 0.0)

    async def test() -> None:
        loop = asyncio.get_running_loop()
        real, failures = loop.sock_accept, [errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ECONNABORTED]

        async def accept(sock: socket.socket) -> Any:
            if failures:
                number = failures.pop()
                raise OSError(number, os.strerror(number))
            return await real(sock)

        monkeypatch.setattr(loop, "sock_accept", accept)
        made = asyncio.Event()

        class Taken(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                made.set()
                transport.close()

        with socket.create_server(("127.0.0.1", 0)) as listening:
            serving = asyncio.ensure_future(Listener(listening, 3, Taken, set(), asyncio.Event()).serve())
            with socket.create_connection(listening.getsockname()):
                await made.wait()
            serving.cancel()
            await asyncio.wait([serving])
        assert not failures

    asyncio.run(test())
    assert capsys.readouterr().err.count("\n") == 1


def test_connections_keep_within_the_limit_of_open_files(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    for files, expected in ((100_000, 1000), (256, 256 - 48 - 12), (10, 4), (resource.RLIM_INFINITY, 1000)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, files=files: (files, files))
        assert most_connections(1000, 3) == expected


@pytest.fixture(scope="module")
def service() -> Iterator[Served]:
    with served("--workers", "1", "--connections", "8", "--time-limit", "60") as one:
        yield one


def connect(service: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", int(service.address.rstrip("/").rpartition(":")[2])), timeout=60)


def asked(connection: socket.socket, head: str) -> bytes:
    """All that comes back on a connection, which is closed then."""
    connection.sendall(head.encode())
    found = b""
    with connection:
        while piece := connection.recv(1 << 16):
            found += piece
    return found


def health(size: int = 0) -> str:
    """A request with a head of so many bytes."""
    lines = ["GET /healthz HTTP/1.1", "Host: localhost", "Connection: close", "X-Long: ", "\r\n"]
    return "\r\n".join(lines).replace("X-Long: ", "X-Long: " + "x" * (size - len("\r\n".join(lines))))


def test_more_connections_than_there_may_be_do_not_keep_anybody_out(service: Served) -> None:
    silent = [connect(service) for _ in range(50)]
    assert asked(connect(service), health()).startswith(b"HTTP/1.1 200 ")
    for one in silent[:42]:  # these have made room
        with contextlib.suppress(ConnectionResetError):
            assert one.recv(1) == b""
    for one in silent:
        one.close()


@pytest.mark.parametrize(("size", "status"), [(LONGEST_HEAD, b"200"), (LONGEST_HEAD + 1, b"400"), (200_000, b"400")])
def test_heads_have_a_longest_length_however_they_come(service: Served, size: int, status: bytes) -> None:
    assert len(health(size)) == size
    answer = asked(connect(service), health(size))
    assert answer.startswith(b"HTTP/1.1 " + status)
    assert (b"/problems/invalid-http" in answer) is (status == b"400")
    slowly = connect(service)
    slowly.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    slowly.sendall(health(size)[:1000].encode())
    assert asked(slowly, health(size)[1000:]).startswith(b"HTTP/1.1 " + status)


@needs_proc
def test_at_the_limit_of_open_files_it_says_so_once_and_answers_again() -> None:
    resource = pytest.importorskip("resource")
    if not hasattr(resource, "prlimit"):
        pytest.skip("another process's limits can't be set here")
    with served("--workers", "1", "--short-workers", "0") as service:
        pid = service.process.pid
        before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        files = {int(name) for name in os.listdir(f"/proc/{pid}/fd")}
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (max(files) + 1, before[1]))
        kept = [connect(service) for _ in range(20)]
        assert service.process.stderr is not None
        assert "can't take a connection: Too many open files; trying again" in service.process.stderr.readline()
        resource.prlimit(pid, resource.RLIMIT_NOFILE, before)
        assert asked(connect(service), health()).startswith(b"HTTP/1.1 200 ")
        for one in kept:
            one.close()
        assert service.end() == ("", "", 0)


# Bodies and answers


def test_bodies_and_answers_under_way_have_a_bound_together(workers: list[FakeWorker]) -> None:
    async def test(pool: Pool) -> None:
        begun, go_on = asyncio.Event(), asyncio.Event()

        async def slowly() -> AsyncIterator[bytes]:
            yield b" " * 600_000
            begun.set()
            await go_on.wait()

        async with inside(pool) as client:
            first = asyncio.ensure_future(client.post("/v1/count", content=slowly()))
            await begun.wait()
            response = await client.post("/v1/count", content=b" " * 600_000)
            assert (response.status_code, response.json()["type"]) == (429, "/problems/too-many-requests")
            assert response.headers["retry-after"] == "1"
            go_on.set()
            workers[0].answers.put_nowait(b" " * 600_000)  # with the body too much
            assert (await first).status_code == 429
            for _ in range(3):  # what was taken has been given back
                workers[0].answers.put_nowait(b" " * 300_000)
                response = await client.post("/v1/count", content=b" " * 600_000)
                assert (response.status_code, len(response.content)) == (200, 300_000)

    on_pool(test, held_mb=1)


def test_an_answer_goes_out_in_pieces_and_whoever_takes_none_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    from optimizer.apps.http import answers

    async def test() -> None:
        sent: list[Any] = []
        body = bytes(range(256)) * 1000

        async def send(message: Any) -> None:
            sent.append(message)

        await answers.JsonAnswer(body)({"type": "http"}, send, send)  # type: ignore[arg-type]
        assert b"".join(one["body"] for one in sent[1:]) == body
        assert [len(one["body"]) <= answers.PIECE for one in sent[1:]] == [True] * 4
        assert [one["more_body"] for one in sent[1:]] == [True, True, True, False]
        sent.clear()

        async def stuck(message: Any) -> None:
            sent.append(message)
            if len(sent) == 2:
                await asyncio.Event().wait()

        monkeypatch.setattr(answers, "TAKING", 0.001)
        await answers.JsonAnswer(body)({"type": "http"}, stuck, stuck)  # type: ignore[arg-type]
        assert len(sent) == 2

    asyncio.run(test())


def test_nobody_reads_a_body_before_the_token(workers: list[FakeWorker]) -> None:
    async def test(pool: Pool) -> None:
        async def unread() -> AsyncIterator[bytes]:
            yield pytest.fail("it was read")

        async with inside(pool) as client:
            for headers in ({}, {"Authorization": "Bearer wrong"}):
                response = await client.post("/v1/count", content=unread(), headers=headers)
                assert response.status_code == 401
            other = await client.post("/v1/count", content=unread(), headers={**TOKEN, "Host": "evil.example"})
            assert other.status_code == 421

    on_pool(test, token="right", hosts=frozenset(["localhost"]))


def test_scripts_of_allowed_sites_can_read_why_they_were_turned_away(workers: list[FakeWorker]) -> None:
    async def test(pool: Pool) -> None:
        async with inside(pool) as client:
            cases = {401: {}, 421: {**TOKEN, "Host": "evil.example"}, 415: {**TOKEN, "Content-Type": "text/plain"}}
            for status, headers in cases.items():
                response = await client.post("/v1/count", content="{}", headers={**FRIEND, **headers})
                assert response.status_code == status
                assert response.headers["access-control-allow-origin"] == "https://friend.example"
                other = {**headers, "Origin": "https://evil.example"}
                response = await client.post("/v1/count", content="{}", headers=other)
                assert response.status_code == status
                assert "access-control-allow-origin" not in response.headers

    on_pool(test, token="right", hosts=frozenset(["localhost"]), origins=("https://friend.example",))


def test_a_fault_inside_is_told_as_a_problem(
    workers: list[FakeWorker], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def test(pool: Pool) -> None:
        async def broken(method: str, body: bytes) -> bytes:
            raise ZeroDivisionError("oh")

        monkeypatch.setattr(pool, "ask", broken)
        async with inside(pool, **FRIEND) as client:
            for _ in range(3):
                response = await client.post("/v1/count", content="{}")
                assert (response.status_code, response.json()["type"]) == (500, "/problems/internal-error")
                assert response.headers["access-control-allow-origin"] == "https://friend.example"

    on_pool(test, origins=("https://friend.example",))
    assert capsys.readouterr().err == "optimizer: internal error, please report it: ZeroDivisionError: oh\n"


# Workers


def test_what_is_short_does_not_wait_behind_what_may_be_long(workers: list[FakeWorker]) -> None:
    async def test(pool: Pool) -> None:
        def ask(method: str) -> asyncio.Future[bytes]:
            return asyncio.ensure_future(pool.ask(method, b"{}"))

        async def settle() -> None:
            for _ in range(20):
                await asyncio.sleep(0)

        (short,) = pool.for_short
        (other,) = [one for one in workers if one is not short]
        hard = [ask("attacks") for _ in "abc"]
        await settle()
        assert (pool.waiting, len(other.asked), len(short.asked)) == (2, 1, 0)
        for number in (1, 2):
            short.answers.put_nowait(b"names")
            assert await ask("page/cards") == b"names"
            assert len(short.asked) == number
        names = [ask("page/cards"), ask("page/cards")]
        await settle()
        assert pool.waiting == 3  # one of them has the worker; `waiting` is for each kind by itself
        hard += [ask("attacks")]
        with pytest.raises(Exception, match="3 wait already"):
            await ask("attacks")
        for _ in names:
            short.answers.put_nowait(b"names")
        assert await asyncio.gather(*names) == [b"names"] * 2
        for _ in hard:
            other.answers.put_nowait(b"best")
        assert await asyncio.gather(*hard) == [b"best"] * 4
        assert not any(method == "attacks" for method, _ in short.asked)
        short.kill("by a test")  # its successor is for short requests too
        await settle()
        assert len(pool.for_short) == 1
        assert short not in pool.for_short

    on_pool(test, short_workers=1, waiting=3)


def test_a_process_hangs_where_it_is_stopped_or_sleeps_over_its_work() -> None:
    def pulse(*seen: ProcessState | None) -> Pulse:
        signs = iter(seen)
        return Pulse(1, lambda pid: next(signs))

    late = SILENT + 0.1
    sleeping, stopped, running, waiting = (ProcessState(state, 5) for state in "STRD")
    cases = {
        (sleeping, sleeping): True,
        (stopped, stopped): True,
        (running, running): False,  # it wants a processor, and others have them
        (waiting, waiting): False,  # for the disk
        (sleeping, ProcessState("S", 6)): False,
        (sleeping, None): False,
    }
    for seen, expected in cases.items():
        one = pulse(*seen)
        assert one.hangs(0.0, busy=True) is False
        assert one.hangs(late, busy=True) is expected
    one = pulse(sleeping, sleeping, sleeping, sleeping)
    moments = ((0, False), (9, False), (9 + SILENT, True), (9 + late, True))
    assert [one.hangs(at, busy=busy) for at, busy in moments] == [False, False, False, True]
    assert pulse(stopped, stopped).hangs(0.0, busy=False) is False


@needs_proc
def test_the_system_says_how_this_process_is() -> None:
    before = seen_of(os.getpid())
    assert before is not None
    while (seen_of(os.getpid()) or before).ticks == before.ticks:
        pass
    assert seen_of(2**30) is None


def test_a_worker_that_hangs_is_ended_and_replaced(workers: list[FakeWorker], monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(pool: Pool) -> None:
        work = asyncio.ensure_future(pool.ask("count", b"{}"))
        await asyncio.sleep(0)
        (worker,) = workers
        pool.pulses[worker] = Pulse(1, lambda pid: ProcessState("S", 1))  # type: ignore[index]
        pool.end_what_hangs(100.0)
        pool.end_what_hangs(100.0 + SILENT)
        assert worker.alive
        pool.end_what_hangs(100.1 + SILENT)
        with pytest.raises(Exception, match="it hung"):
            await work
        while not pool.alive:
            await asyncio.sleep(0)
        assert pool.restarts == 1
        assert list(pool.pulses) == [workers[1]]

    on_pool(test)


@needs_proc
def test_a_stopped_worker_is_noticed_whether_it_is_asked_or_not(service: Served) -> None:
    before = service.metric("optimizer_worker_restarts_total")
    stopped = children(service.process.pid)
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    response = service.ask("count", "Ox 3/3")
    told = response.json()
    assert (response.status_code, told["type"]) == (500, "/problems/worker-lost")
    assert "it hung" in told["detail"]
    while service.metric("optimizer_worker_restarts_total") < before + len(stopped):
        pass
    while service.client.get("/healthz").json().get("workers") != len(stopped):
        pass
    assert service.ask("count", "Ox 3/3").status_code == 200


# What a worker says


def test_answers_have_a_longest_length() -> None:
    from test_service_worker import answered, refusal

    wide = json.dumps({"document": "W 300/1 <- A 1/1, B 1/1, C 1/1", "limit": 10**6})
    listed = answered("legal", wide, most=5000)
    assert listed["complete"] is False
    assert 4000 < len(json.dumps(listed)) <= 5000
    assert refusal("count", '"W 300/1 <- A 1/1, B 1/1, C 1/1"', most=10) == (-32602, "document")


def test_what_is_wrong_is_told_in_few_words_however_long_it_is() -> None:
    from test_service_worker import INVALID_PARAMS, answered

    long = "x" * 100_000
    bodies = [
        {"document": {"attackers": [{"id": long, "power": 1, "toughness": 1}]}},
        {"document": {"attackers": [{"name": "Ox", "power": 1, "toughness": 1, "keywords": [long]}]}},
        {"document": {"attackers": [{"name": "Ox", "power": 1, "toughness": 1, long: 1}]}},
        {"document": {"attackers": [{"name": "Ox", "power": 1, "toughness": 1, "counters": {long: 1}}]}},
        {"document": f"{long} 1/1"},
        {"document": f"Ox 1/1 {long}"},
        {"document": f"Ox 1/1 [{long}]"},
        {"document": f"Ox 1/1 | {long} 3"},
        {"document": "Ox 1/1", "assignment": {long: {long: long}}},
        {"document": "Ox 1/1", "assignment": {long: {long: 1}}},
        {"document": "Ox 1/1", "assignment": {"ox": {long: 1}}},
        {"document": "Ox 1/1", "assignment": {long: long}},
        {"document": "Ox 1/1", "side": long},
        {"document": "Ox 1/1", long: long},
        {"document": {"creatures": [{"name": "Ox", "power": 1, "toughness": 1}], "defenders": []},
         "declaration": {long: long, "ox": long}},
    ]  # fmt: skip
    for body in bodies:
        try:
            text = json.dumps(answered("check", json.dumps(body)))
        except Exception as error:
            assert getattr(error, "code", 0) == INVALID_PARAMS, body
            text = str(error) + getattr(error, "field", "")
        assert len(text) < 2000, text[:300]
