"""Combats that are hard on purpose, each for a reason that is known."""

from __future__ import annotations

from random import Random

from .families import Document, creature, drawn

__all__ = ["equal_values", "last_point", "packing", "remembered", "tokens"]


def packing(seed: int, attackers: int, blockers: int, each: int, *, equal: bool = True) -> Document:
    """Set packing: attackers of power 1, and blockers that only all the attackers they block can kill together.

    Who dies is a choice of blockers that have no attacker in common: set packing, NP-hard from three each on (Karp).
    """
    rng = Random(seed)
    mine = [creature(f"a{a}", 1, 1, []) for a in range(attackers)]
    theirs = []
    for b in range(blockers):
        blocks = sorted(rng.sample(range(attackers), each))
        one = creature(f"b{b}", 0, each, []) | {"blocks": [f"a{a}" for a in blocks]}
        theirs.append(one | {"value": 1.0 if equal else float(rng.randint(10, 20))})
    return {"attackers": mine, "blockers": theirs}


def equal_values(seed: int, attackers: int, blockers: int, each: int) -> Document:
    """Blockers that are all worth the same and need about the same: nothing tells where to begin."""
    rng = Random(seed)
    mine = [creature(f"a{a}", rng.randint(5, 6), 5, []) for a in range(attackers)]
    theirs = []
    for b in range(blockers):
        blocks = sorted(rng.sample(range(attackers), each))
        one = creature(f"b{b}", 2, rng.randint(3, 4), []) | {"value": 6.0, "blocks": [f"a{a}" for a in blocks]}
        theirs.append(one)
    return {"attackers": mine, "blockers": theirs, "defending_player": {"life": 1000}}


def last_point(seed: int, attackers: int, spare: int) -> Document:
    """A way to kill some blockers is hidden that uses every point of every attacker; `spare` others block as well.

    The hidden ones are worth a little more than what they need, the others a little less.
    """
    rng = Random(seed)
    powers = [rng.randint(3, 7) for _ in range(attackers)]
    mine = [creature(f"a{a}", power, 4, []) for a, power in enumerate(powers)]
    left = list(powers)
    theirs = []
    while any(left):
        open_ones = [a for a, n in enumerate(left) if n]
        blocks = sorted(rng.sample(open_ones, min(len(open_ones), 2)))
        given = {a: rng.randint(1, left[a]) for a in blocks}
        for a, n in given.items():
            left[a] -= n
        need = sum(given.values())
        others = [a for a in range(attackers) if a not in blocks]
        blocks += rng.sample(others, min(len(others), 3 - len(blocks)))
        theirs.append((need, sorted(blocks), 4.0 * need + 1))
    for _ in range(spare):
        need = rng.randint(2, 8)
        theirs.append((need, sorted(rng.sample(range(attackers), min(3, attackers))), 4.0 * need - 1))
    rng.shuffle(theirs)
    return {
        "attackers": mine,
        "blockers": [
            creature(f"b{b}", 1, need, []) | {"value": value, "blocks": [f"a{a}" for a in blocks]}
            for b, (need, blocks, value) in enumerate(theirs)
        ],
        "defending_player": {"life": 1000},
    }


def tokens(blocked: int = 0, life: int = 1000) -> Document:
    """The board of Forge #11810: 66 Insects, 1/1 with flying and deathtouch, and four other creatures attack.

    In the report nothing could block the Insects. The ground is held against the four by twelve blockers here, some of
    which block two; and `blocked` flying blockers, which the report didn't have, block several Insects each.
    """
    rng = Random(11810)
    mine = [creature(f"insect{n}", 1, 1, ["flying", "deathtouch"]) for n in range(66)]
    mine += [creature("queen", 2, 2, ["flying", "deathtouch"]), creature("beast", 5, 5, ["trample"])]
    mine += [creature("wurm", 6, 4, []), creature("druid", 2, 3, [])]
    ground = ["beast", "wurm", "druid"]
    theirs = [
        drawn(rng, f"b{n}", marks=False) | {"blocks": sorted(rng.sample(ground, 1 + (n % 3 == 0)), key=ground.index)}
        for n in range(12)
    ]
    for n in range(blocked):
        some = sorted(rng.sample(range(66), 4))
        theirs.append(drawn(rng, f"f{n}", marks=False) | {"blocks": [f"insect{i}" for i in some]})
    return {"attackers": mine, "blockers": theirs, "defending_player": {"life": life}}


def remembered() -> list[tuple[str, Document]]:
    """Small combats that were got wrong, or argued about, somewhere."""

    def against(identity: str, power: int, toughness: int, *keywords: str, blocks: str = "a") -> Document:
        return creature(identity, power, toughness, list(keywords)) | {"blocks": [blocks]}

    return [
        (
            "Forge #8837: a 6/6 against 1/2 and 5/5",
            {"attackers": [creature("a", 6, 6, [])], "blockers": [against("small", 1, 2), against("large", 5, 5)]},
        ),
        (
            "the official ruling on Acidic Slime",
            {
                "attackers": [creature("a", 2, 2, ["deathtouch"])],
                "blockers": [against("wurm", 5, 4), against("mastodon", 3, 5), against("bear", 2, 2)],
            },
        ),
        (
            "several small ones are worth more than the big one",
            {
                "attackers": [creature("a", 6, 6, [])],
                "blockers": [against("big", 5, 5), *(against(f"s{n}", 2, 2) for n in range(3))],
            },
        ),
        (
            "under-kill to win the game: 4 life, trample, a single 1/1 in the way",
            {
                "defending_player": {"life": 4},
                "attackers": [creature("a", 5, 5, ["trample"])],
                "blockers": [against("chump", 1, 1)],
            },
        ),
        (
            "trample with deathtouch: one point each, the rest goes on",
            {
                "attackers": [creature("a", 6, 1, ["trample", "deathtouch"])],
                "blockers": [against("x", 4, 4), against("y", 5, 5), against("z", 0, 8)],
            },
        ),
        (
            "double strike: what the first step leaves the second can finish",
            {
                "attackers": [creature("a", 3, 3, ["double strike"])],
                "blockers": [against("x", 2, 4), against("y", 3, 2)],
            },
        ),
    ]
