"""Bounds for `branch_and_bound`: what attackers still to come cost at least, for every set of creatures taken."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..context import TimeUp
from .branch_and_bound_costs import RelaxedCosts
from .fight_values import Bools, Ints
from .play_out import Deadline
from .set_partition import FAR, Apart, Column, followers

__all__ = ["Table", "Tables"]

FEW_PRICES = 6
"""So many prices of a point of damage are tried for each creature that blocks several."""

FITS = 1 << 56


class Table:
    """One bound. A state is which of the creatures that block several have been counted as worthy (`Tables.counts`):
    `costs[state][attacker]` by set, `after[place][state]` by the others used; `charges` by place are constants."""

    def __init__(self, costs: list[list[Ints]], after: list[Ints], charges: list[int]) -> None:
        self.costs, self.after, self.charges = costs, after, charges


class Tables:
    """The bounds of one board. Costs are `factor` times the worth and how many creatures block.

    `order` is the order of the attackers; creatures that block one attacker are numbered apart (`compact`), since no
    other creature is ever used up.
    """

    def __init__(self, costs: RelaxedCosts, order: Sequence[int], deadline: Deadline) -> None:
        self.costs, self.order, self.deadline = costs, list(order), deadline
        count = len(costs.bits)
        self.factor = count + 1
        self.singles = [bit for bit in range(count) if not costs.several >> bit & 1]
        compact = np.zeros(1 << count, dtype=np.int64)
        for number, bit in enumerate(self.singles):
            compact |= (costs.sets >> bit & 1) << number
        self.compact = compact
        sizes = np.bitwise_count(costs.sets.astype(np.uint64)).astype(np.int64)
        self.single_sizes = np.bitwise_count(compact.astype(np.uint64)).astype(np.int64)
        self.several_sizes = sizes - self.single_sizes
        self.powers = [
            max(0, costs.blockers[bit].power) * (2 if "double strike" in costs.blockers[bit].abilities else 1)
            for bit in costs.copies
        ]
        self.able = [
            [bool((costs.legal[a] & ((costs.sets >> bit & 1) == 1)).any()) for a in self.order] for bit in costs.copies
        ]
        self.met_after = self.least_after([-one for one in costs.met])
        largest = sum(int(np.abs(one).max()) for one in costs.value[-1])
        largest += sum(costs.gains(bit) for bit in costs.copies)
        self.large = 4 * (largest + 1) * self.factor
        most = 2 + max(int(one.max()) for one in costs.met)
        self.fits = self.large * 8 * most * (len(self.order) + 1) < FITS
        self.states = len(costs.value)
        copies = np.zeros(1 << count, dtype=np.int64)
        if self.states > 1:
            for number, bit in enumerate(costs.copies):
                copies |= (costs.sets >> bit & 1) << number
        self.counts = [self.counted(state, copies) for state in range(self.states)]
        self.exact = [self.with_worth(attacker, copies) for attacker in range(len(costs.met))]

    def counted(self, state: int, copies: Ints) -> list[tuple[Ints, Ints]]:
        """For each attacker and set, which creatures count as worthy there, and the state after it: those that have not
        been counted yet, where that makes a difference."""
        found = []
        for attacker in range(len(self.costs.met)):
            free = copies & ~state
            worthy = np.zeros_like(free)
            for variant in range(1, self.states):
                gained = self.costs.value[variant][attacker] > self.costs.value[0][attacker]
                worthy = np.where((free == variant) & gained, variant, worthy)
            found.append((worthy, worthy | state))
        return found

    def with_worth(self, attacker: int, copies: Ints) -> Ints:
        """An attacker's costs with all of its blockers worthy."""
        found: Ints = np.choose(copies, [one[attacker] for one in self.costs.value])
        return found

    def least_after(self, costs: Sequence[Ints]) -> list[Ints]:
        """For each place in the order, and every set of creatures used, the least cost of all attackers from it on."""
        groups = []
        for attacker in self.order:
            least = self.by_singles(costs[attacker], self.costs.legal[attacker])
            groups.append([Column(s, int(least[s]), 0, 0) for s in self.useful(least)])
        return followers(groups, len(self.singles))

    def by_singles(self, costs: Ints, among: Bools) -> Ints:
        """The least cost against an attacker for each set of creatures that are used up, whatever else blocks it."""
        least = np.full(1 << len(self.singles), FAR, dtype=np.int64)
        np.minimum.at(least, self.compact[among], costs[among])
        return least

    def useful(self, least: Ints) -> list[int]:
        """The sets that cost less than every smaller one in them."""
        below = np.full_like(least, FAR)
        best = least.copy()
        bit = 1
        while bit < len(best):
            pairs, under = best.reshape(-1, 2, bit), below.reshape(-1, 2, bit)
            np.minimum(under[:, 1], pairs[:, 0], out=under[:, 1])
            np.minimum(under[:, 1], under[:, 0], out=under[:, 1])
            np.minimum(pairs[:, 1], pairs[:, 0], out=pairs[:, 1])
            bit <<= 1
        found: list[int] = np.flatnonzero((least < FAR) & (least < below)).tolist()
        return found

    def priced(self, prices: Sequence[int], met_price: int) -> list[list[Ints]]:
        """The costs by variant with these prices."""
        costs = self.costs
        return [
            [
                costs.priced(variant, attacker, prices) * self.factor
                + self.single_sizes
                - met_price * costs.met[attacker]
                for attacker in range(len(costs.met))
            ]
            for variant in range(self.states)
        ]

    def charges(self, prices: Sequence[int]) -> list[int]:
        """What the prices of all damage come to for the attackers from each place on, and lifelink."""
        found = []
        for place in range(len(self.order) + 1):
            charge = 0
            for price, power, able, bit in zip(prices, self.powers, self.able, self.costs.copies, strict=True):
                if any(able[place:]):
                    charge += price * power + self.costs.gains(bit)
            found.append(-charge * self.factor)
        return found

    def table(self, prices: Sequence[int], met_price: int) -> Table:
        """A bound with these prices for the damage of creatures that block several, and for a requirement met."""
        variants = self.priced(prices, met_price)
        costs: list[list[Ints]] = []
        for state in range(self.states):
            costs.append([
                np.choose(worthy, [one[attacker] for one in variants])
                for attacker, (worthy, _) in enumerate(self.counts[state])
            ])  # fmt: skip
        if self.deadline.passed:
            raise TimeUp
        size = 1 << len(self.singles)
        apart = Apart(size)
        now = np.zeros((self.states, size), dtype=np.int64)
        after = [now]
        for attacker in reversed(self.order):
            legal = self.costs.legal[attacker]
            before = np.full((self.states, size), FAR, dtype=np.int64)
            for state in range(self.states):
                nexts = self.counts[state][attacker][1]
                for following in range(state, self.states):
                    if following & state != state:
                        continue
                    among = legal & (nexts == following)
                    if not among.any():
                        continue
                    least = self.by_singles(costs[state][attacker], among)
                    for chosen in self.useful(least):
                        rows = apart.rows(chosen)  # the sets used before
                        found = now[following][rows | chosen] + least[chosen]
                        before[state][rows] = np.minimum(before[state][rows], found)
            now = before
            after.append(now)
        return Table(costs, after[::-1], self.charges(prices))

    def best_prices(self) -> list[int]:
        """Prices for which the bound at the root is high, one after another."""
        costs = self.costs
        known: set[int] = set()
        for attacker, one in enumerate(costs.board.attackers):
            if (costs.need[attacker] > 0).any():
                own = costs.fights.prices.attackers[attacker] // costs.fights.unit
                known |= {own, own // max(1, one.toughness - one.damage)}
        candidates = sorted(known)
        if len(candidates) > FEW_PRICES:
            step = (len(candidates) - 1) / (FEW_PRICES - 1)
            candidates = [candidates[round(number * step)] for number in range(FEW_PRICES)]
        best = [0] * len(costs.copies)

        def root(prices: list[int]) -> int:
            found = [costs.priced(0, a, prices) * self.factor for a in range(len(costs.met))]
            return int(self.least_after(found)[0][0]) + self.charges(prices)[0]

        if not candidates:
            return best
        high = root(best)
        for price in candidates:
            prices = [price] * len(best)
            if self.deadline.passed:
                return best
            now = root(prices)
            if now > high:
                high, best = now, prices
        for number in range(len(best)) if len(best) > 1 else ():
            for price in (0, *candidates):
                prices = [*best[:number], price, *best[number + 1 :]]
                if self.deadline.passed:
                    return best
                now = root(prices)
                if now > high:
                    high, best = now, prices
        return best

    def tables(self, required: bool) -> list[Table]:
        """The bounds that a search takes the best of."""
        prices = self.best_prices()
        kinds = [[0] * len(prices)] + ([prices] if any(prices) else [])
        found = [self.table(one, 0) for one in kinds]
        if required:
            found += [self.table(one, self.large) for one in kinds]
        return found
