"""Random board documents, small enough for the brute force: plain JSON, valid by the schema.

`random_board(rng, kind, profile)` for scripts with a seed, `boards(kind, profile)` for Hypothesis. The kind says which
decision the board is for ("declared": blocks on boards too large to play out, to judge the declarations alone); a
profile names the part of the rules that its boards are about, or several parts, joined with +.
"""

from __future__ import annotations

from math import factorial, prod
from random import Random
from typing import Any

import bruteforce_boards as truth
import strategies
from bruteforce_results import paired, read
from hypothesis import strategies as st

__all__ = ["KINDS", "PROFILES", "boards", "random_board", "random_declaration", "small_enough"]

Json = dict[str, Any]

KINDS = ("blocks", "attacks", "crackback", "declared")
FEATURES = (
    *("evasion", "rules", "multiblock", "stakes", "strikes", "targets", "triggers", "ordered", "weights", "corners"),
    *("bands", "marks", "ends"),
)
PROFILES = (
    *("plain", *FEATURES, "stakes+strikes", "stakes+rules", "stakes+triggers"),
    *("ends+stakes+strikes", "ends+triggers", "ends+multiblock", "all"),
)

MOST_PAIRS = {"blocks": 1500, "attacks": 2000, "crackback": 1500}  # of announcements, over all declarations
MOST_BLOCKS = 150  # over all attacks, with crackback: so many are proven whatever the time

# How many creatures on each side. Gangs and shared blocks need more on one, and then fewer on the other.
SIZES = {
    "blocks": ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 2), (2, 3), (3, 1), (3, 2), (2, 0), (3, 3), (1, 4)),
    "attacks": ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (2, 0), (3, 2), (1, 3), (2, 2)),
    "crackback": ((1, 1), (1, 2), (2, 1), (2, 2), (2, 1), (1, 0), (3, 1), (2, 2)),
    "declared": ((1, 2), (2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (2, 4), (1, 5), (4, 1), (1, 4), (0, 2)),
}

KEYWORDS = ("deathtouch", "trample", "lifelink", "vigilance", "indestructible", "first strike")
EVASION = ("flying", "shadow", "horsemanship", "fear", "intimidate", "skulk", "daunt", "menace", "unblockable")
BLOCKING = ("reach", "flying", "shadow", "horsemanship", "reach")
PROTECTIONS = ("red", "green", "black", "everything", "creatures", "monocolored", "multicolored", "colorless")
COUNTERS = (
    *("+1/+1", "-1/-1", "shield", "deathtouch", "lifelink", "first strike", "trample", "indestructible"),
    *("finality", "finality", "+0/+1"),
)
EVASION_COUNTERS = ("flying", "reach", "shadow", "menace", "decayed", "haste")
TRIGGERS = (
    *("bushido 1", "flanking", "rampage 1", "rampage 2", "exalted", "battle cry", "melee", "frenzy 1", "afflict 1"),
    *("afflict 2", "bushido 2"),
)
WEIGHTS = ("creature", "life", "poison", "loyalty", "defense", "win")


def random_board(rng: Random, kind: str, profile: str) -> Json:
    """A small board of the kind and profile."""
    while True:
        board = _board(rng, kind, profile)
        if kind == "declared" or small_enough(board):
            return board


def boards(kind: str, profile: str) -> st.SearchStrategy[Json]:
    """The same as a Hypothesis strategy; its choices are Hypothesis's own, so that it shrinks."""
    found = st.randoms(use_true_random=False).map(lambda rng: _board(rng, kind, profile))
    return found if kind == "declared" else found.filter(small_enough)


def small_enough(board: Json) -> bool:
    """Whether the pairs of announcements to try, over all declarations and orders, are few."""
    if "attackers" in board:
        declared, most = [board], MOST_PAIRS["blocks"]
    else:
        declared = [truth.attacked(board, attacks) for attacks in truth.unrestricted_attacks(board)]
        most = MOST_PAIRS["crackback" if board.get("crackback") else "attacks"]
    combats = [truth.combat(after, blocks) for after in declared for blocks in truth.unrestricted_blocks(after)]
    if board.get("crackback") and len(combats) > MOST_BLOCKS:
        return False
    return sum(_most_pairs(combat) for combat in combats) <= most


def _most_pairs(combat: Json) -> int:
    pairs = strategies._most_pairs(combat)
    if combat.get("rules") == "ordered":
        state = read(combat)
        pairs *= prod(factorial(len(paired(state, c))) for c in state.creatures if c.in_combat)
    return pairs


# Boards


def _often(rng: Random, percent: int) -> bool:
    return rng.randrange(100) >= 100 - percent


def _board(rng: Random, kind: str, profile: str) -> Json:
    features = {f for f in FEATURES if _often(rng, 30)} if profile == "all" else set(profile.split("+"))
    if "ends" in features and _often(rng, 70):
        features.add("sending")
    board: Json = {}
    if "ordered" in features or (profile == "all" and _often(rng, 15)):
        board["rules"] = "ordered"
    targets = _targets(rng, board) if "targets" in features else []
    ours, theirs = rng.choice(SIZES[kind])
    creatures = [_creature(rng, f"a{n + 1}", features) for n in range(ours)]
    defenders = [_creature(rng, f"b{n + 1}", features) for n in range(theirs)]
    _alike(rng, creatures)
    _alike(rng, defenders)
    if kind in ("blocks", "declared"):
        for attacker in creatures:
            if targets:
                attacker["attacking"] = rng.choice([*targets, *targets, None])
        if "bands" in features:
            strategies._form_band(rng, creatures)
        board |= {"attackers": creatures, "defenders": defenders}
    else:
        board |= {"creatures": creatures, "defenders": defenders}
        if kind == "crackback":
            board["crackback"] = True
            for creature in creatures:  # nothing in an outcome tells that it regenerated and so tapped (701.19a)
                if "vigilance" in creature["keywords"]:
                    creature.pop("regeneration", None)
    if "rules" in features:
        _restrict_all(rng, board, creatures, defenders)
    if "triggers" in features:
        board["triggers"] = "pending"
    _players(rng, board, creatures, features)
    if "weights" in features or _often(rng, 8):
        names = [name for name in WEIGHTS if _often(rng, 50)]
        board["weights"] = {name: rng.choice([1, 0, 0.5, 2, 3, -1, -2.5]) for name in names}
        if _often(rng, 40):
            board["weights"]["win"] = rng.choice([-1000, 0, 5, -3])
    if "ends" in features and _often(rng, 25):
        board.setdefault("weights", {})["win"] = rng.choice([-1000, 0, 5, -3])
    return board


def _targets(rng: Random, board: Json) -> list[str]:
    """Planeswalkers and battles, added to the board; what can be attacked."""
    walkers: list[Json] = [{"id": f"w{n + 1}", "loyalty": rng.randint(1, 4)} for n in range(rng.choice([1, 1, 0, 2]))]
    battles: list[Json] = [{"id": f"s{n + 1}", "defense": rng.randint(1, 4)} for n in range(rng.choice([0, 0, 1]))]
    board |= {"planeswalkers": walkers} if walkers else {}
    board |= {"battles": battles} if battles else {}
    return ["player", *(w["id"] for w in walkers), *(w["id"] for w in walkers), *(s["id"] for s in battles)]


def _alike(rng: Random, creatures: list[Json]) -> None:
    """Some are the same but for their names, as tokens are: what treats equal creatures as one has to be right."""
    for n, creature in enumerate(creatures):
        if n > 0 and _often(rng, 25):
            twin = {field: _copied(value) for field, value in creatures[n - 1].items()}
            creature.clear()
            creature |= twin | {"id": f"{twin['id'][0]}{n + 1}"}


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, (list, dict)) else value


def _creature(rng: Random, identity: str, features: set[str]) -> Json:
    corners = bool(features & {"corners", "marks"})
    power, toughness = rng.choice([1, 1, 2, 2, 3, 3, 4]), rng.choice([1, 1, 2, 2, 3, 4])
    if _often(rng, 20 if corners else 4):
        power = rng.choice([0, 0, -1])
    if _often(rng, 12 if corners else 2):
        toughness = rng.choice([0, -1])
    creature: Json = {"id": identity, "power": power, "toughness": toughness}
    keywords = [keyword for keyword in KEYWORDS if _often(rng, 10)]
    if _often(rng, 30 if corners else 8):
        creature["damage"] = rng.randint(1, max(1, toughness))
    if _often(rng, 30 if corners else 8):
        creature["value"] = rng.choice([1, 0, 2.5, 7, 0.25, -2])
    if "evasion" in features:
        keywords += _evasion(rng, creature)
    if "rules" in features:
        keywords += _restrict(rng, creature)
    if "multiblock" in features or _often(rng, 30 if "ordered" in features else 4):
        creature["can_block"] = rng.choice([2, 2, "any", 1, 3])
    if "stakes" in features:
        stakes = ("trample", "trample", "lifelink", "lifelink", "infect", "toxic 1", "toxic 2", "poisonous 1", "wither")
        keywords += [rng.choice(stakes) for _ in range(rng.choice([0, 1, 1, 2]))]
    if "ends" in features:
        keywords += strategies._ends(rng, creature, features)
    if "strikes" in features and _often(rng, 60):
        keywords.append(rng.choice(["first strike", "first strike", "double strike"]))
    if "targets" in features and _often(rng, 40):
        keywords.append(rng.choice(["trample", "trample over planeswalkers", "trample over planeswalkers"]))
    if "triggers" in features:
        keywords += [rng.choice(TRIGGERS) for _ in range(rng.choice([1, 0, 1, 2]))]  # twice is two instances
    if "bands" in features and _often(rng, 40):
        keywords.append("banding")
    if "corners" in features:
        nasty = ("indestructible", "deathtouch", "undying", "persist", "undying", "persist", "wither")
        keywords += [rng.choice(nasty) for _ in range(rng.choice([0, 1, 2]))]
        for field in ("damage_equal_to_toughness", "assigns_no_damage", "deals_no_damage", "excess_to_controller"):
            if _often(rng, 8):
                creature[field] = True
        if "bands" not in features and _often(rng, 12):
            creature["as_though_unblocked"] = True
    if "marks" in features:
        keywords += _marks(rng, creature)
    if _often(rng, 50 if {"undying", "persist"} & set(keywords) else 2):
        creature["base"] = {"power": rng.choice([0, 1, 1, 2, 3]), "toughness": rng.choice([0, 1, 1, 2, 3])}
    instances = [k for k in keywords if k in TRIGGERS or k.split()[0] in ("toxic", "poisonous")]
    return creature | {"keywords": [*dict.fromkeys(k for k in keywords if k not in instances), *instances]}


def _evasion(rng: Random, creature: Json) -> list[str]:
    """What decides which creature can block which, added to the creature; the keywords of that sort."""
    if _often(rng, 50):
        creature["colors"] = rng.choice([["red"], ["green"], ["red", "green"], ["black"]])
    if _often(rng, 25):
        creature["types"] = rng.choice([["artifact"], ["artifact"], ["enchantment"], []])
    for field in ("unblockable", "landwalk"):
        if _often(rng, 5):
            creature[field] = True
    if _often(rng, 12):
        creature[rng.choice(["min_blocker_power", "max_blocker_power"])] = rng.choice([1, 2, 2, 3, None])
    if _often(rng, 10):
        creature["can_block_only"] = rng.choice([["flying"], ["flying", "shadow"], ["trample"], []])
    if _often(rng, 12):
        creature.setdefault("counters", {})[rng.choice(EVASION_COUNTERS)] = rng.choice([1, 1, 2, 0])
    keywords = [rng.choice(EVASION) for _ in range(rng.choice([0, 1, 1, 2]))]
    keywords += [rng.choice(BLOCKING)] if _often(rng, 40) else []
    return keywords + ([f"protection from {rng.choice(PROTECTIONS)}"] if _often(rng, 20) else [])


def _restrict(rng: Random, creature: Json) -> list[str]:
    """Restrictions and requirements on the creature alone; the keywords of that sort."""
    flags = {
        **{"tapped": 12, "summoning_sick": 15, "cant_attack": 8, "cant_block": 8, "must_attack": 25, "must_block": 25},
        **{"must_be_blocked": 20, "lure": 15, "cant_attack_alone": 12, "cant_block_alone": 15, "unblockable": 4},
    }
    for field, percent in flags.items():
        if _often(rng, percent):
            creature[field] = rng.choice([True, True, True, False])
    if creature.get("tapped") and _often(rng, 60):
        creature.setdefault("counters", {})["stun"] = rng.choice([1, 1, 2])
    if _often(rng, 20):
        creature["min_blockers"] = rng.choice([2, 2, 3, 1])
    if _often(rng, 15):
        creature["max_blockers"] = rng.choice([1, 1, 2, None])
    if _often(rng, 15):
        creature["must_be_blocked_by"] = rng.choice([1, 2, 2, 3, 0])
    if _often(rng, 15):
        creature["can_block"] = rng.choice([2, "any", 2, 3])
    words = ("menace", "menace", "defender", "haste", "decayed", "flying", "reach", "vigilance")
    return [rng.choice(words)] if _often(rng, 45) else []


def _restrict_all(rng: Random, board: Json, creatures: list[Json], defenders: list[Json]) -> None:
    """Restrictions and requirements that name other creatures or players, or bind a whole declaration."""
    ids = [c["id"] for c in creatures]
    for defender in defenders:
        if ids and _often(rng, 30):
            defender["provoked_by"] = rng.sample(ids, rng.choice([1, 1, min(2, len(ids))]))
    for creature in creatures:
        if _often(rng, 15):
            creature["goaded_by"] = rng.choice([["player"], ["opponent"], ["player", "opponent"], ["x", "y"]])
    for field in ("max_blocking",) if "attackers" in board else ("max_attacking", "max_blocking"):
        if _often(rng, 12):
            board[field] = rng.choice([1, 1, 2, 0, None])


def _marks(rng: Random, creature: Json) -> list[str]:
    """What changes the results of damage, added to the creature; the keywords of that sort."""
    if _often(rng, 25):
        creature["prevent"] = rng.choice([1, 2, "all"])
    if _often(rng, 25):
        creature.setdefault("counters", {})[rng.choice(COUNTERS)] = rng.choice([1, 1, 2])
    if _often(rng, 20):
        creature["regeneration"] = rng.choice([1, 2])
    if _often(rng, 40):
        creature["colors"] = rng.choice([["red"], ["green"], ["red", "green"]])
    if _often(rng, 15):
        creature["commander"] = True
    keywords = [k for k in ("wither", "infect", "toxic 1", "undying", "persist") if _often(rng, 15)]
    return keywords + ([f"protection from {rng.choice(PROTECTIONS)}"] if _often(rng, 15) else [])


def _players(rng: Random, board: Json, creatures: list[Json], features: set[str]) -> None:
    """Often close enough to losing that it matters."""
    at_stake = "stakes" in features
    for name in ("attacking_player", "defending_player"):
        if _often(rng, 95 if at_stake else 60):
            life = rng.choice([1, 2, 3, 3, 4, 4, 5, 6, 7, 8] if at_stake else [20, 1, 2, 3, 4, 5, 6, 8])
            poison = rng.choice([0, 7, 8, 8, 9] if at_stake else [0, 0, 0, 8, 9])
            if _often(rng, 15 if "ends" in features else 3):  # as a document may have it
                life, poison = rng.choice([(0, 0), (-2, 0), (5, 10)])
            board[name] = {"life": life, "poison": poison}
    if "ends" in features and "attacking_player" not in board:
        board["attacking_player"] = {"life": rng.choice([1, 2, 3, 4, 6]), "poison": rng.choice([0, 7, 8, 9])}
    for name, attackers in (("defending_player", creatures), ("attacking_player", board["defenders"])):
        commanders = [c["id"] for c in attackers if c.get("commander")]
        if commanders and _often(rng, 60):
            damage = {identity: rng.choice([20, 19, 18, 10]) for identity in commanders}
            board.setdefault(name, {})["commander_damage"] = damage


# Declarations, legal or not


def random_declaration(rng: Random, board: Json) -> Json:
    """A declaration on the board: anything that has the shape of one."""
    if "attackers" in board:
        attackers = [a["id"] for a in board["attackers"]]
        declaration: Json = {}
        for defender in board.get("defenders", []):
            n = rng.choice([0, 1, 1, 1, 2, 3])
            chosen = rng.sample(attackers, min(n, len(attackers)))
            if chosen or _often(rng, 30):
                declaration[defender["id"]] = chosen
        if _often(rng, 3):
            declaration[rng.choice(["nobody", *attackers])] = attackers[:1]
        if declaration and _often(rng, 3):
            declaration[rng.choice(list(declaration))] = ["nobody"]
        return declaration
    targets = [None, *truth.targets(board), "player"]
    chosen = {c["id"]: rng.choice(targets) for c in board["creatures"]}
    declaration = {creature: target for creature, target in chosen.items() if target is not None}
    if _often(rng, 3):
        declaration[rng.choice(["nobody", *(d["id"] for d in board["defenders"])])] = "player"
    if declaration and _often(rng, 3):
        declaration[rng.choice(list(declaration))] = "nothing"
    return declaration
