"""The referee of declarations: what the project's boards say of them (508.1, 509.1)."""

from __future__ import annotations

from optimizer.model.board import DeclareAttackers, DeclareBlockers
from optimizer.rules.damage.legality import Violation

from .draft import Document
from .policy import Attacks, Blocks

__all__ = ["attack_faults", "block_faults"]


def attack_faults(board: Document, attacks: Attacks) -> list[Violation]:
    """What is wrong with attacks."""
    return DeclareAttackers.from_document(board).violations(attacks)


def block_faults(board: Document, blocks: Blocks) -> list[Violation]:
    """What is wrong with blocks."""
    return DeclareBlockers.from_document(board).violations(blocks)
