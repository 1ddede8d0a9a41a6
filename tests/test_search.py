"""Game search with its shortcuts against game search without them, on fights too large for the brute force."""

from random import Random
from typing import Any

import pytest

from optimizer import Combat, solve
from optimizer.solver import search


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
