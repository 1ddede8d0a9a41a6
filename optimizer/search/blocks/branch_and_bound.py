"""Blocks of creatures that block several, or of attackers whose fights have something in common: branch and bound.

Attackers choose their blockers one after another. A choice so far is worth no less than its fights on the relaxed board
of `branch_and_bound_costs`, or than its components played out as far as they are known; the rest costs at least what
`Tables` says. Whole declarations are weighed exactly.
"""

from __future__ import annotations

from ...model.board import DeclareBlockers
from ...rules.declarations.blocks import LegalBlocks
from ...rules.declarations.pairs import Pairs
from ..context import TimeUp
from .board_bounds import attacker_at_stake
from .branch_and_bound_costs import RelaxedCosts
from .branch_and_bound_search import Search
from .branch_and_bound_tables import Tables
from .choice import Chosen
from .evaluation import Weighing
from .play_out import Deadline

__all__ = ["branch"]

MOST_BLOCKERS = 10
"""So many creatures that can block at most: there are arrays over their sets."""


def branch(board: DeclareBlockers, pairs: Pairs, deadline: Deadline) -> Chosen | None:
    """The best blocks, or the best found when the limit came; None for boards that the bounds don't fit."""
    able = sum(capacity > 0 for capacity in pairs.capacity)
    if not board.attackers or not able or able > MOST_BLOCKERS or attacker_at_stake(board):
        return None
    weighing = Weighing(board, deadline)
    components = weighing.components
    if not weighing.kind or components.touchy:
        return None
    try:
        # where even the bounds take too long, time is left for something else
        setup = deadline if deadline.at is None else deadline.part(0.5)
        costs = RelaxedCosts(board, pairs, weighing.stakes, components.shared, setup)
        if any(fights.scale != weighing.scale for fights in costs.all_fights):
            return None
        point, prices = costs.point, costs.fights.prices
        unit = costs.fights.unit

        def weight(place: int) -> tuple[int, int]:
            """What is at stake with an attacker; equals stand together."""
            power = max(0, board.attackers[place].power)
            return -(prices.attackers[place] // unit) - point * power, components.kinds[place]

        order = sorted(range(len(board.attackers)), key=weight)
        tables = Tables(costs, order, setup)
        if not tables.fits:
            return None
        search = Search(weighing, costs, tables, LegalBlocks(board, setup.check).most_met, deadline)
        search.search()
    except TimeUp:
        return None
    if search.best is None:
        return None
    key, blocks = search.best
    score = (key // tables.factor) / weighing.scale
    bound = score if search.proven else min(score, (search.least // tables.factor) / weighing.scale)
    return Chosen(blocks, score, bound, search.proven, "branch and bound")
