"""The tables of the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table

from .clock import Sample, human
from .compare import Change
from .growth import Curve
from .reading import Reading
from .side import Cell
from .taste import Left

__all__ = [
    "compared", "curves", "greedy", "greedy_markdown", "limits", "readings", "side_by_side", "side_markdown",
]  # fmt: skip


def readings(found: Sequence[Reading]) -> Table:
    """What was measured."""
    table = Table("measure", "of what", "median ± spread", "most memory", title="The project itself")
    for one in found:
        table.add_row(one.name, one.what, str(one), f"{one.peak_mb:.0f} MB")
    return table


def side_by_side(found: Mapping[str, Mapping[str, Cell]]) -> Table:
    """Methods by rungs: the median time, how many times the project's, and how many instances it did."""
    table = Table("method", *found, title="Median time an instance, times the optimizer's, instances done")
    for row in side_rows(found):
        table.add_row(*row)
    return table


def side_rows(found: Mapping[str, Mapping[str, Cell]]) -> list[tuple[str, ...]]:
    """A row a method."""
    rows = []
    methods = list(dict.fromkeys(name for cells in found.values() for name in cells))
    for name in methods:
        row = [name]
        for cells in found.values():
            cell, first = cells[name], cells[methods[0]]
            everything = len(cell.seconds) + cell.out_of_scope + len(cell.out_of_time)
            if not cell.seconds:
                row.append("—")
                continue
            times = "" if cell is first else f", {cell.times_slower(first):.2g}×"
            done = f", {len(cell.seconds)}/{everything}" if len(cell.seconds) < everything else ""
            row.append(f"{human(cell.median)}{times}{done}")
        rows.append(tuple(row))
    return rows


def side_markdown(found: Mapping[str, Mapping[str, Cell]]) -> str:
    """The same for the README."""
    return markdown(("", *found), side_rows(found))


def markdown(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A table in Markdown, numbers to the right."""
    lines = [head, ("---", *("---:" for _ in head[1:])), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def limits(found: Sequence[tuple[str, float, Sample]]) -> Table:
    """Who does how much a second."""
    heads = ("who", "divisions, or power times blockers", "time", "a second")
    table = Table(*heads, title="Listing, and one large knapsack")
    for name, work, sample in found:
        table.add_row(name, f"{work:,.0f}", str(sample), f"{work / sample.median:,.3g}")
    return table


def curves(found: Sequence[Curve]) -> Table:
    """How cost grows."""
    table = Table("what", "along", "from … to", "time ~ size to the", title="How cost grows")
    for one in found:
        (first, start), (last, end) = one.points[0], one.points[-1]
        table.add_row(
            one.name, one.axis, f"{first}: {human(start)} … {last}: {human(end)}", f"{one.exponent:.2f}"
            f" ± {one.fit_error:.2f}",
        )  # fmt: skip
    return table


HEAD = ("combats", "filler", "loses something", "points lost then, mean", "at most", "wins missed")


def greedy_rows(found: Sequence[Left]) -> list[tuple[str, ...]]:
    """The rows of the greedy table."""
    return [
        (f"{one.family} ({one.combats})", one.filler, f"{one.often:.1%}", f"{one.mean:.1f}", f"{one.most:g}",
         str(one.wins_missed))
        for one in found
    ]  # fmt: skip


def greedy(found: Sequence[Left]) -> Table:
    """What the greedy fillers leave on the table."""
    table = Table(*HEAD, title="What greedy fillers leave on the table")
    for row in greedy_rows(found):
        table.add_row(*row)
    return table


def greedy_markdown(found: Sequence[Left]) -> str:
    """The same for the README."""
    return markdown(HEAD, greedy_rows(found))


def compared(found: Sequence[Change]) -> Table:
    """What changed between two runs."""
    table = Table("measure", "old", "new", "new is better by", "noise", "")
    colours = {"better": "[green]better", "worse": "[red]worse"}
    for one in found:
        table.add_row(
            one.name, str(one.old or "—"), str(one.new or "—"),
            "" if one.ratio != one.ratio else f"{one.ratio:.2f} times",
            "" if one.noise != one.noise else f"± {one.noise:.0%}",
            colours.get(one.verdict, one.verdict),
        )  # fmt: skip
    return table
