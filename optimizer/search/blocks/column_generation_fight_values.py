"""What an attacker's fights are worth, for a list of sets of blockers at once: exactly, or at least.

A list of sets is a matrix of classes of blockers (`column_generation_classes`), a row for each set.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...model.combat import has_strike
from ...rules.position import POISON, Traits
from .board_bounds import gained, strength
from .column_generation_classes import Classes
from .column_generation_ordinary import MOST_STRUCK, EverydayList, most_killed
from .fight_values import Bools, Ints
from .fights import Fights
from .lower_bounds import UNKNOWN, Ground

__all__ = ["ListedWorths", "Lists", "may_end_early"]

MOST_TAKEN = 1 << 20
"""As good as any amount of life."""


class ListedWorths(NamedTuple):
    """As `fight_values.Worths`, by row. `known`: it is exact; `sure`: a play takes that much life; `fixed`: just so
    much is what the blockers gain. `early`: no less than this is had where the first-strike step wins the game.

    `low`, `low_quick`: no set that has these blockers and more is worth less, as long as none of the others gains life
    or returns better, nor, for `low`, strikes first.
    """

    value: Ints
    life: Ints
    poison: Ints
    push: Ints
    gain: Ints
    known: Bools
    sure: Bools
    fixed: Bools
    early: Ints
    low: Ints
    low_quick: Ints

    @classmethod
    def blank(cls, rows: int) -> ListedWorths:
        """Room for so many rows."""
        one, no = np.zeros(rows, dtype=np.int64), np.zeros(rows, dtype=bool)
        sides: list[Any] = [(no if name in ("known", "sure", "fixed") else one).copy() for name in cls._fields]
        return cls(*sides)

    def put(self, rows: Bools, others: ListedWorths) -> None:
        """Write the worths of some rows."""
        for mine, new in zip(self, others, strict=True):
            mine[rows] = new


def may_end_early(fights: Fights) -> bool:
    """Whether the first-strike step could win the game, whatever the blocks."""
    board = fights.board
    if board.pending:
        return fights.strikes_first
    first = [
        (one, Traits(body, 0)) for one, body in zip(board.attackers, board.attacking, strict=True) if has_strike(one)
    ]
    life = sum(strength(one) for one, _ in first)
    poison = sum(source.toxic + source.poisonous + strength(one) * source.infect for one, source in first)
    return life >= board.defending_player.life or poison >= POISON - board.defending_player.poison


class Lists:
    """One attacker's fights, by lists of sets. `kinds`: for each class of blockers 2 where it may lower the floor of
    any set that it joins, 1 where it does by striking first, 0 where it doesn't."""

    def __init__(self, classes: Classes, which: int) -> None:
        fights = classes.fights
        self.classes, self.fights = classes, fights
        self.attacker = attacker = classes.attackers[which][0]
        self.everyday = EverydayList.of(classes, attacker)
        each = classes.of_each
        blockers = fights.blockers
        self.plain: Bools = np.zeros(classes.count + 1, dtype=bool) if self.everyday is None else self.everyday.plain
        self.ground = ground = Ground(fights, attacker)
        self.each = {name: each(getattr(ground, name)) for name in Ground.SUMMED}
        self.low = self.each["low"]
        self.gains = each([gained(b, pending=fights.pending) for b in blockers])
        able = classes.able[which]
        reach = int((self.each["damage"][:-1] * classes.caps)[able].sum())
        falls = reach >= ground.need or bool(self.each["deadly"][:-1][able].any())
        self.most_lost = ground.own if falls else 0
        first = self.everyday is not None and self.everyday.first
        self.kinds = np.zeros(classes.count, dtype=np.int64)
        if not first:
            self.kinds[self.each["slow"][:-1] > 0] = 1
        special = (self.low + self.gains + self.each["odd"] + self.each["shielded"])[:-1] > 0
        self.kinds[special | (classes.met[which] > 0) | ground.blind] = 2

        # where not all fights are everyday, one bound for all of them
        self.rough = self.everyday is None or not bool(self.plain[:-1][able].all())
        self.early = fights.bounds.fight(attacker, range(len(blockers))).low

    def worths(self, members: Ints) -> ListedWorths:
        """The worths of the sets that these rows hold."""
        rows = len(members)
        plain: Bools = np.all(self.plain[members], axis=1)
        if self.everyday is None or ((self.everyday.first or self.everyday.twice) and members.shape[1] > MOST_STRUCK):
            plain = np.zeros(rows, dtype=bool)
        found = ListedWorths.blank(rows)
        if plain.any():
            found.put(plain, self.exact(members[plain]))
        if not plain.all():
            found.put(~plain, self.least(members[~plain]))
        if self.rough:
            found.early[:] = self.early
        return found

    def exact(self, members: Ints) -> ListedWorths:
        """Everyday fights."""
        everyday = self.everyday
        assert everyday is not None
        value, life, push, kills, once, falls, gain, fixed, early = everyday.weighed(members)
        own = min(everyday.own, self.most_lost) if everyday.mortal else 0
        # one that dies before the regular step does so against more blockers too, and they gain no more then
        base = -own - np.where(falls, everyday.point * gain, self.low[members].sum(axis=1))
        kills = kills + everyday.linked
        once = once + (everyday.linked if everyday.first else 0)
        low_quick = base + once
        low = base + np.where(falls, once, kills)
        known = np.ones(len(members), dtype=bool)
        return ListedWorths(value, life, np.zeros_like(life), push, gain, known, fixed, fixed, early, low, low_quick)

    def least(self, members: Ints) -> ListedWorths:
        """The floors of other fights."""
        rows, ground = len(members), self.ground
        gain = self.gains[members].sum(axis=1)
        unknown = np.zeros(rows, dtype=bool)
        if ground.blind:
            far, wide = ground.whole - self.low[members].sum(axis=1), np.full(rows, min(MOST_TAKEN, UNKNOWN))
            return ListedWorths(far, wide, wide, far, gain, unknown, unknown.copy(), gain == 0, far, far, far)

        def total(name: str) -> Ints:
            found: Ints = self.each[name][members].sum(axis=1)
            return found

        cost, prize = self.each["cost"][members], self.each["prize"][members]
        value, push, life, poison = ground.floor(
            total, lambda power: most_killed(cost, prize, power), np.full(rows, members.shape[1])
        )
        low = -self.most_lost - total("low")
        early = np.full(rows, self.early)
        return ListedWorths(value, life, poison, push, gain, unknown, unknown.copy(), gain == 0, early, low, low)

    @property
    def lowest(self) -> int:
        """What all blockers can lower a fight's value or push by, beyond its own blockers."""
        return int((self.classes.caps * self.low[:-1]).sum())
