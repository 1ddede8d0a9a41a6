"""The project as a player: best attacks, best blocks, best lines."""

from __future__ import annotations

from optimizer import Combat, Limit, best_attacks, best_blocks, solve
from optimizer.model.board import DeclareAttackers, DeclareBlockers
from optimizer.rules.declarations.next_turn import board_after

from .draft import Document
from .duels import creatures, left_over
from .policy import Assignment, Attacks, Blocks

__all__ = ["Ours"]


class Ours:
    """Each decision is the best that the project finds in `limit` seconds, None for as long as the proof needs.

    Attacks are the best for the combat alone; only where the other player's best attack next turn would then win is the
    counter-attack counted. Played out, that wins more than counting it always, which is too timid.
    """

    name = "optimizer"

    def __init__(self, limit: float | None = 0.2) -> None:
        self.limit = limit

    def attacks(self, board: Document) -> Attacks:
        """The best attacks."""
        board = board | {"weights": {"life": life_weight(board)}}
        alone = DeclareAttackers.from_document(board)
        found = best_attacks(alone, limit=self.share(0.4))
        if found.outcome.loses is None:
            reply = best_attacks(board_after(alone, found.attacks, found.outcome), limit=self.share(0.2))
            if reply.outcome.loses is not None:
                counted = DeclareAttackers.from_document(board | {"crackback": True})
                found = best_attacks(counted, limit=self.share(0.4))
        return dict(found.attacks)

    def blocks(self, board: Document) -> Blocks:
        """The best blocks; a point of life weighs 2, as the other player's attacks go on."""
        weighed = DeclareBlockers.from_document(board | {"weights": {"life": 2.0}})
        found = best_blocks(weighed, limit=self.share(1.0))
        return {name: list(names) for name, names in found.blocks.items()}

    def damage(self, combat: Combat) -> Assignment:
        """The best line's next announcement."""
        return solve(combat, limit=self.share(1.0)).line[0].attacking

    def share(self, part: float) -> Limit:
        """A part of the time for a decision."""
        return Limit(None if self.limit is None else part * self.limit)


def life_weight(board: Document) -> float:
    """What a point of life weighs for attacks: the more, the sooner either player would die of what gets through.

    The default weights price creatures, by power and toughness, too high for races.
    """
    mine, theirs = creatures(board["creatures"]), creatures(board["defenders"])
    lives = (board["defending_player"]["life"], board["attacking_player"]["life"])
    clocks = []
    for life, attackers, blockers in zip(lives, (mine, theirs), (theirs, mine), strict=True):
        damage = left_over((one for one in attackers if not one.has("defender")), [one.untapped for one in blockers])
        if damage:
            clocks.append(life / damage)
    return round(1 + 4 / max(0.5, min(clocks, default=100.0)), 2)
