"""What people see of the answers: tables on a terminal, plain text in a pipe. Each function tells what a console of
`rich` is to print, part by part."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar

from rich import box
from rich.cells import cell_len
from rich.console import Group, RenderableType
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
    from ..model.board import Subject

__all__ = [
    "assignment_counts", "assignment_verdict", "assignments", "batches", "end_of", "in_words", "outcome_tables",
    "resolution", "table_of", "uncounted_table", "unwrapped",
]  # fmt: skip

ROWS: Final = 500
"""How many rows of a long table are laid out at once."""

FIRST: Final = 6
BETWEEN: Final = 3
"""Columns that a row's number takes, and what stands between two columns of a table."""

Row = TypeVar("Row")


def table_of(*columns: str, numbers: Sequence[str] = ()) -> Table:
    """An empty table; the columns in `numbers` are aligned to the right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column in numbers else "left", overflow="fold")
    return table


def unwrapped(words: str) -> Group:
    """Lines that are printed as they are, however narrow the console is."""
    return Group(Text(words, no_wrap=True, overflow="ignore"))  # a text by itself would be wrapped all the same


def assignment_counts(combat: Combat, counts: Mapping[str, Any]) -> Iterator[RenderableType]:
    """How many assignments each side has."""
    yield Text(f"Legal assignments in the {combat.step.value} damage step:")
    table = table_of("side", "assignments", numbers=["assignments"])
    for side in Side:
        table.add_row(side.value, grouped(counts[side.value]))
    yield table
    yield from uncounted_table(combat)


def assignments(legal: LegalAssignments, limit: int | None, width: int) -> Iterator[RenderableType]:
    """Legal assignments, one a row, with a column for each source and recipient, where `width` is enough; laid out
    piece by piece."""
    step = legal.combat.step.value
    columns = legal.columns
    if not columns:
        yield Text(f"The {legal.side.value} side has nothing to assign in the {step} damage step.")
        return
    most = max(len(str(source.amount)) for source in legal.problem.sources)
    widths = [max(cell_len(source), cell_len(recipient), most) for source, recipient in columns]
    fits = FIRST + sum(width + BETWEEN for width in widths) <= width
    number = 0
    rows: Iterable[dict[str, dict[str, int]]] = legal if limit is None else islice(legal, min(limit, sys.maxsize))
    for batch in batches(iter(rows)):
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, show_header=not number)
        table.add_column("", justify="right", style=NUMBERS, min_width=FIRST)
        if not fits:
            table.add_column("assignment", overflow="fold")
        else:
            for (source, recipient), least in zip(columns, widths, strict=True):
                table.add_column(f"{source}\n{recipient}", justify="right", min_width=least, overflow="fold")
        for assignment in batch:
            number += 1
            if not fits:
                table.add_row(str(number), Text(in_words(assignment)))
                continue
            points = (assignment.get(source, {}).get(recipient) for source, recipient in columns)
            table.add_row(str(number), *("" if n is None else str(n) for n in points))
        yield table
    shown = "All" if limit is None or number < limit else "The first"
    yield Text(f"{shown} {number:,} legal assignments of the {legal.side.value} side, {step} damage step.")


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


def uncounted_table(subject: Subject) -> Iterator[RenderableType]:
    """What isn't counted, where there is anything."""
    found = subject.not_counted
    if found:
        yield Text("Not counted:")
        table = Table.grid(padding=(0, 2, 0, 0))
        for one in found:
            table.add_row(f"  {one.id}", one.text)
        yield table


def batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """A stream in lists of `ROWS`."""
    while batch := list(islice(rows, ROWS)):
        yield batch


def assignment_verdict(combat: Combat, side: Side, broken: Sequence[Mapping[str, str]]) -> Iterator[RenderableType]:
    """Whether an assignment is legal, and every clause it breaks."""
    if not broken:
        yield Text(f"Legal for the {side.value} side in the {combat.step.value} damage step.")
        yield from uncounted_table(combat)
        return
    words = f"Illegal for the {side.value} side in the {combat.step.value} damage step:"
    yield marked(words, "Illegal", ILLEGAL)
    table = table_of("rule", "why")
    for violation in broken:
        table.add_row(violation["rule"], violation["message"])
    yield table
    yield from uncounted_table(combat)


def resolution(combat: Combat, resolved: Resolution) -> Iterator[RenderableType]:
    """What became of every creature, player and permanent in a step, and what comes next."""
    outcome = resolved.outcome
    yield Text(f"After the {combat.step.value} damage step:")
    yield from outcome_tables(combat, outcome)
    if resolved.next is not None:
        yield Text("Then the regular damage step of:")
        yield unwrapped(f"  {resolved.next}")
    else:
        yield end_of(outcome, "No damage step is left.")
    yield from uncounted_table(combat)


def end_of(outcome: Outcome, otherwise: str) -> Text:
    """Who has lost the game, where somebody has."""
    if len(outcome.losers) == 2:
        return Text("Both players lose: the game is a draw (104.4a).")
    if outcome.losers:
        loser = outcome.losers[0]
        return marked(f"The {loser} player loses.", "loses", WINS if loser is Side.DEFENDING else DIES)
    return Text(otherwise)


def outcome_tables(combat: Combat, outcome: Outcome) -> Iterator[RenderableType]:
    """What became of every creature, player and permanent."""
    if combat.creatures:
        table = table_of("creature", "side", "fate", "excess", numbers=["excess"])
        sides = [Side.ATTACKING] * len(combat.attackers) + [Side.DEFENDING] * len(combat.blockers)
        for creature, side in zip(combat.creatures, sides, strict=True):
            excess = outcome.excess.get(creature.id, 0)
            told = marked(fate(outcome, creature.id), "dies", DIES)
            table.add_row(creature.id, side.value, told, str(excess) if excess else "")
        yield table
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
    yield table


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
