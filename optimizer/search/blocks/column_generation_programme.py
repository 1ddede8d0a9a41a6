"""The cheapest choice of sets of blockers as an integer programme over columns (`column_generation_sets`).

The relaxation is solved over the columns that matter for it; prices for blockers, rounded to whole numbers, give a
bound in exact arithmetic, and tell of most columns that they are in no choice better than the best known. What is left
goes to CP-SAT.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..context import TimeUp
from .column_generation_sets import Columns
from .fight_values import Bools, Ints
from .play_out import Deadline

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

__all__ = ["Choice", "Found", "Programme", "Row"]

Choice = dict[int, int]
"""How often each column is taken, those of no blockers included."""

PARAMETERS: dict[str, int | bool] = {
    "num_workers": 1,
    "random_seed": 1,
    "linearization_level": 2,
    "cp_model_presolve": False,
}
"""As `solver.cpsat` has them. With its presolve OR-tools 9.15 ends the process on some of these models."""

FINE = 16
"""Prices are multiples of one part in so many."""

ENTERING = 200
"""So many columns at most come into the relaxation at once."""

FEW = 400
"""So many columns go to CP-SAT to begin with."""

FAR = 1 << 60


class Row(NamedTuple):
    """A sum over the columns taken that has to be at least `low` and at most `high`."""

    amounts: Ints
    low: int | None
    high: int | None


class Found(NamedTuple):
    """A choice and its cost."""

    cost: int
    choice: Choice


@dataclass
class Programme:
    """`there`: how many attackers of each class there are, `caps`: how many blockers; `most`: how many blockers may
    block; `needy`: columns that can't be all there is. `bound` is that of the last search: nothing costs less;
    `reduced` tells how much more it costs with each column. `last` is the choice found last, the best or not."""

    columns: Columns
    there: Ints
    caps: Ints
    most: int | None
    needy: Bools
    deadline: Deadline
    bound: int = -FAR
    last: Choice | None = None

    def __post_init__(self) -> None:
        self.empty = np.zeros(len(self.there), dtype=np.int64)
        self.reduced = np.zeros(len(self.columns.size), dtype=np.int64)
        for place in np.flatnonzero(self.columns.size == 0).tolist():
            self.empty[self.columns.group[place]] = place

    def least(
        self, cost: Ints, rows: Sequence[Row] = (), below: int | None = None, besides: Sequence[Choice] = ()
    ) -> Found | None:
        """The cheapest choice that the rows allow, if there is one for less than `below` and not among `besides`."""
        self.bound = -FAR
        if self.deadline.passed:
            raise TimeUp
        rows = list(rows)
        if self.most is not None:
            rows.append(Row(self.columns.size, None, self.most))
        priced = Prices(self, cost, rows)
        reduced = self.reduced = priced.reduced
        self.bound = priced.bound
        best: Found | None = None
        if below is not None and self.bound >= below:
            return None
        order = np.argsort(reduced, kind="stable")
        every = np.ones(len(cost), dtype=bool)
        if below is not None:
            every = priced.least + reduced < below * FINE
        some = np.zeros(len(cost), dtype=bool)
        some[order[:FEW]] = True
        some[self.empty] = True
        some &= every
        if some.sum() < every.sum():
            best = self.searched(cost, rows, below, besides, some)
            if best is not None:
                if best.cost <= self.bound:
                    return best
                below = best.cost
                every &= priced.least + reduced < below * FINE
            if not (every & ~some).any():
                return best
        return self.searched(cost, rows, below, besides, every) or best

    def searched(
        self, cost: Ints, rows: Sequence[Row], below: int | None, besides: Sequence[Choice], which: Bools
    ) -> Found | None:
        """The cheapest choice of some columns, by CP-SAT; None where none costs less than `below`."""
        from ortools.sat.python import cp_model

        columns = np.flatnonzero(which).tolist()
        model: CpModel = cp_model.CpModel()
        use, group = self.columns.use, self.columns.group
        taken: dict[int, IntVar] = {}
        for column in columns:
            most = int(self.there[group[column]])
            used = np.flatnonzero(use[column])
            if len(used):
                most = min(most, int((self.caps[used] // use[column][used]).min()))
            taken[column] = model.new_int_var(0, most, "")

        def summed(amounts: Ints) -> Any:
            some = [column for column in columns if amounts[column]]
            return cp_model.LinearExpr.weighted_sum([taken[c] for c in some], [int(amounts[c]) for c in some])

        for number, there in enumerate(self.there.tolist()):
            model.add(summed((group == number).astype(np.int64)) == there)
        for kind, cap in enumerate(self.caps.tolist()):
            if use[which, kind].any():
                model.add(summed(use[:, kind]) <= cap)
        for row in rows:
            total = summed(row.amounts)
            if row.low is not None:
                model.add(total >= row.low)
            if row.high is not None:
                model.add(total <= row.high)
        for column in columns:
            if self.needy[column]:
                alone = model.new_bool_var("")
                model.add(taken[column] <= int(self.there.max()) * alone)
                model.add(summed(self.columns.size) >= 2 * alone)
        for choice in besides:
            if all(column in taken for column in choice):
                fewer = [model.new_bool_var("") for _ in choice]
                for (column, times), less in zip(choice.items(), fewer, strict=True):
                    model.add(taken[column] <= times - 1).only_enforce_if(less)
                model.add_bool_or(fewer)
        total = summed(cost)
        if below is not None:
            model.add(total <= below - 1)
        if self.bound > -FAR:
            model.add(total >= self.bound)
        model.minimize(total)
        return self.solved(model, taken, cost)

    def solved(self, model: CpModel, taken: dict[int, IntVar], cost: Ints) -> Found | None:
        """The answer of CP-SAT. Raises `TimeUp` where it can't say."""
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        for name, setting in PARAMETERS.items():
            setattr(solver.parameters, name, setting)
        if self.deadline.at is not None:
            left = self.deadline.left()
            assert left is not None and left.seconds is not None
            solver.parameters.max_time_in_seconds = max(0.01, left.seconds)
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return None
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise TimeUp
        values = solver.response_proto.solution
        choice = {column: int(values[one.index]) for column, one in taken.items() if values[one.index]}
        self.last = choice
        if status == cp_model.FEASIBLE:
            raise TimeUp
        return Found(sum(int(cost[column]) * times for column, times in choice.items()), choice)


class Prices:
    """Prices of blockers and rows from the relaxation. `least`: no choice costs less, in parts (`FINE`); `reduced`:
    how much more it costs at least with a column in it."""

    def __init__(self, programme: Programme, cost: Ints, rows: Sequence[Row]) -> None:
        self.programme, self.cost = programme, cost
        columns = programme.columns
        limits = [int(cap) for cap in programme.caps]
        sides = [columns.use]
        for row in rows:
            if row.high is not None:
                sides.append(row.amounts[:, None])
                limits.append(row.high)
            if row.low is not None:
                sides.append(-row.amounts[:, None])
                limits.append(-row.low)
        self.sides: Ints = np.concatenate(sides, axis=1)
        self.limits = limits
        prices = [max(0, round(price * FINE)) for price in self.relaxed()]
        weighed = cost * FINE + self.sides @ np.array(prices, dtype=np.int64)
        least = np.full(len(programme.there), FAR, dtype=np.int64)
        np.minimum.at(least, columns.group, weighed)
        self.reduced: Ints = weighed - least[columns.group]
        self.least = sum(
            int(there) * int(one) for there, one in zip(programme.there.tolist(), least.tolist(), strict=True)
        ) - sum(price * limit for price, limit in zip(prices, limits, strict=True))

    @property
    def bound(self) -> int:
        """No choice costs less."""
        return -(-self.least // FINE)

    def relaxed(self) -> list[float]:
        """The prices at which the relaxation over all columns costs the least."""
        from ortools.linear_solver import pywraplp

        programme, cost, sides = self.programme, self.cost.astype(float), self.sides.astype(float)
        group = programme.columns.group
        solver = pywraplp.Solver.CreateSolver("GLOP")
        infinity = solver.infinity()
        objective = solver.Objective()
        each = [solver.Constraint(int(there), int(there)) for there in programme.there]
        limits = [solver.Constraint(-infinity, int(limit)) for limit in self.limits]
        far = 4.0 * float(np.abs(cost).max(initial=1.0)) + 1.0
        for one in limits[len(programme.caps) :]:
            slack = solver.NumVar(0, infinity, "")
            one.SetCoefficient(slack, -1.0)
            objective.SetCoefficient(slack, far)
        objective.SetMinimization()
        there = np.zeros(len(cost), dtype=bool)
        entering = programme.empty
        while True:
            for column in entering.tolist():
                there[column] = True
                variable = solver.NumVar(0, infinity, "")
                objective.SetCoefficient(variable, float(cost[column]))
                each[group[column]].SetCoefficient(variable, 1.0)
                for place in np.flatnonzero(sides[column]).tolist():
                    limits[place].SetCoefficient(variable, float(sides[column][place]))
            if solver.Solve() != pywraplp.Solver.OPTIMAL:
                return [0.0] * len(limits)
            prices = np.array([-one.dual_value() for one in limits])
            owed = np.array([one.dual_value() for one in each])
            reduced = cost + sides @ prices - owed[group]
            reduced[there] = 0.0
            entering = np.argsort(reduced)[:ENTERING]
            entering = entering[reduced[entering] < -1e-6 * max(1.0, far)]
            if not len(entering):
                return [float(price) for price in prices]
