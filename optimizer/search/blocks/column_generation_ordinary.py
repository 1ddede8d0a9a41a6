"""Ordinary fights (`ordinary`) for a list of sets of blockers at once, where not all sets can be listed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .column_generation_classes import Classes
from .fight_values import Bools, Ints
from .ordinary import IMPOSSIBLE, everyday, fights_plainly

__all__ = ["EverydayList", "most_killed"]

MOST_STRUCK = 7
"""Up to so many blockers it is tried out whom an attacker with first strike kills first."""


class Listed(NamedTuple):
    """By row: the value, life and push (`worth.Worths`); what the attacker's damage can kill, and what of that in the
    first-strike step; whether it dies before the regular one; what its blockers gain at most, and whether they gain
    just that; the push as far as it comes to pass in the first-strike step."""

    value: Ints
    life: Ints
    push: Ints
    kills: Ints
    once: Ints
    falls: Bools
    gain: Ints
    fixed: Bools
    early: Ints


class EverydayList:
    """One everyday attacker. `plain` tells of each class of blockers whether it is everyday; for no blocker, the last
    entry, too."""

    @classmethod
    def of(cls, classes: Classes, attacker: int) -> EverydayList | None:
        """None where the attacker, or what the score counts, is of another sort."""
        board = classes.fights.board
        one = board.attackers[attacker]
        if "double strike" in one.keywords and {"trample", "lifelink"} & set(one.keywords):
            return None
        return cls(classes, attacker) if fights_plainly(board, one) else None

    def __init__(self, classes: Classes, attacker: int) -> None:
        fights, each = classes.fights, classes.of_each
        prices, unit, blockers = fights.prices, fights.unit, fights.blockers
        self.one = one = fights.board.attackers[attacker]
        self.point = prices.life // unit
        self.own = prices.attackers[attacker] // unit
        self.power = max(0, one.power)
        self.linked = self.point * self.power if "lifelink" in one.keywords else 0
        self.tramples = "trample" in one.keywords
        self.first = "first strike" in one.keywords
        self.twice = "double strike" in one.keywords
        self.mortal = "indestructible" not in one.keywords
        touches = "deathtouch" in one.keywords
        self.plain = each([int(not everyday(b)) for b in blockers]) == 0
        strong = each([max(0, b.power) for b in blockers])

        def where(*keywords: str) -> Bools:
            found: Bools = each([int(any(word in b.keywords for word in keywords)) for b in blockers]) > 0
            return found

        swift, twice = where("first strike", "double strike"), where("double strike")
        self.hardy = where("indestructible")
        self.damage1 = np.where(swift, strong, 0)
        self.damage2 = np.where(swift & ~twice, 0, strong)
        self.touch = where("deathtouch")
        self.link = where("lifelink")
        self.needs = each([1 if touches else b.toughness - b.damage for b in blockers])
        self.takes = np.where(self.hardy, 2 * self.power + 1, self.needs)
        self.prize = np.where(self.hardy, 0, each([price // unit for price in prices.blockers]))

    def deadly(self, damage: Ints, touched: Bools) -> Bools:
        """Whether so much damage, some of it perhaps with deathtouch, kills the attacker."""
        if not self.mortal:
            return np.zeros(len(damage), dtype=bool)
        found: Bools = (damage >= self.one.toughness - self.one.damage) | touched
        return found

    def weighed(self, members: Ints) -> Listed:
        """The worths of sets of everyday blockers."""
        damage1, damage2 = self.damage1[members], self.damage2[members]
        touch, link, prize = self.touch[members], self.link[members], self.prize[members]
        gain1, gain2 = (damage1 * link).sum(axis=1), (damage2 * link).sum(axis=1)
        if not members.shape[1]:
            life = np.full(len(members), self.power * (1 + self.twice))
            value, nothing = self.point * life + self.linked, np.zeros_like(life)
            early = np.full_like(life, self.point * self.power) if self.twice else value if self.first else nothing
            return Listed(value, life, value.copy(), nothing, nothing, life < 0, nothing, life >= 0, early.copy())
        falls1 = self.deadly(damage1.sum(axis=1), np.any(touch & (damage1 > 0), axis=1))
        kills = once = most_killed(self.takes[members], prize, self.power)
        if self.twice:
            kills = most_killed(self.takes[members], prize, 2 * self.power)
        elif not self.first:
            once = np.zeros_like(kills)
        onward = np.maximum(0, self.power - self.needs[members].sum(axis=1)) * self.tramples
        prizes = prize.sum(axis=1)
        if self.first or self.twice:
            value = self.kills_first(members, falls1, once)
            stay = self.hardy[members]  # what goes on needs all lethal: only the indestructible strike back
            hurt = damage1.sum(axis=1) + (damage2 * stay).sum(axis=1)
            falls = falls1 | self.deadly(hurt, np.any(touch & stay & (damage2 > 0), axis=1))
            full = prizes + self.linked - np.where(falls, self.own, 0)
            full = full - self.point * np.where(falls1, 0, (damage2 * link * stay).sum(axis=1))
        else:
            onward = np.where(falls1, 0, onward)
            hurt = damage1.sum(axis=1) + damage2.sum(axis=1)
            falls = falls1 | self.deadly(hurt, np.any(touch & (damage1 + damage2 > 0), axis=1))
            back = -np.where(falls, self.own, 0) - np.where(falls1, 0, self.point * gain2)
            value = back + np.where(falls1, 0, kills + self.linked)
            full = back + prizes + self.linked
        full = full + self.point * onward
        over = onward > 0
        push = np.where(over, full, value)
        value = np.where(over, np.maximum(value, full), value)
        gain = gain1 + np.where(falls1, 0, gain2)
        fixed: Bools = falls1 | (gain2 == 0) | (not self.first and not self.twice)
        value, push = value - self.point * gain1, push - self.point * gain1
        early = -np.where(falls1, self.own, 0) - self.point * gain1
        if self.first or self.twice:
            early = early + self.linked + np.where(over, prizes + self.point * onward, once)
        return Listed(value, onward, push, kills, once, falls1, gain, fixed, early)

    def kills_first(self, members: Ints, falls1: Bools, once: Ints) -> Ints:
        """The value of an attacker with first or double strike: it kills before the slow ones strike back. With double
        strike it goes on then, and finishes those that it had damaged before."""
        damage1, damage2, touch = self.damage1[members], self.damage2[members], self.touch[members]
        cost, prize, link = self.takes[members], self.prize[members], self.link[members]
        value = np.where(falls1, once - self.own, IMPOSSIBLE)
        size = members.shape[1]
        for chosen in range(1 << size):
            which = np.array([bool(chosen >> at & 1) for at in range(size)])
            fits = ~falls1 & ((cost * which).sum(axis=1) <= self.power)
            left = damage2 * ~which
            falls = self.deadly(damage1.sum(axis=1) + left.sum(axis=1), np.any(touch & (left > 0), axis=1))
            worth = (prize * which).sum(axis=1)
            if self.twice:
                spent = np.maximum(0, 2 * self.power - (cost * which).sum(axis=1))
                worth = worth + most_killed(cost[:, ~which], prize[:, ~which], spent)
            worth = worth - np.where(falls, self.own, 0) - self.point * (left * link).sum(axis=1)
            value = np.where(fits, np.maximum(value, worth), value)
        found: Ints = value + self.linked
        return found


def most_killed(cost: Ints, prize: Ints, power: int | Ints) -> Ints:
    """For each row the best of its members that so much damage kills: a knapsack for all rows together."""
    rows, size = cost.shape
    ends = np.broadcast_to(np.asarray(power, dtype=np.int64), (rows,))
    most = int(ends.max(initial=0))
    most = min(most, int(np.where(cost <= most, cost, 0).sum(axis=1).max(initial=0)))
    best = np.zeros((rows, most + 1), dtype=np.int64)
    place = np.arange(most + 1)
    for at in range(size):
        before = place - cost[:, at, None]
        came = np.take_along_axis(best, np.maximum(before, 0), axis=1) + prize[:, at, None]
        best = np.maximum(best, np.where(before >= 0, came, 0))
    found: Ints = best[np.arange(rows), np.minimum(ends, most)]
    return found
