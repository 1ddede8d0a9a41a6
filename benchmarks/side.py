"""The project and its peers on the same instances, in turns, in one process tied to one processor."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import comb
from typing import Any

import numpy as np

from optimizer import Combat, Limit, solve

from . import families
from .clock import Sample, side_by_side
from .ladder import RUNGS, Instance, load
from .native import Lister, Sacks, compiler
from .peers import byrules, greedy, knapsack, models
from .peers.linear import by_cpsat, by_highs
from .peers.plain import OutOfScope

__all__ = ["Cell", "Method", "limits", "solvers", "solving"]

PATIENCE = 5.0
"""Seconds that a method gets for one instance, unless told otherwise; what isn't done then is left out, and counted."""


@dataclass
class Cell:
    """A method on a rung: seconds by instance, of those it did; how many it doesn't know or can't be asked, for size;
    and, of those whose time was up, by instance, the time it had."""

    seconds: dict[str, float] = field(default_factory=dict)
    out_of_scope: int = 0
    out_of_time: dict[str, float] = field(default_factory=dict)

    @property
    def median(self) -> float:
        """The median over the instances, nan where there was none."""
        return statistics.median(self.seconds.values()) if self.seconds else float("nan")

    def times_slower(self, other: Cell) -> float:
        """The median over the instances of how many times longer this one took; where its time was up, at least."""
        taken = self.seconds | self.out_of_time
        both = [taken[name] / other.seconds[name] for name in taken if name in other.seconds]
        return statistics.median(both) if both else float("nan")


class TooLong(Exception):
    """The method doesn't do the instance in its time."""


@dataclass(frozen=True)
class Method:
    """A way to the best score (or, `exact` False, to a line that isn't always best).

    `prepare` makes a call to time from an instance; the call's result is the score, or None where that isn't told.
    """

    name: str
    prepare: Callable[[Instance], Callable[[], float | None]]
    exact: bool = True


def ours(method: str | None, patience: float) -> Callable[[Instance], Callable[[], float | None]]:
    """The project, by a method."""

    def prepare(instance: Instance) -> Callable[[], float | None]:
        combats = iter([instance.fresh() for _ in range(40)])

        def call() -> float:
            solution = solve(next(combats), method=method, limit=Limit(patience))
            if solution.status != "optimal":
                raise TooLong
            return solution.score

        return call

    return prepare


def modelled(solver: models.Solver, patience: float) -> Callable[[Instance], Callable[[], float | None]]:
    """The linear model, by a solver."""

    def prepare(instance: Instance) -> Callable[[], float | None]:
        def call() -> float:
            found = models.best(instance.document, solver, patience)
            if not found.proven:
                raise TooLong
            return found.score

        return call

    return prepare


def tried(instance: Instance) -> Callable[[], float | None]:
    """The brute force."""
    if not byrules.is_small(instance.document, 3_000):
        raise OutOfScope("it would take minutes, or years")

    def call() -> float:
        return byrules.best(instance.document)

    return call


def filled(filler: Callable[[dict[str, Any]], Any]) -> Callable[[Instance], Callable[[], float | None]]:
    """A greedy filler, which announces one side of one step."""

    def prepare(instance: Instance) -> Callable[[], float | None]:
        filler(instance.document)
        return lambda: filler(instance.document) and None

    return prepare


def sacks_in_c(instance: Instance) -> Callable[[], float | None]:
    """The knapsacks' recurrence in C."""
    if compiler() is None:
        raise OutOfScope("no C compiler")
    fixed, sacks = knapsack.knapsacks(instance.document)
    native = Sacks(sacks)
    return lambda: fixed + native.solve() / 4


def sacks_in_python(instance: Instance) -> Callable[[], float | None]:
    """The knapsacks' recurrence in plain Python."""
    fixed, sacks = knapsack.knapsacks(instance.document)
    return lambda: fixed + knapsack.recurrence(sacks) / 4


def by_knapsacks(instance: Instance) -> Callable[[], float | None]:
    """OR-tools' knapsack solver."""
    knapsack.knapsacks(instance.document)
    return lambda: knapsack.score_by_knapsacks(instance.document)


def solvers(patience: float = PATIENCE) -> list[Method]:
    """All methods; the first is what the others are measured in."""
    return [
        Method("optimizer", ours(None, patience)),
        Method('optimizer, method="engine"', ours("engine", patience)),
        Method('optimizer, method="cp-sat"', ours("cp-sat", patience)),
        Method("plain model, CP-SAT", modelled(by_cpsat, patience)),
        Method("plain model, HiGHS", modelled(by_highs, patience)),
        Method("brute force by definition", tried),
        Method("OR-tools' knapsack solver", by_knapsacks),
        Method("knapsack recurrence alone, Python", sacks_in_python),
        Method("knapsack recurrence alone, C", sacks_in_c),
        Method("Forge's filler, one side", filled(greedy.forge), exact=False),
        Method("XMage's filler, one side", filled(greedy.xmage), exact=False),
    ]


def chosen(rung: str, most: int | None) -> list[Instance]:
    """The instances of a rung, or about so many, from all over it."""
    instances = load(rung)
    return instances[:: max(1, len(instances) // most) if most else 1]


def solving(
    rungs: tuple[str, ...] = RUNGS,
    *,
    most: int | None = None,
    repeat: int = 7,
    patience: float = PATIENCE,
    tick: Callable[[], object] = lambda: None,
) -> dict[str, dict[str, Cell]]:
    """Every method on every instance: by rung, by method. Scores that differ from the file's are an AssertionError."""
    found: dict[str, dict[str, Cell]] = {}
    for rung in rungs:
        cells = found[rung] = {method.name: Cell() for method in solvers()}
        for instance in chosen(rung, most):
            solve_one(instance, cells, repeat, patience)
            tick()
    return found


def solve_one(instance: Instance, cells: dict[str, Cell], repeat: int, patience: float) -> None:
    """All methods on an instance: each once to see whether it can, then in turns."""
    calls: dict[str, Callable[[], float | None]] = {}
    for method in solvers(patience):
        cell = cells[method.name]
        try:
            call = method.prepare(instance)
            call()  # loads what it needs
            began = time.perf_counter()
            score = call()
            once = time.perf_counter() - began
        except OutOfScope:
            cell.out_of_scope += 1
            continue
        except TooLong:
            cell.out_of_time[instance.id] = patience
            continue
        if method.exact and instance.score is not None and score is not None:
            assert abs(score - instance.score) < 1e-6, f"{method.name} says {score} of {instance}"
        cell.seconds[instance.id] = once
        if once < patience / 20:
            calls[method.name] = call
    for name, sample in zip(calls, side_by_side(list(calls.values()), repeat=repeat, warm=0), strict=True):
        cells[name].seconds[instance.id] = sample.median


def limits(repeat: int = 15) -> Iterator[tuple[str, float, Sample]]:
    """What the machine could do: by whom, the amount of work, and the time. All divisions of one attacker's damage, and
    one large knapsack, its work being capacity times items."""
    power, rest = 12, [2, 5, 3, 4, 6]
    document = families.gang(power, rest)
    rows = comb(power + len(rest) - 1, power)
    combat = Combat.from_document(document)
    large, many = families.gang(20, [*rest, 1]), comb(25, 5)
    other = Combat.from_document(large)
    calls: list[tuple[str, int, Callable[[], object]]] = [
        ("optimizer, objects", rows, lambda: sum(1 for _ in combat.legal_assignments("attacking"))),
        ("brute force by definition", rows, lambda: byrules.listing(document, "attacking")),
        ("optimizer, arrays (20 by 6)", many, lambda: sum(
            len(chunk) for chunk in other.legal_assignments("attacking").arrays())),
    ]  # fmt: skip
    if compiler() is not None:
        lister, buffer = Lister(6), np.zeros((many, 6), np.int16)
        calls.append(("C, nested loops (20 by 6)", many, lambda: lister.rows(20, buffer)))
    for some in (calls[:2], calls[2:], list(knapsack_calls(repeat + 2))):  # apart, so that buffers stay warm
        turns = side_by_side([call for _, _, call in some], repeat=repeat, warm=2)
        yield from ((name, number, sample) for (name, number, _), sample in zip(some, turns, strict=True))


def knapsack_calls(times: int) -> Iterator[tuple[str, int, Callable[[], object]]]:
    """One attacker of power 1000 against 40 blockers, by all who can."""
    power, many = 1000, 40
    document = families.gang(power, [30 + 7 * place % 41 for place in range(many)])
    for place, one in enumerate(document["blockers"]):
        one["value"] = 30.0 + 11 * place % 43
    _, sacks = knapsack.knapsacks(document)
    combats = iter([Combat.from_document(document) for _ in range(times)])
    work = power * many
    yield "optimizer, solve (1000 by 40)", work, lambda: solve(next(combats))
    yield "OR-tools' knapsack solver (1000 by 40)", work, lambda: knapsack.score_by_knapsacks(document)
    yield "Python, the recurrence (1000 by 40)", work, lambda: knapsack.recurrence(sacks)
    if compiler() is not None:
        yield "C, the recurrence (1000 by 40)", work, Sacks(sacks).solve
