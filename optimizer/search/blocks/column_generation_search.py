"""Searches on one board with a crowd: costs of columns, open fights fought where they matter, blocks of a choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..context import TimeUp
from .choice import Chosen
from .column_generation_classes import Classes
from .column_generation_programme import Choice, Found, Programme, Row
from .column_generation_sets import Columns
from .fight_values import Ints
from .play_out import Deadline, play_out

__all__ = ["Beyond", "Search"]

MOST_EAGER = 64
"""So many open fights are fought at once, at most."""


class Beyond(Exception):
    """The best choice may have sets in it that were not looked at."""


class Search:
    """Costs are worths and then how many creatures block, as one number: `factor` times the worth, and the rest.
    `complete`: there are columns for all sets that can be best."""

    def __init__(self, classes: Classes, columns: Columns, deadline: Deadline, complete: bool) -> None:
        self.classes, self.columns, self.deadline, self.complete = classes, columns, deadline, complete
        self.fights = fights = classes.fights
        self.board = fights.board
        self.factor = len(fights.bits) + 1
        self.there = np.array([len(numbers) for numbers in classes.attackers], dtype=np.int64)
        needy = np.array([fights.blockers[bits[0]].cant_block_alone for bits in classes.blockers], dtype=bool)
        alone = (columns.size == 1) & (columns.use[:, needy] > 0).any(axis=1)
        self.programme = Programme(columns, self.there, classes.caps, self.board.max_blocking, alone, deadline)
        self.rows: list[Row] = []

    def meet(self) -> None:
        """From now on only choices count that meet as many requirements as any (509.1c)."""
        columns = self.columns
        if not columns.met.any():
            return
        if not self.complete:
            most = self.board.legal_declarations().most_met
        else:
            found = self.programme.least(-columns.met)
            assert found is not None
            most = -found.cost
        self.rows = [Row(columns.met, most, None)]
        self.programme.last = None

    def value(self) -> Ints:
        """What columns cost where nobody loses."""
        return self.columns.value * self.factor + self.columns.size

    def push(self) -> Ints:
        """What they cost at least where the defending player does."""
        return self.columns.push * self.factor + self.columns.size

    def least(
        self,
        cost: Callable[[], Ints],
        rows: Callable[[], Sequence[Row]] = tuple,
        below: int | None = None,
        besides: Sequence[Choice] = (),
    ) -> Found | None:
        """The cheapest choice, whose fights have all been fought: others are worth no less than they say."""
        eager = 1
        while True:
            found = self.programme.least(cost(), [*self.rows, *rows()], below, besides)
            if found is None:
                return None
            columns = list(found.choice)
            if self.columns.beyond[columns].any():
                raise Beyond
            left = [column for column in columns if self.columns.open[column]]
            if not left:
                return found
            others = np.flatnonzero(self.columns.open & (self.columns.size <= int(self.columns.size[left].max())))
            others = others[np.argsort(self.programme.reduced[others], kind="stable")[:eager]]
            for column in dict.fromkeys([*left, *others.tolist()]):
                self.fight(column)
            eager = min(4 * eager, MOST_EAGER)

    def fight(self, column: int) -> None:
        """Fight an open fight."""
        if self.deadline.passed:
            raise TimeUp
        columns = self.columns
        attacker = self.classes.attackers[int(columns.group[column])][0]
        worth = self.fights.worth(attacker, self.classes.bits(self.members(column)))
        columns.value[column], columns.life[column], columns.poison[column], columns.push[column] = worth[:4]
        columns.sure[column] = worth.sure and columns.fixed[column]
        columns.open[column] = False

    def members(self, column: int) -> list[int]:
        """The classes of the blockers of a column, each as often as it is there."""
        use = self.columns.use[column]
        return [int(kind) for kind in np.flatnonzero(use) for _ in range(int(use[kind]))]

    def sum(self, amounts: Ints, choice: Choice) -> int:
        """A sum over a choice."""
        return sum(int(amounts[column]) * times for column, times in choice.items())

    def blocks(self, choice: Choice) -> dict[str, tuple[str, ...]]:
        """The blocks that a choice means; of equal creatures the first ones get the first columns."""
        attackers = [iter(numbers) for numbers in self.classes.attackers]
        blockers = [iter(bits) for bits in self.classes.blockers]
        names: dict[int, tuple[str, ...]] = {}
        for column in sorted(choice):
            if not self.columns.size[column]:
                continue
            for _ in range(choice[column]):
                attacker = self.board.attackers[next(attackers[int(self.columns.group[column])])]
                for kind in self.members(column):
                    names[self.fights.bits[next(blockers[kind])]] = (attacker.id,)
        return {self.board.defenders[place].id: names[place] for place in sorted(names)}

    def play(self, choice: Choice) -> tuple[int, bool]:
        """What a choice is worth once played out, and whether that is proven."""
        whole = play_out(self.board, self.blocks(choice), self.deadline)
        return round(whole.score * self.fights.scale), whole.proven

    def chosen(self, choice: Choice, score: float, bound: float, *, proven: bool) -> Chosen:
        """A choice as blocks."""
        return Chosen(self.blocks(choice), score, bound, proven, "integer programme")

    def points(self, cost: int) -> float:
        """The score that a cost stands for."""
        return (cost // self.factor) / self.fights.scale
