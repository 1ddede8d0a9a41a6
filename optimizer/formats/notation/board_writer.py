"""Writes a board in the notation, as short as it can be read again."""

from __future__ import annotations

from typing import Any

from ...model.board import Board
from ..json.boards import write_board as document_of
from .words import FLAGS
from .writer import creature_text, labelled, named, settings_text, target

__all__ = ["write_board"]


def write_board(board: Board) -> str:
    """The board as one line of text; `parse_attacks` or `parse_blocks` is its inverse.

    >>> from optimizer.formats.notation.parsing import parse_attacks
    >>> print(write_board(parse_attacks("Squire, 2 Grizzly Bears tapped vs Wall 0/3 defender | defender 8, crackback")))
    Squire 1/2 white, Grizzly Bears 2/2 green tapped, Grizzly Bears 2/2 green tapped vs Wall 0/3 defender | \
crackback, defender 8
    """
    document = document_of(board)
    sides: dict[str, list[dict[str, Any]]] = {
        side: document[side] for side in ("attackers", "creatures", "defenders") if side in document
    }
    named(document, sides)
    labels = {creature["id"]: label for side in sides.values() for creature, label in labelled(side)}
    texts = []
    for side in sides.values():
        creatures = []
        for creature in side:
            text = creature_text(creature, labels, FLAGS)
            if "attacking" in creature:
                text += f" -> {target(creature['attacking'])}"
            creatures.append(text)
        texts.append(", ".join(creatures))
    settings = settings_text(document)
    line = " vs ".join(texts).strip()
    return f"{line} | {', '.join(settings)}" if settings else line
