"""Whether the other player's attack next turn would win, where the attacks at hand don't count it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...model.board import DeclareAttackers
from ...model.combat import Weights
from ...model.terms import PLAYER
from ...rules.damage.outcome import Outcome
from ...rules.declarations.attacks import LegalAttacks
from ...rules.declarations.next_turn import board_after
from ..blocks.limited_blocks import LimitedBlocks
from ..blocks.play_out import Deadline
from ..line.frontier import can_lose

__all__ = ["losing_reply"]

WINNING = Weights(creature=0.0, life=0.0, poison=0.0, loyalty=0.0, defense=0.0, win=1.0)
"""Nothing counts but to win."""


def losing_reply(
    board: DeclareAttackers, attacks: Mapping[str, str], outcome: Outcome, deadline: Deadline
) -> dict[str, str] | None:
    """The other player's attack next turn that wins whatever is blocked, after these attacks and what came of them.

    Everybody attacks who can: blocks that stop them all stop some of them too, but for life that lifelink gains in the
    blocks of the others. None where nobody could lose even without blocks, where blocks were found that leave the
    player alive, or where `deadline` came before every block was shown to lose.
    """
    if outcome.loses is not None:
        return None
    after = board_after(replace(board, crackback=False, weights=WINNING), attacks, outcome)
    legal = LegalAttacks(after)
    everybody = {one.id: PLAYER for one, able in zip(after.creatures, legal.able, strict=True) if able}
    if not everybody or everybody not in legal:
        return None
    attacked = after.attacked(everybody)
    table = attacked.unblocked.table
    if not (attacked.pending or can_lose(table, table.start)):
        return None
    if deadline.passed:
        return None
    found = LimitedBlocks(attacked, deadline).solution()
    # no blocks lead to less than the bound: whole wins only
    return everybody if found.bound >= 1.0 else None
