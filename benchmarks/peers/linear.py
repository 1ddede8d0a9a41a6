"""A linear model over whole numbers, and two solvers that it can be handed to: HiGHS and CP-SAT."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

__all__ = ["Answer", "Linear", "by_cpsat", "by_highs"]


@dataclass(frozen=True)
class Answer:
    """The values of the variables found (empty for none), the objective, and an upper bound on it."""

    values: tuple[int, ...]
    objective: float
    bound: float
    proven: bool
    seconds: float


@dataclass
class Linear:
    """Variables with bounds and a price each, and rows `low <= sum of coefficient x variable <= high`, to maximize."""

    low: list[int] = field(default_factory=list)
    high: list[int] = field(default_factory=list)
    price: list[float] = field(default_factory=list)
    rows: list[tuple[dict[int, int], float, float]] = field(default_factory=list)

    def variable(self, low: int, high: int, price: float = 0.0) -> int:
        """A new variable; its number."""
        self.low.append(low)
        self.high.append(high)
        self.price.append(price)
        return len(self.low) - 1

    def boolean(self, price: float = 0.0) -> int:
        """A new variable of 0 or 1."""
        return self.variable(0, 1, price)

    def row(self, terms: Mapping[int, int], low: float = -math.inf, high: float = math.inf) -> None:
        """A new row."""
        self.rows.append((dict(terms), low, high))


def by_highs(model: Linear, seconds: float | None = None) -> Answer:
    """Solves a model with HiGHS, one thread, no gap left."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    began = time.perf_counter()
    if not model.low:
        return Answer((), 0.0, 0.0, True, 0.0)
    entries = [(at, number, n) for at, (terms, _, _) in enumerate(model.rows) for number, n in terms.items()]
    constraints = []
    if entries:
        at, numbers, coefficients = (np.array(column) for column in zip(*entries, strict=True))
        matrix = csr_array((coefficients, (at, numbers)), shape=(len(model.rows), len(model.low)))
        lows, highs = np.array([row[1] for row in model.rows]), np.array([row[2] for row in model.rows])
        constraints = [LinearConstraint(matrix, lows, highs)]
    options = {"mip_rel_gap": 0.0} | ({} if seconds is None else {"time_limit": seconds})
    result = milp(
        -np.array(model.price),
        integrality=np.ones(len(model.low)),
        bounds=Bounds(np.array(model.low), np.array(model.high)),
        constraints=constraints,
        options=options,
    )
    taken = time.perf_counter() - began
    bound = math.inf if result.mip_dual_bound is None else -float(result.mip_dual_bound)
    if result.x is None:
        return Answer((), -math.inf, bound, False, taken)
    values = tuple(round(value) for value in result.x)
    objective = sum(n * price for n, price in zip(values, model.price, strict=True))
    return Answer(values, objective, bound, result.status == 0 and bound < objective + 1e-3, taken)


def by_cpsat(model: Linear, seconds: float | None = None) -> Answer:
    """Solves a model with CP-SAT, one worker."""
    from ortools.sat.python import cp_model

    began = time.perf_counter()
    scale = math.lcm(*(Fraction(price).denominator for price in model.price)) if model.price else 1
    inner = cp_model.CpModel()
    variables = [inner.new_int_var(low, high, "") for low, high in zip(model.low, model.high, strict=True)]
    for terms, low, high in model.rows:
        total = sum(n * variables[number] for number, n in terms.items())
        if low > -math.inf:
            inner.add(total >= int(low))
        if high < math.inf:
            inner.add(total <= int(high))
    inner.maximize(sum(int(price * scale) * one for price, one in zip(model.price, variables, strict=True) if price))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if seconds is not None:
        solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(inner)
    taken = time.perf_counter() - began
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Answer((), -math.inf, math.inf, False, taken)
    values = tuple(int(solver.value(one)) for one in variables)
    bound = solver.best_objective_bound / scale
    return Answer(values, solver.objective_value / scale, bound, status == cp_model.OPTIMAL, taken)
