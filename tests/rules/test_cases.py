"""The shared cases (tests/data), in process: what is legal, what was played, and what comes of forced combats.

Declarations of blocks need boards, which come with their own issue.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from places import DATA

from optimizer import Combat, Side
from optimizer.rules.damage.outcome import Outcome

OURS: dict[str, dict[str, list[str]]] = {
    # Both Kitchen Finks have persist and no -1/-1 counter, so they return to the battlefield (702.79a). XMage's suite
    # has a Torpor Orb on it and counts deaths; an outcome here puts what returns in `returned`, not in `dies`.
    "xmage-110": {"deaths": ["a1"], "returned": ["b1", "b2"]},
}
"""Where a case and the outcomes here part, what stands here instead."""


def cases(name: str) -> list[Any]:
    loaded = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))["cases"]
    return [pytest.param(case, id=case["id"]) for case in loaded]


@pytest.mark.parametrize("case", cases("rulings"))
@pytest.mark.parametrize("rules", ["foundations", "ordered"])
def test_rulings(case: dict[str, Any], rules: str) -> None:
    combat = Combat.from_document({**case["document"], "rules": rules})
    legal = combat.legal_assignments(case["side"])
    expected = case["expect"][rules]
    assert combat.step == case["step"]
    assert legal.count() == expected["count"] == sum(1 for _ in legal)
    if "most_to_player" in expected:
        most = max(sum(division.get("player", 0) for division in one.values()) for one in legal)
        assert most == expected["most_to_player"]


@pytest.mark.parametrize("case", cases("played"))
def test_played(case: dict[str, Any]) -> None:
    combat: Combat | None = Combat.from_document(case["document"])
    outcomes: list[Outcome] = []
    for step in case["line"]:
        if combat is None:  # what died first left nothing to announce
            assert not step["attacking"]
            assert not step["defending"]
            break
        assert combat.step == step["step"]
        for side in Side:
            assert combat.violations(step[side.value], side) == []
        resolved = combat.resolve(step["attacking"], step["defending"])
        outcomes.append(resolved.outcome)
        combat = resolved.next
    compare(case, outcomes)


@pytest.mark.parametrize("case", cases("outcomes"))
def test_outcomes(case: dict[str, Any]) -> None:
    combat: Combat | None = Combat.from_document(case["document"])
    outcomes: list[Outcome] = []
    while combat is not None:
        resolved = combat.resolve(trampling(combat), None)
        outcomes.append(resolved.outcome)
        combat = resolved.next
    compare(case, outcomes)


def trampling(combat: Combat) -> dict[str, dict[str, int]] | None:
    """Exactly lethal damage on the blockers and the rest to the player, where trample leaves a choice."""
    if not any("trample" in creature.keywords for creature in combat.attackers):
        return None
    return max(
        combat.legal_assignments("attacking"), key=lambda one: sum(given.get("player", 0) for given in one.values())
    )


def compare(case: dict[str, Any], outcomes: list[Outcome]) -> None:
    """Everything that a case expects; a kind of expectation that isn't known here fails."""
    document, last = case["document"], outcomes[-1]
    before = {
        side: {"life": 20, "poison": 0, **document.get(side, {})} for side in ("attacking_player", "defending_player")
    }
    dead = {name for outcome in outcomes for name in outcome.dies}
    returned = {name for outcome in outcomes for name in outcome.returned}
    gained = last.attacking_life - before["attacking_player"]["life"]
    gone = before["defending_player"]["life"] - last.defending_life
    values = {
        "attacker_life": last.attacking_life,
        "attacking_player_life": last.attacking_life,
        "attacking_player_life_gain": gained,
        "damage_to_defending_player": gone,
        "defender_life": last.defending_life,
        "defender_life_after_first_step": outcomes[0].defending_life,
        "defender_poison": last.defending_poison,
        "defending_player_life": last.defending_life,
        "defending_player_life_gain": -gone,
        "defending_player_life_loss": gone,
        "poison_given": last.defending_poison - before["defending_player"]["poison"],
    }
    for kind, expected in (case["expect"] | OURS.get(case["id"], {})).items():
        if kind in values:
            assert values[kind] == expected, kind
        elif kind in ("deaths", "dies"):
            assert dead >= set(expected)
        elif kind in ("survivors", "survives"):
            assert not dead & set(expected)
        elif kind == "returned":
            assert returned == set(expected)
        elif kind == "minus1_counters":  # of what is left: nobody sees the counters of the dead
            left = {name: creature.counters.get("-1/-1", 0) for name, creature in last.creatures.items()}
            assert all(left.get(name, n) == n for name, n in expected.items())
            assert dead >= expected.keys() - left.keys()
        elif kind == "damage_marked":
            assert {name: last.creatures[name].damage for name in expected} == expected
        elif kind == "loyalty":
            assert {name: last.planeswalkers[name] for name in expected} == expected
        else:
            assert kind == "dead_planeswalkers"
            assert all(last.planeswalkers[name] == 0 for name in expected)
