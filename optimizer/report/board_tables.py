"""What people see of the answers on boards: tables of declarations, what is broken."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ..formats.json.jsontext import grouped
from ..model.board import DeclareAttackers, DeclareBlockers
from .styles import ILLEGAL, NUMBERS, marked
from .tables import batches, table_of, uncounted_table, unwrapped

__all__ = ["declaration_count", "declaration_verdict", "declarations"]


def declarations(board: DeclareBlockers | DeclareAttackers, limit: int | None) -> Iterator[RenderableType]:
    """Legal declarations, one a row; laid out piece by piece."""
    number = 0
    found: Iterable[Mapping[str, Any]] = board.legal_declarations()
    if limit is not None:
        found = islice(found, min(limit, sys.maxsize))
    for batch in batches(iter(found)):
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, show_header=not number)
        table.add_column("", justify="right", style=NUMBERS, min_width=6)
        table.add_column(kind(board), overflow="fold")
        for declaration in batch:
            number += 1
            table.add_row(str(number), Text(words(board, declaration)))
        yield table
    shown = "All" if limit is None or number < limit else "The first"
    yield Text(f"{shown} {number:,} legal declarations of {kind(board)}.")


def words(board: DeclareBlockers | DeclareAttackers, declaration: Mapping[str, Any]) -> str:
    """A declaration on one line.

    >>> board = DeclareBlockers(attackers=(), defenders=())
    >>> words(board, {"bear": ("ox", "rat"), "elf": ("ox",)}), words(board, {})
    ('bear blocks ox, rat; elf blocks ox', 'nobody blocks')
    """
    verb = "blocks" if isinstance(board, DeclareBlockers) else "attacks"
    if not declaration:
        return f"nobody {verb}"
    return "; ".join(
        f"{name} {verb} {target if isinstance(target, str) else ', '.join(target)}"
        for name, target in declaration.items()
    )


def kind(board: DeclareBlockers | DeclareAttackers) -> str:
    """What is declared on a board."""
    return "blockers" if isinstance(board, DeclareBlockers) else "attackers"


def declaration_count(board: DeclareBlockers | DeclareAttackers, counts: Mapping[str, Any]) -> Iterator[RenderableType]:
    """How many legal declarations a board has."""
    side = "defending" if "defending" in counts else "attacking"
    what = "blockers" if side == "defending" else "attackers"
    yield unwrapped(f"Legal declarations of {what}: {grouped(counts[side])}")
    yield from uncounted_table(board)


def declaration_verdict(
    board: DeclareBlockers | DeclareAttackers, broken: Sequence[Mapping[str, str]]
) -> Iterator[RenderableType]:
    """Whether a declaration is legal, and every clause it breaks."""
    if not broken:
        yield Text(f"A legal declaration of {kind(board)}.")
        yield from uncounted_table(board)
        return
    yield marked(f"No legal declaration of {kind(board)}:", "No legal", ILLEGAL)
    table = table_of("rule", "why")
    for violation in broken:
        table.add_row(violation["rule"], Text(violation["message"]))
    yield table
    yield from uncounted_table(board)
