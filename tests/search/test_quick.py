"""The way for everyday combats against the engine, which compiles: the same score, the same life, a legal line."""

from __future__ import annotations

from random import Random
from typing import Any

from shares import large_share

from optimizer import Combat, solve
from optimizer.search.line.ordinary import quick


def everyday(seed: int) -> dict[str, Any]:
    """Attackers with blockers of their own, in reach of a win, with weights that make things equal or worthless."""
    rng = Random(seed)
    often = {"deathtouch": 12, "trample": 35, "lifelink": 12, "indestructible": 15, "flying": 10}

    def creature(identity: str) -> dict[str, Any]:
        one: dict[str, Any] = {
            "id": identity,
            "power": rng.randint(-1, 7),
            "toughness": rng.randint(1, 6),
            "keywords": [word for word, percent in often.items() if rng.randrange(100) < percent],
        }
        if rng.randrange(100) < 15 and one["toughness"] > 1:
            one["damage"] = rng.randint(1, one["toughness"] - 1)
        if rng.randrange(100) < 10:
            one["value"] = rng.choice([0, 1.25, 7])
        return one

    attackers = [creature(f"a{n}") for n in range(rng.randint(1, 4))]
    names = [one["id"] for one in attackers]
    blockers = [creature(f"b{n}") | {"blocks": [rng.choice(names)]} for n in range(rng.randint(0, 6))]
    for attacker in attackers:
        mine = [one["id"] for one in blockers if one["blocks"] == [attacker["id"]]]
        if len(mine) > 1 and rng.randrange(100) < 30:
            attacker["order"] = rng.sample(mine, len(mine))
        attacker["blocked"] = not mine and rng.randrange(100) < 20
    return {
        "rules": rng.choice(["foundations", "ordered"]),
        "attackers": attackers,
        "blockers": blockers,
        "defending_player": {"life": rng.choice([1, 3, 6, 10, 20])},
        "weights": rng.choice([{}, {}, {"life": 0}, {"creature": 0}, {"life": 2.5}, {"win": 0}]),
    }


@large_share(5)
def test_everyday_combats_come_out_as_by_the_engine(times: int) -> None:
    everyday_ones = 0
    for seed in range(800 * times):
        document = everyday(seed)
        combat = Combat.from_document(document)
        ours, engine = solve(combat), solve(Combat.from_document(document), method="engine")
        assert (ours.score, ours.bound, ours.status) == (engine.score, engine.score, "optimal")
        assert ours.outcome.defending_life == engine.outcome.defending_life
        for step in ours.line:
            assert not combat.violations(step.attacking, "attacking")
            assert not combat.violations(step.defending, "defending")
        everyday_ones += quick(combat) is not None
    assert everyday_ones > 480 * times
