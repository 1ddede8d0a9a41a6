"""How two programs that thousands play with divide damage, from descriptions of what they do.

Forge sorts the creatures by worth, those that it can still kill in turn before the rest, and walks that order giving
each what kills it; what is left goes to the player, with trample, or onto the last. XMage walks the blockers in their
order, lethal damage to each. Neither looks at two attackers together, nor at two steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .plain import Creature, plain

__all__ = ["FILLERS", "forge", "xmage"]

Assignment = dict[str, dict[str, int]]


def forge(document: Mapping[str, Any], side: str = "attacking") -> Assignment:
    """The announcement of a side as Forge fills it in.

    >>> six = {"id": "six", "power": 6, "toughness": 6}
    >>> small = {"id": "small", "power": 1, "toughness": 2, "blocks": ["six"]}
    >>> large = {"id": "large", "power": 5, "toughness": 5, "blocks": ["six"]}
    >>> forge({"attackers": [six], "blockers": [small, large]})
    {'six': {'large': 5, 'small': 1}}
    """
    return fill(document, side, by_worth)


def xmage(document: Mapping[str, Any], side: str = "attacking") -> Assignment:
    """The announcement of a side as XMage fills it in."""
    return fill(document, side, lambda source, creatures: creatures)


FILLERS = {"Forge": forge, "XMage": xmage}


def lethal(source: Creature, creature: Creature) -> int:
    """What this source alone would have to give."""
    return min(1, creature.need) if source.has("deathtouch") else creature.need


def by_worth(source: Creature, creatures: list[Creature]) -> list[Creature]:
    """Those that can still be killed in turn, by worth, then the rest."""
    left = source.damage
    first, rest = [], []
    for creature in sorted(creatures, key=lambda one: -one.value):
        need = lethal(source, creature)
        if need <= left and not creature.has("indestructible"):
            left -= need
            first.append(creature)
        else:
            rest.append(creature)
    return first + rest


def fill(
    document: Mapping[str, Any], side: str, order: Callable[[Creature, list[Creature]], list[Creature]]
) -> Assignment:
    """Each source on its own, walking the creatures in that order."""
    combat = plain(document)
    attacking = side == "attacking"
    mine, theirs = (combat.attackers, combat.blockers) if attacking else (combat.blockers, combat.attackers)
    found: Assignment = {}
    for source in mine:
        if not combat.takes_part(source):
            continue
        left = source.damage
        given: dict[str, int] = {}
        creatures = order(source, [theirs[to] for to in source.facing])
        for creature in creatures:
            given[creature.id] = min(lethal(source, creature), left)
            left -= given[creature.id]
        if left and attacking and (source.has("trample") or not source.blocked):
            given["player"] = left
        elif creatures:
            given[creatures[-1].id] += left
        if any(given.values()):
            found[source.id] = {to: n for to, n in given.items() if n}
    return found
