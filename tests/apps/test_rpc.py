"""The engine (docs/engine.md): JSON-RPC 2.0 by the book, whatever comes in, within its limits."""

from __future__ import annotations

import io
import json
import signal
import time
from itertools import count
from typing import Any

import pytest
from engines import COUNTED, ENDLESS, HARD, SLIME, call

from optimizer import __version__
from optimizer.apps import commands
from optimizer.apps.engine import limits, methods, server
from optimizer.formats.json.jsontext import encode
from optimizer.model.errors import Fault, InvalidDocument


def answer(line: Any, limit_ms: float = 10_000) -> Any:
    """What one line is answered, in process; None where nothing is."""
    text = line if isinstance(line, bytes) else encode(line).encode()
    said = "".join(server.Engine(limit_ms).answer(text))
    return json.loads(said) if said else None


def error_of(line: Any) -> tuple[Any, int, str]:
    """The id, the code and the field of an error, whose shape is checked."""
    said = answer(line)
    assert set(said) == {"jsonrpc", "id", "error"}
    assert said["jsonrpc"] == "2.0"
    assert set(said["error"]) == {"code", "message", "data"}
    assert set(said["error"]["data"]) == {"field", "message"}
    assert said["error"]["data"]["message"]
    return said["id"], said["error"]["code"], said["error"]["data"]["field"]


# The protocol


@pytest.mark.parametrize("ident", [7, -1, "seven", "", None, 0.5, 10**30, "é\ud800"])
def test_an_id_comes_back(ident: Any) -> None:
    assert answer(call("count", ident, document=SLIME)) == {"jsonrpc": "2.0", "id": ident, "result": COUNTED}


@pytest.mark.parametrize("ident", ["true", "[7]", "{}", "1e999"])
def test_what_can_be_no_id(ident: str) -> None:
    line = f'{{"jsonrpc": "2.0", "id": {ident}, "method": "version"}}'.encode()
    assert error_of(line) == (None, -32600, "id")


@pytest.mark.parametrize("params", [{}, {"document": SLIME}, {"document": "?"}, [1]])
@pytest.mark.parametrize("method", ["count", "version", "nothing"])
def test_a_notification_gets_no_answer(method: str, params: Any) -> None:
    notification = {"jsonrpc": "2.0", "method": method, "params": params}
    assert answer(notification) is None
    assert answer([notification, notification]) is None


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (1, (None, -32600, "")),
        ("version", (None, -32600, "")),
        (None, (None, -32600, "")),
        ({}, (None, -32600, "jsonrpc")),
        ({"jsonrpc": "1.0", "id": 4, "method": "version"}, (4, -32600, "jsonrpc")),
        ({"jsonrpc": 2.0, "id": 4, "method": "version"}, (4, -32600, "jsonrpc")),
        ({"jsonrpc": "2.0", "id": 4}, (4, -32600, "method")),
        ({"jsonrpc": "2.0", "method": 1, "params": "bar"}, (None, -32600, "method")),
        ({"jsonrpc": "2.0", "id": 4, "method": "version", "params": "bar"}, (4, -32600, "params")),
        ({"jsonrpc": "2.0", "id": 4, "method": "version", "params": None}, (4, -32600, "params")),
        ({"jsonrpc": "2.0", "id": 4, "method": "version", "parms": {}}, (4, -32600, "parms")),
        ({"jsonrpc": "2.0", "id": 4, "method": "count", "params": [SLIME]}, (4, -32602, "params")),
        ({"jsonrpc": "2.0", "id": 4, "method": "Count"}, (4, -32601, "method")),
        ({"jsonrpc": "2.0", "id": 4, "method": "rpc.discover"}, (4, -32601, "method")),
        (call("count"), (1, -32602, "document")),
        (call("count", document=None), (1, -32602, "document")),
        (call("count", document="Slime 2/"), (1, -32602, "column 1")),
        (call("count", document=SLIME, side="attacking"), (1, -32602, "side")),
        (call("count", document=SLIME, id=5), (1, -32602, "id")),
        (call("count", document=SLIME, limit_ms=-1), (1, -32602, "limit_ms")),
        (call("count", document=SLIME, limit_ms="5"), (1, -32602, "limit_ms")),
        (call("count", document=SLIME, limit_ms=True), (1, -32602, "limit_ms")),
        (call("count", document=SLIME, limit_ms=10**400), (1, -32602, "limit_ms")),
        (call("count", document=SLIME, rules="modern"), (1, -32602, "rules")),
        (call("legal", document=SLIME, side="both"), (1, -32602, "side")),
        (call("legal", document=SLIME, limit=-1), (1, -32602, "limit")),
        (call("legal", document=SLIME, limit=1.5), (1, -32602, "limit")),
        (call("check", document=SLIME), (1, -32602, "assignment")),
        (call("check", document=SLIME, assignment=[1]), (1, -32602, "assignment")),
        (call("resolve", document=SLIME), (1, -32602, "attacking")),
        (call("suggest", document=SLIME, time_limit=1, limit_ms=1), (1, -32602, "time_limit")),
        (call("suggest", document={"attackers": [{"id": "a", "power": "2"}]}), (1, -32602, "attackers[0].power")),
        (call("schema", name="combatt"), (1, -32602, "name")),
        (call("schema", name=["combat"]), (1, -32602, "name")),
        (call("version", document=SLIME), (1, -32602, "document")),
        ([], (None, -32600, "")),
    ],
)
def test_errors(request_: Any, expected: tuple[Any, int, str]) -> None:
    assert error_of(request_) == expected


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"version",
        b'{"jsonrpc": "2.0", "id": 1, "method": "version"}}',
        b'{"jsonrpc": "2.0", "id": 1, "id": 2, "method": "version"}',
        b'{"jsonrpc": "2.0", "id": NaN, "method": "version"}',
        b'{"jsonrpc": "2.0", "id": ' + b"9" * 5000 + b', "method": "version"}',
        b'{"jsonrpc": "2.0", "id": "\xff", "method": "version"}',
        b"[" * 100_000,
        b'{"a": ' * 100_000,
        b"\x00\x01\x02",
    ],
)
def test_what_cant_be_read(line: bytes) -> None:
    assert error_of(line) == (None, -32700, "")


def test_a_batch_is_answered_as_a_list() -> None:
    """The specification's own example, with our methods."""
    batch = [
        call("count", "1", document=SLIME),
        {"jsonrpc": "2.0", "method": "count", "params": {"document": SLIME}},
        call("check", "2", document=SLIME, assignment={"slime": {"bear": 2}}),
        {"foo": "boo"},
        call("foo.get", "5"),
        [],
    ]
    said = answer(batch)
    assert [one["id"] for one in said] == ["1", "2", None, "5", None]
    assert [one["error"]["code"] for one in said if "error" in one] == [-32600, -32601, -32600]
    assert said[1]["result"] == {"legal": True, "violations": [], "not_counted": []}


def test_a_batch_of_notifications_gets_no_answer() -> None:
    assert answer([{"jsonrpc": "2.0", "method": "count"}] * 3) is None


def test_every_fault_is_told_but_not_without_end() -> None:
    said = answer(call("count", document={"attackers": [{"id": f"a{n}", "power": "1"} for n in range(1000)]}))
    message = said["error"]["data"]["message"]
    assert "attackers[1].power: " in message
    assert message.endswith(" faults more")
    assert len(message) < 5000


def test_very_long_words_take_no_time() -> None:
    before = time.process_time()
    word = "x" * 10**6
    for request_ in (call(word), call("schema", name=word), {**call("version"), word: 1}, call("count", **{word: 1})):
        assert error_of(request_)[1] in (-32600, -32601, -32602)
    assert error_of(call("check", document=SLIME, assignment={word: {word: word}}))[1] == -32602
    assert error_of(call("count", document={word: 1}, limit_ms=1000))[1] in (-32602, -32000)
    assert error_of(call("count", document=word, limit_ms=1000))[1] in (-32602, -32000)
    assert time.process_time() - before < 20


def test_an_error_inside_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(combat: Any, options: Any) -> dict[str, Any]:
        raise ZeroDivisionError("inside")

    monkeypatch.setitem(commands.COMMANDS, "count", commands.COMMANDS["count"]._replace(answer=fails))
    said = answer(call("count", document=SLIME))
    assert said["error"]["code"] == -32603
    assert "ZeroDivisionError: inside" in said["error"]["data"]["message"]


# The methods


def test_every_command_is_a_method() -> None:
    result = answer(call("version"))["result"]
    assert result == {"version": __version__, "protocol": 1, "methods": [*commands.COMMANDS, "schema", "version"]}
    assert answer({"jsonrpc": "2.0", "id": 1, "method": "version", "params": []})["result"] == result


def test_methods_answer_as_commands_do() -> None:
    judged = answer(call("check", document=SLIME, assignment={"slime": {"wurm": 1}}))["result"]
    assert [one["rule"] for one in judged["violations"]] == ["510.1a"]
    resolved = answer(call("resolve", document=SLIME, attacking={"slime": {"wurm": 1, "bear": 1}}))["result"]
    assert resolved["outcome"]["dies"] == ["slime", "wurm", "bear"]
    best = answer(call("suggest", document=SLIME, limit_ms=5000, rules="ordered"))["result"]
    assert (best["status"], best["score"]) == ("optimal", 7.0)
    wall = {"id": "wall", "power": 0, "toughness": 5}
    board = {"attackers": [{"id": "ox", "power": 3, "toughness": 3}], "defenders": [wall]}
    assert answer(call("blocks", document=board))["result"]["blocks"] == {"wall": ["ox"]}
    assert answer(call("legal", document=board))["result"] == {
        "declarations": [{}, {"wall": ["ox"]}],
        "not_counted": [],
        "complete": True,
    }
    assert answer(call("check", document=board, declaration={"wall": ["ox"]}))["result"]["legal"] is True
    board = {"creatures": board["attackers"], "defenders": []}
    assert answer(call("attacks", document=board))["result"]["attacks"] == {"ox": "player"}
    assert answer(call("count", document=board))["result"] == {
        "step": "declare-attackers",
        "attacking": 2,
        "not_counted": [],
    }
    named = answer(call("schema", name="combat"))["result"]
    assert named["$id"].endswith(":combat")
    assert set(answer(call("schema"))["result"]["$defs"]) > {"combat", "suggest-params"}


@pytest.mark.parametrize(
    ("limit", "complete"), [(0, False), (2, False), (3, True), (4, True), (None, True), (10**30, True)]
)
def test_legal_says_whether_that_is_all(limit: int | None, complete: bool) -> None:
    result = answer(call("legal", document=SLIME, limit=limit))["result"]
    assert result["complete"] is complete
    assert len(result["assignments"]) == (3 if complete else limit)


def test_a_list_is_bounded_where_nobody_says_how() -> None:
    result = answer(call("legal", document=ENDLESS))["result"]
    assert (len(result["assignments"]), result["complete"]) == (methods.LISTED, False)


def test_a_list_is_bounded_in_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(methods, "LONGEST", 1000)
    result = answer(call("legal", document=ENDLESS, limit=10**9))["result"]
    assert 10 < len(result["assignments"]) < 100
    assert result["complete"] is False


# Limits


def test_a_list_ends_with_its_time() -> None:
    result = answer(call("legal", document=ENDLESS, limit=10**9, limit_ms=200))["result"]
    assert result["complete"] is False
    assert len(result["assignments"]) > 10


def test_what_lists_nothing_is_broken_off() -> None:
    smaller = {**HARD, "attackers": HARD["attackers"][:5], "blockers": [
        {**one, "blocks": one["blocks"][:5]} for one in HARD["blockers"][:5]  # type: ignore[index]
    ]}  # fmt: skip
    said = answer(call("count", document=smaller, limit_ms=200))
    assert (said["error"]["code"], said["error"]["data"]["field"]) == (-32000, "limit_ms")
    assert answer(call("count", document=SLIME))["result"] == COUNTED


def test_the_solver_is_told_its_limit() -> None:
    result = answer(call("suggest", document=HARD, limit_ms=0))["result"]
    assert result["score"] <= result["bound"]


def test_the_engines_own_limit_is_for_requests_that_give_none() -> None:
    assert answer(call("count", document=HARD, limit_ms=None), limit_ms=1)["error"]["code"] == -32000


def test_an_alarm_that_is_slept_through_rings_again() -> None:
    rung = 0

    def sleeper() -> None:
        nonlocal rung
        for _ in count():
            try:
                for _ in count():
                    pass
            except limits.RequestTimeUp:
                rung += 1
                if rung == 2:
                    raise

    with pytest.raises(limits.RequestTimeUp):
        limits.Alarm(0.01).guard(sleeper)
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_without_signals_a_list_still_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "setitimer")
    result = answer(call("legal", document=ENDLESS, limit=10**9, limit_ms=50))["result"]
    assert result["complete"] is False


def test_a_line_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "LONGEST_LINE", 100)
    lines = [b"x" * 1000, b"x" * 99, b"x" * 100, encode(call("version")).encode()]
    out = io.StringIO()
    server.serve(io.BytesIO(b"\n".join(lines)), out, server.Engine())
    said = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [one["error"]["code"] for one in said[:3]] == [-32600, -32700, -32600]
    assert said[3]["result"]["protocol"] == 1


def test_told() -> None:
    assert methods.told(InvalidDocument([Fault("", "is nothing")])) == Fault("document", "is nothing")
