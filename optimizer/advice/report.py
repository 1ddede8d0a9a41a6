"""Advice as a report for a person: plain words and columns, no more than 80 columns wide, nothing told by colour."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..combat import Assignment
from ..terms import Step
from .temptations import Temptation
from .values import Advice, Fate, Fortune, Move, RunnerUp, Share
from .words import joined

__all__ = ["render", "text"]

WIDTH = 80
"""Columns at most."""

REASONS = 2
"""So many violations of one temptation are told."""

STEPS = {Step.FIRST_STRIKE: "First-strike combat damage", Step.REGULAR: "Combat damage"}
TERMS = {"creature": "creatures", "win": "winning"}


def text(advice: Advice, width: int = WIDTH) -> str:
    """The report as plain text, without spaces at the ends of lines."""
    console = Console(file=io.StringIO(), width=min(WIDTH, width), color_system=None, force_terminal=False)
    with console.capture() as captured:
        Report(advice, console).print()
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def render(advice: Advice, console: Console) -> None:
    """Prints the report on a console."""
    console.print(Text(text(advice, console.width)), soft_wrap=True, highlight=False)


class Report:
    """The report's sections, each printed on the console. Whatever is in names is printed as it is."""

    def __init__(self, advice: Advice, console: Console) -> None:
        self.advice, self.console = advice, console
        self.names = advice.names

    def print(self) -> None:
        """All sections."""
        self.headline()
        self.line()
        self.outcome()
        self.score()
        self.runner_up()
        self.temptations()

    # Printing.

    def say(self, words: str, indent: int = 0) -> None:
        """A paragraph."""
        self.rows([[words]], indent=indent)

    def heading(self, words: str) -> None:
        """A line of its own, with a blank one before it."""
        self.console.print()
        self.say(words)

    def rows(self, rows: Sequence[Sequence[str]], indent: int = 2) -> None:
        """Columns, as wide as what they hold; the last of them wraps first."""
        if not rows:
            return
        grid = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
        last = len(rows[0]) - 1
        for place in range(last + 1):
            grid.add_column(overflow="fold", max_width=self.console.width // 2 if last and not place else None)
        for row in rows:
            grid.add_row(*map(Text, row))
        outer = Table.grid(padding=(0, 0, 0, 0), pad_edge=False)
        if indent:
            outer.add_column(width=indent)
        outer.add_column(overflow="fold")
        outer.add_row(*([""] if indent else []), grid)
        self.console.print(outer, highlight=False)

    # Sections.

    def headline(self) -> None:
        """The score, and whether it is proven."""
        found = self.advice.solution
        if found.status == "optimal":
            proof = "proven best"
        else:
            proof = f"the best found in time, not proven (no line scores more than {points(found.bound)})"
        self.say(f"Score {points(found.score)} for the attacking player: {proof}.")
        self.say(f"Method: {found.method}; {found.seconds * 1000:.1f} ms.")

    def line(self) -> None:
        """What every creature assigns."""
        if not self.advice.steps:
            self.heading("No damage is dealt.")
        for step in self.advice.steps:
            self.heading(STEPS[step.step])
            rows = []
            for move in step.moves:
                shares = self.shares(move.shares)
                for number, share in enumerate(shares):
                    first = number == 0
                    rows.append([self.names[move.creature] if first else "", share, decided(move) if first else ""])
            self.rows(rows or [["nobody assigns damage"]])

    def outcome(self) -> None:
        """What becomes of creatures, permanents and players."""
        self.heading("Afterwards")
        self.rows([[self.names[fate.creature], fortune(fate)] for fate in self.advice.fates])
        rows: dict[str, list[str]] = {}
        for change in self.advice.changes:
            if change.what != "poison" or change.before or change.after:
                moved = f"{change.before} -> {change.after}" if change.before != change.after else f"{change.after}"
                rows.setdefault(change.owner, []).append(f"{change.what} {moved}")
        if self.advice.solution.outcome.loses:
            rows["the defending player"].append("loses the game")
        self.rows([[owner, ", ".join(words)] for owner, words in rows.items()])

    def score(self) -> None:
        """What the score is made of."""
        if not self.advice.terms:
            return
        self.heading(f"What the score of {points(self.advice.solution.score)} is made of")
        rows = []
        for term in self.advice.terms:
            losses = ", ".join(f"{self.names[name]} {signed(worth)}" for name, worth in term.losses)
            if term.points or losses:
                rows.append([TERMS.get(term.name, term.name), signed(term.points), losses])
        self.rows(rows or [["nothing"]])

    def runner_up(self) -> None:
        """The runner-up, and how much worse it is."""
        if not self.advice.terms:
            return
        second = self.advice.runner_up
        if second is None:
            if any(move.chosen_by for step in self.advice.steps for move in step.moves):
                self.heading(
                    "Runner-up: none. Whatever is chosen, the same happens."
                    if self.advice.exhausted
                    else "Runner-up: nothing else was found in the time there was."
                )
            else:
                self.heading("Runner-up: none. Everything is forced.")
            return
        self.heading(f"Runner-up for the {second.side.value} player: {'; '.join(second.differs)}: {how_much(second)}.")
        if len(self.advice.steps) > 1:
            self.say(f"In the {second.step.value} damage step:", indent=2)
        self.rows([[self.names[move.creature], joined(self.shares(move.shares))] for move in second.moves])
        self.say("It is the second best of all." if second.exact else "It is the best among those tried.", indent=2)

    def temptations(self) -> None:
        """What the rules don't allow."""
        for one in self.advice.temptations:
            self.heading(f"Tempting, but illegal: {self.tempting(one)} (would be {points(one.gain)} better).")
            if len(self.advice.steps) > 1:
                self.say(f"In the {one.step.value} damage step:", indent=2)
            self.rows([[broken.rule, broken.message] for broken in one.violations[:REASONS]])
            more = len(one.violations) - REASONS
            if more > 0:
                self.say(f"and {more} more of the kind" if more > 1 else "and one more of the kind", indent=2)

    # Words.

    def shares(self, shares: Sequence[Share]) -> list[str]:
        """What a creature assigns, in words."""
        found = []
        for share in shares:
            notes = [str(note) for note in (share.lethal, share.past) if note]
            found.append(
                f"{share.amount} to {self.names[share.recipient]}" + (f" ({', '.join(notes)})" if notes else "")
            )
        return found or ["nothing"]

    def tempting(self, one: Temptation) -> str:
        """An assignment, as far as it is another than that of the line."""
        return "; ".join(f"{self.names[name]} {self.division(one.assignment, name)}" for name in one.sources)

    def division(self, assignment: Assignment, name: str) -> str:
        """What one creature would assign."""
        division: Mapping[str, int] = assignment[name]
        return joined([f"{n} to {self.names[recipient]}" for recipient, n in division.items()])


def decided(move: Move) -> str:
    """Who decided a move, where anything was to decide."""
    if move.chosen_by is None:
        return "forced"
    return "choice" if move.chosen_by is move.side else f"the {move.chosen_by.value} player's choice"


def fortune(fate: Fate) -> str:
    """What becomes of a creature, and what is left of it."""
    if fate.fortune is Fortune.DIES:
        return "dies"
    words = f"{fate.fortune}, {fate.power}/{fate.toughness}"
    if not fate.damage:
        return words
    left = fate.toughness - fate.damage
    return f"{words} with {fate.damage} damage" + (f", {left} left" if left > 0 else "")


def how_much(second: RunnerUp) -> str:
    """How much worse a runner-up is."""
    if second.worse == 0:
        return "as good"
    return f"{points(abs(second.worse))} {'worse' if second.worse > 0 else 'better'}"


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
