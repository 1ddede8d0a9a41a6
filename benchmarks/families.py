"""Seeded families of combats whose size is a parameter. The same seed gives the same document everywhere.

>>> shared(7, attackers=6, blockers=8, each=2) == shared(7, attackers=6, blockers=8, each=2)
True
"""

from __future__ import annotations

from random import Random
from typing import Any

__all__ = ["chain", "gang", "own_blockers", "shared", "small", "strikes", "typical"]

Document = dict[str, Any]

CREATURES = [
    (1, 1), (1, 1), (2, 1), (1, 2), (2, 2), (2, 2), (2, 2), (3, 2), (1, 3), (2, 3), (3, 3), (3, 3), (0, 4), (1, 4),
    (4, 3), (3, 4), (4, 4), (4, 2), (5, 4), (5, 5), (4, 6), (6, 6), (7, 7),
]  # fmt: skip
"""Power and toughness as limited games meet them, the frequent ones more than once."""

KEYWORDS = {
    "trample": 0.2, "deathtouch": 0.1, "lifelink": 0.08, "flying": 0.15, "vigilance": 0.1, "indestructible": 0.02,
}  # fmt: skip
STRIKES = {"first strike": 0.35, "double strike": 0.25}


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
            theirs.append(creature(f"b{a}x{b}", rng.randint(0, 6), rng.randint(1, 6), []) | {"blocks": [f"a{a}"]})
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


def chain(seed: int, attackers: int, blockers: int, each: int) -> Document:
    """The same, but blockers block neighbours in a row: much hangs together, little at once."""
    document = shared(seed, attackers, blockers, each)
    for b, one in enumerate(document["blockers"]):
        start = b * (attackers - each + 1) // blockers
        one["blocks"] = [f"a{a}" for a in range(start, start + each)]
    return document


def drawn(rng: Random, identity: str, marks: bool = True, strikes: bool = False) -> Document:
    """A creature as games have them; sometimes with damage marked."""
    power, toughness = rng.choice(CREATURES)
    keywords = [keyword for keyword, often in KEYWORDS.items() if rng.random() < often]
    if strikes:
        keywords += [keyword for keyword, often in STRIKES.items() if rng.random() < often][:1]
    one = creature(identity, power, toughness, keywords)
    if marks and toughness > 1 and rng.random() < 0.12:
        one["damage"] = rng.randint(1, toughness - 1)
    return one


def small(seed: int) -> Document:
    """One attacker and up to three blockers; a third of them with first or double strike about."""
    rng = Random(seed)
    striking = rng.random() < 0.33
    blockers = rng.randint(0, 3)
    return {
        "defending_player": {"life": rng.choice([3, 6, 12, 20])},
        "attackers": [drawn(rng, "a", strikes=striking)],
        "blockers": [drawn(rng, f"b{b}", strikes=striking) | {"blocks": ["a"]} for b in range(blockers)],
    }


def typical(seed: int, attackers: int = 0, *, life: int = 0, several: float = 0.08) -> Document:
    """What games of limited and commander meet: 2 to 5 attackers, most blocked by nobody, one or two, some by a gang.

    `several`: how often a blocker blocks two attackers.
    """
    rng = Random(seed)
    many = attackers or rng.randint(2, 5)
    mine = [drawn(rng, f"a{a}") for a in range(many)]
    theirs: list[Document] = []
    for a in range(many):
        for _ in range(rng.choices([0, 1, 2, 3, 4], [25, 30, 25, 14, 6])[0]):
            blocks = [a]
            if many > 1 and rng.random() < several:
                blocks = sorted({a, rng.randrange(many)})
            theirs.append(drawn(rng, f"b{len(theirs)}") | {"blocks": [f"a{number}" for number in blocks]})
    return {"defending_player": {"life": life or rng.choice([5, 10, 20, 40])}, "attackers": mine, "blockers": theirs}


def strikes(seed: int, attackers: int, each: int = 3, life: int = 1000) -> Document:
    """First and double strike throughout; every attacker has up to `each` blockers of its own."""
    rng = Random(seed)
    mine: list[Document] = []
    theirs: list[Document] = []
    for a in range(attackers):
        mine.append(drawn(rng, f"a{a}", strikes=True))
        for _ in range(rng.randint(1, each)):
            theirs.append(drawn(rng, f"b{len(theirs)}", strikes=True) | {"blocks": [f"a{a}"]})
    if not any("strike" in keyword for one in (*mine, *theirs) for keyword in one["keywords"]):
        mine[0]["keywords"].append("first strike")
    return {"defending_player": {"life": life}, "attackers": mine, "blockers": theirs}
