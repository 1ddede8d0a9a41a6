"""The decisions above the damage assignment: the best blocks and the best attacks, proven."""

from .attacks import best_attacks
from .blocks import best_blocks
from .solution import AttackSolution, BlockSolution

__all__ = ["AttackSolution", "BlockSolution", "best_attacks", "best_blocks"]
