"""Who can attack, and which creature can block which: the restrictions on one creature or one pair (508.1a, 509.1b)."""

from __future__ import annotations

from typing import NamedTuple

from ...model.board_creature import BoardCreature
from ..position import Traits

__all__ = ["Bar", "bars_attack", "bars_block", "bars_pair"]


class Bar(NamedTuple):
    """A clause that forbids something, and why, in words that follow the creature's name."""

    rule: str
    why: str


def bars_attack(creature: BoardCreature) -> list[Bar]:
    """Why a creature can't attack at all; nothing where it can.

    >>> bars_attack(BoardCreature(id="wall", power=0, toughness=4, keywords=("defender",)))
    [Bar(rule='702.3b', why="has defender and can't attack")]
    """
    has = creature.abilities
    found = []
    if creature.tapped:
        found.append(Bar("508.1a", "is tapped and can't attack"))
    if creature.summoning_sick and "haste" not in has:
        found.append(Bar("508.1a", "came under its controller's control this turn, has no haste and can't attack"))
    if "defender" in has:
        found.append(Bar("702.3b", "has defender and can't attack"))
    if creature.cant_attack:
        found.append(Bar("508.1c", "can't attack"))
    return found


def bars_block(creature: BoardCreature) -> list[Bar]:
    """Why a creature can't block anything; nothing where it can."""
    found = []
    if creature.tapped:
        found.append(Bar("509.1a", "is tapped and can't block"))
    if creature.cant_block:
        found.append(Bar("509.1b", "can't block"))
    if "decayed" in creature.abilities:
        found.append(Bar("702.147a", "has decayed and can't block"))
    return found


def bars_pair(attacker: BoardCreature, blocker: BoardCreature) -> list[Bar]:
    """Why a blocker can't block an attacker, whatever else blocks; nothing where it can (509.1b, cumulative).

    >>> bat = BoardCreature(id="bat", power=1, toughness=1, keywords=("flying",))
    >>> [bar.rule for bar in bars_pair(bat, BoardCreature(id="bear", power=2, toughness=2))]
    ['702.9b']
    """
    has, mine = attacker.abilities, blocker.abilities
    name = attacker.id
    artifact = any(word.lower() == "artifact" for word in blocker.types)
    found = []
    if "flying" in has and "flying" not in mine and "reach" not in mine:
        found.append(Bar("702.9b", f"can't block {name}, which has flying, without flying or reach"))
    if ("shadow" in has) != ("shadow" in mine):
        found.append(Bar("702.28b", f"can't block {name}: only one of the two has shadow"))
    if "horsemanship" in has and "horsemanship" not in mine:
        found.append(Bar("702.31b", f"can't block {name}, which has horsemanship, without horsemanship"))
    if "fear" in has and not artifact and "black" not in blocker.colors:
        found.append(Bar("702.36b", f"can't block {name}, which has fear: it is neither black nor an artifact"))
    if "intimidate" in has and not artifact and not set(attacker.colors) & set(blocker.colors):
        found.append(Bar("702.13b", f"can't block {name}, which has intimidate: no artifact, no color shared"))
    if "skulk" in has and blocker.power > attacker.power:
        found.append(Bar("702.118b", f"can't block {name}, which has skulk, with greater power"))
    if "daunt" in has and blocker.power <= 2:
        found.append(Bar("509.1b", f"can't block {name}, which has daunt, with power 2 or less"))
    if attacker.min_blocker_power is not None and blocker.power < attacker.min_blocker_power:
        found.append(Bar("509.1b", f"can't block {name} with power less than {attacker.min_blocker_power}"))
    if attacker.max_blocker_power is not None and blocker.power > attacker.max_blocker_power:
        found.append(Bar("509.1b", f"can't block {name} with power greater than {attacker.max_blocker_power}"))
    if attacker.landwalk:
        found.append(Bar("702.14c", f"can't block {name}, which has landwalk that applies"))
    if attacker.unblockable or "unblockable" in has:
        found.append(Bar("509.1b", f"can't block {name}, which can't be blocked"))
    if any(word.startswith("protection from") for word in has) and Traits(attacker, 0).shrugs(Traits(blocker, 0)):
        found.append(Bar("702.16f", f"can't block {name}, which has protection from it"))
    if blocker.can_block_only and not set(blocker.can_block_only) & set(has):
        found.append(Bar("509.1b", f"can't block {name}: only creatures with {' or '.join(blocker.can_block_only)}"))
    return found
