"""Puts the advice on a solution together."""

from __future__ import annotations

import math
from collections.abc import Mapping

from ...model.combat import Combat
from ...model.terms import PLAYER, Side, Step
from ...rules.damage.announcement import Source, announcement
from ...rules.position import DEAD, OUT, RETURNED, TO_PLAYER, Position, permanent
from ...rules.score import Prices
from ...search.context import LineStep
from ...search.line import Solution
from .alternatives import Alternative, runner_up
from .lines import choosers, played, positions_of
from .temptations import Temptation, temptations
from .values import Advice, Change, Fate, Fortune, Lethal, Move, Past, RunnerUp, Share, StepAdvice, Term
from .words import changes, differences, names_of

__all__ = ["Adviser"]

RUNNER_UP_TIME = 0.7
"""The part of the time that the runner-up may take."""


class Adviser:
    """A solution with what its advice needs: the positions its line passes, prices and names."""

    def __init__(self, solution: Solution, began: float, seconds: float) -> None:
        self.solution = solution
        self.combat: Combat = solution.combat
        self.table = self.combat.table
        self.prices = Prices(self.combat)
        self.names = names_of(self.combat)
        self.steps = played(self.table, solution.steps)
        self.positions = positions_of(self.table, self.steps)
        self.began, self.seconds = began, seconds
        self.score = self.prices.score(self.table, self.end)
        self.own_score = not math.isclose(self.prices.points(self.score), solution.score, abs_tol=1e-9)

    @property
    def end(self) -> Position:
        """The position at the end of combat."""
        return self.positions[-1]

    def advice(self) -> Advice:
        """All of it."""
        second: RunnerUp | None = None
        exhausted = True
        tempting: tuple[Temptation, ...] = ()
        if not self.own_score:
            second, exhausted = self.second()
            tempting = temptations(self.solution, self.steps, self.prices, self.began + self.seconds)
        return Advice(
            solution=self.solution,
            names=self.names,
            steps=self.line(),
            fates=self.fates(),
            changes=self.changes(),
            terms=() if self.own_score else self.terms(),
            runner_up=second,
            exhausted=exhausted,
            temptations=tempting,
        )

    # The line.

    def line(self) -> tuple[StepAdvice, ...]:
        """The steps of the line, creature by creature."""
        return tuple(
            StepAdvice(step_of(step), self.moves(place, Side.ATTACKING) + self.moves(place, Side.DEFENDING))
            for place, step in enumerate(self.steps)
        )

    def moves(self, place: int, side: Side) -> tuple[Move, ...]:
        """What a side's creatures assign in a step of the line."""
        return self.moves_of(self.positions[place], self.steps[place], side)

    def moves_of(self, position: Position, step: LineStep, side: Side) -> tuple[Move, ...]:
        """What a side's creatures assign in a step."""
        problem = announcement(self.table, position, side)
        events = step.attacking if side is Side.ATTACKING else step.defending
        chosen_by = choosers(self.table, position, side)
        totals: dict[int, int] = {}
        for _, recipient, n in events:
            totals[recipient] = totals.get(recipient, 0) + n
        deadly = {source.creature for source in problem.sources if source.deathtouch}
        touched = {recipient for creature, recipient, n in events if creature in deadly}
        found = []
        for source in problem.sources:
            given = {recipient: n for creature, recipient, n in events if creature == source.creature}
            shares = []
            for recipient in (*source.creatures, *(r for r in given if r < 0)):
                n = given.get(recipient, 0)
                if not n:
                    continue
                lethal = None
                if recipient >= 0:
                    need = problem.needs[recipient]
                    if n >= need:
                        lethal = Lethal.ALONE
                    elif source.deathtouch:
                        lethal = Lethal.DEATHTOUCH
                    elif totals[recipient] >= need or recipient in touched:
                        lethal = Lethal.TOGETHER
                shares.append(Share(self.ident(side, recipient), n, lethal, self.past(source, given, recipient)))
            ident = self.own(side, source.creature)
            found.append(Move(ident, side, tuple(shares), chosen_by[source.creature]))
        return tuple(found)

    def past(self, source: Source, given: Mapping[int, int], recipient: int) -> Past | None:
        """How damage gets past blockers; None where it doesn't, or nothing is in the way."""
        if recipient >= 0 or not self.table.blocked[source.creature]:
            return None
        around = source.free and not any(given.get(creature) for creature in source.creatures)
        return Past.AS_UNBLOCKED if around and not source.tramples else Past.TRAMPLES

    def own(self, side: Side, number: int) -> str:
        """The id of a side's creature."""
        return (self.table.attackers if side is Side.ATTACKING else self.table.blockers)[number].id

    def ident(self, side: Side, recipient: int) -> str:
        """The id of what a side damages."""
        if recipient == TO_PLAYER:
            return PLAYER
        if recipient < 0:
            return str(self.table.permanent_ids[permanent(recipient)])
        return (self.table.blockers if side is Side.ATTACKING else self.table.attackers)[recipient].id

    # What comes of it.

    def fates(self) -> tuple[Fate, ...]:
        """What becomes of every creature, attackers first."""
        fortunes = {DEAD: Fortune.DIES, RETURNED: Fortune.RETURNS, OUT: Fortune.REGENERATES}
        return tuple(
            Fate(
                traits.id,
                Side.ATTACKING if traits.attacking else Side.DEFENDING,
                fortunes.get(body.place, Fortune.SURVIVES),
                body.power,
                body.toughness,
                body.damage,
            )
            for traits, body in zip(
                (*self.table.attackers, *self.table.blockers), (*self.end.attackers, *self.end.blockers), strict=True
            )
        )

    def changes(self) -> tuple[Change, ...]:
        """Life and poison of both players, loyalty and defense."""
        return changes(self.combat, self.solution.outcome)

    def terms(self) -> tuple[Term, ...]:
        """What the score is made of."""
        found = []
        for name, price in self.prices.parts(self.table, self.end).items():
            losses: list[tuple[str, float]] = []
            if name == "creature":
                for sign, all_traits, bodies in (
                    (1, self.table.blockers, self.end.blockers),
                    (-1, self.table.attackers, self.end.attackers),
                ):
                    losses += (
                        (traits.id, self.prices.points(sign * self.prices.lost(traits, body)))
                        for traits, body in zip(all_traits, bodies, strict=True)
                        if body.place in (DEAD, RETURNED)
                    )
            found.append(Term(name, self.prices.points(price), tuple(losses)))
        return tuple(found)

    # The runner-up.

    def second(self) -> tuple[RunnerUp | None, bool]:
        """The best that the player who has a choice could have done otherwise; the attacking player's goes first."""
        exhausted = True
        until = self.began + self.seconds * RUNNER_UP_TIME
        for side in Side:
            if not self.chooses(side):
                continue
            found, exact = runner_up(
                self.table, self.steps, self.prices, side, until, proven=self.solution.status == "optimal"
            )
            exhausted &= exact
            if found is not None:
                return self.told(found, side, exact), exhausted
        return None, exhausted

    def chooses(self, side: Side) -> bool:
        """A player has a choice in some step of the line."""
        return any(
            side in choosers(self.table, position, mine).values() for position in self.positions[:-1] for mine in Side
        )

    def told(self, found: Alternative, side: Side, exact: bool) -> RunnerUp:
        """An alternative in words."""
        sign = 1 if side is Side.ATTACKING else -1
        other = Solution(
            combat=self.combat, score=self.prices.points(found.score), bound=self.solution.bound, status="feasible",
            method="", seconds=0.0, steps=found.steps,
        )  # fmt: skip
        step, moves = self.turn(found.steps, side)
        return RunnerUp(
            side=side,
            score=other.score,
            worse=self.prices.points(sign * (self.score - found.score)),
            exact=exact,
            differs=differences(self.combat, self.names, side, self.solution.outcome, other.outcome),
            step=step,
            moves=moves,
            outcome=other.outcome,
        )

    def turn(self, steps: tuple[LineStep, ...], side: Side) -> tuple[Step, tuple[Move, ...]]:
        """Where another line turns off, and the moves by which the player makes it."""
        place = next(
            (place for place, (one, other) in enumerate(zip(steps, self.steps, strict=False)) if one != other),
            min(len(steps), len(self.steps)) - 1,
        )
        position = positions_of(self.table, steps)[place]
        usual = {*self.moves(place, Side.ATTACKING), *self.moves(place, Side.DEFENDING)}
        found = [move for mine in Side for move in self.moves_of(position, steps[place], mine)]
        return step_of(steps[place]), tuple(move for move in found if move.chosen_by is side and move not in usual)


def step_of(step: LineStep) -> Step:
    """A line's step in the rules' words."""
    return Step.FIRST_STRIKE if step.first else Step.REGULAR
