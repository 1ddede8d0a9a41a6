"""The best blocks of a board: the way in, and the choice of the method."""

from __future__ import annotations

from typing import Final

from ...model.board import DeclareBlockers
from ..declaration_solution import BlockSolution
from ..line import Limit
from .method import choose
from .play_out import Deadline, play_out

__all__ = ["best_blocks"]


LAST: Final = 0.05
"""Seconds at least for the line after the blocks, where the limit came first: their score shall be true."""


def best_blocks(board: DeclareBlockers, *, limit: Limit | None = None) -> BlockSolution:
    """The legal blocks after which the attacking player's best line scores the least, with their proof.

    Among equal blocks those with the fewest blocking creatures are taken, so that nobody blocks for nothing. With a
    `limit` the best blocks found by then are "feasible", and no legal blocks lead to less than `bound`.

    >>> from optimizer import DeclareBlockers
    >>> board = DeclareBlockers.from_document({
    ...     "attackers": [{"id": "ox", "power": 3, "toughness": 3}, {"id": "rat", "power": 1, "toughness": 1}],
    ...     "defenders": [{"id": "bear", "power": 2, "toughness": 2}, {"id": "elf", "power": 1, "toughness": 1}],
    ... })
    >>> best = best_blocks(board)
    >>> best.status, best.score, best.blocks
    ('optimal', 0.0, {'bear': ('rat',), 'elf': ('ox',)})
    """
    if not isinstance(board, DeclareBlockers):
        raise TypeError(f"board: expected DeclareBlockers, not {type(board).__name__}")
    Limit.check(limit)
    deadline = Deadline(limit)
    chosen = choose(board, deadline)
    whole = play_out(board, chosen.blocks, deadline if chosen.proven else Deadline(deadline.left(least=LAST)))
    proven = chosen.proven and whole.proven
    return BlockSolution(
        board=board,
        blocks=chosen.blocks,
        score=whole.score,
        bound=whole.score if proven else min(chosen.bound, whole.score),
        status="optimal" if proven else "feasible",
        method=chosen.method,
        seconds=deadline.seconds,
        play=whole.solution,
    )
