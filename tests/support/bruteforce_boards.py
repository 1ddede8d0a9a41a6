"""The slow reference, third part: which attacks and blocks are legal and which are best, by definition from the rules.

Every function takes plain board documents. A declaration is judged whole by literal predicates,
listing filters all imaginable declarations with them, and a best declaration is found by trying every legal one and
playing out every combat with `bruteforce.best`. Nothing of the package `optimizer` is used here.
Rule numbers are those of the Comprehensive Rules of August 7, 2026.

A declaration of blocks is {blocker: [attackers]}, one of attacks {creature: what it attacks}.
In bands a blocker names the attackers it blocks; the rest of the band follows in the combat (702.22h).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, permutations, product

import bruteforce
from bruteforce_results import KEYWORD_COUNTERS, PLAYER, Json, from_counters

__all__ = [
    "attack_requirements",
    "attack_value",
    "attacked",
    "best_attacks",
    "best_blocks",
    "best_blocks_against",
    "block_value",
    "can_attack",
    "can_block",
    "combat",
    "imaginable_attacks",
    "imaginable_blocks",
    "is_legal_attack",
    "is_legal_block",
    "keeps_attack_restrictions",
    "keeps_block_restrictions",
    "legal_attacks",
    "legal_blocks",
    "most_attack_requirements",
    "most_block_requirements",
    "reply",
    "unrestricted_attacks",
    "unrestricted_blocks",
]

Blocks = dict[str, tuple[str, ...]]  # who blocks what; who doesn't block is left out
Attacks = dict[str, str]  # who attacks what; who doesn't attack is left out
Judge = Callable[[Json], float]  # what the outcome of a whole combat is worth to the attacking player


# One creature


def has(creature: Json, keyword: str) -> bool:
    """Whether it has a keyword, from its text or from a keyword counter (122.1b)."""
    counter = keyword in KEYWORD_COUNTERS and creature.get("counters", {}).get(keyword, 0) > 0
    return keyword in creature.get("keywords", []) or counter


def is_artifact(creature: Json) -> bool:
    return "artifact" in creature.get("types", [])


def qualities(creature: Json) -> set[str]:
    """What protection can be from (702.16) that this creature is."""
    colors = set(creature.get("colors", []))
    number = {0: "colorless", 1: "monocolored"}.get(len(colors), "multicolored")
    return {"everything", "creatures", number, *colors}


def can_block(attacker: Json, blocker: Json) -> bool:
    """509.1b: whether nothing about these two creatures forbids that the one blocks the other."""
    return not any(
        [
            # what the blocker can't do
            blocker.get("tapped", False),  # 509.1a
            blocker.get("cant_block", False),
            has(blocker, "decayed"),  # 702.147a
            blocker.get("can_block", 1) == 0,
            bool(blocker.get("can_block_only")) and not any(has(attacker, word) for word in blocker["can_block_only"]),
            # evasion of the attacker
            attacker.get("unblockable", False) or has(attacker, "unblockable"),
            attacker.get("landwalk", False),  # 702.14c
            has(attacker, "flying") and not (has(blocker, "flying") or has(blocker, "reach")),  # 702.9b, 702.17b
            has(attacker, "shadow") != has(blocker, "shadow"),  # 702.28b
            has(attacker, "horsemanship") and not has(blocker, "horsemanship"),  # 702.31b
            has(attacker, "fear") and not (is_artifact(blocker) or "black" in blocker.get("colors", [])),  # 702.36b
            has(attacker, "intimidate") and not (is_artifact(blocker) or _share_a_color(attacker, blocker)),  # 702.13b
            has(attacker, "skulk") and blocker["power"] > attacker["power"],  # 702.118b
            has(attacker, "daunt") and blocker["power"] <= 2,
            any(has(attacker, f"protection from {quality}") for quality in qualities(blocker)),  # 702.16f
            blocker["power"] < _number(attacker, "min_blocker_power", blocker["power"]),
            blocker["power"] > _number(attacker, "max_blocker_power", blocker["power"]),
        ]
    )


def _share_a_color(one: Json, other: Json) -> bool:
    return bool(set(one.get("colors", [])) & set(other.get("colors", [])))


def _number(holder: Json, field: str, otherwise: int) -> int:
    """A field of which null means the same as leaving it out."""
    number = holder.get(field)
    return otherwise if number is None else int(number)


def can_attack(creature: Json) -> bool:
    """508.1a, 508.1c: whether nothing about the creature itself forbids that it attacks."""
    return not any(
        [
            creature.get("tapped", False),
            creature.get("summoning_sick", False) and not has(creature, "haste"),  # 302.6, 702.10b
            has(creature, "defender"),  # 702.3b
            creature.get("cant_attack", False),
        ]
    )


# Declaring blockers (509.1)


def written_blocks(declaration: Mapping[str, Iterable[str]]) -> Blocks:
    """The declaration without the creatures that block nothing."""
    return {blocker: tuple(attackers) for blocker, attackers in declaration.items() if tuple(attackers)}


def imaginable_blocks(board: Json) -> Iterator[Blocks]:
    """Every way in which each creature of the defending player blocks any set of attackers, none included."""
    attackers = [a["id"] for a in board["attackers"]]
    sets = [chosen for n in range(len(attackers) + 1) for chosen in combinations(attackers, n)]
    defenders = [d["id"] for d in board.get("defenders", [])]
    for choice in product(sets, repeat=len(defenders)):
        yield written_blocks(dict(zip(defenders, choice, strict=True)))


def keeps_block_restrictions(board: Json, blocks: Blocks) -> bool:
    """509.1a, 509.1b: the declaration breaks no restriction."""
    defenders = {d["id"]: d for d in board.get("defenders", [])}
    attackers = {a["id"]: a for a in board["attackers"]}
    if not set(blocks) <= set(defenders) or not {a for chosen in blocks.values() for a in chosen} <= set(attackers):
        return False
    for b, chosen in blocks.items():
        most = defenders[b].get("can_block", 1)
        if most != "any" and len(chosen) > most:  # 509.1a
            return False
        if len(set(chosen)) < len(chosen) or not all(can_block(attackers[a], defenders[b]) for a in chosen):
            return False
        if defenders[b].get("cant_block_alone") and len(blocks) == 1:
            return False
    for a, attacker in attackers.items():
        n = _blocking(blocks, a)
        if n == 1 and has(attacker, "menace"):  # 702.111b
            return False
        if 0 < n < _number(attacker, "min_blockers", 1) or n > _number(attacker, "max_blockers", n):
            return False
    return len(blocks) <= _number(board, "max_blocking", len(blocks))


def _blocking(blocks: Blocks, attacker: str) -> int:
    """By how many creatures an attacker is blocked."""
    return sum(attacker in chosen for chosen in blocks.values())


def block_requirements(board: Json, blocks: Blocks) -> int:
    """509.1c: how many requirements the declaration obeys, each effect on each creature its own."""
    met = 0
    for defender in board.get("defenders", []):
        chosen = blocks.get(defender["id"], ())
        met += defender.get("must_block", False) and len(chosen) > 0
        met += sum(a in chosen for a in defender.get("provoked_by", []))  # 702.39a
        met += sum(a["id"] in chosen for a in board["attackers"] if a.get("lure", False))
    for attacker in board["attackers"]:
        n = _blocking(blocks, attacker["id"])
        met += attacker.get("must_be_blocked", False) and n >= 1
        least = attacker.get("must_be_blocked_by", 0)
        met += least > 0 and n >= least
    return met


def unrestricted_blocks(board: Json) -> list[Blocks]:
    """Every declaration that breaks no restriction.

    Those are left out at once in which a creature blocks what it can't, or more than it can: two thirds of the time.
    """
    attackers = {a["id"]: a for a in board["attackers"]}
    choices = []
    for d in board.get("defenders", []):
        able = [a for a, attacker in attackers.items() if can_block(attacker, d)]
        most = len(able) if d.get("can_block", 1) == "any" else d.get("can_block", 1)
        choices.append([(d["id"], s) for n in range(min(most, len(able)) + 1) for s in combinations(able, n)])
    imaginable = (written_blocks(dict(choice)) for choice in product(*choices))
    return [blocks for blocks in imaginable if keeps_block_restrictions(board, blocks)]


def most_block_requirements(board: Json) -> int:
    """The greatest number of requirements that can be obeyed without breaking a restriction."""
    return max(block_requirements(board, blocks) for blocks in unrestricted_blocks(board))


def legal_blocks(board: Json) -> list[Blocks]:
    """Every legal declaration of blockers, each once."""
    unrestricted = unrestricted_blocks(board)
    met = [block_requirements(board, blocks) for blocks in unrestricted]
    return [blocks for blocks, n in zip(unrestricted, met, strict=True) if n == max(met)]


def is_legal_block(board: Json, declaration: Mapping[str, Iterable[str]]) -> bool:
    blocks = written_blocks(declaration)
    if not set(declaration) <= {d["id"] for d in board.get("defenders", [])}:  # it blocks nothing, but isn't there
        return False
    if not keeps_block_restrictions(board, blocks):
        return False
    return block_requirements(board, blocks) == most_block_requirements(board)


# Declaring attackers (508.1)


def targets(board: Json) -> list[str]:
    """508.1b: what can be attacked."""
    others = [thing["id"] for field in ("planeswalkers", "battles") for thing in board.get(field, [])]
    return [PLAYER, *others]


def imaginable_attacks(board: Json, attackable: list[str] | None = None) -> Iterator[Attacks]:
    """Every way in which each creature attacks something or nothing."""
    creatures = [c["id"] for c in board["creatures"]]
    for choice in product([None, *(attackable or targets(board))], repeat=len(creatures)):
        yield {c: target for c, target in zip(creatures, choice, strict=True) if target is not None}


def keeps_attack_restrictions(board: Json, attacks: Attacks, attackable: list[str] | None = None) -> bool:
    """508.1a-c: the declaration breaks no restriction."""
    creatures = {c["id"]: c for c in board["creatures"]}
    if not set(attacks) <= set(creatures) or not set(attacks.values()) <= set(attackable or targets(board)):
        return False
    alone = len(attacks) == 1  # 506.5
    return all(
        can_attack(creatures[c]) and not (alone and creatures[c].get("cant_attack_alone", False)) for c in attacks
    ) and len(attacks) <= _number(board, "max_attacking", len(attacks))


def attack_requirements(board: Json, attacks: Attacks, players: tuple[str, ...] = (PLAYER,)) -> int:
    """508.1d: how many requirements the declaration obeys; `players`: the opponents that can be attacked."""
    met = 0
    for creature in board["creatures"]:
        target = attacks.get(creature["id"])
        met += creature.get("must_attack", False) and target is not None
        for goading in set(creature.get("goaded_by", [])):  # 701.15b-d: again by the same player adds nothing
            met += target is not None
            met += target in players and target != goading
    return met


def unrestricted_attacks(board: Json, attackable: list[str] | None = None) -> list[Attacks]:
    """Every declaration that breaks no restriction."""
    imaginable = imaginable_attacks(board, attackable)
    return [attacks for attacks in imaginable if keeps_attack_restrictions(board, attacks, attackable)]


def most_attack_requirements(board: Json) -> int:
    """The greatest number of requirements that can be obeyed without breaking a restriction."""
    return max(attack_requirements(board, attacks) for attacks in unrestricted_attacks(board))


def legal_attacks(board: Json, opponents: tuple[str, ...] = ()) -> list[Attacks]:
    """Every legal declaration of attackers, each once; `opponents`: several players to attack, in place of one."""
    attackable = list(opponents) or targets(board)
    unrestricted = unrestricted_attacks(board, attackable)
    met = [attack_requirements(board, attacks, opponents or (PLAYER,)) for attacks in unrestricted]
    return [attacks for attacks, n in zip(unrestricted, met, strict=True) if n == max(met)]


def is_legal_attack(board: Json, attacks: Attacks) -> bool:
    if not keeps_attack_restrictions(board, attacks):
        return False
    return attack_requirements(board, attacks) == most_attack_requirements(board)


# From a declaration to what follows

OF_A_BOARD = {
    *("tapped", "summoning_sick", "types", "can_block", "cant_attack", "cant_block", "unblockable", "must_attack"),
    *("must_block", "must_be_blocked", "lure", "min_blockers", "max_blockers", "landwalk", "cant_attack_alone"),
    *("cant_block_alone", "can_block_only", "min_blocker_power", "max_blocker_power", "provoked_by"),
    *("must_be_blocked_by", "goaded_by"),
}
OF_ATTACKERS = {"as_though_unblocked", "commander"}
OF_A_COMBAT = ("rules", "attacking_player", "defending_player", "planeswalkers", "battles", "triggers", "weights")


def _without(json: Json, fields: set[str]) -> Json:
    return {field: value for field, value in json.items() if field not in fields}


def combat(board: Json, blocks: Blocks) -> Json:
    """The combat after the blocks: all attackers, and the defenders that block."""
    return {
        **{field: board[field] for field in OF_A_COMBAT if field in board},
        "attackers": [_without(a, OF_A_BOARD) for a in board["attackers"]],
        "blockers": [
            _without(d, OF_A_BOARD | OF_ATTACKERS) | {"blocks": list(blocks[d["id"]])}
            for d in board.get("defenders", [])
            if d["id"] in blocks
        ],
    }


def attacked(board: Json, attacks: Attacks) -> Json:
    """The board after the attacks: those that attack, and all defenders."""
    return {
        **_without(board, {"creatures", "crackback", "max_attacking"}),
        "attackers": [c | {"attacking": attacks[c["id"]]} for c in board["creatures"] if c["id"] in attacks],
    }


# The best blocks


def block_value(board: Json, blocks: Blocks, judge: Judge | None = None) -> float:
    """What blocks come to: the best line; in `ordered` each player announces the best orders before it.

    509.2, 509.3 before November 2024: the attacking player announces first, and the defending player knows it.
    """
    document = combat(board, blocks)
    if board.get("rules", "foundations") != "ordered":
        return bruteforce.best(document, judge)
    return max(
        min(bruteforce.best(answered, judge) for answered in _orders(announced, "blockers"))
        for announced in _orders(document, "attackers")
    )


def _orders(document: Json, side: str) -> Iterator[Json]:
    """The combat with every damage assignment order that the creatures of one side can have."""
    opposing = {c["id"]: [] for c in document["attackers"] + document["blockers"]}
    for blocker in document["blockers"]:
        for attacker in document["attackers"]:
            if attacker["id"] in blocker["blocks"] or _same_band(document, attacker, blocker["blocks"]):
                opposing[attacker["id"]].append(blocker["id"])
                opposing[blocker["id"]].append(attacker["id"])
    creatures = document[side]
    for orders in product(*(list(permutations(opposing[c["id"]])) for c in creatures)):
        ordered = [c | ({"order": list(order)} if order else {}) for c, order in zip(creatures, orders, strict=True)]
        yield document | {side: ordered}


def _same_band(document: Json, attacker: Json, blocked: list[str]) -> bool:
    """702.22h."""
    bands = {a.get("band") for a in document["attackers"] if a["id"] in blocked}
    return attacker.get("band") is not None and attacker["band"] in bands


def best_blocks(board: Json, judge_of: Callable[[Json], Judge] | None = None) -> tuple[float, list[Blocks]]:
    """The lowest value of legal blocks, and those of that value that have the fewest blocking creatures.

    `judge_of` gives, for a combat, what its outcomes are worth in the place of the score.
    """
    values = [
        (block_value(board, blocks, judge_of(combat(board, blocks)) if judge_of else None), blocks)
        for blocks in legal_blocks(board)
    ]
    lowest = min(value for value, _ in values)
    fewest = min(len(blocks) for value, blocks in values if value == lowest)
    return lowest, [blocks for value, blocks in values if value == lowest and len(blocks) == fewest]


# The best attacks


def best_blocks_against(board: Json, attacks: Attacks) -> tuple[float, list[Blocks]]:
    """The best blocks against these attacks; with `crackback`, for the score less the counter-attack that follows."""

    def judge_of(document: Json) -> Judge:
        return lambda final: bruteforce.score_of_outcome(document, final) - reply(board, attacks, final)

    return best_blocks(attacked(board, attacks), judge_of if board.get("crackback") else None)


def attack_value(board: Json, attacks: Attacks) -> float:
    """What attacks come to under the best blocks; with `crackback`, less the opponent's best attack afterwards."""
    if attacks:
        return best_blocks_against(board, attacks)[0]
    return -reply(board, attacks, _nothing_happened(board)) if board.get("crackback") else 0.0


def best_attacks(board: Json) -> tuple[float, list[Attacks]]:
    """The highest value of legal attacks, and those of that value that have the fewest attacking creatures."""
    values = [(attack_value(board, attacks), attacks) for attacks in legal_attacks(board)]
    highest = max(value for value, _ in values)
    fewest = min(len(attacks) for value, attacks in values if value == highest)
    return highest, [attacks for value, attacks in values if value == highest and len(attacks) == fewest]


# The counter-attack

_replies: dict[str, float] = {}  # by the board that is left: the same ones come again and again


def reply(board: Json, attacks: Attacks, final: Json) -> float:
    """The value of the opponent's best attack on the board that a combat left, without a counter-attack to that."""
    if final["loses"]:
        return 0.0
    left = board_left(board, attacks, final)
    key = json.dumps(left, sort_keys=True)
    if key not in _replies:
        if len(_replies) > 100_000:
            _replies.clear()
        _replies[key] = best_attacks(left)[0]
    return _replies[key]


def board_left(board: Json, attacks: Attacks, final: Json) -> Json:
    """What the opponent attacks on its turn: everything untaps on its side, and damage has worn off."""
    theirs = [_untapped(d, final) for d in board.get("defenders", []) if d["id"] not in final["dies"]]
    ours = [
        _left(c, final, tapped=_taps(c, attacks, final)) for c in board["creatures"] if c["id"] not in final["dies"]
    ]
    before = board.get("attacking_player", {}).get("commander_damage", {})
    return {
        **{field: board[field] for field in ("rules", "triggers", "weights") if field in board},
        "attacking_player": final["defending_player"],
        "defending_player": final["attacking_player"] | ({"commander_damage": before} if before else {}),
        "creatures": theirs,
        "defenders": ours,
    }


def _taps(creature: Json, attacks: Attacks, final: Json) -> bool:
    """Whether it is tapped on the opponent's turn (508.1f, 702.20b; what returns is a new object, untapped)."""
    if creature["id"] in final["returned"]:
        return False
    return creature.get("tapped", False) or (creature["id"] in attacks and not has(creature, "vigilance"))


def _untapped(creature: Json, final: Json) -> Json:
    """After its controller's untap step: a stun counter goes instead of untapping it (122.1d)."""
    left = _left(creature, final, tapped=False)
    stun = left.get("counters", {}).get("stun", 0)
    if not (creature.get("tapped") and stun > 0):
        return left
    return left | {"tapped": True, "counters": left["counters"] | {"stun": stun - 1}}


def _left(creature: Json, final: Json, tapped: bool) -> Json:
    """A creature as it stands on the next turn."""
    now = final["creatures"].get(creature["id"])  # None where it wasn't in the combat
    gone = {"tapped", "summoning_sick", "damage", "regeneration", "prevent", "base"}
    left = _without(creature, gone) | {"tapped": tapped}
    if creature["id"] in final["returned"]:
        left |= {"power": now["power"], "toughness": now["toughness"], "counters": now["counters"]}
        if "value" in creature:  # it moves by what the default value has moved
            left["value"] = creature["value"] - bruteforce._value_lost(creature, final)
        return left
    if creature.get("prevent") == "all":
        left["prevent"] = "all"
    counters = creature.get("counters", {}) if now is None else now["counters"]
    gained = {kind: n - creature.get("counters", {}).get(kind, 0) for kind, n in counters.items()}
    gained |= {kind: -n for kind, n in creature.get("counters", {}).items() if kind not in counters}
    old, change = creature, from_counters(gained)
    if "base" in creature:  # effects that end have ended
        old, change = creature["base"], from_counters(counters)
    return left | {"power": old["power"] + change[0], "toughness": old["toughness"] + change[1], "counters": counters}


def _nothing_happened(board: Json) -> Json:
    """The outcome of no combat at all."""
    players = {
        side: {"life": board.get(side, {}).get("life", 20), "poison": board.get(side, {}).get("poison", 0)}
        for side in ("attacking_player", "defending_player")
    }
    return {**players, "dies": [], "returned": [], "creatures": {}, "loses": None}
