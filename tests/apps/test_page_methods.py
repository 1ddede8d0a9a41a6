"""What the page asks of a worker: sheets, typed creatures, advice in sections, assignments made by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import bruteforce
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from places import ROOT
from strategies import documents, small_enough

from optimizer import Combat, InvalidDocument, solve
from optimizer.apps.engine.protocol import Call, Refusal
from optimizer.apps.page import METHODS
from optimizer.apps.page.sheet import document_of, sheet_of
from optimizer.apps.requests import On, subject_of, value_of
from optimizer.report.advice.given import given

EXAMPLES = json.loads(files("optimizer.apps.page").joinpath("static/examples.json").read_text())
GUARD = "Acidic Slime 2/2 deathtouch <- Palace Guard 1/4; Yavimaya Wurm 6/4 trample <- Palace Guard"


def ask(method: str, **params: Any) -> Any:
    return json.loads(METHODS[method](Call(method, params, 1, False), 10_000.0))


def guard() -> dict[str, Any]:
    return sheet_of(Combat.parse(GUARD))


def fault(method: str, **params: Any) -> str:
    with pytest.raises(InvalidDocument) as found:
        ask(method, **params)
    return str(found.value)


@pytest.mark.parametrize("example", EXAMPLES, ids=[one["file"] for one in EXAMPLES])
def test_the_pages_examples_are_those_that_are_shipped(example: Mapping[str, Any]) -> None:
    subject = subject_of(value_of((ROOT / "examples" / example["file"]).read_bytes()), On.ANY)
    assert example["sheet"] == sheet_of(subject)


@settings(max_examples=300, deadline=None)
@drawn(st.sampled_from(["plain", "all"]).flatmap(documents))
def test_a_combat_goes_through_a_sheet_unharmed(document: dict[str, Any]) -> None:
    combat = Combat.from_document(document)
    assert Combat.from_document(document_of(sheet_of(combat))) == combat


def test_a_sheet_leaves_out_what_has_no_part_in_the_stage() -> None:
    sheet = guard()
    sheet["ours"][0] |= {"home": True, "tapped": True, "blocked": True}
    sheet["theirs"].append({"id": "elf", "power": 1, "toughness": 1})
    damage = document_of(sheet)
    assert [one["id"] for one in damage["attackers"]] == ["yavimaya-wurm"]
    assert [one["id"] for one in damage["blockers"]] == ["palace-guard"]
    board = document_of({**sheet, "stage": "attacks"})
    assert board["creatures"][0]["tapped"] is True
    assert "blocked" not in board["creatures"][0] and "home" not in board["creatures"][0]
    assert [one["id"] for one in board["defenders"]] == ["palace-guard", "elf"]


def test_unknown_fields_of_a_sheet_are_told() -> None:
    assert fault("advise", sheet={**guard(), "colour": 1}) == "sheet.colour: unknown field of a sheet"
    assert fault("advise", sheet={**guard(), "stage": "combat"}).startswith("stage: expected attacks, blocks, damage")
    assert fault("advise", sheet={"ours": [{"id": "ox", "pow": 1}]}) == "sheet.ours[0].pow: ox: unknown field"
    assert fault("advise", sheet=[]) == "sheet: expected an object, not a list"
    assert fault("advise", sheet={"ours": 5}) == "sheet.ours: expected a list of creatures, not 5"
    assert "power" in fault("advise", sheet={"ours": [{"id": "ox"}]})


def test_add_reads_creatures_combats_and_documents() -> None:
    found = ask("add", text="2 Bear 2/2; Palace Guard", ids=["bear"])
    assert [one["id"] for one in found["creatures"]] == ["bear-2", "bear-3", "palace-guard"]
    assert ask("add", text=GUARD)["sheet"] == guard()
    assert ask("add", text=json.dumps(Combat.parse(GUARD).to_document()))["sheet"] == guard()
    assert ask("add", text='{"creatures": [], "defenders": []}')["sheet"]["stage"] == "attacks"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Bear 2/2, Ox 3/3 fliyng", "column 18: 'fliyng': unknown word: did you mean 'flying'?"),
        ("3 Bear 2/2 deathtuch", "column 12: 'deathtuch': unknown word: did you mean 'deathtouch'?"),
        ("500 Bear 2/2", "text: expected 1 to 200 creatures"),
        ("0 Bear 2/2", "column 1: '0': expected a number of creatures from 1 to 250,000"),
        (" , ", "column 4: the end: expected a creature's name, then power and toughness"),
        ("Bear", "column 1: 'Bear': expected a creature's name, then power and toughness, such as 'Bear 2/2'"),
        ('{"attackers"', "not JSON: expecting ':' delimiter at column 13"),
    ],
)
def test_what_is_typed_wrong(text: str, told: str) -> None:
    assert fault("add", text=text).startswith(told[:60])


def test_triggers_that_are_still_to_come_are_said() -> None:
    assert ask("add", text="Accorder Paladin")["pending"] is True
    assert ask("add", text="Paladin 3/1 battle cry")["pending"] is False


def test_names_to_choose_from() -> None:
    assert ask("cards", text="pala")["cards"][0] == {"name": "Palace Guard", "told": "1/4"}
    assert ask("cards", text="")["cards"] == []


def test_counts_are_texts() -> None:
    assert ask("count", sheet=guard()) == {"attacking": "7", "defending": "2"}
    many = {"ours": [{"id": f"a{n}", "power": 9, "toughness": 1} for n in range(40)], "theirs": []}
    for n in range(80):
        many["theirs"].append({"id": f"b{n}", "power": 1, "toughness": 1, "blocks": [f"a{n // 2}"]})
    assert ask("count", sheet=many) == {"attacking": "1.00 × 10^40", "defending": "1"}


def test_advice_has_the_report_in_sections_and_the_picture() -> None:
    found = ask("advise", sheet=guard(), limit_ms=2000)
    assert found["final"] is True
    assert found["answer"]["score"] == 11
    assert found["document"] == Combat.parse(GUARD).to_document()
    assert found["svg"].startswith("<svg")
    after = next(one for one in found["sections"] if one["heading"] == "Afterwards")
    assert after["rows"][2] == [[{"text": "Palace Guard"}], [{"text": "dies", "kind": "dies"}]]
    for stage, answer in (("blocks", "blocks"), ("attacks", "attacks")):
        assert answer in ask("advise", sheet={**guard(), "stage": stage})["answer"]


def test_limits_and_themes_are_checked() -> None:
    assert fault("advise", sheet=guard(), theme="pink").startswith("theme: expected auto, light, dark")
    assert fault("advise", sheet=guard(), limit_ms=-1).startswith("limit_ms: expected milliseconds from 0 to 10000")
    assert fault("advise", sheet=guard(), limit_ms=1e9).startswith("limit_ms")
    assert fault("add", text=5) == "text: expected a text of at most 200,000 characters, not 5"
    assert fault("add", text="Ox 3/3", ids=[1]).startswith("ids: expected a list of ids")
    assert fault("cards", text=[]) == "text: expected a text, not a list"
    assert fault("judge", sheet=guard()) == "assignment: is missing"
    assert fault("judge", sheet={**guard(), "stage": "blocks"}).startswith("sheet.stage: expected damage, not ")


def test_a_method_that_takes_too_long_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    from optimizer.apps.page import methods

    def forever(params: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        while True:
            pass

    monkeypatch.setattr(methods, "LATE", 0.05)
    with pytest.raises(Refusal, match="the time was up"):
        methods.bounded(forever)(Call("advise", {"limit_ms": 0}, 1, False), 1000)


def test_judge_names_rules_or_says_what_it_costs() -> None:
    wrong = ask("judge", sheet=guard(), assignment={"acidic-slime": {"player": 2}, "yavimaya-wurm": {"player": 6}})
    assert [one["rule"] for one in wrong["violations"]] == ["510.1c", "702.19b"]
    own = {"acidic-slime": {"palace-guard": 2}, "yavimaya-wurm": {"palace-guard": 2, "player": 4}}
    legal = ask("judge", sheet=guard(), assignment=own)
    assert (legal["legal"], legal["worse"], legal["proven"]) == (True, 2.0, True)
    defence = ask("judge", sheet=guard(), side="defending", assignment={"palace-guard": {"yavimaya-wurm": 1}})
    assert (defence["legal"], defence["worse"]) == (True, 0.0)


def test_deal_leaves_the_next_step() -> None:
    sheet = sheet_of(Combat.parse("Raptor 3/3 double strike trample <- Bear 2/2"))
    left = ask("deal", sheet=sheet, attacking={"raptor": {"bear": 2, "player": 1}})
    assert left["sheet"]["step"] == "regular"
    assert left["outcome"]["dies"] == ["bear"]
    last = ask("deal", sheet=left["sheet"])
    assert last["sheet"] is None


@settings(max_examples=150, deadline=None)
@drawn(st.sampled_from(["plain", "all"]).flatmap(documents).filter(small_enough))
def test_an_attack_given_is_answered_as_well_as_by_trying_everything(document: dict[str, Any]) -> None:
    """The line of a given attack scores the least that trying all answers comes to."""
    combat = Combat.from_document(document)
    best = solve(combat)
    for assignment in list(combat.legal_assignments("attacking"))[:12]:
        own = given(best, assignment)
        assert own.status == "optimal"
        if not best.steps:
            continue
        assert own.line[0].attacking == {name: parts for name, parts in positive(assignment).items() if parts}
        assert own.score == pytest.approx(bruteforce.best(document, attack=assignment))
        assert bruteforce.best_score_of_line(document, own.to_dict()["line"]) == pytest.approx(own.score)


def positive(assignment: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """An assignment without its zeros."""
    return {name: {to: n for to, n in parts.items() if n} for name, parts in assignment.items()}


@settings(max_examples=100, deadline=None)
@drawn(st.sampled_from(["plain", "all"]).flatmap(documents).filter(small_enough))
def test_a_defence_given_is_no_better_than_the_best(document: dict[str, Any]) -> None:
    """Against the best attack, of all defences the best one scores the least (banding aside, others divide there)."""
    combat = Combat.from_document(document)
    best = solve(combat)
    found = [given(best, one, "defending") for one in list(combat.legal_assignments("defending"))[:40]]
    for own in found:
        assert bruteforce.best_score_of_line(document, own.to_dict()["line"]) == pytest.approx(own.score)
    if combat.legal_assignments("defending").count() <= 40 and not any(
        "banding" in one.abilities for one in combat.creatures
    ):
        assert min(one.score for one in found) == pytest.approx(best.score)


def test_nothing_may_be_dealt_to_anybody() -> None:
    """An assignment of 0 is none, whoever it names: `check` finds it legal, and it is dealt as such."""
    combat = Combat.parse("Ox 3/3 <- Bear 2/2")
    assignment = {"ox": {"nobody": 0, "ox": 0, "bear": 3}}
    assert combat.violations(assignment) == []
    assert combat.resolve(assignment).outcome.dies == ("bear",)
    assert ask("judge", sheet=sheet_of(combat), assignment=assignment)["worse"] == 0


def test_what_is_typed_has_an_end() -> None:
    assert fault("add", text="(" * 20_001) == "text: expected at most 20,000 characters, or a document"
