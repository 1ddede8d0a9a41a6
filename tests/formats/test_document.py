"""Combat documents: reading and writing are inverse of each other, and every fault is told with its field's path."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest
from combats import combats
from hypothesis import given, settings
from hypothesis import strategies as st
from places import DATA

from optimizer.apps.requests import On, subject_of
from optimizer.formats.json import fields
from optimizer.formats.json.boards import board_from_document
from optimizer.formats.json.document import Document, read_combat, read_json, write_combat
from optimizer.formats.json.record import REQUIRED
from optimizer.model.board import DeclareAttackers, DeclareBlockers
from optimizer.model.combat import Combat, Player, Weights
from optimizer.model.creature import Attacker, Blocker
from optimizer.model.errors import InvalidDocument
from optimizer.model.terms import Step
from optimizer.model.words import LONGEST_NAME, show

A = {"id": "a", "power": 1, "toughness": 1}
B = {"id": "b", "power": 1, "toughness": 1, "blocks": ["a"]}

FAULTS = [line for line in (DATA / "document_faults.txt").read_text().splitlines() if not line.startswith("#")]


def faults(document: Any) -> list[str]:
    return [str(fault) for fault in Document(document).faults()]


@settings(max_examples=300, deadline=None)
@given(combats())
def test_a_combat_comes_back_as_it_was(combat: Combat) -> None:
    document = write_combat(combat)
    assert read_combat(document) == combat
    text = json.dumps(document)
    assert Combat.from_json(text) == combat
    assert write_combat(Combat.from_json(text.encode())) == document


json_values = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.sampled_from(["a", "all", "red"])
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=5,
)


@settings(max_examples=500, deadline=None)
@given(st.data())
def test_any_document_is_a_combat_or_has_faults(data: st.DataObject) -> None:
    def record(table: Any) -> st.SearchStrategy[Any]:
        names = st.sampled_from([entry.name for entry in table])
        return st.one_of(st.dictionaries(names, json_values), st.just(A), st.just(B), json_values)

    top = {entry.name: json_values for entry in fields.COMBAT}
    top["attackers"] = st.lists(record(fields.ATTACKER), max_size=3)
    top["blockers"] = st.lists(record(fields.BLOCKER), max_size=3)
    top["planeswalkers"] = st.lists(record(fields.PLANESWALKER), max_size=2)
    top["defending_player"] = record(fields.PLAYERS)
    names = data.draw(st.lists(st.sampled_from(sorted(top)), unique=True))
    document = {name: data.draw(top[name]) for name in names}
    try:
        combat = read_combat(document)
    except InvalidDocument as error:
        assert error.faults
        assert "\n" not in str(error)
        str(error).encode()
    else:
        assert read_combat(write_combat(combat)) == combat


@given(st.one_of(st.text(), st.binary(), json_values.map(json.dumps)))
def test_any_text_is_an_object_or_an_error_of_one_line(text: str | bytes) -> None:
    try:
        assert isinstance(read_json(text), dict)
    except InvalidDocument as error:
        assert len(error.faults) == 1
        assert "\n" not in str(error)


def test_the_shared_cases_are_read() -> None:
    documents = [
        case["document"]
        for file in sorted(DATA.glob("*.json"))
        for case in json.loads(file.read_text())["cases"]
        if "document" in case
    ]
    kinds = set()
    for document in documents:
        subject = subject_of(document, On.ANY)
        assert subject_of(subject.to_document(), On.ANY) == subject
        assert type(subject).parse(str(subject)) == subject
        kinds.add(type(subject))
    assert kinds == {Combat, DeclareAttackers, DeclareBlockers}


def test_the_table_says_the_defaults_of_the_values() -> None:
    attacker, blocker = Attacker(id="a", power=2, toughness=3), Blocker(id="a", power=2, toughness=3)
    for table, value in (
        (fields.ATTACKER, attacker), (fields.BLOCKER, blocker), (fields.PLAYERS, Player()), (fields.WEIGHTS, Weights()),
        (fields.COMBAT, Combat(attackers=(attacker,))),
    ):  # fmt: skip
        inside = {entry.inside for entry in table}
        assert inside == {field.name for field in dataclasses.fields(value) if field.init}
        for entry in table:
            if entry.default is not REQUIRED and entry.name != "id":
                assert entry.default_for(value) == getattr(value, entry.inside), entry.name


def test_defaults_are_left_out() -> None:
    document = {
        "rules": "foundations",
        "attackers": [A | {"name": "a", "keywords": [], "value": 2, "attacking": "player", "damage": 0}],
        "blockers": [B | {"value": 3, "keywords": ["Todesberührung"]}],
        "weights": {"life": 1.0, "win": 5},
        "triggers": "applied",
        "attacking_player": {"life": 20, "poison": 0},
        "defending_player": {"poison": 1},
    }
    assert write_combat(read_combat(document)) == {
        "defending_player": {"poison": 1},
        "attackers": [A],
        "blockers": [B | {"keywords": ["deathtouch"], "value": 3.0}],
        "weights": {"win": 5.0},
    }


def test_the_step_is_written_where_it_is_not_the_beginning() -> None:
    striker = A | {"keywords": ["first strike"]}
    for document, step in (
        ({"attackers": [striker]}, Step.FIRST_STRIKE),
        ({"attackers": [striker], "step": "regular"}, Step.REGULAR),
        ({"attackers": [A | {"struck_first": True}], "step": "regular"}, Step.REGULAR),
        ({"attackers": [A]}, Step.REGULAR),
    ):
        combat = read_combat(document)
        assert combat.step is step
        assert write_combat(combat) == document
    assert "step" not in write_combat(read_combat({"attackers": [A], "step": "regular"}))
    assert "step" not in write_combat(read_combat({"attackers": [striker], "step": "first-strike"}))


def test_ids_are_made_from_names() -> None:
    bear, named = (
        {"name": "Runeclaw Bear", "power": 2, "toughness": 2},
        {"name": "Runeclaw Bear", "power": 1, "toughness": 1},
    )
    combat = read_combat(
        {
            "planeswalkers": [{"id": "runeclaw-bear-2", "loyalty": 3}],
            "attackers": [
                bear,
                bear,
                {"name": "Player", "power": 1, "toughness": 1},
                {"name": "!", "power": 1, "toughness": 1},
            ],
            "blockers": [named | {"id": "x", "blocks": ["runeclaw-bear"]}, named | {"blocks": ["runeclaw-bear-3"]}],
        }
    )
    assert [creature.id for creature in combat.creatures] == [
        "runeclaw-bear", "runeclaw-bear-3", "player-2", "creature", "x", "runeclaw-bear-4",
    ]  # fmt: skip


def test_counters_are_kept_and_keyword_counters_count() -> None:
    combat = read_combat({"attackers": [A | {"counters": {"−1/−1": 1, "Deathtouch": 2, "Stun": 1, "+2/+0": 1}}]})
    assert combat.attackers[0].counters == (("-1/-1", 1), ("deathtouch", 2), ("stun", 1), ("+2/+0", 1))
    assert combat.attackers[0].value == 4


@pytest.mark.parametrize("line", FAULTS)
def test_each_fault_is_told_with_its_path(line: str) -> None:
    where, change, expected = line.split("\t")
    changes: dict[str, Any] = {"attackers[0]": {}, "blockers[0]": {}, "top": {}} | {where: json.loads(change)}
    document: dict[str, Any] = {"attackers": [A | changes["attackers[0]"]]}
    if where == "blockers[0]":
        document["blockers"] = [B | changes[where]]
    assert faults(document | changes["top"]) == [expected]


def test_faults_that_json_cannot_show() -> None:
    assert faults({"attackers": [A], 5: 1}) == ["[5]: unknown field 5"]
    assert faults({"attackers": [A | {"power": 10**5000}]}) == [
        "attackers[0].power: a: power must be an integer from -1000000 to 1000000, "
        "not an integer of more than 30 digits"
    ]
    assert faults([]) == ["a combat document must be an object, not a list"]


def test_all_faults_are_told_at_once() -> None:
    assert faults(
        {
            "attackers": [A | {"power": "x"}, {"power": 1, "toughness": 1}],
            "blockers": [B | {"blocks": ["nobody"]}, B | {"damage": -1}],
            "weights": {"life": float("inf")},
            "stpe": "regular",
        }
    ) == [
        "attackers[0].power: a: power must be an integer, not 'x'",
        "blockers[1].damage: b: damage must be an integer from 0 to 1000000, not -1",
        "weights.life: life must be a finite number of at most 1e+09 in size, not inf",
        "stpe: unknown field 'stpe': did you mean 'step'?",
        "attackers[1].id: a creature needs an id or a name",
        "blockers[1].id: 'b' is used twice; ids are unique over the document",
        "blockers[0].blocks: b: there is no attacker 'nobody' to block",
    ]


def test_what_only_follows_from_another_fault_is_not_told() -> None:
    assert faults({"attackers": 5, "blockers": [B]}) == ["attackers: attackers must be a list, not 5"]
    assert faults({"attackers": [A | {"attacking": "j"}], "planeswalkers": [{"id": 1, "loyalty": 2}]}) == [
        "planeswalkers[0].id: id must be a text that is not empty, not 1"
    ]
    assert faults({"attackers": [A | {"order": ["b"]}], "blockers": [B | {"blocks": 1}]}) == [
        "blockers[0].blocks: b: blocks must be a list, not 1"
    ]
    assert faults({"attackers": [A | {"keywords": ["frist strike"]}], "step": "first-strike"}) == [
        "attackers[0].keywords[0]: a: unknown keyword 'frist strike': did you mean 'first strike'?"
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON: expecting value at column 1"),
        ("{\n1}", "not JSON: expecting property name enclosed in double quotes at line 2, column 1"),
        ('{"weights": {"life": NaN}}', "not JSON: NaN is no number"),
        ('{"weights": {"life": -Infinity}}', "not JSON: -Infinity is no number"),
        ('{"a": {"b": 1, "b": 2}}', "'b' stands twice in one JSON object"),
        ('{"a": ' + "9" * 5000 + "}", "it holds an integer of thousands of digits"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        (b"\xff{}", "not text in UTF-8: byte 0 is 0xff"),
        ('{"a":1}'.encode("utf-16"), "not text in UTF-8: byte 0 is 0xff"),
        ("[]", "a combat document must be a JSON object, not a list"),
        ("3", "a combat document must be a JSON object, not 3"),
        ("null", "a combat document must be a JSON object, not null"),
    ],
)
def test_texts_that_are_no_document(text: str | bytes, message: str) -> None:
    with pytest.raises(InvalidDocument) as caught:
        read_json(text)
    assert str(caught.value) == message
    assert caught.value.faults[0].field == ""


def test_a_byte_order_mark_is_no_fault() -> None:
    assert read_json("\ufeff{}") == read_json(b"\xef\xbb\xbf{}") == {}


def test_a_document_is_not_changed_by_reading() -> None:
    document = {"attackers": [{"name": "Bear", "power": 2, "toughness": 2}], "defending_player": {"life": 3}}
    before = json.dumps(document)
    read_combat(document)
    assert json.dumps(document) == before
    assert Document.from_json(before).combat() == read_combat(document)


def test_values_are_shown_short() -> None:
    assert show("x" * 100) == "'" + "x" * 56 + "..."
    assert [show(value) for value in (None, False, {}, [1], "\x00")] == [
        "null",
        "false",
        "an object",
        "a list",
        "'\\x00'",
    ]


def test_the_table_gives_a_json_schema() -> None:
    schema = fields.COMBAT.schema()
    assert json.loads(json.dumps(schema)) == schema
    attacker = schema["properties"]["attackers"]["items"]
    assert attacker["anyOf"][1]["type"] == "string"
    attacker = attacker["anyOf"][0]
    assert attacker["anyOf"] == [{"required": ["id", "power", "toughness"]}, {"required": ["name"]}]
    assert attacker["properties"]["damage"]["minimum"] == 0
    assert "blocks" not in attacker["properties"]


def test_ids_and_names_have_a_longest_length_in_every_format() -> None:
    def ox(**more: object) -> dict[str, object]:
        return {"id": "ox", "power": 1, "toughness": 1, **more}

    for size, fits in ((LONGEST_NAME, True), (LONGEST_NAME + 1, False)):
        long = "W" * size
        readers = {
            "id": lambda long=long: read_combat({"attackers": [ox(id=long)]}),
            "name": lambda long=long: read_combat({"attackers": [ox(name=long)]}),
            "band": lambda long=long: read_combat({"attackers": [ox(band=long)]}),
            "planeswalker": lambda long=long: read_combat(
                {"attackers": [], "planeswalkers": [{"id": long, "loyalty": 1}]}
            ),
            "notation": lambda long=long: Combat.parse(f"{long} 1/1"),
            "id in notation": lambda long=long: Combat.parse(f"Ox [{long}] 1/1"),
            "board": lambda long=long: board_from_document({"creatures": [ox(id=long)], "defenders": []}),
        }
        for name, read in readers.items():
            if fits:
                read()
            else:
                with pytest.raises(InvalidDocument, match=r"at most 200 characters, not 201"):
                    read()
                    pytest.fail(name)
    # an id that is made from a name, and numbered, is short enough to be read again
    made = read_combat({"attackers": [{"name": "İ" * LONGEST_NAME, "power": 1, "toughness": 1}] * 11})
    assert read_combat(made.to_document()) == made
