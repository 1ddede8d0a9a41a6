"""The engine as a process, the client that drives one, and the examples in other languages (docs/engine.md)."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from engines import COUNTED, ENDLESS, HARD, SLIME, Process, call
from places import ROOT

from optimizer import Client, Combat, __version__
from optimizer.apps import commands
from optimizer.apps.engine import (
    BadParams,
    BadRequest,
    EngineError,
    EngineGone,
    EngineTimeout,
    InternalError,
    LimitReached,
    UnknownMethod,
)
from optimizer.formats.json.jsontext import encode

# The process


@pytest.fixture
def process() -> Iterator[Process]:
    one = Process()
    yield one
    one.process.kill()
    one.process.communicate()


def test_it_lives_on_whatever_comes_and_ends_with_its_input(process: Process) -> None:
    bad = [b"{", b"\xff\xfe", b"[" * 100_000, b"[]", b"5", b'{"jsonrpc": "2.0", "id": 1, "method": "x"}']
    for ident, line in enumerate(bad * 3):
        assert "error" in process.ask(line)
        assert process.ask(call("count", ident, document=SLIME))["result"] == COUNTED  # before anything else is sent
    process.send(b"")
    process.send(b'{"jsonrpc": "2.0", "method": "count"}')
    assert process.process.stdin is not None
    process.process.stdin.write(encode(call("version", "last")).encode())  # without an end of line
    out, err, code = process.end()
    assert (json.loads(out)["id"], err, code) == ("last", b"", 0)


def test_no_memory_is_an_error() -> None:
    one = Process("--memory-mb", "600")
    error = one.ask(call("count", document=HARD))["error"]
    assert (error["code"], error["data"]["field"]) == (-32001, "document")
    assert one.ask(call("count", document=SLIME))["result"] == COUNTED
    assert one.end() == (b"", b"", 0)


def test_options_of_the_command() -> None:
    one = Process("--limit-ms", "50", "--memory-mb", "0")
    assert one.ask(call("legal", document=ENDLESS, limit=10**9))["result"]["complete"] is False
    assert one.end() == (b"", b"", 0)
    for words in (("--limit-ms", "-1"), ("--limit-ms", "inf"), ("--memory-mb", "-1"), ("file",)):
        _, err, code = Process(*words).end()
        assert (code, err.count(b"\n")) == (2, 1)


def test_it_ends_quietly_when_nobody_reads(process: Process) -> None:
    assert process.process.stdout is not None
    process.ask(call("version"))
    process.process.stdout.close()
    process.send(encode(call("version")).encode())
    assert process.process.wait(60) == 141


CREATURES = [{"id": ident, "power": 3, "toughness": 2} for ident in "abcd"]
MIXED = [
    call("suggest", document=SLIME, limit_ms=1000),
    call("legal", document=SLIME),
    call("legal", document=ENDLESS, limit=20),
    call("count", document="Wurm 6/4 trample <- Bear 2/2, Ox 2/4; Rat 1/1 infect"),
    call("check", document=SLIME, assignment={"slime": {"wurm": 3}}),
    call("resolve", document="Knight 3/3 double strike <- Bear 2/2"),
    call("suggest", document="Knight 3/3 double strike trample <- Bear 2/2, Elf 1/1 first strike; Rat 2/2 menace"),
    call("blocks", document={"attackers": CREATURES[:2], "defenders": CREATURES[2:]}, limit_ms=1000),
    call("attacks", document={"creatures": CREATURES[:2], "defenders": CREATURES[2:], "crackback": True}, limit_ms=900),
    call("legal", document={"creatures": CREATURES[:2], "defenders": CREATURES[2:]}),
    call("check", document={"attackers": CREATURES[:2], "defenders": CREATURES[2:]}, declaration={"c": ["a", "b"]}),
    call("schema", name="combat"),
    call("version"),
    call("count", document={"attackers": [{"id": "a", "power": "x"}]}),
    [call("count", document=SLIME), {"jsonrpc": "2.0", "method": "version"}, 5],
]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="there is no /proc to read memory from")
def test_memory_stays_flat(process: Process) -> None:
    """100,000 requests were measured by hand (docs/engine.md); here as many as a test may take."""
    lines = [encode(one).encode() for one in MIXED]
    serial = count()

    def rounds(many: int) -> int:
        for _ in range(many):
            for line in lines:
                process.ask(line)
            ident = next(serial)  # and what no earlier request had
            fresh = f"Ox{ident} {ident % 9 + 1}/3 toxic {ident % 7 + 1} <- Elf{ident} 1/1"
            assert "result" in process.ask(call("suggest", ident, document=fresh))
            process.ask(call(f"m{ident}", ident))
            process.ask(call("count", ident, document=f"Ox 3/3 keyword{ident}"))
        return process.resident()

    settled = rounds(60)
    assert rounds(180) < settled + 3000  # kB


# The client


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with Client() as one:
        yield one


def test_a_client_asks_by_name(client: Client) -> None:
    combat = Combat.parse(SLIME)
    assert client.count(combat) == client.count(SLIME) == client.count(combat.to_document()) == COUNTED
    assert client.legal(SLIME, limit=1, side="attacking")["assignments"] == [{"slime": {"wurm": 2}}]
    assert client.check(SLIME, {"slime": {"bear": 2}})["legal"] is True
    assert client.resolve(SLIME, {"slime": {"bear": 2}})["outcome"]["dies"] == ["slime", "bear"]
    assert client.suggest(SLIME, limit_ms=1000, rules="ordered")["status"] == "optimal"
    assert client.schema("line")["version"] == 1
    assert client.version()["version"] == __version__


def test_a_client_reads_counts_of_any_size(client: Client) -> None:
    many = "; ".join(f"A{n} 1000/1 <- {', '.join(f'B{n}x{m} 1/1' for m in range(8))}" for n in range(300))
    assert client.count(many)["attacking"] == Combat.parse(many).legal_assignments("attacking").count() > 10**4300


def test_a_client_raises_errors_by_their_kind(client: Client) -> None:
    with pytest.raises(BadParams, match=r"attackers\[0\]\.power") as caught:
        client.count({"attackers": [{"id": "a", "power": "2", "toughness": 2}]})
    assert (caught.value.code, caught.value.field) == (-32602, "attackers[0].power")
    with pytest.raises(UnknownMethod):
        client.call("nothing", {})
    with pytest.raises(LimitReached):
        client.count(HARD, limit_ms=0)
    with pytest.raises(ValueError, match="out of range float"):
        client.suggest(SLIME, time_limit=float("nan"))
    with pytest.raises(TypeError, match="object"):
        client.suggest(object())  # type: ignore[arg-type]
    assert client.count(SLIME) == COUNTED


def test_threads_share_a_client(client: Client) -> None:
    wrong: list[object] = []

    def ask(number: int) -> None:
        for power in range(1, 20):
            counted = client.count(f"A {power}/1 <- B 9/9, C 9/9, D{number} 9/9")["attacking"]
            if counted != (power + 1) * (power + 2) // 2:
                wrong.append((number, power, counted))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_client_starts_another_engine_where_one_is_gone() -> None:
    with Client() as client:
        client.version()
        first = client.current
        assert first is not None
        os.kill(first.process.pid, signal.SIGKILL)
        first.process.wait()
        assert client.count(SLIME) == COUNTED
        assert client.current is not first
        second = client.current
    assert second is not None
    assert second.process.returncode == 0
    with pytest.raises(EngineGone, match="closed"):
        client.count(SLIME)


def test_a_client_gives_up_an_engine_that_takes_too_long() -> None:
    with Client() as client:
        client.version()
        answers: list[dict[str, Any]] = []
        waiting = threading.Thread(target=lambda: answers.append(client.count(SLIME)))

        def later() -> None:
            time.sleep(0.2)
            waiting.start()

        threading.Thread(target=later).start()
        with pytest.raises(EngineTimeout) as caught:
            client.legal(ENDLESS, limit=10**9, limit_ms=60_000, timeout=0.5)
        assert isinstance(caught.value, TimeoutError)
        waiting.join()
        assert answers == [COUNTED]  # by the next engine


def test_what_is_no_engine() -> None:
    for words in (["/nonexistent"], [sys.executable, "-c", ""], [sys.executable, "-c", "print('[5]')"]):
        with Client(command=words) as client, pytest.raises(EngineGone):
            client.version()


def test_every_error_is_an_engine_error() -> None:
    for kind in (BadParams, BadRequest, EngineGone, EngineTimeout, InternalError, LimitReached, UnknownMethod):
        assert issubclass(kind, EngineError)


def test_a_client_left_open_keeps_nobody_from_ending() -> None:
    script = (
        "from optimizer import Client\n"
        "client = Client()\n"
        "print(client.version()['protocol'], client.current.process.pid)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60, cwd=ROOT
    )
    protocol, pid = run.stdout.split()
    assert (protocol, run.stderr) == ("1", "")
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid), 0)


# The examples


@pytest.mark.parametrize(("program", "file"), [("node", "engine.mjs"), ("java", "Engine.java")])
def test_the_examples(program: str, file: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    engine = Path(sys.executable).parent / "optimizer"
    run = subprocess.run(
        [program, str(ROOT / "examples" / file)],
        env={**os.environ, "OPTIMIZER": str(engine)}, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, "")
    said = run.stdout.splitlines()
    assert all(name in said[0] for name in commands.COMMANDS)
    assert said[1].startswith("optimal, score 8")
    assert said[-1] == "error -32602 at attackers[0].power"


@pytest.mark.parametrize(("program", "language", "file"), [("node", "js", "best.mjs"), ("java", "java", "Best.java")])
def test_the_programs_of_the_page(program: str, language: str, file: str, tmp_path: Path) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    page = (ROOT / "docs" / "engine.md").read_text("utf-8")
    (tmp_path / file).write_text(page.partition(f"```{language}\n")[2].partition("```")[0], "utf-8")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    run = subprocess.run(
        [program, str(tmp_path / file)],
        env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, "")
    if language == "js":
        assert f"It prints `{run.stdout.strip()}`" in page
    else:
        assert json.loads(run.stdout)["result"]["line"][0]["attacking"] == {"wurm": {"bear": 2, "wall": 3, "player": 1}}
