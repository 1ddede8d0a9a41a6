"""`optimizer schema`: what the readers accept, the schemas accept; what the schemas refuse, the readers refuse."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from places import ROOT
from shares import large_share
from strategies import PROFILES, random_document

from optimizer import Combat, DeclareAttackers, DeclareBlockers
from optimizer.apps import commands
from optimizer.apps.cli.main import main
from optimizer.apps.engine import methods
from optimizer.apps.engine.server import Engine
from optimizer.apps.requests import On, subject_of, value_of
from optimizer.apps.schema import NAMES, schema_of
from optimizer.apps.schema.exchanges import ANSWERS, OPTIONS
from optimizer.formats.json.boards import board_from_document
from optimizer.formats.json.events import deal
from optimizer.formats.json.jsontext import encode, json_value
from optimizer.model.errors import InvalidDocument

jsonschema = pytest.importorskip("jsonschema", reason="the extra `test` brings it")

EXAMPLES = sorted(path for path in (ROOT / "examples").iterdir() if path.suffix in (".json", ".txt"))
SLIME = "Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2"


@cache
def validator(name: str) -> Any:
    return jsonschema.Draft202012Validator(schema_of(name))


def fits(name: str, value: Any) -> bool:
    return bool(validator(name).is_valid(value))


def check(name: str, value: Any) -> None:
    """That a value fits, with what doesn't where it doesn't."""
    validator(name).validate(json.loads(json.dumps(value)))


@pytest.mark.parametrize("name", [None, *NAMES])
def test_every_schema_is_one(name: str | None) -> None:
    schema = schema_of(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == "urn:optimizer:schema:1" + (f":{name}" if name else "")
    assert schema["version"] == 1
    assert schema["title"]
    assert json.loads(json.dumps(schema)) == schema


def test_the_schema_of_all_holds_all() -> None:
    assert list(schema_of(None)["$defs"]) == list(NAMES)


def test_every_command_has_its_schemas() -> None:
    for name, command in commands.COMMANDS.items():
        assert {f"{name}-request", f"{name}-params", f"{name}-answer"} <= set(NAMES)
        assert name in ANSWERS
        assert set(command.takes) <= set(OPTIONS)
    known = {*commands.COMMANDS, "schema", "version"}
    assert {one["properties"]["method"]["const"] for one in schema_of("rpc-request")["anyOf"]} == known


# Documents


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_shipped_documents_fit(path: Path) -> None:
    value = value_of(path.read_bytes())
    check("document", value)
    kinds = {Combat: "combat", DeclareBlockers: "blocks-board", DeclareAttackers: "attacks-board"}
    subject = subject_of(value, On.ANY)
    check(kinds[type(subject)], subject.to_document())


@pytest.mark.parametrize("profile", PROFILES)
def test_random_documents_fit(profile: str) -> None:
    rng = Random(profile)
    for _ in range(60):
        document = random_document(rng, profile)
        check("combat", document)
        check("combat", Combat.from_document(document).to_document())
        assert not fits("blocks-board", document)


BOARDS: list[dict[str, Any]] = [
    {
        "attackers": [
            {"id": "wurm", "power": 6, "toughness": 4, "keywords": ["trample"], "min_blockers": 2, "attacking": "jace"},
            {"name": "Ox", "power": 3, "toughness": 3, "lure": True, "max_blockers": None, "band": "x"},
        ],
        "defenders": [{"id": "bear", "power": 2, "toughness": 2, "can_block": "any", "provoked_by": ["wurm"]}],
        "planeswalkers": [{"id": "jace", "loyalty": 3}],
        "max_blocking": 2,
    },
    {
        "creatures": [{"id": "ox", "power": 3, "toughness": 3, "summoning_sick": True, "goaded_by": ["player"]}],
        "defenders": [{"id": "bear", "power": 2, "toughness": 2, "tapped": True, "types": ["artifact"]}],
        "crackback": True,
        "rules": "ordered",
    },
]


@pytest.mark.parametrize(("document", "name"), list(zip(BOARDS, ["blocks-board", "attacks-board"], strict=True)))
def test_boards_fit(document: dict[str, Any], name: str) -> None:
    other = {"blocks-board": "attacks-board", "attacks-board": "blocks-board"}[name]
    for one in (document, board_from_document(document).to_document()):
        check(name, one)
        check("document", one)
        assert not fits(other, one)
        assert not fits("combat", one)


VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 2.5, 1_000_001, -1_000_001, 10**10, 1e300, "", " ", "\t", "a", "player", "any", "all",
    "a\nb", "a\u2028b", "red", "flying", "x" * 201, "first-strike", [], ["a"], ["a", "a"], [1], [None], [""], [[]], {},
    {"a": 1}, {"+1/+1": 1}, {"+1/x": 1}, {"−1/−1": 2}, {"": 1}, {"shield": -1}, {"shield": 1.5},
    {"id": "z"}, {"name": "Z", "power": 1, "toughness": 1}, {"power": 1, "toughness": 1}, {"life": 3}, {"life": "3"},
    [{"id": "z", "loyalty": 1}], [{"id": "z", "power": 1, "toughness": 1}], [{"id": "z", "defense": -1}],
]  # fmt: skip

FIELDS = [
    "damage", "value", "counters", "colours", "order", "step", "blocks", "tapped", "id", "prevent", "attacking",
    "keywords", "colors", "weights", "attacking_player", "commander_damage", "can_block", "max_blockers",
    "provoked_by",
]  # fmt: skip


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where there is something in a document."""
    found = [at] if at else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return found + [place for key, element in items for place in places(element, (*at, key))]


def changed(rng: Random, document: dict[str, Any]) -> dict[str, Any]:
    """A document with something in it replaced, dropped, or added."""
    other = deepcopy(document)
    place = rng.choice(places(other))
    holder: Any = other
    for key in place[:-1]:
        holder = holder[key]
    action = rng.randrange(4)
    if action == 0:
        del holder[place[-1]]
    elif action == 1 and isinstance(holder, dict):
        holder[rng.choice(FIELDS)] = rng.choice(VALUES)
    else:
        holder[place[-1]] = rng.choice(VALUES)
    return other


def accepts(read: Callable[[Any], Any], document: Any) -> bool:
    try:
        read(document)
    except InvalidDocument:
        return False
    return True


@large_share(10)
@pytest.mark.parametrize(
    ("name", "read"),
    [("combat", Combat.from_document), ("blocks-board", board_from_document), ("attacks-board", board_from_document)],
)
def test_what_a_schema_refuses_its_reader_refuses(name: str, read: Callable[[Any], Any], times: int) -> None:
    """And what the reader accepts, the schema accepts, which is the same."""
    rng = Random(name)
    refused = both = 0
    for _ in range(500 * times):
        combat = random_document(rng, rng.choice(PROFILES))
        document = combat if name == "combat" else BOARDS[name == "attacks-board"]
        for _ in range(rng.choice([1, 1, 2])):
            document = changed(rng, document) if document else document
        if name != "combat" and ("creatures" in document) is not (name == "attacks-board"):
            continue  # another document by now
        if accepts(read, document):
            check(name, document)
        else:
            refused += 1
            both += not fits(name, document)
    assert refused > 100 * times
    assert both > 0.7 * refused  # the rest is how parts fit together


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("attackers", 0, "power"), "2"),
        (("attackers", 0, "power"), 1_000_001),
        (("attackers", 0, "damage"), -1),
        (("attackers", 0, "id"), "player"),
        (("attackers", 0, "id"), " "),
        (("attackers", 0, "id"), "a\u2028b"),
        (("attackers", 0, "colors"), ["purple"]),
        (("attackers", 0, "keywords"), "flying"),
        (("attackers", 0, "keywords"), ["f" * 201]),
        (("attackers", 0, "counters"), {"+1/x": 1}),
        (("attackers", 0, "counters"), {"shield": True}),
        (("attackers", 0, "prevent"), "some"),
        (("attackers", 0, "value"), 1e10),
        (("attackers", 0, "blocks"), ["b"]),
        (("attackers", 0, "tapped"), True),
        (("attackers", 0, "colour"), []),
        (("attackers", 0), 5),
        (("attackers",), {}),
        (("blockers", 0, "blocks"), []),
        (("step",), "first"),
        (("rules",), None),
        (("weights", "life"), "1"),
        (("defenders",), []),
    ],
)
def test_both_refuse(path: tuple[Any, ...], value: Any) -> None:
    document: dict[str, Any] = {
        "weights": {"life": 1},
        "attackers": [{"id": "a", "power": 2, "toughness": 2}],
        "blockers": [{"id": "b", "power": 2, "toughness": 2, "blocks": ["a"]}],
    }
    check("combat", document)
    holder: Any = document
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    assert not accepts(Combat.from_document, document)
    assert not fits("combat", document)


@pytest.mark.parametrize("without", ["id", "power", "toughness"])
def test_both_miss(without: str) -> None:
    creature = {"id": "a", "power": 2, "toughness": 2}
    del creature[without]
    assert not accepts(Combat.from_document, {"attackers": [creature]})
    assert not fits("combat", {"attackers": [creature]})


def test_events_fit() -> None:
    combat = Combat.parse("Bear 2/2")
    events: list[Any] = [
        {"source": {"name": "Shock", "types": ["instant"]}, "recipient": "bear", "amount": 2},
        {"source": "bear", "recipient": "attacking player", "amount": 0},
    ]
    deal(combat, events)
    check("events", events)
    for wrong in ({"source": {}, "recipient": "bear", "amount": 1}, {"source": "bear", "recipient": "bear"}):
        assert not fits("events", [wrong])
        with pytest.raises(InvalidDocument):
            deal(combat, [wrong])


# Requests and answers


def asked(method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


GOOD: list[Any] = [
    asked("suggest", document=SLIME, limit_ms=500, rules=None),
    asked("suggest", document="Knight 3/3 double strike trample <- Bear 2/2; Rat 2/2 infect <- Finks 3/2 persist"),
    asked("suggest", document=json.loads((ROOT / "examples" / "trample-over-planeswalkers.json").read_text("utf-8"))),
    asked("legal", document=SLIME, side="defending", limit=5),
    asked("count", document=SLIME),
    asked("check", document=SLIME, assignment={"slime": {"wurm": -1, "ghost": 5}}),
    asked("resolve", document="Knight 3/3 double strike <- Bear 2/2"),
    asked("blocks", document=BOARDS[0]),
    asked("blocks", document=BOARDS[0], rules="ordered", time_limit=1),
    asked("attacks", document=BOARDS[1], limit_ms=1000),
    asked("attacks", document={**BOARDS[1], "crackback": False}),
    *(asked("legal", document=board) for board in BOARDS),
    *(asked("count", document=board) for board in BOARDS),
    asked("check", document=BOARDS[0], declaration={"bear": "wurm", "ghost": []}),
    asked("check", document=BOARDS[1], declaration={"ox": "player"}),
    asked("schema", name="line"),
    asked("schema"),
    asked("version"),
    {"jsonrpc": "2.0", "id": None, "method": "version", "params": []},
    {"jsonrpc": "2.0", "method": "version"},
    [asked("version"), asked("count", document=SLIME)],
]
BAD: list[Any] = [
    5, [], {}, asked("nothing"), asked("count"), asked("count", document=5), asked("count", document=SLIME, limit=1),
    asked("legal", document=SLIME, side="both"), asked("legal", document=SLIME, limit=-1),
    asked("suggest", document=SLIME, limit_ms="5"), asked("version", document=SLIME), {**asked("version"), "id": [1]},
    {**asked("version"), "jsonrpc": "1.0"}, {**asked("version"), "more": 1}, {**asked("version"), "params": None},
    asked("check", document=SLIME, assignment={"slime": {"wurm": 1.5}}), asked("check", document=SLIME, declaration=[]),
    asked("suggest", document=BOARDS[0]), asked("blocks", document=BOARDS[1]), asked("attacks", document=BOARDS[0]),
]  # fmt: skip


def answer(request: Any) -> Any:
    said = "".join(Engine().answer(encode(request).encode()))
    return json_value(said) if said else None


@pytest.mark.parametrize("request_", GOOD, ids=lambda one: encode(one)[:60])
def test_good_requests_and_their_answers_fit(request_: Any) -> None:
    check("rpc-line", request_)
    said = answer(request_)
    if said is not None:
        check("rpc-answer", said)
        assert all("result" in one for one in (said if isinstance(said, list) else [said]))
        if isinstance(said, dict) and said["id"] and request_["method"] in commands.COMMANDS:
            check(f"{request_['method']}-params", request_["params"])
            check(f"{request_['method']}-answer", said["result"])


@pytest.mark.parametrize("request_", BAD, ids=lambda one: encode(one)[:60])
def test_bad_requests_dont_fit_and_their_answers_do(request_: Any) -> None:
    assert not fits("rpc-line", request_)
    said = answer(request_)
    check("rpc-answer", said)
    assert "error" in said


def test_lines_fit() -> None:
    check("suggest-request", {"id": "x", "document": SLIME, "time-limit": 5})
    assert not fits("suggest-request", {"id": True, "document": SLIME})
    check("suggest-request", {"document": SLIME, "time_limit": None, "rules": "ordered"})
    assert not fits("suggest-request", {"document": SLIME, "side": "attacking"})
    check("damage-request", {"id": 1, "document": SLIME, "events": []})


# The command


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "combat"]) == 0
    assert json.loads(capsys.readouterr().out) == schema_of("combat")
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == schema_of(None)
    assert main(["schema", "--list"]) == 0
    assert capsys.readouterr().out.split() == list(NAMES)
    assert main(["schema", "combatt"]) == 2
    assert capsys.readouterr().err == "optimizer: NAME: there is no schema 'combatt': did you mean 'combat'?\n"


def test_the_protocol_has_the_version_of_the_schemas() -> None:
    assert schema_of("combat")["version"] == methods.PROTOCOL
