"""A game of the engine `phase-python` as our documents, and our answers in its words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from .phase_decks import CARDS

__all__ = ["attack_answer", "attack_board", "block_answer", "block_board", "combat", "damage_answer"]

Json = dict[str, Any]

PLAYER = "player"
COUNTERS = {"P1P1": "+1/+1", "M1M1": "-1/-1"}
COLOURS = ("white", "blue", "black", "red", "green")
STRIKES = {"first strike", "double strike"}


# Boards.


def attack_board(game: Any, seat: int) -> Json:
    """The board on which a seat declares attackers."""
    return players(game, seat) | {
        "creatures": [creature(thing) for thing in creatures(game, seat)],
        "defenders": [creature(thing) for thing in creatures(game, 1 - seat)],
    }


def block_board(game: Any, seat: int) -> Json:
    """The board on which a seat declares blockers."""
    attacking = [entry["object_id"] for entry in game.state()["state"]["combat"]["attackers"]]
    things = {thing["id"]: thing for thing in game.battlefield()}
    return players(game, 1 - seat) | {
        "attackers": [creature(things[number]) for number in attacking if number in things],
        "defenders": [creature(thing) for thing in creatures(game, seat)],
    }


def players(game: Any, attacking: int) -> Json:
    """Both players, the attacking one being that of a seat."""
    return {
        side: {"life": player["life"], "poison": player["poison_counters"]}
        for side, player in (
            ("attacking_player", game.player(attacking)), ("defending_player", game.player(1 - attacking))
        )
    }  # fmt: skip


def creatures(game: Any, seat: int) -> list[Json]:
    """A seat's creatures, in the order in which they came."""
    return [
        thing
        for thing in game.battlefield()
        if thing["controller"] == seat and "Creature" in thing["card_types"]["core_types"]
    ]


def creature(thing: Mapping[str, Any]) -> Json:
    """A creature of a board: its present numbers, and what its card says."""
    document = fighter(thing) | CARDS[thing["name"]].fields
    if thing["tapped"]:
        document["tapped"] = True
    if thing.get("summoning_sick"):
        document["summoning_sick"] = True
    if kinds := [kind.lower() for kind in thing["card_types"]["core_types"] if kind != "Creature"]:
        document["types"] = kinds
    return document


def fighter(thing: Mapping[str, Any]) -> Json:
    """A creature as boards and combats have it."""
    document: Json = {
        "id": str(thing["id"]), "name": thing["name"], "power": thing["power"], "toughness": thing["toughness"],
        "keywords": sorted(keyword(word) for word in thing["keywords"]),
    }  # fmt: skip
    if colours := [word.lower() for word in thing["color"] if word.lower() in COLOURS]:
        document["colors"] = colours
    if thing["damage_marked"]:
        document["damage"] = thing["damage_marked"]
    if counters := {COUNTERS[kind]: count for kind, count in thing["counters"].items() if count}:
        document["counters"] = counters
    return document


def keyword(word: str) -> str:
    """FirstStrike is first strike."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", word).lower()


# Combat damage.


def combat(game: Any) -> Json:
    """The combat that stands before the damage of a step."""
    state = game.state()["state"]
    fight = state["combat"]
    things = {thing["id"]: thing for thing in game.battlefield()}
    blocks = {int(number): blockers for number, blockers in fight["blocker_assignments"].items()}
    attackers, blockers = [], []
    for entry in fight["attackers"]:
        number = entry["object_id"]
        if number not in things:
            continue
        attackers.append(fighter(things[number]) | ({"blocked": True} if entry["blocked"] else {}))
        for blocker in blocks.get(number, ()):
            if blocker in things:
                blockers.append(fighter(things[blocker]) | {"blocks": [str(number)]})
    document = players(game, state["active_player"]) | {"attackers": attackers, "blockers": blockers}
    if fight["first_strike_done"]:
        document["step"] = "regular"
        for one in (*attackers, *blockers):
            if STRIKES.intersection(one["keywords"]):
                one["struck_first"] = True
    return document


# Answers.


def attack_answer(attacks: Mapping[str, str], seat: int) -> Json:
    """A declaration of attackers."""
    target = {"type": "Player", "data": 1 - seat}
    return {"type": "DeclareAttackers", "data": {"attacks": [[int(name), target] for name in attacks]}}


def block_answer(blocks: Mapping[str, Sequence[str]]) -> Json:
    """A declaration of blockers."""
    pairs = [[int(blocker), int(attacker)] for blocker, attackers in blocks.items() for attacker in attackers]
    return {"type": "DeclareBlockers", "data": {"assignments": pairs}}


def damage_answer(prompt: Mapping[str, Any], assignment: Mapping[str, Mapping[str, int]]) -> Json:
    """The division of the attacker that the engine asks about."""
    share = assignment.get(str(prompt["attacker_id"]), {})
    pairs = [[int(to), amount] for to, amount in share.items() if to != PLAYER and amount]
    answer = {
        "mode": "Normal", "assignments": pairs, "trample_damage": share.get(PLAYER, 0), "controller_damage": 0
    }  # fmt: skip
    return {"type": "AssignCombatDamage", "data": answer}
