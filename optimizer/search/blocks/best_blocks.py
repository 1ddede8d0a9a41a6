"""The best blocks of a board: the way in, and the choice of the method."""

from __future__ import annotations

from ...model.board import DeclareBlockers
from ..declaration_solution import BlockSolution
from ..line import Limit
from .limited_blocks import LimitedBlocks
from .method import choose
from .play_out import Deadline, play_out

__all__ = ["best_blocks"]


def best_blocks(board: DeclareBlockers, *, limit: Limit | None = None) -> BlockSolution:
    """The legal blocks after which the attacking player's best line scores the least, with their proof.

    Among equal blocks those with the fewest blocking creatures are taken, so that nobody blocks for nothing. With a
    `limit` the best blocks found by then are "feasible": no line after them leaves more than `score`, and no legal
    blocks lead to less than `bound`. They are no worse than not blocking, and than the greedy blocks.

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
    if deadline.at is not None:
        return LimitedBlocks(board, deadline).solution()
    chosen = choose(board, deadline)
    whole = play_out(board, chosen.blocks, deadline)
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
