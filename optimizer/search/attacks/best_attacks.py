"""The best attacks of a board: the way in."""

from __future__ import annotations

from ...model.board import DeclareAttackers
from ..blocks.best_blocks import best_blocks
from ..blocks.play_out import Deadline
from ..declaration_solution import AttackSolution
from ..line import Limit
from .attack_search import Onslaught
from .counter_attack import best_with_reply

__all__ = ["best_attacks"]


def best_attacks(board: DeclareAttackers, *, limit: Limit | None = None) -> AttackSolution:
    """The legal attacks of which the score under the best blocks is greatest, with their proof.

    Not attacking scores 0. Among equal attacks those with the fewest attackers are taken. Where the board says
    `crackback`, what the other player's best attack next turn is worth, against what stays untapped, is taken off.
    With a `limit` the best attacks found by then are "feasible", and no legal attacks lead to more than `bound`.

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
