"""A player who decides at random among what is legal."""

from __future__ import annotations

from itertools import islice
from random import Random

from optimizer import Combat

from .draft import Document
from .duels import creatures
from .legal import attack_faults, block_faults
from .policy import Assignment, Attacks, Blocks

__all__ = ["Anyone"]

TRIES = 100
LISTED = 200


class Anyone:
    """Each creature attacks or not, each defender blocks one that it could or none, until the whole is legal; any of
    the first 200 divisions of damage."""

    name = "random legal"

    def __init__(self, seed: int) -> None:
        self.rng = Random(f"anyone {seed}")

    def attacks(self, board: Document) -> Attacks:
        """Half of those that can."""
        able = [one.id for one in creatures(board["creatures"]) if one.can_attack]
        for _ in range(TRIES):
            attacks = {name: "player" for name in able if self.rng.random() < 0.5}
            if not attack_faults(board, attacks):
                return attacks
        return {}

    def blocks(self, board: Document) -> Blocks:
        """Each defender's choice."""
        attackers = creatures(board["attackers"])
        for _ in range(TRIES):
            blocks = {}
            for one in creatures(board["defenders"]):
                choice = self.rng.choice([None, *(other.id for other in attackers if one.can_block(other))])
                if choice is not None:
                    blocks[one.id] = [choice]
            if not block_faults(board, blocks):
                return blocks
        return {}

    def damage(self, combat: Combat) -> Assignment:
        """Any division."""
        return self.rng.choice(list(islice(combat.legal_assignments("attacking"), LISTED)))
