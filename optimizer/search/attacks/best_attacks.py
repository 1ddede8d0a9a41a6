"""The best attacks of a board: the way in."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ...model.board import DeclareAttackers
from ..blocks.best_blocks import best_blocks
from ..blocks.play_out import Deadline
from ..declaration_solution import AttackSolution
from ..line import Limit
from .attack_search import Onslaught
from .counter_attack import best_with_reply
from .limited_attacks import LimitedAttacks
from .losing_reply import losing_reply

__all__ = ["best_attacks"]


SEARCHING: Final = 0.9
"""Of the time, for the attacks; the rest is for the reply."""

LOOKING: Final = 1.0
"""Seconds for the reply, or as long as the attacks took, where there is no limit."""


def best_attacks(board: DeclareAttackers, *, limit: Limit | None = None) -> AttackSolution:
    """The legal attacks of which the score under the best blocks is greatest, with their proof.

    Not attacking scores 0. What the other player does next turn isn't counted, but it is told whether their attack
    would win (`losing_reply`). Among equal attacks those with the fewest attackers are taken. Where the board says
    `crackback`, what the other player's best attack next turn is worth, against what stays untapped, is taken off.
    With a `limit` the best attacks found by then are "feasible": whatever the blocks, they come to no less than
    `score`, and no legal attacks lead to more than `bound`.

    >>> from optimizer import DeclareAttackers
    >>> board = DeclareAttackers.from_document({
    ...     "creatures": [{"id": "ox", "power": 3, "toughness": 3}, {"id": "rat", "power": 1, "toughness": 1}],
    ...     "defenders": [{"id": "bear", "power": 2, "toughness": 2}],
    ... })
    >>> best = best_attacks(board)
    >>> best.status, best.score, best.attacks, best.blocks
    ('optimal', 3.0, {'ox': 'player'}, {})
    """
    if not isinstance(board, DeclareAttackers):
        raise TypeError(f"board: expected DeclareAttackers, not {type(board).__name__}")
    Limit.check(limit)
    deadline = Deadline(limit)
    if board.crackback:
        return best_with_reply(board, deadline)
    if deadline.at is not None:
        found = LimitedAttacks(board, deadline.part(SEARCHING)).solution()
        return with_reply(found, deadline)
    found = proven(board, deadline)
    return with_reply(found, Deadline(Limit(max(LOOKING, deadline.seconds))), found.seconds)


def proven(board: DeclareAttackers, deadline: Deadline) -> AttackSolution:
    """The best attacks, without a limit."""
    found = Onslaught(board, deadline).best()
    defence = best_blocks(board.attacked(found.attacks), limit=deadline.left())
    score = defence.score if found.attacks else 0.0  # whatever life the other player had
    proven = found.proven and defence.status == "optimal"
    return AttackSolution(
        board=board,
        attacks=found.attacks,
        score=score,
        bound=score if proven else max(found.bound, score),
        status="optimal" if proven else "feasible",
        method=f"{found.method}; blocks by {defence.method}" if found.attacks else found.method,
        seconds=deadline.seconds,
        defence=defence,
    )


def with_reply(found: AttackSolution, deadline: Deadline, before: float = 0.0) -> AttackSolution:
    """The solution, and whether the other player's attack next turn would win, which it doesn't count; `before`: the
    seconds that went by before the deadline was set."""
    attacks = losing_reply(found.board, found.attacks, found.defence.outcome, deadline)
    return replace(found, losing_reply=attacks, seconds=before + deadline.seconds)
