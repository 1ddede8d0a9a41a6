"""Every legal declaration of blockers, one after another: for boards of a shape that nothing else fits."""

from __future__ import annotations

from collections.abc import Callable

from ...model.board import DeclareBlockers
from ...rules.declarations.blocks import LegalBlocks
from ..context import TimeUp
from .board_bounds import BoardBounds
from .choice import Chosen
from .evaluation import Weighing
from .play_out import Deadline

__all__ = ["every_block"]

Blocks = dict[str, tuple[str, ...]]


def every_block(board: DeclareBlockers, deadline: Deadline) -> Chosen:
    """The best of all; those not looked at when the limit comes leave it unproven. Raises `TimeUp` without any.

    Under a limit sensible blocks come first: none, single ones, and the best single ones put together.
    """
    weighing = Weighing(board, deadline)
    best: tuple[int, int, Blocks] | None = None
    proven = True

    def look(blocks: Blocks) -> int | None:
        nonlocal best, proven
        most = None if best is None else best[0] + (len(blocks) < best[1])
        weighed = weighing.weigh(blocks, weighing.components.masks(blocks), most)
        if weighed is None:
            return None
        proven &= weighed[1]
        if best is None or (weighed[0], len(blocks)) < best[:2]:
            best = weighed[0], len(blocks), blocks
        return weighed[0]

    try:
        if deadline.at is not None:
            sensible(board, deadline, look)
        if best is not None and deadline.passed:
            score = best[0] / weighing.scale
            return Chosen(best[2], score, min(score, BoardBounds.of(board).lowest), False, "every block")
        for blocks in LegalBlocks(board, deadline.check):
            if best is not None and deadline.passed:
                proven = False
                break
            look(blocks)
    except TimeUp:
        proven = False
    if best is None:
        raise TimeUp
    score = best[0] / weighing.scale
    return Chosen(best[2], score, score if proven else min(score, BoardBounds.of(board).lowest), proven, "every block")


def sensible(board: DeclareBlockers, deadline: Deadline, look: Callable[[Blocks], int | None]) -> None:
    """Look at legal blocks that may be good: the first, single ones, and those put together one by one."""
    legal = LegalBlocks(board, deadline.check)
    current: Blocks = next(iter(legal)) if legal.pairs.demanding else {}
    least = look(current)
    singles: list[tuple[int, str, str]] = []
    for place, able in enumerate(legal.pairs.able):
        for at in able if legal.pairs.capacity[place] else ():
            if deadline.passed:
                return
            name, target = board.defenders[place].id, board.attackers[at].id
            alone: Blocks = {name: (target,)}
            value = look(alone) if alone in legal else None
            singles.append((least or 0 if value is None else value, name, target))
    for _, name, target in sorted(singles):
        if deadline.passed:
            return
        if name in current:
            continue
        more = current | {name: (target,)}
        if more in legal:
            value = look(more)
            if value is not None and (least is None or value < least):
                current, least = more, value
