"""Tempting but illegal: assignments that would score better than the best line, if the rules allowed them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from ...model.combat import Assignment, Combat
from ...model.terms import Edition, Side, Step
from ...rules.damage.announcement import Source, announcement, target_of
from ...rules.damage.legality import Violation
from ...rules.damage.resolution import Event, events_of, next_combat, strike
from ...rules.position import FIGHTING, TO_PLAYER, Position
from ...rules.score import Prices
from ...search.context import Context, LineStep, TimeUp, replay
from ...search.line import Limit, Solution, solve
from ...search.line.dispatch import play_on
from ...search.line.solution import announced

__all__ = ["MOST", "Temptation", "temptations"]

MOST = 2
"""How many are told."""


@dataclass(frozen=True, slots=True)
class Temptation:
    """An assignment that breaks the rules and would be better by `gain` points for the side that announces it.

    `sources` are the creatures that would divide otherwise than in the line; `violations` is everything it breaks.
    """

    side: Side
    step: Step
    assignment: Assignment
    sources: tuple[str, ...]
    gain: float
    violations: tuple[Violation, ...]


class Idea(NamedTuple):
    """What a person may think of for one side in a step: `rank` says which are told first."""

    rank: int
    side: Side
    events: tuple[Event, ...]


def temptations(
    solution: Solution, steps: tuple[LineStep, ...], prices: Prices, deadline: float
) -> tuple[Temptation, ...]:
    """The most tempting illegal assignments of a line's steps, as far as time allows; no more than `MOST`."""
    context = Context(prices, deadline)
    combat = solution.combat
    table, position = combat.table, combat.table.start
    found: list[tuple[int, int, Temptation]] = []
    total = prices.score(table, replay(table, position, steps))
    try:
        for step in steps:
            left = combat if position is table.start else next_combat(table, position)
            assert left is not None
            for idea in ideas(context, left, solution, position, step):
                attacking = idea.events if idea.side is Side.ATTACKING else step.attacking
                defending = idea.events if idea.side is Side.DEFENDING else step.defending
                after = strike(table, position, attacking, defending).position
                score = prices.score(table, after) + play_on(context, table, after).value
                gain = (score - total) * (1 if idea.side is Side.ATTACKING else -1)
                if prices.points(gain) <= 0:
                    continue
                one = told(left, solution, step, idea, prices.points(gain))
                if one.violations:
                    found.append((idea.rank, -gain, one))
            position = strike(table, position, step.attacking, step.defending).position
    except TimeUp:
        pass
    chosen: dict[tuple[str, ...], Temptation] = {}
    for _, _, one in sorted(found, key=lambda entry: entry[:2]):
        chosen.setdefault(one.sources, one)
    return tuple(chosen.values())[:MOST]


def told(combat: Combat, solution: Solution, step: LineStep, idea: Idea, gain: float) -> Temptation:
    """An idea by id, with what the rules say of it."""
    sides = {"attacking": (), "defending": ()} | {idea.side.value: idea.events}
    there = announced(solution.combat, LineStep(step.first, sides["attacking"], sides["defending"]))
    usual = announced(solution.combat, step)
    attacks = idea.side is Side.ATTACKING
    assignment, line = (there.attacking, usual.attacking) if attacks else (there.defending, usual.defending)
    return Temptation(
        side=idea.side,
        step=there.step,
        assignment=assignment,
        sources=tuple(name for name, division in assignment.items() if division != line.get(name)),
        gain=gain,
        violations=tuple(combat.violations(assignment, idea.side)),
    )


def ideas(context: Context, combat: Combat, solution: Solution, position: Position, step: LineStep) -> Iterator[Idea]:
    """What may come to mind in one step."""
    table = solution.combat.table
    if table.ordered:
        yield from out_of_order(context, combat, solution)
    mine: dict[int, dict[int, int]] = {}
    for attacker, recipient, n in step.attacking:
        mine.setdefault(attacker, {})[recipient] = n

    def instead(attacker: int, division: dict[int, int]) -> Idea:
        events = [event for event in step.attacking if event[0] != attacker]
        events += ((attacker, recipient, n) for recipient, n in division.items() if n)
        return Idea(1, Side.ATTACKING, tuple(sorted(events)))

    sources = {source.creature: source for source in announcement(table, position, Side.ATTACKING).sources}
    for source in sources.values():
        for division in past_blockers(source, mine.get(source.creature, {})):
            yield instead(source.creature, division)
    for index, (traits, body) in enumerate(zip(table.attackers, position.attackers, strict=True)):
        target = target_of(table, position, index)
        if (
            index not in sources
            and body.place == FIGHTING
            and target is not None
            and traits.amount(body)
            and table.assigns(position, traits, index)
        ):
            yield instead(index, {target: traits.amount(body)})  # blocked, and no blocker is left


def past_blockers(source: Source, division: dict[int, int]) -> Iterator[dict[int, int]]:
    """A trampler's divisions that send more on: one point, or everything."""
    if source.target is None or not source.tramples:
        return
    ends = (source.target, TO_PLAYER) if source.over else (source.target,)
    for end in ends:
        yield {end: source.amount}
        for recipient, n in division.items():
            if n and recipient != end:
                more = dict(division)
                more[recipient] -= 1
                more[end] = more.get(end, 0) + 1
                yield more


def out_of_order(context: Context, combat: Combat, solution: Solution) -> Iterator[Idea]:
    """What each side would announce if there were no damage assignment order (the rules since November 2024)."""
    unordered = replace(
        combat,
        edition=Edition.FOUNDATIONS,
        step=None if combat.at_beginning else combat.step,  # type: ignore[arg-type]  # as `Combat` takes it
    )
    free = solve(unordered, limit=Limit(context.left()))
    if free.line:
        first = free.line[0]
        table = solution.combat.table
        for side, assignment in ((Side.ATTACKING, first.attacking), (Side.DEFENDING, first.defending)):
            yield Idea(0, side, tuple(events_of(table, assignment, side)))
