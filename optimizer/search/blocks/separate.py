"""Boards whose blockers block one attacker each: fights worth by set, and the best partition of the blockers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...model.board import DeclareBlockers
from ...rules.declarations.pairs import Pairs
from ..line.frontier import can_lose
from .choice import Chosen
from .fight_values import Worths
from .fights import Fights
from .play_out import Deadline
from .set_partition import Costs, costs_of
from .set_partition_best import Sharing

__all__ = ["MOST_CELLS", "decide", "factors", "fights_on", "separate"]

MOST_BLOCKERS: Final = 16

MOST_CELLS: Final = 1 << 25
"""So many states of the dynamic programme at most, counted over the attackers."""

FITS: Final = 1 << 58
"""Sums of costs stay below this, so that they fit into 64 bits."""


def separate(board: DeclareBlockers, pairs: Pairs, deadline: Deadline) -> Chosen | None:
    """The best blocks; None where there are too many sets of blockers, or numbers too large for arrays."""
    fights = fights_on(board, pairs, deadline)
    if fights is None:
        return None
    numbers = range(len(board.attackers))
    return decide(board, fights, numbers, [fights.worths(attacker) for attacker in numbers], deadline)


def fights_on(board: DeclareBlockers, pairs: Pairs, deadline: Deadline) -> Fights | None:
    """The fights of a board; None where there are too many sets of blockers."""
    if sum(capacity > 0 for capacity in pairs.capacity) > MOST_BLOCKERS:
        return None
    table = board.unblocked.table
    return Fights(board, pairs, deadline, at_stake=board.pending or can_lose(table, table.start))


def factors(fights: Fights) -> Costs | None:
    """How costs are put together; None where their sums don't fit."""
    costs = costs_of(fights.largest, len(fights.bits))
    most_met = 2 * len(fights.board.attackers) + sum(1 + sum(points.values()) for points in fights.pairs.points)
    win = abs(int(fights.prices.win // fights.unit))
    return costs if costs.met * (most_met + 1) <= FITS and win * costs.worth <= FITS else None


def decide(
    board: DeclareBlockers, fights: Fights, numbers: Sequence[int], worths: Sequence[Worths], deadline: Deadline
) -> Chosen | None:
    """The best blocks of a board whose attackers' fights are worth so much; its fights may be those of a larger board,
    where these attackers have other `numbers`. None where it is too large. Raises `TimeUp`."""
    costs = factors(fights)
    if costs is None:
        return None
    sharing = Sharing(board, fights, numbers, worths, costs, deadline)
    return None if sharing.cells > MOST_CELLS else sharing.best()
