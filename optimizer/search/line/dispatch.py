"""Chooses the method by the shape of the combat and puts the parts' answers together."""

from __future__ import annotations

from dataclasses import replace

from ...model.combat import unchecked
from ...model.terms import Side
from ...rules.damage.announcement import announcement
from ...rules.damage.resolution import Event, strike
from ...rules.position import FIGHTING, Body, Position, Table, wins
from ...rules.score import Prices
from ..bounds import of_attacker, of_blocker
from ..context import Context, LineStep, Plan
from ..parts import table_parts
from .frontier import NeedsSearch, attacker_can_lose, attacker_must_lose, can_lose, times_to_strike
from .last_step import last_step
from .life_race import best_play, best_plays
from .plays import Fight, Play
from .search import minimax
from .two_step import fights_of

__all__ = ["optimistic", "play_on"]


def play_on(context: Context, table: Table, position: Position, *, valued: bool = True) -> Plan:
    """The best play from a position to the end of combat; its value, where asked for, is what changes of the score."""
    if position.over:
        return Plan(0, ())
    doomed = attacker_must_lose(table, position)
    if not doomed and attacker_can_lose(table, position):  # what each side assigns decides about both players' ends
        return game(context, table, position)
    if doomed or not position.first:  # combat ends with this step
        try:
            return last_step(context, table, position, valued=valued)
        except NeedsSearch:
            return game(context, table, position)
    return two_steps(context, table, position)


def two_steps(context: Context, table: Table, position: Position) -> Plan:
    """The best play from the first-strike step on."""
    parts = table_parts(table, position)
    if can_lose(table, position):
        plays = race(context, table, position, parts)
        return plays if plays is not None else game(context, table, position)
    steps: list[list[tuple[tuple[Event, ...], tuple[Event, ...]]]] = [[], []]
    for attackers, blockers in parts:
        for place, step in enumerate(part_plan(context, table, position, attackers, blockers).steps):
            steps[place].append((step.attacking, step.defending))
    return put_together(context, table, position, steps)


def put_together(
    context: Context,
    table: Table,
    position: Position,
    steps: list[list[tuple[tuple[Event, ...], tuple[Event, ...]]]],
) -> Plan:
    """The plan of the parts' steps, in the order of the document's creatures."""
    line: list[LineStep] = []
    at = position
    for place in range(2):
        attacking = sorted(event for ours, _ in steps[place] for event in ours)
        defending = sorted(event for _, theirs in steps[place] for event in theirs)
        line.append(LineStep(place == 0, tuple(attacking), tuple(defending)))
        at = strike(table, at, attacking, defending).position
        if at.over:
            break
    return Plan(context.change(table, position, at), tuple(line))


def exclusive(table: Table, position: Position, attackers: list[int], blockers: list[int]) -> bool:
    """Each blocker blocks one of these attackers, so that nobody but the attacking player has a choice."""
    fighting = {a for a in attackers if position.attackers[a].place == FIGHTING}
    return all(len(fighting.intersection(table.blocks[b])) <= 1 for b in blockers) and not table.banded


def race(context: Context, table: Table, position: Position, parts: list[tuple[list[int], list[int]]]) -> Plan | None:
    """The best play where the fights have only the player's life in common; None where they have another shape."""
    prices = context.prices
    if context.method not in (None, "strikes") or min(prices.player, prices.life, prices.poison, prices.win) < 0:
        return None
    if any(len(attackers) > 1 or not exclusive(table, position, attackers, blockers) for attackers, blockers in parts):
        return None
    fights = fights_of(context, table, position, [attackers[0] for attackers, _ in parts], race=True)
    if fights is None:
        return None
    context.used("strikes")
    return put_together(
        context, table, position, steps_of(table, position, fights, best_plays(context, position, fights))
    )


def steps_of(
    table: Table, position: Position, fights: list[Fight], plays: list[Play]
) -> list[list[tuple[tuple[Event, ...], tuple[Event, ...]]]]:
    """The plays of fights as events; what the blockers assign follows from who is left."""
    first: list[Event] = []
    second: list[Event] = []
    for fight, play in zip(fights, plays, strict=True):
        for into, amounts, onward in (
            (first, play.amounts1, play.onward1),
            (second, play.amounts2, play.onward2),
        ):
            into += [(fight.attacker, b, n) for b, n in zip(fight.creatures, amounts, strict=False) if n]
            if onward and fight.target is not None:
                into.append((fight.attacker, fight.target, onward))
    back1 = strikes_back(table, position, fights)
    after = strike(table, position, first, back1).position
    back2 = () if after.over else strikes_back(table, after, fights)
    return [[(tuple(first), back1)], [(tuple(second), back2)]]


def strikes_back(table: Table, position: Position, fights: list[Fight]) -> tuple[Event, ...]:
    """What the blockers of these fights assign: all they have, as each blocks nobody else."""
    attackers = {fight.attacker for fight in fights}
    sources = announcement(table, position, Side.DEFENDING).sources
    return tuple([(one.creature, one.creatures[0], one.amount) for one in sources if one.creatures[0] in attackers])


def part_plan(context: Context, table: Table, position: Position, attackers: list[int], blockers: list[int]) -> Plan:
    """The best play of one part over both steps, where the player can't lose."""
    if context.method in (None, "strikes") and len(attackers) == 1 and exclusive(table, position, attackers, blockers):
        fights = fights_of(context, table, position, attackers)
        if fights is not None:
            context.used("strikes")
            steps = steps_of(table, position, fights, [best_play(context, fights[0])])
            ours = tuple(LineStep(place == 0, *step[0]) for place, step in enumerate(steps))
            return Plan(0, ours)
    small, at = excerpt(table, position, attackers, blockers)
    inner = replace(context, prices=context.prices.restricted(attackers, blockers), gap=0, proven=True, loose=False)
    inner.methods = context.methods
    plan = game(inner, small, at)
    context.proven &= inner.proven
    context.gap += inner.gap
    context.loose |= inner.loose
    return Plan(
        plan.value,
        tuple(
            LineStep(
                step.first,
                tuple((attackers[s], blockers[r] if r >= 0 else r, n) for s, r, n in step.attacking),
                tuple((blockers[s], attackers[r], n) for s, r, n in step.defending),
            )
            for step in plan.steps
        ),
    )


def game(context: Context, table: Table, position: Position) -> Plan:
    """The best play by game search; the last step goes to the quick methods."""
    memo: dict[Position, Plan] = {}

    def rest(after: Position) -> Plan:
        if after not in memo:
            memo[after] = play_on(context, table, after)
        return memo[after]

    return minimax(context, table, position, rest, optimistic(context.prices, table, position))


def excerpt(table: Table, position: Position, attackers: list[int], blockers: list[int]) -> tuple[Table, Position]:
    """A table and position of some of the creatures, which have nothing to do with the others."""
    combat = table.combat
    keep = {combat.attackers[a].id for a in attackers} | {combat.blockers[b].id for b in blockers}

    def left(order: tuple[str, ...] | None) -> tuple[str, ...] | None:
        return None if order is None else tuple(name for name in order if name in keep)

    small = Table(
        unchecked(
            combat,
            attackers=tuple(
                replace(combat.attackers[a], blocked=table.blocked[a], order=left(combat.attackers[a].order))
                for a in attackers
            ),
            blockers=tuple(
                replace(
                    combat.blockers[b],
                    blocks=tuple(combat.attackers[a].id for a in table.blocks[b] if a in attackers),
                    order=left(combat.blockers[b].order),
                )
                for b in blockers
            ),
            pending=False,
        )
    )
    struck = 0
    for bit, at in enumerate([*attackers, *(len(table.attackers) + b for b in blockers)]):
        struck |= (position.struck >> at & 1) << bit
    bodies: tuple[Body, ...] = tuple(position.attackers[a] for a in attackers)
    return small, position._replace(
        attackers=bodies,
        blockers=tuple(position.blockers[b] for b in blockers),
        struck=struck,
        dealt=tuple(position.dealt[a] for a in attackers),
    )


def optimistic(prices: Prices, table: Table, position: Position) -> int:
    """No play from a position changes the score by more than this: the sum of what each creature can (`bounds`)."""
    ends = [
        prices.win * (theirs - ours)
        for theirs in ((0, 1) if can_lose(table, position) else (0,))
        for ours in ((0, 1) if attacker_can_lose(table, position) else (0,))
    ]
    best = max(ends) - prices.win * wins(position)
    for traits, body in zip(table.blockers, position.blockers, strict=True):
        best += of_blocker(prices, traits, body, 2 if position.first and traits.double else 1).high
    for index, (traits, body) in enumerate(zip(table.attackers, position.attackers, strict=True)):
        times = times_to_strike(table, position, index)
        past = not table.blocked[index] or traits.trample or traits.free or traits.excess
        best += of_attacker(prices, traits, body, times, past=past).high
    return best
