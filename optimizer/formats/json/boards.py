"""Board documents: JSON to a board, with every fault at once, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...model.board import Board, DeclareAttackers, DeclareBlockers
from ...model.board_creature import BoardCreature
from .board_fields import ATTACKS, BLOCKS
from .document import Shape, read_as

__all__ = ["board_from_document", "is_board", "read_attacks", "read_blocks", "write_board"]

BLOCKS_SHAPE = Shape(BLOCKS, {"attackers": BoardCreature, "defenders": BoardCreature}, DeclareBlockers)
ATTACKS_SHAPE = Shape(ATTACKS, {"creatures": BoardCreature, "defenders": BoardCreature}, DeclareAttackers)


def is_board(document: Any) -> bool:
    """Whether a document means a board rather than a combat: it has `defenders` or `creatures`."""
    return isinstance(document, Mapping) and ("defenders" in document or "creatures" in document)


def board_from_document(document: Mapping[str, Any]) -> DeclareAttackers | DeclareBlockers:
    """The board of a document: before attacks where it has `creatures`, else before blocks.

    Raises `InvalidDocument` with every fault.

    >>> bear = {"id": "bear", "power": 2, "toughness": 2}
    >>> type(board_from_document({"creatures": [bear], "defenders": []})).__name__
    'DeclareAttackers'
    """
    if isinstance(document, Mapping) and "creatures" in document and "attackers" not in document:
        return read_attacks(document)
    return read_blocks(document)


def read_blocks(document: Mapping[str, Any]) -> DeclareBlockers:
    """The board before blocks of a document."""
    return read_as(BLOCKS_SHAPE, document)


def read_attacks(document: Mapping[str, Any]) -> DeclareAttackers:
    """The board before attacks of a document."""
    return read_as(ATTACKS_SHAPE, document)


def write_board(board: Board) -> dict[str, Any]:
    """The document of a board, defaults left out."""
    return (ATTACKS if isinstance(board, DeclareAttackers) else BLOCKS).write(board)
