"""Equal creatures in `branch_and_bound`: of declarations that differ only in which of them does what, one is enough."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from .branch_and_bound_costs import RelaxedCosts
from .branch_and_bound_tables import Tables
from .evaluation import Weighing
from .fight_values import Bools, Ints

__all__ = ["Equals"]


class Equals:
    """`canonical`: the sets of blockers in which equal ones are used in their order. Of two equal attackers, one right
    after the other (`twin`), the second has no set that `looks` larger: equal creatures look the same."""

    def __init__(self, weighing: Weighing, costs: RelaxedCosts, tables: Tables) -> None:
        board, components = weighing.board, weighing.components
        kinds, offset = components.kinds, len(board.attackers)
        classes: dict[int, list[int]] = {}
        for bit in tables.singles:
            kind = kinds[offset + costs.bits[bit]]
            classes.setdefault(-1 - bit if components.in_order else kind, []).append(bit)
        count = len(costs.bits)
        self.canonical = firsts(list(classes.values()), count)
        weight = 1
        self.looks: Ints = np.zeros(1 << count, dtype=np.int64)
        for bits in [*classes.values(), *([bit] for bit in costs.copies)]:
            for bit in bits:
                self.looks += (costs.sets >> bit & 1) * weight
            weight *= len(bits) + 1
        marks = dict(board.defending_player.commander_damage)
        alike = [
            (kinds[a], marks.get(board.attackers[a].id), *(points.get(a) for points in costs.pairs.points))
            for a in tables.order
        ]
        self.twin = [
            place > 0
            and not components.in_order
            and alike[place] == alike[place - 1]
            and board.attackers[tables.order[place]].band is None
            for place in range(len(tables.order))
        ]


def firsts(classes: Sequence[Sequence[int]], count: int) -> Bools:
    """The sets that use equal creatures in their order: none without those before it."""
    sets = np.arange(1 << count)
    found = np.ones(len(sets), dtype=bool)
    for equal in classes:
        for one, other in pairwise(equal):
            found &= ((sets >> other & 1) == 0) | ((sets >> one & 1) == 1)
    return found
