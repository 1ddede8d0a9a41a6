"""The runner-up: the best line in which the player who has the choice makes something else happen.

Where a fight has few choices, all of them are tried, each answered as well as it can be: that is the second best. In
larger ones, prices are bent far above everything else, so that the solver itself finds the best line in which one
creature fares differently, or damage goes on where it did not; what it finds is then judged by the true prices.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from ...model.terms import Side
from ...rules.damage.announcement import Announcement, announcement
from ...rules.damage.listing import divisions
from ...rules.damage.resolution import Event, strike
from ...rules.position import DEAD, RETURNED, Position, Table
from ...rules.score import Prices
from ...search.context import Context, LineStep, Plan, TimeUp, replay
from ...search.line.dispatch import play_on
from ...search.line.frontier import attacker_can_lose, can_lose
from ...search.line.search import Group, choices, worst_reply
from .lines import what_happens
from .regions import FightRegion, regions_of

__all__ = ["Alternative", "runner_up"]

LISTED = 3000
"""Up to so many legal divisions of a fight's damage in a step, all are tried."""


class Alternative(NamedTuple):
    """Another line, and its score in whole prices."""

    steps: tuple[LineStep, ...]
    score: int


def runner_up(
    table: Table, steps: tuple[LineStep, ...], prices: Prices, side: Side, deadline: float, *, proven: bool = True
) -> tuple[Alternative | None, bool]:
    """A player's best line that makes something else happen, and whether it is sure that none is better.

    `proven`: the line given is known to be the best, so what seems better for its player can't be right.
    """
    context = Context(prices, deadline)
    sign = 1 if side is Side.ATTACKING else -1
    usual = replay(table, table.start, steps)
    score = prices.score(table, usual)
    best: Alternative | None = None
    exact = True
    for region in regions_of(table, steps, prices):
        if context.out_of_time():
            exact = False
            break
        fork = Fork(region, side, deadline)
        for line in fork.lines():
            whole = region.whole(table, steps, line)
            end = replay(table, table.start, whole)
            found = Alternative(whole, prices.score(table, end))
            if what_happens(end) == what_happens(usual):
                continue
            if proven and not fork.exact and sign * found.score > sign * score:
                continue
            if best is None or sign * found.score > sign * best.score:
                best = found
        exact &= fork.exact
    return best, exact and context.proven


class TooMany(Exception):
    """A step has more divisions than are listed; private to this module."""


class Fork:
    """The lines of one fight in which a player turns off the best line. `exact`: none of them was left out that could
    be the best; to be asked once `lines` is through."""

    def __init__(self, region: FightRegion, side: Side, deadline: float) -> None:
        self.table, self.prices, self.start = region.table, region.prices, region.start
        self.side, self.sign = side, 1 if side is Side.ATTACKING else -1
        self.context = Context(region.prices, deadline)
        self.known: dict[Position, Plan] = {}
        position = region.start
        for place, step in enumerate(region.steps):
            if position.over:
                break
            end = replay(self.table, position, region.steps[place:])
            self.known[position] = Plan(self.context.change(self.table, position, end), region.steps[place:])
            position = strike(self.table, position, step.attacking, step.defending).position
        self.avoided = what_happens(position)
        self.end = position
        self.exact = True

    def lines(self) -> Iterator[tuple[LineStep, ...]]:
        """The best line by trying all choices, then those by bent prices where that was not to be."""
        try:
            best = self.best_other(self.start)
        except (TimeUp, TooMany):  # before anything was found
            self.exact, best = False, None
        self.exact &= self.context.proven
        if best is not None:
            yield best.steps
        if not self.exact:
            yield from self.bent_lines()

    def rest(self, position: Position) -> Plan:
        """The best play from a position on."""
        if position not in self.known:
            self.known[position] = play_on(self.context, self.table, position)
        return self.known[position]

    def best_other(self, position: Position) -> Plan | None:
        """The best play from a position on that ends otherwise than the best line."""
        best: Plan | None = None
        if position.over:
            return best
        try:
            for step in self.options(position):
                after = strike(self.table, position, step.attacking, step.defending).position
                tail: Plan | None = self.rest(after)
                assert tail is not None
                if what_happens(replay(self.table, after, tail.steps)) == self.avoided:
                    tail = self.best_other(after)
                    if tail is None:
                        continue
                value = self.context.change(self.table, position, after) + tail.value
                if best is None or self.sign * value > self.sign * best.value:
                    best = Plan(value, (step, *tail.steps))
        except (TimeUp, TooMany):
            self.exact = False
        return best

    def options(self, position: Position) -> Iterator[LineStep]:
        """The player's choices in a step, each with the other player's best answer."""
        best = self.rest(position).steps[0]
        table = self.table
        attack = announcement(table, position, Side.ATTACKING)
        defend = announcement(table, position, Side.DEFENDING)
        somebody = can_lose(table, position) or attacker_can_lose(table, position)
        apart = not position.first and not somebody and not table.banded
        attacks = defences = [Group([best.attacking], 0)]
        if not apart or self.side is Side.ATTACKING:
            attacks = self.choices(position, attack)
        defences = [Group([best.defending], 0)]
        if not apart or self.side is Side.DEFENDING:
            defences = self.choices(position, defend)
        if self.side is Side.ATTACKING:
            for own in attacks:
                yield self.answered(position, own, defences)
            for theirs in self.alike(position, defences, best.defending, Side.DEFENDING):
                yield best._replace(defending=theirs)
        else:
            for ours in self.alike(position, attacks, best.attacking, Side.ATTACKING):
                for defence in defences:
                    yield self.answered(position, Group([ours], 0), [defence])

    def choices(self, position: Position, ann: Announcement) -> list[Group]:
        """A side's choices that differ in what they do."""
        if sum(1 for _ in islice(divisions(ann), LISTED + 1)) > LISTED:
            raise TooMany
        groups, complete = choices(self.context, self.table, position, ann.side)
        if not complete:
            raise TooMany
        return groups

    def answered(self, position: Position, own: Group, defences: list[Group]) -> LineStep:
        """An attacking player's choice with the defending player's best answer."""
        plan = worst_reply(self.context, self.table, position, self.rest, own, defences, None)
        assert plan is not None
        return plan.steps[0]

    def alike(
        self, position: Position, options: list[Group], chosen: tuple[Event, ...], side: Side
    ) -> list[tuple[Event, ...]]:
        """What whoever divides for banding could have made of a side's choice: the choice itself, where nobody does."""
        if not self.table.banded:
            return [chosen]

        def effect(events: tuple[Event, ...]) -> Position:
            both = (events, ()) if side is Side.ATTACKING else ((), events)
            return strike(self.table, position, *both).position

        wanted = effect(chosen)
        return next((group.replies for group in options if wanted in map(effect, group.replies)), [chosen])

    # Bent prices.

    def bent_lines(self) -> Iterator[tuple[LineStep, ...]]:
        """The best lines where something of the best line is priced out of the question, as long as time lasts."""
        for prices in self.bends():
            try:
                self.context.check()
                bent = play_on(Context(prices, self.context.deadline), self.table, self.start)
                yield from self.answers(bent.steps)
            except (TimeUp, TooMany):
                return

    def bends(self) -> Iterator[Prices]:
        """Prices that rule out one thing each: first the fates that matter least, then what goes on."""
        table, prices = self.table, self.prices
        attacking = self.side is Side.ATTACKING
        bodies = self.end.blockers if attacking else self.end.attackers
        worth = prices.blockers if attacking else prices.attackers
        huge = beyond(prices, table, self.start)
        for number in sorted(range(len(bodies)), key=lambda number: abs(worth[number])):
            if bodies[number].place == RETURNED:
                continue
            bent = copy.copy(prices)
            mine = list(worth)
            mine[number] += -huge if bodies[number].place == DEAD else huge
            if attacking:
                bent.blockers = mine
            else:
                bent.attackers = mine
            yield bent
        step = self.known[self.start].steps[0]
        went = any(recipient < 0 for _, recipient, _ in step.attacking)
        if attacking and (went or any(one.trample or one.free for one in table.attackers)):
            bent = copy.copy(prices)
            for name in ("player", "poison", "loyalty", "defense"):
                setattr(bent, name, getattr(prices, name) + (-huge if went else huge))
            yield bent

    def answers(self, bent: tuple[LineStep, ...]) -> Iterator[tuple[LineStep, ...]]:
        """Lines that begin as the player would under bent prices, and go on as both would under the true ones."""
        best = self.known[self.start].steps[0]
        if self.side is Side.ATTACKING:
            replies = {best.defending, bent[0].defending} if self.start.first else {best.defending}
            options = sorted(
                (best._replace(attacking=bent[0].attacking, defending=theirs) for theirs in replies),
                key=lambda step: self.value((step, *self.after(step))),
            )
        else:
            options = [best._replace(defending=bent[0].defending)]
        step = options[0]
        yield (step, *self.after(step))
        if len(bent) > 1 and step == bent[0]:
            yield bent

    def after(self, step: LineStep) -> tuple[LineStep, ...]:
        """The best play after a first step."""
        return self.rest(strike(self.table, self.start, step.attacking, step.defending).position).steps

    def value(self, line: tuple[LineStep, ...]) -> int:
        """What a line changes of the score."""
        return self.context.change(self.table, self.start, replay(self.table, self.start, line))


def beyond(prices: Prices, table: Table, position: Position) -> int:
    """A price above anything that can happen in a combat."""
    point = max(map(abs, (prices.player, prices.life, prices.poison, prices.loyalty, prices.defense)))
    all_traits = (*table.attackers, *table.blockers)
    bodies = (*position.attackers, *position.blockers)
    points = sum(4 * traits.amount(body) + 20 for traits, body in zip(all_traits, bodies, strict=True))
    return 4 * (abs(prices.win) + sum(map(abs, (*prices.attackers, *prices.blockers))) + point * (points + 20))
