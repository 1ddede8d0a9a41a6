"""Declarations counted without listing: one creature after another decides, and only what matters later is kept.

What is decided so far matters for the rest only through a state (how many creatures block this attacker, and so on).
For each state the best that the rest can do about requirements, and in how many ways, follows from the states after it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple

__all__ = ["CreatureMove", "Layers", "Rest"]


class CreatureMove(NamedTuple):
    """What one creature may do in a state, up to what makes no difference: the requirements it meets by it, the state
    after it, and in how many ways."""

    met: int
    state: Hashable
    ways: int


class Rest(NamedTuple):
    """The most requirements that the creatures still to decide can meet, and in how many ways."""

    met: int
    ways: int


class Layers:
    """The states that can be reached after each creature, and what can be made of them.

    `moves(place, state)` gives what the creature at a place may do; `last(state)` the requirements met at the end by
    the state as a whole, or None where it breaks a restriction. `check` is called every few states, and may raise.
    """

    def __init__(
        self,
        creatures: int,
        start: Hashable,
        moves: Callable[[int, Hashable], Iterable[CreatureMove]],
        last: Callable[[Hashable], int | None],
        check: Callable[[], object] = lambda: None,
    ) -> None:
        reached: list[dict[Hashable, list[CreatureMove]]] = []
        now: Iterable[Hashable] = [start]
        for place in range(creatures):
            layer = {}
            for state in now:
                check()
                layer[state] = list(moves(place, state))
            reached.append(layer)
            now = dict.fromkeys(move.state for found in layer.values() for move in found)
        self.rest: list[dict[Hashable, Rest]] = [{}] * creatures + [
            {state: Rest(met, 1) for state in now if (met := last(state)) is not None}
        ]
        for place in range(creatures - 1, -1, -1):
            check()
            self.rest[place] = summed(reached[place], self.rest[place + 1], check)
        self.total = self.rest[0].get(start, Rest(0, 0))


def summed(
    layer: dict[Hashable, list[CreatureMove]], after: dict[Hashable, Rest], check: Callable[[], object]
) -> dict[Hashable, Rest]:
    """What can be made of the states of a layer, given that of the next."""
    found = {}
    for number, (state, moves) in enumerate(layer.items()):
        if not number & 63:
            check()
        most, ways = -1, 0
        for move in moves:
            rest = after.get(move.state)
            if rest is None:
                continue
            met = move.met + rest.met
            if met > most:
                most, ways = met, move.ways * rest.ways
            elif met == most:
                ways += move.ways * rest.ways
        if ways:
            found[state] = Rest(most, ways)
    return found
