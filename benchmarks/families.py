"""Seeded families of combats whose size is a parameter. The same seed gives the same document everywhere."""

from __future__ import annotations

from random import Random
from typing import Any

__all__ = ["gang", "own_blockers", "shared"]

Document = dict[str, Any]


def creature(identity: str, power: int, toughness: int, keywords: list[str]) -> Document:
    """A creature's part of a document."""
    return {"id": identity, "power": power, "toughness": toughness, "keywords": keywords}


def gang(power: int, toughnesses: list[int]) -> Document:
    """One attacker with a gang of blockers, no keywords.

    >>> len(gang(5, [1, 2])["blockers"])
    2
    """
    blockers = [
        creature(f"b{place}", 1 + place % 3, toughness, []) | {"blocks": ["a"]}
        for place, toughness in enumerate(toughnesses)
    ]
    return {"attackers": [creature("a", power, power, [])], "blockers": blockers}


def own_blockers(seed: int, attackers: int, each: int, power: int) -> Document:
    """Attackers that each have blockers of their own; every third attacker tramples, every fifth has deathtouch."""
    rng = Random(seed)
    mine, theirs = [], []
    for a in range(attackers):
        keywords = ["trample"] * (a % 3 == 0) + ["deathtouch"] * (a % 5 == 0)
        mine.append(creature(f"a{a}", power, rng.randint(1, power), keywords))
        for b in range(each):
            theirs.append(
                creature(f"b{a}x{b}", rng.randint(0, 6), rng.randint(1, 6), []) | {"blocks": [f"a{a}"]}
            )
    return {"attackers": mine, "blockers": theirs, "defending_player": {"life": 10 * power * attackers}}


def shared(seed: int, attackers: int, blockers: int, each: int, life: int = 1000) -> Document:
    """Every blocker blocks `each` attackers; tramplers and deathtouch as limited games have them, and some more."""
    rng = Random(seed)
    mine = []
    for a in range(attackers):
        keywords = ["trample"] * (rng.random() < 0.3) + ["deathtouch"] * (rng.random() < 0.15)
        mine.append(creature(f"a{a}", rng.randint(1, 7), rng.randint(1, 7), keywords))
    theirs = []
    for b in range(blockers):
        keywords = ["deathtouch"] * (rng.random() < 0.15)
        blocks = sorted(rng.sample(range(attackers), each))
        theirs.append(
            creature(f"b{b}", rng.randint(0, 6), rng.randint(1, 7), keywords) | {"blocks": [f"a{a}" for a in blocks]}
        )
    return {"attackers": mine, "blockers": theirs, "defending_player": {"life": life}}
