"""Random combat documents that the engine `phase-python` can be asked about."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import Any

from .reach import COLORS, abilities, amount, in_reach, name_of

__all__ = ["random_document"]

Json = dict[str, Any]

STATEMENTS = ("as_though_unblocked", "damage_equal_to_toughness", "deals_no_damage")
FREQUENCY = {
    "trample": 0.35, "deathtouch": 0.25, "first strike": 0.15, "double strike": 0.12, "lifelink": 0.15,
    "indestructible": 0.1, "wither": 0.08, "infect": 0.08, "toxic 1": 0.05, "toxic 2": 0.05, "menace": 0.1,
    "flying": 0.08, "reach": 0.05, "protection from red": 0.05, "protection from blue": 0.05, "banding": 0.03,
    "undying": 0.05, "persist": 0.05, "vigilance": 0.05,
}  # fmt: skip
PENDING_FREQUENCY = {
    "bushido 1": 0.2, "bushido 2": 0.1, "flanking": 0.15, "rampage 1": 0.15, "exalted": 0.1, "battle cry": 0.1,
    "melee": 0.1, "frenzy 2": 0.1, "afflict 1": 0.1,
}  # fmt: skip
MOST_DIVISIONS = 400


def random_document(rng: random.Random) -> Json:
    """A document in reach: 1 to 4 attackers, up to 5 blockers, up to 3 for each attacker."""
    while True:
        document = draft(rng)
        if in_reach(document)[0] and divisions(document) <= MOST_DIVISIONS:
            return document


def draft(rng: random.Random) -> Json:
    attackers = [random_creature(rng, f"a{index}", rng.choice((0, 1, 2, 2, 3, 3, 4, 5, 6, 7))) for index in range(
        rng.randint(1, 4))]  # fmt: skip
    places = [name_of(attacker) for attacker in attackers for _ in range(3)]
    blockers = [
        random_creature(rng, f"b{index}", rng.choice((0, 1, 1, 2, 2, 3, 4))) | {"blocks": [place]}
        for index, place in enumerate(rng.sample(places, min(len(places), rng.randint(0, 5))))
    ]
    for blocker in blockers:
        blocker.pop("as_though_unblocked", None)  # for attackers only
        if blocker["power"] == 0 and len(attackers) > 1 and rng.random() < 0.5:
            blocker["blocks"] = [name_of(attacker) for attacker in rng.sample(attackers, 2)]
    document: Json = {"attackers": attackers, "blockers": blockers}
    if rng.random() < 0.3:
        document["defending_player"] = {"life": rng.randint(1, 12), "poison": rng.randint(0, 9)}
    if rng.random() < 0.2:
        document["attacking_player"] = {"life": rng.randint(1, 30), "poison": rng.randint(0, 9)}
    if rng.random() < 0.15:
        document["triggers"] = "pending"
        for creature in (*attackers, *blockers):
            creature["keywords"] += [word for word, share in PENDING_FREQUENCY.items() if rng.random() < share]
    return document


def random_creature(rng: random.Random, name: str, power: int) -> Json:
    creature: Json = {"id": name, "power": power if rng.random() < 0.97 else -1, "toughness": rng.randint(1, 6)}
    scale = rng.choice((0.3, 1, 1.5))
    creature["keywords"] = [word for word, share in FREQUENCY.items() if rng.random() < scale * share]
    if rng.random() < 0.3:
        creature["colors"] = rng.sample(list(COLORS), rng.randint(1, 2))
    if rng.random() < 0.15:
        most = creature["toughness"] - ("indestructible" not in creature["keywords"])
        creature["damage"] = rng.randint(0, most)
    if rng.random() < 0.15:
        creature["counters"] = {rng.choice(("+1/+1", "-1/-1")): rng.randint(1, 2)}
    if rng.random() < 0.05:
        creature[rng.choice(STATEMENTS)] = True
    if rng.random() < 0.03:
        creature["prevent"] = "all"
    return creature


def divisions(document: Mapping[str, Any]) -> int:
    """A bound on the number of announcements of one step."""
    total = 1
    for attacker in document["attackers"]:
        blocking = sum(name_of(attacker) in blocker["blocks"] for blocker in document["blockers"])
        recipients = blocking + ("trample" in abilities(attacker))
        if blocking and recipients > 1:
            extra = 3 if document.get("triggers") == "pending" else 0
            total *= math.comb(amount(attacker) + extra + recipients - 1, recipients - 1)
    return total
