"""Everyday fights, all sets of blockers at once: arrays over sets instead of one solve for each.

Everyday creatures are those that nothing but lethal damage and deathtouch decides about (as in `solver.quick`). Whom an
attacker kills is a knapsack, whose answers for all sets are a running maximum over subsets. An attacker with first
strike chooses whom to kill before they strike back: there each set is taken with each of its subsets.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...model.board import DeclareBlockers
from ...model.board_creature import BoardCreature
from ...model.terms import PLAYER
from ..line.ordinary import LARGE, NOTHING_SPECIAL, PARAMETERS, SPECIAL
from .fight_values import Bools, Ints
from .lower_bounds import most_kills, totals

if TYPE_CHECKING:
    from .fights import Fights

__all__ = ["Everyday", "Sums"]

UNUSUAL = frozenset(["wither", "infect", "undying", "persist", "banding", "trample over planeswalkers"])
IMPOSSIBLE = -(1 << 58)

MOST_PAIRED = 12
"""Up to so many blockers each set is taken with each of its subsets: 3 to this power are half a million."""


class Found(NamedTuple):
    """The arrays of one attacker (see `worth.Worths`)."""

    value: Ints
    life: Ints
    push: Ints
    sure: bool


def everyday(creature: BoardCreature) -> bool:
    """Nothing but lethal damage and deathtouch decides about it, and it deals what its power says."""
    has = creature.keywords
    return (
        creature.damage < creature.toughness
        and 0 <= creature.value < LARGE
        and SPECIAL(creature) == NOTHING_SPECIAL
        and UNUSUAL.isdisjoint(has)
        and not any(word.startswith(PARAMETERS) for word in has)
    )


def fights_plainly(board: DeclareBlockers, one: BoardCreature) -> bool:
    """An everyday attacker of the player, where the score counts in the ordinary way."""
    weights = board.weights
    odd = board.pending or one.attacking != PLAYER or one.as_though_unblocked or one.commander
    return not odd and min(weights.creature, weights.life) >= 0 and everyday(one)


class Sums:
    """What the everyday ones of some blockers do together, for every set of them, in the first step (1) and in the
    second (2): damage, damage with deathtouch, life gained. `plain` has the bits of those."""

    def __init__(self, blockers: Sequence[BoardCreature]) -> None:
        self.blockers = blockers
        self.plain = sum(1 << bit for bit, blocker in enumerate(blockers) if everyday(blocker))
        quick = self.where("first strike", "double strike")
        twice = self.where("double strike")
        slow = [max(0, one.power) - (0 if d else q) for one, q, d in zip(blockers, quick, twice, strict=True)]
        touch, gains = self.where("deathtouch"), self.where("lifelink")
        self.harmless = not any(gains)
        self.damage1 = self.total(quick)
        self.touch1 = self.total([t if q else 0 for t, q in zip(touch, quick, strict=True)])
        self.gain1 = self.total([g if q else 0 for g, q in zip(gains, quick, strict=True)])
        self.damage2 = self.total(slow)
        self.touch2 = self.total([t if s else 0 for t, s in zip(touch, slow, strict=True)])
        self.gain2 = self.total([g if s else 0 for g, s in zip(gains, slow, strict=True)])

    def total(self, amounts: list[int]) -> Ints:
        """For every set the sum of what its everyday blockers have."""
        return totals([amount if self.plain >> bit & 1 else 0 for bit, amount in enumerate(amounts)])

    def where(self, *keywords: str) -> list[int]:
        """The power of the blockers that have one of some keywords and deal damage, 0 for the others."""
        return [max(0, one.power) if any(word in one.keywords for word in keywords) else 0 for one in self.blockers]


class Everyday:
    """One everyday attacker and the everyday blockers among a board's; `plain` has their bits."""

    @classmethod
    def of(cls, fights: Fights, attacker: int) -> Everyday | None:
        """None where the attacker, or what the score counts, is of another sort."""
        one = fights.board.attackers[attacker]
        paired = len(fights.bits) <= MOST_PAIRED
        if "double strike" in one.keywords or ("first strike" in one.keywords and not paired):
            return None
        return cls(fights, attacker, one) if fights_plainly(fights.board, one) else None

    def __init__(self, fights: Fights, attacker: int, one: BoardCreature) -> None:
        self.one = one
        self.early, self.check = fights.early, fights.deadline.check
        prices, unit = fights.prices, fights.unit
        self.point = prices.life // unit
        self.own = prices.attackers[attacker] // unit
        self.blockers = fights.blockers
        self.worth = [price // unit for price in prices.blockers]
        self.sums = fights.sums
        self.plain = fights.sums.plain
        self.count = 1 << len(fights.blockers)
        self.power = max(0, one.power)
        self.deathtouch = "deathtouch" in one.keywords
        self.lifelink = "lifelink" in one.keywords
        self.tramples = "trample" in one.keywords
        self.first = "first strike" in one.keywords

    def total(self, amounts: list[int]) -> Ints:
        """For every set the sum of what its everyday blockers have."""
        return self.sums.total(amounts)

    @cached_property
    def needs(self) -> Ints:
        """How much damage is lethal to all of a set."""
        return self.total([1 if self.deathtouch else one.toughness - one.damage for one in self.blockers])

    @cached_property
    def prizes(self) -> Ints:
        """What killing all of a set is worth; the indestructible stay."""
        return self.total(
            [0 if "indestructible" in one.keywords else worth
             for one, worth in zip(self.blockers, self.worth, strict=True)]
        )  # fmt: skip

    @cached_property
    def costs(self) -> Ints:
        """How much damage kills all of a set; more than there is, where one of them is indestructible."""
        never = self.power + 1
        return self.total(
            [never if "indestructible" in one.keywords else 1 if self.deathtouch else one.toughness - one.damage
             for one in self.blockers]
        )  # fmt: skip

    @cached_property
    def kills(self) -> Ints:
        """For every set the most that the attacker's damage kills of it."""
        return most_kills(self.costs, self.prizes, self.power)

    def deadly(self, damage: Ints, touches: Ints) -> Bools:
        """Whether so much damage, some of it perhaps with deathtouch, kills the attacker."""
        if "indestructible" in self.one.keywords:
            return np.zeros(len(damage), dtype=bool)
        return (damage >= self.one.toughness - self.one.damage) | (touches > 0)

    def arrays(self) -> Found:
        """The worths for every set of everyday blockers; entries of other sets mean nothing."""
        sums = self.sums
        damage1, touch1, gain1 = sums.damage1, sums.touch1, sums.gain1
        damage2, touch2, gain2 = sums.damage2, sums.touch2, sums.gain2
        self.check()
        falls1 = self.deadly(damage1, touch1)
        most = self.power - self.needs
        self.check()
        over: Bools = (most > 0) & (np.arange(self.count) > 0) & self.tramples
        onward = np.where(over, most, 0)
        linked = self.point * self.power if self.lifelink else 0
        if self.first:
            value, push = self.strikes_first(falls1, damage1, damage2, touch2, gain2, over, onward)
            value, push = value + linked, push + linked
            onward_life = onward
        else:
            falls = self.deadly(damage1 + damage2, touch1 + touch2)
            self.check()
            back = np.where(falls1, -self.own, np.where(falls, -self.own, 0) - self.point * gain2)
            value = back + np.where(falls1, 0, self.kills + linked)
            full = back + self.prizes + linked + self.point * onward
            self.check()
            over = over & ~falls1
            onward_life = np.where(over, onward, 0)
            push = np.where(over, full, value)
            value = np.where(over, np.maximum(value, full), value)
        value, push = value - self.point * gain1, push - self.point * gain1
        value[0] = push[0] = self.point * self.power + linked
        life = onward_life.copy()
        life[0] = self.power
        if self.early:  # combat may end before the rest: no more is known than what can't be lost twice
            push = np.minimum(push, -self.own - self.point * (gain1 + gain2))
        return Found(value, life, push, sure=sums.harmless)

    def strikes_first(
        self, falls1: Bools, damage1: Ints, damage2: Ints, touch2: Ints, gain2: Ints, over: Bools, onward: Ints
    ) -> tuple[Ints, Ints]:
        """The value, and the push, of an attacker with first strike: it kills before the slow ones strike back."""
        value = np.where(falls1, self.kills - self.own, IMPOSSIBLE)
        push = value.copy()
        self.check()
        whole, killed = subsets(self.plain, self.count)
        self.check()
        fits = (self.costs[killed] <= self.power) & ~falls1[whole]
        whole, killed = whole[fits], killed[fits]
        left = whole ^ killed
        self.check()
        falls = self.deadly(damage1[whole] + damage2[left], touch2[left])
        worth = self.prizes[killed] - np.where(falls, self.own, 0) - self.point * gain2[left]
        self.check()
        np.maximum.at(value, whole, worth)
        self.check()
        hardy = sum(1 << bit for bit, one in enumerate(self.blockers) if "indestructible" in one.keywords)
        # what goes on needs all lethal: the mortal are dead then, the indestructible strike back
        stay = np.arange(self.count) & hardy
        fallen: Bools = falls1 | self.deadly(damage1 + damage2[stay], touch2[stay])
        gain = np.where(falls1, 0, gain2[stay])
        full = self.prizes - np.where(fallen, self.own, 0) - self.point * gain + self.point * onward
        push = np.where(over, full, value)
        return np.where(over, np.maximum(value, full), value), push


def subsets(bits: int, count: int) -> tuple[Ints, Ints]:
    """Every set of some bits with each of its subsets."""
    whole = np.zeros(1, dtype=np.int64)
    part = np.zeros(1, dtype=np.int64)
    bit = 1
    while bit < count:
        if bits & bit:
            whole, part = np.concatenate([whole, whole | bit, whole | bit]), np.concatenate([part, part, part | bit])
        bit <<= 1
    return whole, part
