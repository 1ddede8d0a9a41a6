"""What people see of the answers on boards: reports, and tables of declarations."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from rich import box
from rich.table import Table
from rich.text import Text

from ..formats.json.jsontext import grouped
from ..model.board import DeclareAttackers, DeclareBlockers
from .styles import ILLEGAL, NUMBERS, marked
from .tables import batches, console_for_people, show_report, table_of

if TYPE_CHECKING:
    from ..search.declaration_solution import AttackSolution, BlockSolution

__all__ = ["show_attacks", "show_blocks", "show_declarations", "show_judgement", "show_number"]


def show_blocks(found: BlockSolution, seconds: float) -> None:
    """The best blocks, what follows them, and what else there was; `seconds` is how long to look for that."""
    from .advice import advise_blocks

    show_report(advise_blocks(found, seconds=seconds))


def show_attacks(found: AttackSolution, seconds: float) -> None:
    """The best attacks, the blocks against them, what follows, and what else there was."""
    from .advice import advise_attacks

    show_report(advise_attacks(found, seconds=seconds))


def show_declarations(board: DeclareBlockers | DeclareAttackers, limit: int | None) -> None:
    """Legal declarations, one a row; laid out piece by piece."""
    console = console_for_people()
    number = 0
    declarations: Iterable[Mapping[str, Any]] = board.legal_declarations()
    if limit is not None:
        declarations = islice(declarations, min(limit, sys.maxsize))
    for batch in batches(iter(declarations)):
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, show_header=not number)
        table.add_column("", justify="right", style=NUMBERS, min_width=6)
        table.add_column(kind(board), overflow="fold")
        for declaration in batch:
            number += 1
            table.add_row(str(number), Text(words(board, declaration)))
        console.print(table)
    shown = "All" if limit is None or number < limit else "The first"
    console.print(f"{shown} {number:,} legal declarations of {kind(board)}.")


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


def show_number(counts: Mapping[str, Any]) -> None:
    """How many legal declarations a board has."""
    side = "defending" if "defending" in counts else "attacking"
    what = "blockers" if side == "defending" else "attackers"
    print(f"Legal declarations of {what}: {grouped(counts[side])}")


def show_judgement(board: DeclareBlockers | DeclareAttackers, broken: Sequence[Mapping[str, str]]) -> None:
    """Whether a declaration is legal, and every clause it breaks."""
    console = console_for_people()
    if not broken:
        console.print(f"A legal declaration of {kind(board)}.")
        return
    console.print(marked(f"No legal declaration of {kind(board)}:", "No legal", ILLEGAL))
    table = table_of("rule", "why")
    for violation in broken:
        table.add_row(violation["rule"], Text(violation["message"]))
    console.print(table)
