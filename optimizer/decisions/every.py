"""Every legal declaration of blockers, one after another: for boards of a shape that nothing else fits."""

from __future__ import annotations

from ..boards import DeclareBlockers
from .chosen import Chosen
from .whole import Deadline, play_out

__all__ = ["every_block", "nobody_knows"]


def every_block(board: DeclareBlockers, deadline: Deadline) -> Chosen:
    """The best of all; those not looked at when the limit comes leave it unproven."""
    best: tuple[float, int, dict[str, tuple[str, ...]]] | None = None
    proven = True
    for blocks in board.legal_declarations():
        if best is not None and deadline.passed:
            proven = False
            break
        whole = play_out(board, blocks, deadline)
        proven &= whole.proven
        key = (whole.score, len(blocks), blocks)
        if best is None or key[:2] < best[:2]:
            best = key
    assert best is not None
    bound = best[0] if proven else nobody_knows(board)
    return Chosen(best[2], best[0], bound, proven, "every block")


def nobody_knows(board: DeclareBlockers) -> float:
    """No block leads to less than this: all attackers lost, all life gained that blockers with lifelink could give."""
    weights = board.weights
    powers = sum(abs(one.power) + abs(one.toughness) for one in (*board.attackers, *board.defenders))
    most = max(
        abs(weights.life), abs(weights.creature), abs(weights.poison), abs(weights.loyalty), abs(weights.defense)
    )
    values = sum(abs(one.value) for one in (*board.attackers, *board.defenders))
    return -(abs(weights.creature) * values + 8 * most * (powers + 8 * len(board.attackers))) - max(0.0, -weights.win)
