"""Boards: who may attack and block, and every legal declaration of attackers and blockers (508, 509)."""

from .board import Attacks, Blocks, DeclareAttackers, DeclareBlockers
from .creature import BoardCreature
from .document import board_from_document, is_board

__all__ = [
    "Attacks",
    "Blocks",
    "BoardCreature",
    "DeclareAttackers",
    "DeclareBlockers",
    "board_from_document",
    "is_board",
]
