"""Advice as a report for a person: plain words and columns, nothing told by colour."""

from __future__ import annotations

from collections.abc import Mapping

from ...model.combat import Assignment
from ...model.uncounted import best
from ..styles import ILLEGAL, marked
from .page import STEPS, WIDTH, Page, decided, fortune, points
from .temptations import Temptation
from .values import Advice, RunnerUp
from .words import joined

__all__ = ["LineReport"]

REASONS = 2
"""So many violations of one temptation are told."""


class LineReport(Page):
    """The report on a line."""

    def __init__(self, advice: Advice, widest: int = WIDTH) -> None:
        super().__init__(advice.names, widest)
        self.advice = advice
        self.headline()
        self.uncounted(self.advice.solution.not_counted)
        self.line()
        self.outcome()
        self.score()
        self.runner_up()
        self.temptations()

    # Sections.

    def headline(self) -> None:
        """The score, and whether it is proven."""
        found = self.advice.solution
        if found.status == "optimal":
            proof = best(found.not_counted)
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
        self.players(self.advice.changes, self.advice.solution.outcome.losers)

    def score(self) -> None:
        """What the score is made of."""
        if self.advice.terms:
            self.made_of(self.advice.solution.score, self.advice.terms)

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
            words = f"Tempting, but illegal: {self.tempting(one)} (would be {points(one.gain)} better)."
            self.heading(marked(words, "illegal", ILLEGAL))
            if len(self.advice.steps) > 1:
                self.say(f"In the {one.step.value} damage step:", indent=2)
            self.rows([[broken.rule, broken.message] for broken in one.violations[:REASONS]])
            more = len(one.violations) - REASONS
            if more > 0:
                self.say(f"and {more} more of the kind" if more > 1 else "and one more of the kind", indent=2)

    # Words.

    def tempting(self, one: Temptation) -> str:
        """An assignment, as far as it is another than that of the line."""
        return "; ".join(f"{self.names[name]} {self.division(one.assignment, name)}" for name in one.sources)

    def division(self, assignment: Assignment, name: str) -> str:
        """What one creature would assign."""
        division: Mapping[str, int] = assignment[name]
        return joined([f"{n} to {self.names[recipient]}" for recipient, n in division.items()])


def how_much(second: RunnerUp) -> str:
    """How much worse a runner-up is."""
    if second.worse == 0:
        return "as good"
    return f"{points(abs(second.worse))} {'worse' if second.worse > 0 else 'better'}"
