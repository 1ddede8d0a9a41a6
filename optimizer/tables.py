"""What people see of the answers: tables on a terminal, plain text in a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, TypeVar

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

from .assignments import LegalAssignments
from .combat import Combat
from .jsontext import grouped
from .outcome import Outcome
from .resolution import Resolution
from .terms import Side

__all__ = ["batches", "console_for_people", "show_counts", "show_legal", "show_resolution", "show_verdict", "table_of"]

IN_A_PIPE: Final = 120
"""The width where no terminal says another."""

ROWS: Final = 500
"""How many rows of a long table are laid out at once."""

Row = TypeVar("Row")


class Printed(Console):
    """A console that leaves it to the command line what happens when nobody reads on."""

    def on_broken_pipe(self) -> None:
        """Called while the error is handled."""
        raise  # noqa: PLE0704


def console_for_people() -> Console:
    """Standard output; what stands in names is never taken for markup."""
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else IN_A_PIPE
    return Printed(width=width, markup=False, highlight=False, emoji=False)


def table_of(*columns: str, numbers: Sequence[str] = ()) -> Table:
    """An empty table; the columns in `numbers` are aligned to the right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column in numbers else "left", overflow="fold")
    return table


def show_counts(combat: Combat, counts: Mapping[str, Any]) -> None:
    """How many assignments each side has."""
    console = console_for_people()
    console.print(f"Legal assignments in the {combat.step.value} damage step:")
    table = table_of("side", "assignments", numbers=["assignments"])
    for side in Side:
        table.add_row(side.value, grouped(counts[side.value]))
    console.print(table)


def show_legal(legal: LegalAssignments, limit: int | None) -> None:
    """Legal assignments, one a row, with a column for each source and recipient; laid out piece by piece."""
    console = console_for_people()
    step = legal.combat.step.value
    columns = legal.columns
    if not columns:
        console.print(f"The {legal.side.value} side has nothing to assign in the {step} damage step.")
        return
    most = max(len(str(source.amount)) for source in legal.problem.sources)
    number = 0
    rows: Iterable[dict[str, dict[str, int]]] = legal if limit is None else islice(legal, min(limit, sys.maxsize))
    for batch in batches(iter(rows)):
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, show_header=not number)
        table.add_column("", justify="right", style="dim", min_width=6)
        for source, recipient in columns:
            width = max(cell_len(source), cell_len(recipient), most)
            table.add_column(f"{source}\n{recipient}", justify="right", min_width=width, overflow="fold")
        for assignment in batch:
            number += 1
            points = (assignment.get(source, {}).get(recipient) for source, recipient in columns)
            table.add_row(str(number), *("" if n is None else str(n) for n in points))
        console.print(table)
    shown = "All" if limit is None or number < limit else "The first"
    console.print(f"{shown} {number:,} legal assignments of the {legal.side.value} side, {step} damage step.")


def batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """A stream in lists of `ROWS`."""
    while batch := list(islice(rows, ROWS)):
        yield batch


def show_verdict(combat: Combat, side: Side, broken: Sequence[Mapping[str, str]]) -> None:
    """Whether an assignment is legal, and every clause it breaks."""
    console = console_for_people()
    if not broken:
        console.print(f"Legal for the {side.value} side in the {combat.step.value} damage step.")
        return
    console.print(f"Illegal for the {side.value} side in the {combat.step.value} damage step:")
    table = table_of("rule", "why")
    for violation in broken:
        table.add_row(violation["rule"], violation["message"])
    console.print(table)


def show_resolution(combat: Combat, resolved: Resolution) -> None:
    """What became of every creature, player and permanent in a step, and what comes next."""
    console = console_for_people()
    outcome = resolved.outcome
    console.print(f"After the {combat.step.value} damage step:")
    show_outcome(console, combat, outcome)
    if resolved.next is not None:
        console.print("Then the regular damage step of:")
        console.print(f"  {resolved.next}", soft_wrap=True)
    elif outcome.loses:
        console.print(f"The {outcome.loses} player loses.")
    else:
        console.print("No damage step is left.")


def show_outcome(console: Console, combat: Combat, outcome: Outcome) -> None:
    """What became of every creature, player and permanent."""
    if combat.creatures:
        table = table_of("creature", "side", "fate", "excess", numbers=["excess"])
        sides = [Side.ATTACKING] * len(combat.attackers) + [Side.DEFENDING] * len(combat.blockers)
        for creature, side in zip(combat.creatures, sides, strict=True):
            excess = outcome.excess.get(creature.id, 0)
            table.add_row(creature.id, side.value, fate(outcome, creature.id), str(excess) if excess else "")
        console.print(table)
    table = table_of("", "before", "after", numbers=["before", "after"])
    attacking, defending = combat.attacking_player, combat.defending_player
    counted = [
        ("attacking player's life", attacking.life, outcome.attacking_life),
        ("attacking player's poison", attacking.poison, outcome.attacking_poison),
        ("defending player's life", defending.life, outcome.defending_life),
        ("defending player's poison", defending.poison, outcome.defending_poison),
    ]
    counted += [(f"{it.id}'s loyalty", it.loyalty, outcome.planeswalkers[it.id]) for it in combat.planeswalkers]
    counted += [(f"{it.id}'s defense", it.defense, outcome.battles[it.id]) for it in combat.battles]
    for name, before, after in counted:
        if before or after:
            table.add_row(name, str(before), str(after))
    console.print(table)


def fate(outcome: Outcome, ident: str) -> str:
    """What became of a creature, in words."""
    if ident in outcome.dies:
        return "dies"
    left = outcome.creatures[ident]
    words = [f"{'returns' if ident in outcome.returned else 'survives'} as {left.power}/{left.toughness}"]
    if left.damage:
        words.append(f"{left.damage} damage")
    words += [f"{n} {kind}" for kind, n in left.counters.items()]
    return ", ".join(words)
