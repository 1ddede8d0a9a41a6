"""What a worker of the service makes of the body of a request."""

from __future__ import annotations

import json
from typing import Any

import pytest
from places import ROOT

from optimizer.apps.commands import COMMANDS
from optimizer.apps.engine.methods import METHODS as ENGINE
from optimizer.apps.engine.protocol import INVALID_PARAMS, PARSE_ERROR, Call, Refusal
from optimizer.apps.http.bounds import check_creatures, check_time
from optimizer.apps.http.examples import EXAMPLES, SHIPPED
from optimizer.apps.http.worker import methods
from optimizer.apps.page import STATIC


def answered(verb: str, body: str, limit_ms: float = 10_000.0, creatures: int = 20, most: int = 10**6) -> Any:
    made = methods(limit_ms, creatures, most)[verb]
    return json.loads(made(Call(verb, {"body": body}, None, False), limit_ms))


def refusal(verb: str, body: str, **bounds: Any) -> tuple[int, str]:
    with pytest.raises(Exception) as caught:  # it's looked at below
        answered(verb, body, **bounds)
    error: Any = caught.value
    return (error.code, error.field) if isinstance(error, Refusal) else (INVALID_PARAMS, error.faults[0].field)


@pytest.mark.parametrize("verb", COMMANDS)
def test_the_examples_are_answered_as_the_engine_answers_them(verb: str) -> None:
    for body in EXAMPLES[verb].values():
        params = body if isinstance(body, dict) and "document" in body else {"document": body}
        expected = json.loads(ENGINE[verb](Call(verb, params, None, False), 10_000.0))
        found = answered(verb, json.dumps(body))
        for one in (expected, found):
            one.pop("time_ms", None)
        assert found == expected


@pytest.mark.parametrize("name", SHIPPED)
def test_the_examples_are_the_shipped_ones(name: str) -> None:
    text = (ROOT / "examples" / name).read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert SHIPPED[name] == (json.loads(text) if name.endswith(".json") else "\n".join(lines))


def test_a_body_is_a_line_of_lines() -> None:
    counted = {"step": "regular", "attacking": 1, "defending": 1, "not_counted": []}
    assert answered("count", '"Ox 3/3"') == counted
    assert answered("count", '{"id": "x", "document": "Ox 3/3", "rules": "ordered"}') == {"id": "x", **counted}
    assert answered("count", '{"id": null, "document": "Ox 3/3", "limit_ms": 50}') == {"id": None, **counted}
    assert answered("suggest", '{"document": "Ox 3/3", "time-limit": 1}')["status"] == "optimal"
    assert answered("legal", '{"document": "Ox 2/2 trample <- Elf 1/1, Rat 1/1", "limit": 1}')["complete"] is False
    assert answered("count", '{"attackers": [{"id": "a", "power": 1, "toughness": 1}]}') == counted


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("{", (PARSE_ERROR, "")),
        ("NaN", (PARSE_ERROR, "")),
        ('{"attackers": [], "attackers": []}', (PARSE_ERROR, "")),
        ("[" * 100_000, (PARSE_ERROR, "")),
        ("", (PARSE_ERROR, "")),
        ("7", (INVALID_PARAMS, "document")),
        ('{"limit_ms": 5}', (INVALID_PARAMS, "limit_ms")),
        ('{"id": 1}', (INVALID_PARAMS, "document")),
        ('{"id": [], "document": "Ox 3/3"}', (INVALID_PARAMS, "id")),
        ('{"document": "Ox 3/3", "side": "both"}', (INVALID_PARAMS, "side")),
        ('{"document": "Ox 3/3", "assignment": {}}', (INVALID_PARAMS, "assignment")),
        ('{"document": "Ox 3/3", "limit_ms": 10001}', (INVALID_PARAMS, "limit_ms")),
        ('{"document": "Ox 3/3", "limit_ms": true}', (INVALID_PARAMS, "limit_ms")),
        ('{"document": "Ox 3/3", "limit_ms": 1e400}', (INVALID_PARAMS, "limit_ms")),
    ],
)
def test_bodies_that_are_wrong(body: str, expected: tuple[int, str]) -> None:
    assert refusal("legal", body) == expected


def test_no_request_takes_more_time_than_there_is() -> None:
    assert refusal("suggest", '{"document": "Ox 3/3", "time_limit": 10.5}') == (INVALID_PARAMS, "time_limit")
    assert refusal("suggest", '{"document": "Ox 3/3", "time-limit": 11}') == (INVALID_PARAMS, "time_limit")
    assert refusal("page/advise", '{"sheet": {}, "limit_ms": 10001}') == (INVALID_PARAMS, "limit_ms")
    check_time({"limit_ms": 10_000, "time_limit": None}, 10_000.0)


def test_no_document_has_more_creatures_than_that() -> None:
    ox = {"power": 1, "toughness": 1, "name": "Ox"}
    board = json.dumps({"creatures": [ox] * 2, "defenders": [ox] * 2})
    assert answered("count", board, creatures=4)
    assert refusal("count", board, creatures=3) == (INVALID_PARAMS, "document")
    four = json.dumps("Ox 3/3 <- Elf 1/1, Rat 1/1; Cat 1/1")
    assert answered("count", four, creatures=4)
    assert refusal("count", four, creatures=3) == (INVALID_PARAMS, "document")
    again = json.dumps("Ox 3/3 <- Elf 1/1; Cat 2/2 <- Elf")  # three creatures, one named twice
    assert answered("count", again, creatures=3)
    assert refusal("page/count", json.dumps({"sheet": {"ours": [ox] * 4}}), creatures=3) == (INVALID_PARAMS, "sheet")
    with pytest.raises(Refusal, match=r"names 900,001 creatures: expected at most 20"):
        check_creatures("document", ";" * 900_000, 20, 1e9)  # without reading it


def test_the_page_is_answered_by_the_page() -> None:
    examples = json.loads((STATIC / "examples.json").read_text("utf-8"))
    (sheet,) = [one["sheet"] for one in examples if one["file"] == "palace-guard.json"]
    assert answered("page/count", json.dumps({"sheet": sheet})) == {"attacking": "7", "defending": "2"}
    assert refusal("page/count", "[]") == (INVALID_PARAMS, "")
