"""The best blocks of a board with a crowd, where the defending player may lose the game as where not.

Blocks after which that player can't lose are worth the sum of their fights. Of the others each is worth at least the
win and what the plays that take the most leave (`worth.Worth.push`); where even the plays that are worth the most take
enough, it is the win and the sum of the fights. What is left between these bounds is played out, cheapest bound first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ...rules.position import POISON
from .choice import Chosen
from .column_generation_fight_values import may_end_early
from .column_generation_programme import Choice, Found, Prices, Row
from .column_generation_search import Beyond, Search
from .fight_values import Ints

__all__ = ["Stakes"]

MOST_PLAYED = 40
"""So many blocks of a region are played out; after that the answer isn't proven."""


class Region(NamedTuple):
    """Blocks after which the player may lose: those that `rows` allow. They cost no less than `cost` and `more`, or
    just that if `exact`."""

    cost: Callable[[], Ints]
    more: int
    rows: Callable[[], list[Row]]
    exact: bool = False


class Stakes:
    """Decides which blocks are best."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.fights = fights = search.fights
        self.columns = search.columns
        self.win = int(fights.prices.win // fights.unit) * search.factor
        player = fights.board.defending_player
        self.life: int | None = player.life if self.reaches(self.columns.life, player.life) else None
        poison = POISON - player.poison
        self.poison: int | None = poison if self.reaches(self.columns.poison, poison) else None
        self.at_stake = fights.at_stake and (self.life is not None or self.poison is not None)
        first = [
            bool({"first strike", "double strike"} & set(fights.board.attackers[numbers[0]].abilities))
            for numbers in search.classes.attackers
        ]
        quick = np.array(first, dtype=bool)[self.columns.group] | fights.pending
        # an everyday attacker with double strike takes no more than half of it then; others are not known so well
        twice = [
            "double strike" in fights.board.attackers[numbers[0]].abilities for numbers in search.classes.attackers
        ]
        half = np.array(twice, dtype=bool)[self.columns.group] & ~self.columns.rough
        self.life1, self.poison1 = (
            np.where(half, self.columns.life // 2, self.columns.life) * quick,
            self.columns.poison * quick,
        )
        self.first = self.at_stake and may_end_early(fights)

    def reaches(self, amounts: Ints, least: int) -> bool:
        """Whether a sum over all attackers could be so much."""
        return self.extreme(amounts, np.maximum) >= least

    def extreme(self, amounts: Ints, which: np.ufunc) -> int:
        """The sum over the attackers of the most, or the least, that any of their columns has."""
        ends = amounts[self.search.programme.empty].copy()
        which.at(ends, self.columns.group, amounts)
        return sum(int(end) * int(there) for end, there in zip(ends, self.search.there, strict=True))

    def decided(self) -> Chosen:
        """The best blocks."""
        search = self.search
        search.meet()
        anyway = search.least(search.value)
        if anyway is None:  # the requirements need sets that were not looked at
            raise Beyond
        if not self.at_stake:
            return self.exactly(anyway)
        safe = self.safest(anyway)
        if safe is not None and safe.cost <= self.low():
            return self.exactly(safe)
        return self.compared(safe)

    def exactly(self, found: Found) -> Chosen:
        """Blocks that are proven best."""
        score = self.search.points(found.cost)
        return self.search.chosen(found.choice, score, score, proven=True)

    def low(self) -> int:
        """No blocks after which the player may lose cost less."""
        least = self.extreme(self.search.push(), np.minimum) + self.win
        if self.first:
            least = min(least, self.extreme(self.early(), np.minimum) + self.win)
        unsure = not self.columns.sure.all() or (self.first and (self.columns.gain.any() or self.columns.rough.any()))
        if unsure:
            least = min(least, self.extreme(self.search.value(), np.minimum))
        return least

    def early(self) -> Ints:
        """What columns cost at least where the attacking player wins in the first-strike step."""
        return self.columns.early * self.search.factor + self.columns.size

    def bound(self) -> float:
        """No legal blocks lead to a lower score, as far as is known without a search."""
        search = self.search
        knows = self.fights.bounds.lowest
        if self.first:
            return knows
        least = Prices(search.programme, search.value(), search.rows).bound
        if self.at_stake:
            least = min(least, Prices(search.programme, search.push(), search.rows).bound + self.win)
        return max(knows, search.points(least))

    def safest(self, anyway: Found) -> Found | None:
        """The cheapest blocks after which the player can't lose."""
        search = self.search
        if all(search.sum(row.amounts, anyway.choice) <= (row.high or 0) for row in self.safe_rows()):
            return anyway
        for amounts, limit in zip(self.most_taken(), (self.life, self.poison), strict=True):
            if limit is not None:
                least = search.programme.least(amounts, search.rows)
                if least is None or least.cost >= limit:
                    return None
        return search.least(search.value, self.safe_rows)

    def safe_rows(self) -> list[Row]:
        """Less life and poison taken than what loses."""
        return self.rows(self.most_taken(), most=True) + self.not_early()

    def rows(self, amounts: tuple[Ints, Ints], *, most: bool) -> list[Row]:
        """Less than what loses, of life and of poison; or so much of what counts."""
        return [
            Row(one, None, limit - 1) if most else Row(one, limit, None)
            for one, limit in zip(amounts, (self.life, self.poison), strict=True)
            if limit is not None
        ]

    def most_taken(self) -> tuple[Ints, Ints]:
        """The most life, less what is gained, and poison that plays take."""
        return self.columns.life - self.columns.gain * self.columns.fixed, self.columns.poison

    def taken_anyway(self) -> tuple[Ints, Ints]:
        """The life, less what is gained, and poison that plays of the greatest value take."""
        columns = self.columns
        just = columns.sure & (columns.push == columns.value)
        return columns.life * just - columns.gain, columns.poison * just

    def taken_surely(self) -> tuple[Ints, Ints]:
        """What some plays take."""
        columns = self.columns
        return columns.life * columns.sure - columns.gain, columns.poison * columns.sure

    def taken_soon(self) -> tuple[Ints, Ints]:
        """What some plays take in the first-strike step, whatever is gained then."""
        sure = self.columns.sure & ~self.columns.rough
        return self.life1 * sure - self.columns.gain, self.poison1 * sure

    def not_early(self) -> list[Row]:
        """The first-strike step can't win the game."""
        return self.rows((self.life1, self.poison1), most=True) * self.first

    def regions(self) -> list[Region]:
        """All blocks after which the player may lose."""
        search = self.search
        found = []
        kinds = [place for place, limit in enumerate((self.life, self.poison)) if limit is not None]
        for number in range(len(kinds)):

            def lost(number: int = number) -> list[Row]:
                return [self.rows(self.taken_anyway(), most=False)[number], *self.not_early()]

            found.append(Region(search.value, self.win, lost, exact=True))
        for number in range(len(kinds)):

            def lose(number: int = number) -> list[Row]:
                enough = self.rows(self.taken_surely(), most=False)[number]
                return [enough, *self.rows(self.taken_anyway(), most=True), *self.not_early()]

            found.append(Region(search.push, self.win, lose))
        for number in range(len(kinds)):

            def may(number: int = number) -> list[Row]:
                enough = self.rows(self.most_taken(), most=False)[number]
                little = self.rows(self.taken_surely(), most=True) + self.rows(self.taken_anyway(), most=True)
                return [enough, *little, *self.not_early()]

            found += [Region(search.push, self.win, may), Region(search.value, 0, may)]
            if self.first:

                def soon(number: int = number) -> list[Row]:
                    return [self.rows(self.taken_soon(), most=False)[number]]

                def perhaps(number: int = number) -> list[Row]:
                    enough = self.rows((self.life1, self.poison1), most=False)[number]
                    return [enough, *self.rows(self.taken_soon(), most=True)]

                found.append(Region(self.early, self.win, soon))
                found += [Region(self.early, self.win, perhaps), Region(search.push, self.win, perhaps)]
                found.append(Region(search.value, 0, perhaps))
        return found

    def compared(self, best: Found | None) -> Chosen:
        """The best blocks, where those after which the player may lose may be better than the safest."""
        search = self.search
        played: list[Choice] = []
        proven, lows = True, []
        for region in self.regions():
            for tries in range(MOST_PLAYED + 1):
                below = None if best is None else best.cost - region.more
                found = search.least(region.cost, region.rows, below, played)
                if found is None:
                    break
                least = found.cost + region.more
                if region.exact:
                    best = Found(least, found.choice)
                    break
                if not tries:
                    lows.append(least)
                if tries == MOST_PLAYED:
                    proven = False
                    break
                played.append(found.choice)
                worth, whole = search.play(found.choice)
                proven &= whole
                cost = worth * search.factor + search.sum(self.columns.size, found.choice)
                if best is None or cost < best.cost:
                    best = Found(cost, found.choice)
        assert best is not None
        # sets were left out by what blockers gain at most: where that isn't what they gain, only bounds prove
        low = min([best.cost, *lows])
        if not self.columns.fixed.all() or (self.first and self.columns.rough.any()):
            proven = low == best.cost
        score = search.points(best.cost)
        return search.chosen(best.choice, score, score if proven else search.points(low), proven=proven)
