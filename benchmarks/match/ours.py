"""The project as a player: best attacks with the counter-attack counted, best blocks, best lines."""

from __future__ import annotations

from optimizer import Combat, Limit, best_attacks, best_blocks, solve
from optimizer.boards import DeclareAttackers, DeclareBlockers

from .draft import Document
from .policy import Assignment, Attacks, Blocks

__all__ = ["Ours"]


class Ours:
    """Each decision is the best that the project finds in `limit` seconds, None for as long as the proof needs."""

    name = "optimizer"

    def __init__(self, limit: float | None = 0.2, *, crackback: bool = True) -> None:
        self.limit = Limit(limit)
        self.crackback = crackback

    def attacks(self, board: Document) -> Attacks:
        """The best attacks."""
        document = board | {"crackback": self.crackback}
        return best_attacks(DeclareAttackers.from_document(document), limit=self.limit).attacks

    def blocks(self, board: Document) -> Blocks:
        """The best blocks."""
        found = best_blocks(DeclareBlockers.from_document(board), limit=self.limit).blocks
        return {name: list(names) for name, names in found.items()}

    def damage(self, combat: Combat) -> Assignment:
        """The best line's next announcement."""
        return solve(combat, limit=self.limit).line[0].attacking
