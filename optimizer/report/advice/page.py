"""What all reports have in common: paragraphs and columns, 80 wide unless asked for wider, nothing told by colour."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from ...model.terms import Side, Step
from ...model.uncounted import Uncounted
from ..styles import DIES, WINS
from .values import Change, Fate, Fortune, Move, Share, Term

__all__ = ["STEPS", "WIDTH", "Page", "Section", "decided", "fortune", "listed", "plain", "points", "signed"]

WIDTH = 80
"""Columns at most, unless somebody asks for more."""

STEPS = {Step.FIRST_STRIKE: "First-strike combat damage", Step.REGULAR: "Combat damage"}
TERMS = {"creature": "creatures", "win": "winning", "reply": "the reply"}


def plain(parts: Iterable[RenderableType], width: int = WIDTH) -> str:
    """Parts of a report as plain text, without spaces at the ends of lines."""
    console = Console(file=io.StringIO(), width=width, color_system=None, legacy_windows=False)
    with console.capture() as captured:
        for part in parts:
            console.print(part, crop=False)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


@dataclass(frozen=True)
class Rows:
    """Columns, as wide as what they hold; the last one that holds anything wraps first. One row of one cell is a
    paragraph."""

    rows: Sequence[Sequence[str | Text]]
    indent: int

    def grid(self, width: int) -> Table:
        """The columns within so many places."""
        held = max((place for row in self.rows for place, words in enumerate(row) if words), default=0)
        rows = [row[: held + 1] for row in self.rows]
        grid = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
        last = len(rows[0]) - 1
        for place in range(last + 1):
            grid.add_column(overflow="fold", max_width=width // 2 if last and not place else None)
        for row in rows:
            grid.add_row(*(words if isinstance(words, Text) else Text(words) for words in row))
        outer = Table.grid(padding=(0, 0, 0, 0), pad_edge=False)
        if self.indent:
            outer.add_column(width=self.indent)
        outer.add_column(overflow="fold")
        outer.add_row(*([""] if self.indent else []), grid)
        return outer


@dataclass(frozen=True)
class Section:
    """What stands under a heading, which has a blank line before it; the first section has none."""

    heading: str | Text
    parts: list[Rows] = field(default_factory=list)


class Page:
    """A report: sections, which a console prints in `widest` columns at most, without spaces at the ends of lines.
    Whatever is in names is printed as it is."""

    def __init__(self, names: Mapping[str, str], widest: int = WIDTH) -> None:
        self.names, self.widest = names, widest
        self.sections = [Section("")]

    def say(self, words: str | Text, indent: int = 0) -> None:
        """A paragraph."""
        self.rows([[words]], indent=indent)

    def heading(self, words: str | Text) -> None:
        """The heading of another section."""
        self.sections.append(Section(words))

    def rows(self, rows: Sequence[Sequence[str | Text]], indent: int = 2) -> None:
        """Columns."""
        if rows:
            self.sections[-1].parts.append(Rows(rows, indent))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(options.max_width, self.widest)
        for place, section in enumerate(self.sections):
            if place:
                yield Segment.line()
            for part in ([Rows([[section.heading]], 0)] if place else []) + section.parts:
                for line in console.render_lines(part.grid(width), options.update(width=width), pad=False):
                    yield from trimmed(line)
                    yield Segment.line()

    def uncounted(self, found: Sequence[Uncounted]) -> None:
        """What isn't counted, where there is anything."""
        if found:
            self.heading("Not counted")
            self.rows([[self.names[one.id], one.text] for one in found])

    def players(self, changes: Sequence[Change], losers: Sequence[Side]) -> None:
        """Life and poison of the players, loyalty and defense, before and after."""
        rows: dict[str, list[str | Text]] = {}
        for change in changes:
            if change.what != "poison" or change.before or change.after:
                moved = f"{change.before} -> {change.after}" if change.before != change.after else f"{change.after}"
                rows.setdefault(change.owner, []).append(f"{change.what} {moved}")
        for side in losers:
            style = WINS if side is Side.DEFENDING else DIES
            rows[f"the {side} player"].append(Text.assemble(("loses the game", style)))
        self.rows([[owner, listed(words)] for owner, words in rows.items()])

    def made_of(self, score: float, terms: Sequence[Term]) -> None:
        """What a score is made of."""
        self.heading(f"What the score of {points(score)} is made of")
        rows = []
        for term in terms:
            losses = ", ".join(f"{self.names[name]} {signed(worth)}" for name, worth in term.losses)
            if term.points or losses:
                rows.append([TERMS.get(term.name, term.name), signed(term.points), losses])
        self.rows(rows or [["nothing"]])

    def shares(self, shares: Sequence[Share]) -> list[str]:
        """What a creature assigns, in words."""
        found = []
        for share in shares:
            notes = [str(note) for note in (share.lethal, share.past) if note]
            found.append(
                f"{share.amount} to {self.names[share.recipient]}" + (f" ({', '.join(notes)})" if notes else "")
            )
        return found or ["nothing"]


def trimmed(line: list[Segment]) -> list[Segment]:
    """A line without the spaces at its end."""
    while line and not line[-1].text.rstrip():
        line = line[:-1]
    return [*line[:-1], Segment(line[-1].text.rstrip(), line[-1].style)] if line else []


def decided(move: Move) -> str:
    """Who decided a move, where anything was to decide."""
    if move.chosen_by is None:
        return "forced"
    return "choice" if move.chosen_by is move.side else f"the {move.chosen_by.value} player's choice"


def listed(parts: Sequence[str | Text], between: str = ", ") -> Text:
    """Parts one after the other, those with a style keeping it."""
    return Text(between).join(part if isinstance(part, Text) else Text(part) for part in parts)


def fortune(fate: Fate) -> str | Text:
    """What becomes of a creature, and what is left of it."""
    if fate.fortune is Fortune.DIES:
        return Text.assemble(("dies", DIES))
    words = f"{fate.fortune}, {fate.power}/{fate.toughness}"
    if not fate.damage:
        return words
    left = fate.toughness - fate.damage
    return f"{words} with {fate.damage} damage" + (f", {left} left" if left > 0 else "")


def points(number: float) -> str:
    """A number of points.

    >>> points(3), points(-0.0), points(0.123456)
    ('3.0', '0.0', '0.1235')
    """
    return str(round(float(number), 4) + 0.0)


def signed(number: float) -> str:
    """A number of points with its sign.

    >>> signed(3), signed(-1.5), signed(0)
    ('+3.0', '-1.5', '0.0')
    """
    return f"+{points(number)}" if number > 0 else points(number)
