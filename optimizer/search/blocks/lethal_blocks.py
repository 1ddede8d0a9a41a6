"""Blocks after which the defending player may lose: branch and bound over the attackers.

What such a block comes to isn't the sum of its fights, since the attacking player chooses all plays together. But no
block comes to less than either the sum of its fights' values or, where the game is won, that of their pushes and the
win. These bounds, completed by the least that the attackers still to come can cost (`set_partition.followers`), cut the
search; whole blocks are played out by the solver.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .fight_values import Bools, Worths
from .play_out import Deadline
from .set_partition import Column, Costs, followers

__all__ = ["Rivals"]

Choice = list[int]


class Rivals:
    """The search. `play(choice)` gives the worth of a whole block and whether that is proven; `win` is what winning is
    worth, `reach` the life and poison that win."""

    def __init__(
        self,
        worths: Sequence[Worths],
        values: Sequence[Sequence[Column]],
        pushes: Sequence[Sequence[Column]],
        costs: Costs,
        allowed: Bools,
        win: int,
        reach: tuple[int, int],
        play: Callable[[Choice], tuple[int, bool]],
        deadline: Deadline,
    ) -> None:
        self.worths, self.values, self.pushes = worths, values, pushes
        self.costs, self.allowed, self.win, self.reach = costs, allowed, win, reach
        self.play, self.deadline = play, deadline
        self.sure = all(one.sure for one in worths)
        blockers = len(allowed).bit_length() - 1
        self.value_after = followers(values, blockers, deadline.check)
        self.push_after = followers(pushes, blockers, deadline.check)
        self.least = min(int(self.value_after[0][0]), int(self.push_after[0][0]) + win * costs.worth)
        self.proven = True

    def search(self, best: tuple[int, Choice] | None) -> tuple[int, Choice] | None:
        """The least cost and its choice, no worse than `best`; `proven` tells whether all was looked at."""
        self.best = best
        self.visit(0, 0, 0, 0, 0, 0, [])
        return self.best

    def visit(self, place: int, used: int, value: int, push: int, life: int, poison: int, choice: Choice) -> None:
        """Choose blockers for the attacker at a place, and go on."""
        if self.deadline.passed:
            self.proven = False
            return
        won = self.win * self.costs.worth
        if place == len(self.values):
            if self.allowed[used]:
                self.finish(value, push + won, life, poison, choice)
            return
        order = []
        for number, (valued, pushed) in enumerate(zip(self.values[place], self.pushes[place], strict=True)):
            if valued.chosen & used:
                continue
            after = used | valued.chosen
            bound = min(
                value + valued.cost + int(self.value_after[place + 1][after]),
                push + pushed.cost + int(self.push_after[place + 1][after]) + won,
            )
            order.append((bound, number))
        for bound, number in sorted(order):
            if self.best is not None and bound >= self.best[0]:
                break
            valued, pushed = self.values[place][number], self.pushes[place][number]
            self.visit(
                place + 1, used | valued.chosen, value + valued.cost, push + pushed.cost,
                life + valued.life, poison + valued.poison, [*choice, valued.chosen],
            )  # fmt: skip

    def finish(self, value: int, won: int, life: int, poison: int, choice: Choice) -> None:
        """Weigh a whole block."""
        closed = not any(one.open[chosen] for one, chosen in zip(self.worths, choice, strict=True))
        safe = closed and life < self.reach[0] and poison < self.reach[1]
        bound = value if safe else won if self.sure and closed else min(value, won)
        if self.best is not None and bound >= self.best[0]:
            return
        if safe:
            self.best = value, choice
            return
        met, _, blocking = self.costs.parts(value)
        worth, proven = self.play(choice)
        self.proven &= proven
        cost = self.costs.of(met, worth, blocking)
        if self.best is None or cost < self.best[0]:
            self.best = cost, choice
