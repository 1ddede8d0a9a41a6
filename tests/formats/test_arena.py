"""Damage requests in MTG Arena's log (docs/other-files.md): messages of the real shapes, made here."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.apps.arena_choice import choose
from optimizer.apps.cli.main import main
from optimizer.formats.arena import ArenaReading, read
from optimizer.model.errors import CombatError, InvalidDocument

Json = dict[str, Any]
HEAD = "[UnityCrossThreadLogger]12/1/2025 7:21:03 PM: Match to ABC: GreToClientEvent"
ME, THEY = 1, 2


def best_answer(found: ArenaReading) -> Json:
    """The response with the best assignment that the request allows."""
    return found.answer(choose(found.request, found.combat).assignment)


@pytest.fixture(autouse=True)
def shipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No table of cards but the shipped one."""
    monkeypatch.setenv("OPTIMIZER_CARDS", str(tmp_path / "none.sqlite3"))


def thing(ident: int, seat: int, power: int, toughness: int, abilities: tuple[int, ...] = (), **more: Any) -> Json:
    """A creature as the game writes it: zeros left out."""
    numbers = {name: {"value": n} if n else {} for name, n in (("power", power), ("toughness", toughness))}
    made = [{"id": 100 + at, "grpId": ability} for at, ability in enumerate(abilities)]
    return {
        "instanceId": ident, "grpId": 79000 + ident, "type": "GameObjectType_Card", "zoneId": 28,
        "visibility": "Visibility_Public", "ownerSeatId": seat, "controllerSeatId": seat,
        "cardTypes": ["CardType_Creature"], "color": ["CardColor_Green"], **numbers,
        **({"uniqueAbilities": made} if made else {}), **more,
    }  # fmt: skip


def attacker(ident: int, power: int, toughness: int, *abilities: int, target: int = THEY, **more: Any) -> Json:
    fields = {"attackState": "AttackState_Attacking", "blockState": "BlockState_Blocked",
              "attackInfo": {"targetId": target}}  # fmt: skip
    return thing(ident, ME, power, toughness, abilities, **fields | more)


def blocker(ident: int, power: int, toughness: int, *abilities: int, blocks: tuple[int, ...], **more: Any) -> Json:
    fields = {"blockState": "BlockState_Blocking", "blockInfo": {"attackerIds": list(blocks)}}
    return thing(ident, THEY, power, toughness, abilities, **fields | more)


def state(*objects: Json, step: str = "Step_CombatDamage", ident: int = 90, **more: Any) -> Json:
    held = {
        "type": "GameStateType_Full", "gameStateId": ident,
        "turnInfo": {"phase": "Phase_Combat", "step": step, "turnNumber": 7, "activePlayer": ME},
        "players": [{"lifeTotal": 17, "systemSeatNumber": ME}, {"lifeTotal": 9, "systemSeatNumber": THEY}],
        "zones": [{"zoneId": 28, "type": "ZoneType_Battlefield"}, {"zoneId": 33, "type": "ZoneType_Graveyard"}],
        "gameObjects": list(objects),
    } | more  # fmt: skip
    return {"type": "GREMessageType_GameStateMessage", "systemSeatIds": [ME], "msgId": 200, "gameStateMessage": held}


def to(ident: int, least: int = 0, most: int = 0) -> Json:
    return {"instanceId": ident} | ({"minDamage": least} if least else {}) | ({"maxDamage": most} if most else {})


def assigner(ident: int, total: int, *receivers: Json, **more: Any) -> Json:
    return {"instanceId": ident, "totalDamage": total, "assignments": list(receivers), **more}


def request(*assigners: Json, ident: int = 90, seat: int = ME) -> Json:
    return {
        "type": "GREMessageType_AssignDamageReq", "systemSeatIds": [seat], "msgId": 201, "gameStateId": ident,
        "assignDamageReq": {"damageAssigners": list(assigners)},
    }  # fmt: skip


def log(*messages: Json, indent: int | None = None) -> str:
    """A log: each message in an event of its own."""
    events = [{"transactionId": "x", "greToClientEvent": {"greToClientMessages": [message]}} for message in messages]
    return "".join(f"{HEAD}\n{json.dumps(event, indent=indent)}\n[UnityCrossThreadLogger]noise\n" for event in events)


WURM = attacker(312, 6, 4, 14)
WALL, BEAR = blocker(321, 0, 3, 2, blocks=(312,)), blocker(322, 2, 2, blocks=(312,), damage=1)
TRAMPLE = request(assigner(312, 6, to(321, 3, 6), to(322, 1, 6), to(THEY, 0, 6)))


def given_to(response: Json) -> dict[int, dict[int, int]]:
    return {
        one["instanceId"]: {part["instanceId"]: part["assignedDamage"] for part in one["assignments"]}
        for one in response["assignDamageResp"]["assigners"]
    }


def test_a_request_becomes_a_combat() -> None:
    found = read(log(state(WURM, WALL, BEAR, thing(340, ME, 3, 3)), TRAMPLE))
    assert found.warnings == ()
    assert found.document == {
        "attacking_player": {"life": 17},
        "defending_player": {"life": 9},
        "attackers": [{"id": "312", "power": 6, "toughness": 4, "keywords": ["trample"], "colors": ["green"]}],
        "blockers": [
            {"id": "321", "power": 0, "toughness": 3, "keywords": ["defender"], "colors": ["green"],
             "blocks": ["312"]},
            {"id": "322", "power": 2, "toughness": 2, "colors": ["green"], "damage": 1, "blocks": ["312"]},
        ],
    }  # fmt: skip


def test_the_answer_names_every_receiver() -> None:
    found = read(log(state(WURM, WALL, BEAR), TRAMPLE))
    response = best_answer(found)
    assert response == {
        "type": "ClientMessageType_AssignDamageResp", "gameStateId": 90, "respId": 201, "systemSeatId": 1,
        "assignDamageResp": {"assigners": [{
            "instanceId": 312, "totalDamage": 6, "assignments": [
                {"instanceId": 321, "minDamage": 3, "maxDamage": 6, "assignedDamage": 3},
                {"instanceId": 322, "minDamage": 1, "maxDamage": 6, "assignedDamage": 1},
                {"instanceId": 2, "minDamage": 0, "maxDamage": 6, "assignedDamage": 2},
            ],
        }]},
    }  # fmt: skip
    assert given_to(found.answer({"312": {"321": 6}})) == {312: {321: 6, 322: 0, 2: 0}}


@pytest.mark.parametrize(
    ("division", "problem"),
    [
        ({"321": 5}, "312 assigns 6, not 5"),
        ({"321": 5, "999": 1}, "312 may assign nothing to 999, and 1 are assigned to it"),
        ({"321": 7, "322": -1}, "312 may assign at most 6 to 321, not 7"),
    ],
)
def test_what_a_request_does_not_offer_is_refused(division: dict[str, int], problem: str) -> None:
    with pytest.raises(CombatError, match=problem):
        read(log(state(WURM, WALL, BEAR), TRAMPLE)).answer({"312": division})


def test_what_the_rules_allow_and_the_request_does_not() -> None:
    """The Slime's 1 is lethal to the Wall, so by the rules all 6 may go past it; the request says 3 first."""
    slime = attacker(311, 1, 1, 1)
    wall = blocker(321, 0, 3, blocks=(311, 312))
    asked = request(assigner(312, 6, to(321, 3, 6), to(THEY, 0, 6)))
    found = read(log(state(slime, WURM, wall), asked))
    choice = choose(found.request, found.combat)
    assert choice.narrowed and choice.proven
    assert given_to(best_answer(found)) == {312: {321: 3, 2: 3}}


def test_two_assigners_at_once() -> None:
    giant = attacker(313, 4, 4)
    walls = [blocker(331, 0, 3, blocks=(313,)), blocker(332, 0, 4, blocks=(313,))]
    asked = request(*TRAMPLE["assignDamageReq"]["damageAssigners"], assigner(313, 4, to(331, 3), to(332, 4)))
    assert given_to(best_answer(read(log(state(WURM, giant, WALL, BEAR, *walls), asked)))) == {
        312: {321: 3, 322: 1, 2: 2},
        313: {331: 0, 332: 4},
    }


def test_a_blocker_divides() -> None:
    ours = thing(321, ME, 3, 5, (), blockState="BlockState_Blocking", blockInfo={"attackerIds": [311, 312]})
    fields = {"attackState": "AttackState_Attacking", "attackInfo": {"targetId": ME}}
    theirs = [thing(311, THEY, 2, 2, (), **fields), thing(312, THEY, 1, 3, (), **fields)]
    found = read(log(state(*theirs, ours), request(assigner(321, 3, to(311, 2), to(312, 3)))))
    assert found.document["attacking_player"] == {"life": 9}
    assert found.document["blockers"][0]["blocks"] == ["311", "312"]
    assert sum(given_to(best_answer(found))[321].values()) == 3


def test_the_last_request_counts_and_states_add_up() -> None:
    later = state(
        {"instanceId": 322, "isTapped": True}, blocker(321, 0, 5, blocks=(312,)),
        ident=91, type="GameStateType_Diff", diffDeletedInstanceIds=[399],
        players=[{"lifeTotal": 4, "systemSeatNumber": THEY}],
    )  # fmt: skip
    second = request(assigner(312, 6, to(321, 5, 6), to(322, 1, 6), to(THEY, 0, 6)), ident=91)
    gone = blocker(399, 9, 9, blocks=(312,))
    found = read(log(state(WURM, WALL, BEAR, gone), TRAMPLE, later, second))
    assert found.warnings == ()
    assert [(one["id"], one["toughness"]) for one in found.document["blockers"]] == [("321", 5), ("322", 2)]
    assert found.document["defending_player"] == {"life": 4}
    assert found.document["attacking_player"] == {"life": 17}


def test_what_left_the_battlefield_does_not_fight() -> None:
    dead = blocker(323, 1, 1, blocks=(312,), zoneId=33)
    assert len(read(log(state(WURM, WALL, BEAR, dead), TRAMPLE)).document["blockers"]) == 2


def test_shapes_of_the_text() -> None:
    messages = [state(WURM, WALL, BEAR), TRAMPLE]
    expected = read(log(*messages)).document
    event = {"greToClientEvent": {"greToClientMessages": messages}}
    for text in (
        log(*messages, indent=2),
        json.dumps(event),
        json.dumps(event, indent=1),
        json.dumps(messages),
        json.dumps(messages, indent=2),
        json.dumps(messages).replace(", {", ",\n {"),
        json.dumps(TRAMPLE | {"gameStateMessage": messages[0]["gameStateMessage"]}),
        f"[Client GRE]{json.dumps(event)}",
    ):
        assert read(text).document == expected
        assert read(text.encode()).document == expected
    assert read(log(*messages).splitlines()).document == expected


def test_what_the_request_shows() -> None:
    plain = attacker(312, 6, 4)
    wall, bear = blocker(321, 0, 3, blocks=(312,)), blocker(322, 2, 2, blocks=(312,))
    deadly = request(assigner(312, 6, to(321, 1, 6), to(322, 1, 6), to(THEY, 0, 6)))
    found = read(log(state(plain, wall, bear), deadly))
    assert found.document["attackers"][0]["keywords"] == ["deathtouch", "trample"]
    assert given_to(best_answer(found)) == {312: {321: 1, 322: 1, 2: 4}}
    ignoring = request(assigner(312, 6, to(321, 3, 6), to(322, 2, 6), to(THEY, 0, 6), canIgnoreBlockers=True))
    found = read(log(state(plain, wall, bear), ignoring))
    assert found.document["attackers"][0]["as_though_unblocked"]
    assert "keywords" not in found.document["attackers"][0]
    assert best_answer(found)["assignDamageResp"]["assigners"][0]["canIgnoreBlockers"]


def test_damage_that_is_not_the_power() -> None:
    doran = attacker(312, 1, 5)
    by_toughness = request(assigner(312, 5, to(321, 3), to(322, 1)))
    found = read(log(state(doran, WALL, BEAR), by_toughness))
    assert found.document["attackers"][0]["damage_equal_to_toughness"]
    found = read(log(state(doran, WALL, BEAR), request(assigner(312, 3, to(321, 3), to(322, 1)))))
    assert found.document["attackers"][0]["power"] == 3
    assert found.warnings == ("line 5: 312 assigns 3, and its power is 1: taken for its power",)


def test_steps() -> None:
    double = attacker(312, 6, 4, 14, 3)
    found = read(log(state(double, WALL, BEAR), TRAMPLE))
    assert found.document["step"] == "regular"
    assert found.document["attackers"][0]["struck_first"]
    found = read(log(state(double, WALL, BEAR, step="Step_FirstStrikeDamage"), TRAMPLE))
    assert "step" not in found.document
    found = read(log(state(WURM, WALL, BEAR, step="Step_FirstStrikeDamage"), TRAMPLE))
    assert found.document["attackers"][0]["keywords"] == ["trample", "first strike"]
    assert found.warnings == ("line 5: 312 assigns in the first-strike step: taken for first strike",)


def test_planeswalkers_and_battles() -> None:
    jace = {"instanceId": 350, "type": "GameObjectType_Card", "zoneId": 28, "loyalty": {"value": 4}}
    siege = {"instanceId": 351, "type": "GameObjectType_Card", "zoneId": 28, "defense": {"value": 5}}
    at_jace = attacker(312, 6, 4, target=350)
    asked = request(assigner(312, 6, to(321, 3, 6), to(322, 1, 6), to(350, 0, 6)))
    found = read(log(state(at_jace, WALL, BEAR, jace), asked))
    assert found.document["planeswalkers"] == [{"id": "350", "loyalty": 4}]
    assert found.document["attackers"][0]["attacking"] == "350"
    assert given_to(best_answer(found)) == {312: {321: 3, 322: 1, 350: 2}}
    over = request(assigner(312, 6, to(321, 3, 6), to(322, 1, 6), to(350, 4, 6), to(THEY, 0, 6)))
    found = read(log(state(at_jace, WALL, BEAR, jace), over))
    assert "trample over planeswalkers" in found.document["attackers"][0]["keywords"]
    at_siege = attacker(312, 6, 4, target=351)
    found = read(log(state(at_siege, WALL, BEAR, siege), request(assigner(312, 6, to(321, 3), to(322, 1)))))
    assert found.document["battles"] == [{"id": "351", "defense": 5}]
    gone = attacker(312, 6, 4, target=377)
    found = read(log(state(gone, WALL, BEAR), request(assigner(312, 6, to(321, 3), to(322, 1)))))
    assert found.document["attackers"][0]["attacking"] is None


def test_counters_and_poison() -> None:
    def counter(ident: int, affected: int, kind: int, count: int) -> Json:
        details = [{"key": "count", "valueInt32": [count]}, {"key": "counter_type", "valueInt32": [kind]}]
        return {"id": ident, "affectedIds": [affected], "type": ["AnnotationType_Counter"], "details": details}

    held = [counter(1, 321, 1, 2), counter(2, THEY, 3, 6), counter(3, 322, 86, 1), counter(4, 312, 20, 1)]
    found = read(log(state(WURM, WALL, BEAR, persistentAnnotations=held), TRAMPLE))
    assert [one.get("counters") for one in found.document["blockers"]] == [{"+1/+1": 2}, {"shield": 1}]
    assert found.document["defending_player"] == {"life": 9, "poison": 6}


def test_an_attacker_whose_blockers_are_gone() -> None:
    other = attacker(313, 2, 2)
    found = read(log(state(WURM, other, WALL, BEAR), TRAMPLE))
    assert found.document["attackers"][1]["blocked"]


def test_blocks_that_only_the_request_shows() -> None:
    bare = thing(321, THEY, 0, 3)
    assert read(log(state(WURM, bare, BEAR), TRAMPLE)).document["blockers"][1]["blocks"] == ["312"]


def test_orders_of_the_older_rules() -> None:
    ordered = attacker(
        312, 6, 4, attackInfo={"targetId": 2, "orderedBlockers": [{"instanceId": 322}, {"instanceId": 321}]}
    )
    asked = request(assigner(312, 6, to(321, 3), to(322, 1)))
    found = read(log(state(ordered, WALL, BEAR), asked), rules="ordered")
    assert found.document["rules"] == "ordered" and found.document["attackers"][0]["order"] == ["322", "321"]
    assert "order" not in read(log(state(ordered, WALL, BEAR), asked)).document["attackers"][0]


def test_what_is_told() -> None:
    wurm = attacker(312, 6, 4, 14, 150123)
    text = log(state(wurm, WALL, BEAR), TRAMPLE)
    assert read(text).warnings == ("line 5: abilities that aren't known: 150123 (of 312); --tell says what they are",)
    found = read(text, tell={"abilities": {"150123": "toxic 2"}})
    assert found.warnings == () and found.document["attackers"][0]["keywords"] == ["trample", "toxic 2"]
    found = read(text, tell={"cards": {"79312": "Yavimaya Wurm"}, "objects": {"321": {"prevent": "all"}}})
    assert found.warnings == ()
    assert found.document["attackers"][0]["name"] == "Yavimaya Wurm"
    assert found.document["blockers"][0]["prevent"] == "all"
    found = read(text, tell={"objects": {"312": {"keywords": ["wither"], "name": "It"}}})
    assert found.document["attackers"][0]["keywords"] == ["trample", "wither"]


@pytest.mark.parametrize(
    ("tell", "problem"),
    [
        ({"card": {}}, "unknown part 'card': did you mean 'cards'?"),
        ({"cards": 3}, "expected {"),
        ({"abilities": {"x": "flying"}}, "abilities: expected an ability's number"),
        ({"abilities": {"7": "flyin"}}, "abilities: 7: unknown keyword 'flyin'"),
        ({"objects": {"312": 3}}, "312: expected a name or fields of a creature, not 3"),
    ],
)
def test_what_is_told_wrongly(tell: Json, problem: str) -> None:
    with pytest.raises(InvalidDocument, match="--tell") as error:
        read(log(state(WURM, WALL, BEAR), TRAMPLE), tell=tell)
    assert problem in str(error.value)


@pytest.mark.parametrize(
    ("messages", "problem"),
    [
        ([], "there is no damage request (GREMessageType_AssignDamageReq) in 0 messages"),
        ([state(WURM)], "there is no damage request (GREMessageType_AssignDamageReq) in 1 messages"),
        ([TRAMPLE], "line 2: 312 assigns damage, and no game state before tells of it"),
        ([state(WURM, WALL), TRAMPLE], "line 5: 322 may be assigned damage, and no game state before tells of it"),
        ([state(WURM, WALL, BEAR), request()], "line 5: a damage request without damageAssigners"),
        ([state(WURM), request({"totalDamage": 3})], "line 5: damageAssigners[0].instanceId: is missing"),
        ([state(WURM), request(assigner(312, 6))], "damageAssigners[0].assignments: is missing"),
        (
            [state(WURM), request(assigner(312, 6, {"instanceId": "x"}))],
            "line 5: damageAssigners[0].assignments[0]: instanceId must be a whole number",
        ),
        (
            [state(WURM, WALL, thing(322, THEY, 2, 2) | {"toughness": None}), TRAMPLE],
            "line 5: object 322: its toughness is missing",
        ),
        ([state(WURM | {"power": {"value": "6"}}, WALL, BEAR), TRAMPLE], "object 312: power must be a whole number"),
        ([state(thing(311, ME, 1, 1), thing(312, ME, 1, 1), WALL, BEAR), TRAMPLE], "and neither of them attacks"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(messages: list[Json], problem: str) -> None:
    with pytest.raises(InvalidDocument) as error:
        read(log(*messages))
    assert problem in str(error.value)
    assert "\n" not in str(error.value)


def test_a_log_that_breaks_off() -> None:
    text = log(state(WURM, WALL, BEAR), TRAMPLE)
    cut = text[: text.rindex("maxDamage")]
    with pytest.raises(InvalidDocument, match="line 5: not JSON: "):
        read(cut)
    found = read(f"{text}{HEAD}\n{json.dumps(state())[:90]}")
    assert found.warnings[0].startswith("line 8: not JSON: ")
    lost = log(state(WURM, WALL, BEAR), request(*TRAMPLE["assignDamageReq"]["damageAssigners"], ident=95))
    assert read(lost).warnings == ("line 5: the request is about game state 95, and the last one told is 90",)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "Player.log"
    file.write_text(log(state(attacker(312, 6, 4, 14, 150123), WALL, BEAR), TRAMPLE), "utf-8")
    assert main(["arena", str(file)]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["blockers"][0]["id"] == "321"
    assert (
        err == f"optimizer: {file}: line 5: abilities that aren't known: 150123 (of 312); --tell says what they are\n"
    )
    told = tmp_path / "told.json"
    told.write_text('{"abilities": {"150123": ""}}', "utf-8")
    assert main(["arena", str(file), "--answer", "--tell", str(told)]) == 0
    out, err = capsys.readouterr()
    assert given_to(json.loads(out)) == {312: {321: 3, 322: 1, 2: 2}} and not err
    assert main(["arena", str(file), "--tell", "nowhere.json"]) == 2
    assert "no such file" in capsys.readouterr().err
    file.write_text("nothing", "utf-8")
    assert main(["arena", str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"optimizer: {file}: there is no damage request")


VALUES = st.sampled_from([None, 0, -1, 3, "x", [], {}, {"value": 2}, {"value": None}, [3], True, 10**30])


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_any_message_is_a_combat_or_an_error(data: st.DataObject) -> None:
    messages: Any = copy.deepcopy([state(WURM, WALL, BEAR), TRAMPLE])
    for _ in range(data.draw(st.integers(1, 3))):
        place = messages
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = data.draw(st.sampled_from(keys))
            if not isinstance(place[key], (dict, list)) or data.draw(st.booleans()):
                place[key] = copy.deepcopy(data.draw(VALUES))
                break
            place = place[key]
    try:
        found = read(json.dumps(messages))
    except CombatError:
        return
    assert isinstance(found, ArenaReading)
    assert all("\n" not in warning for warning in found.warnings)
