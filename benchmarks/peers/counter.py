"""How many legal announcements a side has in one step, one opposing creature after the other (510.1, 702.19b).

Only a creature that a trampling source faces ever has to be lethal. These are met one after the other; the state is
what each source that has begun has left, and whether it has decided to send something past its creatures. Once it has
met all of them it divides what is left among its other creatures as it likes, and is dropped from the state. So the
cost grows with how many sources are begun at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import comb, prod
from typing import Any

from .plain import Creature, plain

__all__ = ["TooMany", "count"]


class TooMany(Exception):
    """More states at once than was asked for."""


def count(document: Mapping[str, Any], side: str, most: int = 300_000) -> int:
    """The number of a side's legal announcements in the step at hand; raises `OutOfScope` or `TooMany`.

    >>> wurm = {"id": "wurm", "power": 3, "toughness": 3}
    >>> bears = [{"id": name, "power": 2, "toughness": 2, "blocks": ["wurm"]} for name in "ab"]
    >>> count({"attackers": [wurm], "blockers": bears}, "attacking")
    4
    """
    combat = plain(document)
    attacking = side == "attacking"
    mine, theirs = (combat.attackers, combat.blockers) if attacking else (combat.blockers, combat.attackers)
    sources = {number: one for number, one in enumerate(mine) if combat.takes_part(one) and one.facing}
    tramples = {number: attacking and one.has("trample") for number, one in sources.items()}
    waiting = {to: [a for a in one.facing if a in sources] for to, one in enumerate(theirs)}
    waiting = {to: by for to, by in waiting.items() if any(tramples[number] for number in by)}
    left_to_meet = {number: sum(to in waiting for to in one.facing) for number, one in sources.items()}
    others = {number: len(one.facing) - left_to_meet[number] for number, one in sources.items()}
    alone = [heaps(one.damage, others[number]) for number, one in sources.items() if not left_to_meet[number]]
    begun: list[int] = []
    states: dict[tuple[int, ...], int] = {(): 1}
    while waiting:
        to = min(waiting, key=lambda one: (cost(waiting[one], begun, left_to_meet), one))
        by = waiting.pop(to)
        for number in by:
            if number not in begun:
                begun.append(number)
                states = opened(states, sources[number].damage, tramples[number])
        states = met(states, [begun.index(number) for number in by], [sources[number] for number in by], theirs[to])
        for number in by:
            left_to_meet[number] -= 1
        for number in [one for one in begun if not left_to_meet[one]]:
            states = closed(states, begun.index(number), others[number])
            begun.remove(number)
        if len(states) > most:
            raise TooMany(f"{len(states)} states")
    return prod(alone) * states.get((), 0)


def heaps(points: int, many: int) -> int:
    """How many ways there are to divide points among so many creatures."""
    return comb(points + many - 1, points) if many else int(points == 0)


def cost(by: list[int], begun: list[int], left: Mapping[int, int]) -> int:
    """How many more sources are open after meeting a creature."""
    return sum(number not in begun for number in by) - sum(left[number] == 1 for number in by)


def opened(states: dict[tuple[int, ...], int], damage: int, tramples: bool) -> dict[tuple[int, ...], int]:
    """A source begins: the points left, plus one times a large number where it will send something on."""
    codes = [damage, damage + PAST] if tramples else [damage]
    return {(*state, code): number for state, number in states.items() for code in codes}


def closed(states: dict[tuple[int, ...], int], place: int, others: int) -> dict[tuple[int, ...], int]:
    """A source has met all that may have to be lethal: what is left goes to its other creatures, or on (1 or more)."""
    found: dict[tuple[int, ...], int] = {}
    for state, number in states.items():
        left = state[place]
        ways = int(left > PAST) if left >= PAST else heaps(left, others)
        if ways:
            rest = state[:place] + state[place + 1 :]
            found[rest] = found.get(rest, 0) + number * ways
    return found


def met(
    states: dict[tuple[int, ...], int], places: list[int], by: list[Creature], creature: Creature
) -> dict[tuple[int, ...], int]:
    """All that the sources can give to one creature, lethal where one of them sends something on."""
    found: dict[tuple[int, ...], int] = {}
    for state, number in states.items():
        codes = [state[place] for place in places]
        asked = any(code >= PAST for code in codes)
        for given in product(*(range(code % PAST + 1) for code in codes)):
            deadly = any(n and one.has("deathtouch") for n, one in zip(given, by, strict=True))
            if asked and not deadly and sum(given) < creature.need:
                continue
            after = list(state)
            for place, n in zip(places, given, strict=True):
                after[place] -= n
            key = tuple(after)
            found[key] = found.get(key, 0) + number
    return found


PAST = 1 << 20
