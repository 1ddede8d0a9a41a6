"""Random documents at the corners where bounds go wrong: plain JSON, valid, small enough to be played out whole.

`random_case(rng, kind, profile)`: the kind says which decision it is for ("combat", "blocks" or "attacks"); a profile
names what it puts together. Creatures are small, most players stand a point or two before losing, and what a bound may
forget (zero and explicit values, counters on what returns, damage that goes past to its controller, creatures that
block several, negative weights) comes often. The attacking player has life enough never to lose.
The profile "near" has neighbours of documents that were once proven wrongly (`cases/proofs.json`).
"""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import board_strategies
import bruteforce_boards as truth
from places import DATA

__all__ = ["KINDS", "PROFILES", "random_case"]

Json = dict[str, Any]

KINDS = ("combat", "blocks", "attacks")
FEATURES = ("strikes", "returns", "brink", "several", "excess", "weights", "targets", "race", "doomed")
PROFILES = (
    *(
        "race+strikes",
        "several+strikes",
        "several+doomed",
        "race+several+strikes",
        "race+several+excess+strikes",
        "race+brink+strikes",
    ),
    *("returns+strikes", "race+returns", "race+brink", "race+excess", "several+brink", "several+returns", "several"),
    *("weights", "weights+targets", "excess+returns", "mixed", "near"),
)

SIZES = {
    "combat": ((1, 1), (2, 1), (1, 2), (2, 2), (3, 2), (2, 3), (2, 0), (3, 1)),
    "blocks": (*((1, 2), (2, 1), (3, 1)), *((2, 2),) * 6, (3, 2), (3, 2), (2, 3), (4, 1), (4, 2), (1, 3), (3, 3)),
    "attacks": ((1, 1), (2, 1), (2, 2), (2, 2), (3, 1), (3, 2), (1, 2), (4, 1), (2, 3)),
}
MOST_PAIRS = {"combat": 600, "blocks": 500, "attacks": 600}
"""Of announcements of both sides, over all declarations."""

MOST_COMBATS = 150

PLAIN = {"trample": 18, "deathtouch": 8, "lifelink": 14, "first strike": 14, "double strike": 7, "indestructible": 5}
STRIKES = {"trample": 18, "deathtouch": 10, "lifelink": 35, "first strike": 30, "double strike": 20}
BRINK = ("infect", "infect", "toxic 1", "toxic 2", "poisonous 1", "wither", "lifelink")
VALUES = (0, 0, 0, 1, 7, 0.5, 3)
LIVES = (20, 20, 7, 5, 4, 3, 3, 2, 2, 1)
WEIGHTS = ("creature", "life", "poison", "loyalty", "defense")


def random_case(rng: Random, kind: str, profile: str) -> Json:
    """A small document of the kind and profile."""
    while True:
        case = _neighbour(rng, kind) if profile == "near" else _board(rng, kind, profile)
        if kind == "combat":
            case = truth.combat(case, _some_blocks(rng, case))
            if board_strategies.strategies._most_pairs(case) <= MOST_PAIRS[kind]:
                return case
        elif _small(case, MOST_PAIRS[kind]):
            return case


PROVEN = [case["document"] for case in json.loads((DATA / "proofs.json").read_text())["cases"]]


def _neighbour(rng: Random, kind: str) -> Json:
    """A board that differs in a few things from one that was once proven wrongly."""
    document = copy.deepcopy(rng.choice(PROVEN))
    ours = document.pop("attackers", None) or document.pop("creatures")
    theirs = document.setdefault("defenders", [])
    for one in document.pop("blockers", []):
        theirs.append({field: value for field, value in one.items() if field != "blocks"})
    player = document.setdefault("defending_player", {})
    for _ in range(rng.choice([1, 2, 2, 3, 4])):
        one = rng.choice(ours + theirs)
        match rng.randrange(9):
            case 0 | 1:
                one["power"] = max(0, min(6, one["power"] + rng.choice([-1, 1])))
            case 2 | 3:
                one["toughness"] = max(1, one["toughness"] + rng.choice([-1, 1]))
            case 4:
                one["keywords"] = [word for word in one.get("keywords", []) if not _often(rng, 50)]
            case 5:
                words = (
                    "first strike",
                    "double strike",
                    "lifelink",
                    "trample",
                    "undying",
                    "deathtouch",
                    "infect",
                    "wither",
                )
                one["keywords"] = list(dict.fromkeys([*one.get("keywords", []), rng.choice(words)]))
            case 6:
                one["value"] = rng.choice(VALUES)
            case 7:
                player |= {"life": rng.choice([1, 2, 3, 4, 20]), "poison": rng.choice([0, 0, 0, 8, 9])}
            case 8:
                side = rng.choice([ours, theirs])
                if len(side) > 1:
                    side.remove(rng.choice(side))
    for one in ours:
        one["power"] = min(one["power"], 8)
        if kind == "attacks":
            one.pop("attacking", None)
            if _often(rng, 30):  # of an unusual sort, which its fights don't show
                one["keywords"] = list(dict.fromkeys([*one.get("keywords", []), "wither"]))
    document["attacking_player"] = {"life": 100}
    return document | {"creatures" if kind == "attacks" else "attackers": ours}


def _small(board: Json, most: int) -> bool:
    after = [board] if "attackers" in board else [truth.attacked(board, one) for one in truth.legal_attacks(board)]
    pairs = combats = 0
    for one in after:
        for blocks in truth.unrestricted_blocks(one):
            combats += 1
            pairs += board_strategies._most_pairs(truth.combat(one, blocks))
            if pairs > most or combats > MOST_COMBATS:
                return False
    return True


def _often(rng: Random, percent: int) -> bool:
    return rng.randrange(100) < percent


def _board(rng: Random, kind: str, profile: str) -> Json:
    features = {one for one in FEATURES if _often(rng, 40)} if profile == "mixed" else set(profile.split("+"))
    attackers, defenders = rng.choice(SIZES[kind])
    ours = [_creature(rng, f"a{n + 1}", features) for n in range(attackers)]
    theirs = [_creature(rng, f"b{n + 1}", features) for n in range(defenders)]
    for one in ours:
        if "race" in features and _often(rng, 50):
            one["keywords"] = []
        _of_attackers(rng, one, kind)
    life = rng.choice((3, 3, 2, 2, 1) if "race" in features else LIVES)
    if "race" in features:
        ours[-1] |= {"unblockable": True, "power": max(1, life - _often(rng, 30))}
        ours[-1]["keywords"] = [rng.choice(["first strike", "first strike", "double strike"])] * _often(rng, 80)
    if "doomed" in features:  # by life and by poison, whatever the blocks
        life = 1
        for words in ([], ["infect"]):
            ours.append({"id": f"a{len(ours) + 1}", "power": 1, "toughness": 1, "keywords": words, "unblockable": True})
    for one in theirs:
        if _often(rng, 55 if "several" in features else 5):
            one["can_block"] = rng.choice([2, 2, "any"])
    board: Json = {
        "attacking_player": {"life": 100},
        "defending_player": {"life": life},
    }
    if features & {"brink", "doomed"}:
        board["defending_player"]["poison"] = 9 if "doomed" in features else rng.choice([9, 9, 8, 8, 7, 0])
    if "targets" in features:
        _add_targets(rng, board, ours, kind)
    if "weights" in features:
        board["weights"] = {name: rng.choice([-1, 0, -2.5, 0.5, 2, 1]) for name in WEIGHTS if _often(rng, 30)}
        if _often(rng, 60):
            board["weights"]["win"] = rng.choice([-2.5, -1000, 0, 3, -1, 1])
    if _often(rng, 6):
        board["rules"] = "ordered"
    return board | {"creatures" if kind == "attacks" else "attackers": ours, "defenders": theirs}


def _creature(rng: Random, identity: str, features: set[str]) -> Json:
    power, toughness = rng.choice([0, 1, 1, 2, 2, 3]), rng.choice([1, 1, 1, 2, 2, 3, 4])
    one: Json = {"id": identity, "power": power, "toughness": toughness}
    words = STRIKES if "strikes" in features else PLAIN
    keywords = [word for word, percent in words.items() if _often(rng, percent)]
    if _often(rng, 30):
        one["value"] = rng.choice(VALUES)
    if _often(rng, 10):
        one["damage"] = rng.choice([1, 1, 2])
    if "weights" in features and _often(rng, 10):
        one["value"] = -2
    if "returns" in features:
        keywords += [word for word in ("undying", "persist") if _often(rng, 35)]
        if _often(rng, 45):
            one["counters"] = {kind: rng.choice([1, 1, 2]) for kind in ("+1/+1", "-1/-1") if _often(rng, 50)}
    if "brink" in features and _often(rng, 60):
        keywords.append(rng.choice(BRINK))
    if "excess" in features and _often(rng, 40):
        one["excess_to_controller"] = True
        if _often(rng, 30):
            one["power"] = rng.choice([4, 6])
    return one | {"keywords": list(dict.fromkeys(keywords))}


def _of_attackers(rng: Random, one: Json, kind: str) -> None:
    """What decides who may, or has to, block it, and whether it has to attack."""
    if _often(rng, 22):
        one["unblockable"] = True
    elif _often(rng, 8):
        one["keywords"].append("menace")
    for field, percent in (("must_be_blocked", 6), ("lure", 4), ("must_attack", 18 if kind == "attacks" else 0)):
        if _often(rng, percent):
            one[field] = True


def _add_targets(rng: Random, board: Json, attackers: list[Json], kind: str) -> None:
    """A planeswalker or two, attacked or not, and trample over them."""
    walkers: list[Json] = [{"id": f"w{n + 1}", "loyalty": rng.randint(1, 4)} for n in range(rng.choice([1, 1, 2]))]
    board["planeswalkers"] = walkers
    for one in attackers:
        if kind != "attacks" and _often(rng, 60):
            one["attacking"] = rng.choice(walkers)["id"]
        if _often(rng, 40):
            one["keywords"].append("trample over planeswalkers")


def _some_blocks(rng: Random, board: Json) -> truth.Blocks:
    """Blocks that break no restriction on pairs of creatures; whether others hold doesn't matter to a combat."""
    blocks = {}
    for defender in board["defenders"]:
        able = [a["id"] for a in board["attackers"] if truth.can_block(a, defender)]
        most = defender.get("can_block", 1)
        number = min(len(able), len(able) if most == "any" else most, rng.choice([1, 1, 2, 2, 0]))
        if number:
            blocks[defender["id"]] = tuple(rng.sample(able, number))
    return blocks
