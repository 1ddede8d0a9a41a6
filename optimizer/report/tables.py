"""What people see of the answers: tables on a terminal, plain text in a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..formats.json.jsontext import grouped
from ..model.combat import Combat
from ..model.terms import Side
from ..rules.damage.assignments import LegalAssignments
from ..rules.damage.outcome import Outcome
from ..rules.damage.resolution import Resolution
from .styles import DIES, ILLEGAL, NUMBERS, WINS, marked

if TYPE_CHECKING:
    from .advice import Advice
    from .advice.declared import AttackAdvice, BlockAdvice

__all__ = [
    "batches", "console_for_people", "show_counts", "show_legal", "show_report", "show_resolution", "show_verdict",
    "table_of",
]  # fmt: skip

IN_A_PIPE: Final = 120
"""The width where no terminal says another."""

WIDEST: Final = 120
"""Columns of a report on a wide terminal at most."""

ROWS: Final = 500
"""How many rows of a long table are laid out at once."""

FIRST: Final = 6
BETWEEN: Final = 3
"""Columns that a row's number takes, and what stands between two columns of a table."""

Row = TypeVar("Row")


class Printed(Console):
    """A console that leaves it to the command line what happens when nobody reads on."""

    def on_broken_pipe(self) -> None:
        """Called while the error is handled."""
        raise  # noqa: PLE0704


def console_for_people() -> Console:
    """Standard output; what stands in names is never taken for markup. Only a terminal gets colours, and none gets any
    where `NO_COLOR` is set."""
    terminal = sys.stdout.isatty()
    width = None if terminal or "COLUMNS" in os.environ else IN_A_PIPE
    system: Literal["auto"] | None = "auto" if terminal and not os.environ.get("NO_COLOR") else None
    return Printed(
        width=width, markup=False, highlight=False, emoji=False, force_terminal=terminal, color_system=system
    )


def show_report(advice: Advice | BlockAdvice | AttackAdvice) -> None:
    """What there is to say of an answer, on standard output, as wide as a terminal is, within reason."""
    from .advice import render

    console = console_for_people()
    colour = console.color_system is not None
    render(advice, console, widest=report_width(console), colour=colour)


def report_width(console: Console) -> int:
    """How wide text for people gets."""
    return min(console.width, WIDEST if console.is_terminal else 80)


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
    widths = [max(cell_len(source), cell_len(recipient), most) for source, recipient in columns]
    fits = FIRST + sum(width + BETWEEN for width in widths) <= console.width
    number = 0
    rows: Iterable[dict[str, dict[str, int]]] = legal if limit is None else islice(legal, min(limit, sys.maxsize))
    for batch in batches(iter(rows)):
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, show_header=not number)
        table.add_column("", justify="right", style=NUMBERS, min_width=FIRST)
        if not fits:
            table.add_column("assignment", overflow="fold")
        else:
            for (source, recipient), width in zip(columns, widths, strict=True):
                table.add_column(f"{source}\n{recipient}", justify="right", min_width=width, overflow="fold")
        for assignment in batch:
            number += 1
            if not fits:
                table.add_row(str(number), Text(in_words(assignment)))
                continue
            points = (assignment.get(source, {}).get(recipient) for source, recipient in columns)
            table.add_row(str(number), *("" if n is None else str(n) for n in points))
        console.print(table)
    shown = "All" if limit is None or number < limit else "The first"
    console.print(f"{shown} {number:,} legal assignments of the {legal.side.value} side, {step} damage step.")


def in_words(assignment: Mapping[str, Mapping[str, int]]) -> str:
    """An assignment on one line, for terminals too narrow for a column for each pair.

    >>> in_words({"slime": {"wurm": 1, "bear": 1}, "ox": {"player": 3}}), in_words({})
    ('slime: 1 to wurm, 1 to bear; ox: 3 to player', 'nothing')
    """
    told = [
        f"{source}: {', '.join(f'{n} to {recipient}' for recipient, n in division.items())}"
        for source, division in assignment.items()
    ]
    return "; ".join(told) or "nothing"


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
    words = f"Illegal for the {side.value} side in the {combat.step.value} damage step:"
    console.print(marked(words, "Illegal", ILLEGAL))
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
        console.print(marked(f"The {outcome.loses} player loses.", "loses", WINS))
    else:
        console.print("No damage step is left.")


def show_outcome(console: Console, combat: Combat, outcome: Outcome) -> None:
    """What became of every creature, player and permanent."""
    if combat.creatures:
        table = table_of("creature", "side", "fate", "excess", numbers=["excess"])
        sides = [Side.ATTACKING] * len(combat.attackers) + [Side.DEFENDING] * len(combat.blockers)
        for creature, side in zip(combat.creatures, sides, strict=True):
            excess = outcome.excess.get(creature.id, 0)
            told = marked(fate(outcome, creature.id), "dies", DIES)
            table.add_row(creature.id, side.value, told, str(excess) if excess else "")
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
