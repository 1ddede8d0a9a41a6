"""A linear model over whole numbers, and two solvers that it can be handed to: HiGHS and CP-SAT."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from typing import Any

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
    """Solves a model with HiGHS, one thread, no gap left.

    highspy rather than scipy.optimize.milp: HiGHS 1.12, which is in scipy 1.17, calls a division optimal that isn't, on
    typical(50, several=0.3) of families.py for one; 1.16 doesn't.
    """
    import highspy
    import numpy as np

    began = time.perf_counter()
    if not model.low:
        return Answer((), 0.0, 0.0, True, 0.0)
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = len(model.low), len(model.rows)
    program.sense_ = highspy.ObjSense.kMaximize
    program.col_cost_ = np.array(model.price, dtype=np.double)
    program.col_lower_ = np.array(model.low, dtype=np.double)
    program.col_upper_ = np.array(model.high, dtype=np.double)
    program.row_lower_ = np.array([low for _, low, _ in model.rows], dtype=np.double)
    program.row_upper_ = np.array([high for _, _, high in model.rows], dtype=np.double)
    program.integrality_ = [highspy.HighsVarType.kInteger] * len(model.low)
    starts = [0, *accumulate(len(terms) for terms, _, _ in model.rows)]
    matrix = program.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kRowwise
    matrix.start_ = np.array(starts)
    matrix.index_ = np.array([number for terms, _, _ in model.rows for number in terms])
    matrix.value_ = np.array([n for terms, _, _ in model.rows for n in terms.values()], dtype=np.double)
    solver = silent_highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("mip_rel_gap", 0.0)
    if seconds is not None:
        solver.setOptionValue("time_limit", seconds)
    solver.passModel(program)
    solver.run()
    info = solver.getInfo()
    taken = time.perf_counter() - began
    bound = float(info.mip_dual_bound)
    if info.primal_solution_status != FEASIBLE:
        return Answer((), -math.inf, bound, False, taken)
    values = tuple(round(value) for value in solver.getSolution().col_value)
    objective = sum(n * price for n, price in zip(values, model.price, strict=True))
    optimal = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return Answer(values, objective, bound, optimal and bound < objective + 1e-3, taken)


def silent_highs() -> Any:
    """A new HiGHS, without the banner that the first one in a process prints past Python."""
    import highspy

    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        return highspy.Highs()  # type: ignore[no-untyped-call]
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


FEASIBLE = 2  # HiGHS' code of a solution that keeps all rows


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
