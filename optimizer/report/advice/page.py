"""What all reports have in common: paragraphs and columns, 80 wide unless asked for wider, nothing told by colour."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...model.terms import Step
from ..styles import DIES, WINS
from .values import Change, Fate, Fortune, Move, Share, Term

__all__ = ["STEPS", "WIDTH", "Page", "decided", "fortune", "listed", "plain", "points", "signed"]

WIDTH = 80
"""Columns at most, unless somebody asks for more."""

STEPS = {Step.FIRST_STRIKE: "First-strike combat damage", Step.REGULAR: "Combat damage"}
TERMS = {"creature": "creatures", "win": "winning", "reply": "the reply"}


def plain(write: Callable[[Console], None], width: int = WIDTH, *, colour: bool = False) -> str:
    """What is written on a console as plain text, without spaces at the ends of lines; with `colour` as a terminal
    takes it."""
    console = Console(
        file=io.StringIO(), width=width, color_system="standard" if colour else None, force_terminal=colour,
        no_color=False, legacy_windows=False,
    )  # fmt: skip
    with console.capture() as captured:
        write(console)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


class Page:
    """A report that is being written on a console. Whatever is in names is printed as it is."""

    def __init__(self, names: Mapping[str, str], console: Console) -> None:
        self.names, self.console = names, console

    def say(self, words: str | Text, indent: int = 0) -> None:
        """A paragraph."""
        self.rows([[words]], indent=indent)

    def heading(self, words: str | Text) -> None:
        """A line of its own, with a blank one before it."""
        self.console.print()
        self.say(words)

    def rows(self, rows: Sequence[Sequence[str | Text]], indent: int = 2) -> None:
        """Columns, as wide as what they hold; the last one that holds anything wraps first."""
        if not rows:
            return
        held = max((place for row in rows for place, words in enumerate(row) if words), default=0)
        rows = [row[: held + 1] for row in rows]
        grid = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
        last = len(rows[0]) - 1
        for place in range(last + 1):
            grid.add_column(overflow="fold", max_width=self.console.width // 2 if last and not place else None)
        for row in rows:
            grid.add_row(*(words if isinstance(words, Text) else Text(words) for words in row))
        outer = Table.grid(padding=(0, 0, 0, 0), pad_edge=False)
        if indent:
            outer.add_column(width=indent)
        outer.add_column(overflow="fold")
        outer.add_row(*([""] if indent else []), grid)
        self.console.print(outer, highlight=False)

    def players(self, changes: Sequence[Change], loses: str | None) -> None:
        """Life and poison of the players, loyalty and defense, before and after."""
        rows: dict[str, list[str | Text]] = {}
        for change in changes:
            if change.what != "poison" or change.before or change.after:
                moved = f"{change.before} -> {change.after}" if change.before != change.after else f"{change.after}"
                rows.setdefault(change.owner, []).append(f"{change.what} {moved}")
        if loses:
            rows["the defending player"].append(Text.assemble(("loses the game", WINS)))
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
