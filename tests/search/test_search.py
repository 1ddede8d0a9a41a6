"""Game search with its shortcuts against game search without them, on fights too large for the brute force."""

from random import Random
from typing import Any

import pytest

from optimizer import Combat, Limit, solve
from optimizer.search.line import search


def fight(seed: int) -> dict[str, Any]:
    """Two or three attackers, every blocker blocking two of them, first and double strike throughout."""
    rng = Random(seed)
    attackers = [f"a{n}" for n in range(rng.choice([2, 3]))]

    def creature(identity: str) -> dict[str, Any]:
        keywords = [
            word
            for word, percent in (("deathtouch", 15), ("indestructible", 10), ("trample", 40))
            if rng.randrange(100) < percent
        ]
        if rng.randrange(100) < 60:
            keywords.append(rng.choice(["first strike", "double strike"]))
        return {"id": identity, "power": rng.randint(0, 4), "toughness": rng.randint(1, 6), "keywords": keywords}

    return {
        "rules": rng.choice(["foundations", "ordered"]),
        "attackers": [creature(identity) for identity in attackers],
        "blockers": [
            creature(f"b{n}") | {"blocks": sorted(rng.sample(attackers, 2))} for n in range(rng.choice([2, 3, 4]))
        ],
        "defending_player": {"life": rng.choice([200, 8, 5])},
    }


def test_dominance_and_bounds_leave_out_nothing_better(monkeypatch: pytest.MonkeyPatch) -> None:
    documents = [fight(seed) for seed in range(400)]
    quick = [solve(Combat.from_document(document)) for document in documents]
    assert sum("search" in one.method for one in quick) > 100
    monkeypatch.setattr(search, "kindly", lambda *_: False)
    for document, one in zip(documents, quick, strict=True):
        assert solve(Combat.from_document(document)).score == one.score


@pytest.mark.parametrize(
    ("text", "score"),
    [
        # who hits the player matters: toxic gives its counters with any damage, in both steps
        ('A 1/1 trample double strike "toxic 2" <- B 0/1; C 1/1 trample double strike <- B', 12),
        ('A 2/4 trample double strike "toxic 2" <- B 0/3 indestructible; C 2/4 trample first strike <- B', 11),
        # and so does whose the 21st point of commander damage is
        (
            "A 2/4 trample first strike <- B 0/1 indestructible; C 2/4 trample double strike commander <- B "
            "| defender 20 commander-damage(c 19)",
            1005,
        ),
    ],
)
def test_who_hits_the_player_matters(text: str, score: float) -> None:
    assert solve(Combat.parse(text)).score == score


def test_weights_of_any_size() -> None:
    combat = Combat.parse("A 2/2 <- B 2/5 m5, C 3/2; D 2/1 double strike | weights(loyalty 1e-300, creature 1e9)")
    assert solve(combat).score == 8000000004


def test_a_limit_stops_the_dynamic_programme_too() -> None:
    blockers = ", ".join(f"B{n} 1/{25 + 3 * n}" for n in range(20))
    solution = solve(Combat.parse(f"A 1000/5 double strike <- {blockers}"), limit=Limit(0.2))
    assert solution.status == "feasible"
    assert solution.bound >= solution.score > 0
