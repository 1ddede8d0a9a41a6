"""Which method finds the best blocks of a board, by its shape."""

from __future__ import annotations

from ...model.board import DeclareBlockers
from ...model.combat import has_strike
from ...model.keywords import numbers
from ...rules.declarations.pairs import Pairs
from ...rules.position import POISON
from ..line.frontier import can_lose
from .board_bounds import attacker_at_stake
from .branch_and_bound import branch
from .choice import Chosen
from .column_generation import crowd
from .components import unsettled
from .enumeration import every_block
from .play_out import Deadline
from .separate import separate

__all__ = ["choose"]

MANY = 20
"""With more attackers than this most are often equal, and sets of blockers against each are too many to go through."""


def choose(board: DeclareBlockers, deadline: Deadline) -> Chosen:
    """The best blocks of a board, by the cheapest exact method that fits it. Raises `TimeUp`."""
    pairs = Pairs(board)
    if not separable(board, pairs):
        found = None if over(board) else branch(board, pairs, deadline)
        return found or every_block(board, deadline)
    many = len(board.attackers) > MANY
    found = crowd(board, pairs, deadline) if many else None
    if found is not None and (found.proven or deadline.passed):
        return found
    exact = separate(board, pairs, deadline)
    if exact is not None:
        return exact
    if not many:
        found = crowd(board, pairs, deadline)
    return every_block(board, deadline) if found is None else found


def over(board: DeclareBlockers) -> bool:
    """The defending player will have lost after the first step unless something of it helps (704.3)."""
    return board.defending_player.life <= 0 or board.defending_player.poison >= POISON


def separable(board: DeclareBlockers, pairs: Pairs) -> bool:
    """Every blocker blocks one attacker, and the fights have nothing in common but the defending player."""
    if attacker_at_stake(board):
        return False
    if any(capacity > 1 for capacity in pairs.capacity):
        return False
    attackers = board.attackers
    if any(one.band is not None for one in attackers):
        return False
    able = [board.defenders[place] for place, capacity in enumerate(pairs.capacity) if capacity]
    player = board.defending_player
    if over(board):
        return False
    if any(one.commander for one in attackers):
        return False
    if board.pending and sum(sum(numbers(one.keywords, "afflict")) for one in attackers) >= player.life:
        return False  # combat may end before any damage
    for name in {one.attacking for one in attackers} - {"player", None}:
        if sum(one.attacking == name for one in attackers) > 1:
            return False  # loyalty and defense can't go below zero: together they may take less than each alone
    if any(one.keywords and "trample over planeswalkers" in one.keywords for one in attackers):
        return False
    open_step = any(map(has_strike, able)) and not any(map(has_strike, attackers))
    if open_step and any(map(unsettled, (*attackers, *able))):
        return False  # it is open whether there is a first-strike step, which decides about these
    bold = board.weights.least < 0
    table = board.unblocked.table
    return not (bold and (board.pending or can_lose(table, table.start)))
