"""What is measured of the project itself. Each is taken in a process of its own that is tied to one processor."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from optimizer import Combat, Limit, solve, solve_all

from . import families
from .ladder import Instance, load
from .peers import knapsack
from .peers.plain import OutOfScope

__all__ = ["MEASURES", "Measure", "cpsat_inside", "cpsat_whole", "knapsack_instances", "named"]

Work = tuple[Callable[[], object], float]
"""A call to time, and how much work it does."""


@dataclass(frozen=True)
class Measure:
    """Something that is measured: `prepare` makes the call to time, given how many times it will be called."""

    name: str
    what: str
    unit: str
    prepare: Callable[[int], Work]
    repeat: int = 15
    smoke: bool = False
    pinned: bool = True


def anew(instances: list[Instance], times: int, act: Callable[[Combat], object]) -> Work:
    """Acts on each instance's combat, made anew for each call, so that nothing computed before helps."""
    sets = iter([[one.fresh() for one in instances] for _ in range(times)])

    def call() -> None:
        for combat in next(sets):
            act(combat)

    return call, len(instances)


def small_enough(rung: str, seconds: float = 2.0) -> list[Instance]:
    """The instances of a rung that are quick, or solved in so much time."""
    return [one for one in load(rung) if one.fast or solve(one.fresh(), limit=Limit(seconds)).status == "optimal"]


# Listing


def objects(document: dict[str, Any], most: int) -> Callable[[int], Work]:
    """Lists assignments as objects, up to so many."""

    def prepare(times: int) -> Work:
        combat = Combat.from_document(document)
        many = min(most, combat.legal_assignments("attacking").count())

        def call() -> int:
            return sum(1 for _ in islice(iter(combat.legal_assignments("attacking")), many))

        assert call() == many
        return call, many

    return prepare


def arrays(document: dict[str, Any]) -> Callable[[int], Work]:
    """Lists assignments as arrays."""

    def prepare(times: int) -> Work:
        combat = Combat.from_document(document)
        many = combat.legal_assignments("attacking").count()

        def call() -> int:
            return sum(len(chunk) for chunk in combat.legal_assignments("attacking").arrays())

        assert call() == many
        return call, many

    return prepare


SIX = [2, 5, 3, 4, 6, 1]
MILLIONS = families.gang(48, SIX)
SHARED = families.shared(1, 4, 6, 2)


# Counting, judging, dealing, reading


def counting(rung: str) -> Callable[[int], Work]:
    """Counts both sides of a rung's quick instances."""

    def act(combat: Combat) -> None:
        combat.legal_assignments("attacking").count()
        combat.legal_assignments("defending").count()

    return lambda times: anew([one for one in load(rung) if one.fast], times, act)


def lines_of(instances: list[Instance]) -> list[tuple[Combat, Any, Any]]:
    """Each combat, compiled, with what its best line announces first."""
    found = []
    for one in instances:
        steps = solve(one.combat).line
        assert one.combat.table is not None
        found.append((one.combat, steps[0].attacking, steps[0].defending))
    return found


def check(times: int) -> Work:
    """Judges announcements that are legal."""
    lines = lines_of(load("typical"))

    def call() -> None:
        for combat, attacking, _ in lines:
            assert not combat.violations(attacking, "attacking")

    return call, len(lines)


def resolve(times: int) -> Work:
    """Deals a step."""
    lines = lines_of(load("typical"))

    def call() -> None:
        for combat, attacking, defending in lines:
            combat.resolve(attacking, defending)

    return call, len(lines)


def read(times: int) -> Work:
    """Reads documents."""
    documents = [one.document for one in load("typical")]

    def call() -> None:
        for document in documents:
            Combat.from_document(document)

    return call, len(documents)


def parse(times: int) -> Work:
    """Reads the one-line notation."""
    texts = [str(one.combat) for one in load("typical")]

    def call() -> None:
        for text in texts:
            Combat.parse(text)

    return call, len(texts)


# Solving


def solving(rung: str, method: str | None = None) -> Callable[[int], Work]:
    """Solves the instances of a rung."""

    def prepare(times: int) -> Work:
        return anew(small_enough(rung), times, lambda combat: solve(combat, method=method))

    return prepare


def sacks_alone(times: int) -> Work:
    """The arithmetic of the knapsacks in `typical`, in plain Python, nothing else."""
    sacks = [knapsack.knapsacks(one.document)[1] for one in knapsack_instances()]

    def call() -> None:
        for some in sacks:
            knapsack.recurrence(some)

    return call, len(sacks)


def knapsack_instances() -> list[Instance]:
    """The instances of `typical` that are knapsacks and nothing else."""
    found = []
    for one in load("typical"):
        try:
            if knapsack.knapsacks(one.document)[1]:
                found.append(one)
        except OutOfScope:
            pass
    return found


def many(processes: int) -> Callable[[int], Work]:
    """A stream of combats through `solve_all`."""

    def prepare(times: int) -> Work:
        documents = [families.typical(seed) for seed in range(3000)]
        combats = iter([[Combat.from_document(document) for document in documents] for _ in range(times)])

        def call() -> int:
            return sum(1 for _ in solve_all(next(combats), processes=processes))

        return call, len(documents)

    return prepare


def cpsat_inside(times: int) -> Work:
    """CP-SAT's own time within `solve(method="cp-sat")` on `shared`, so that the rest, building the model, is seen."""
    from ortools.sat.python import cp_model

    instances = [one for one in load("shared") if one.fast]
    plain = cp_model.CpSolver.solve
    models: list[Any] = []

    def keep(solver: Any, model: Any, *more: Any) -> Any:
        models.append((solver, model))
        return plain(solver, model, *more)

    setattr(cp_model.CpSolver, "solve", keep)  # noqa: B010  # for the checker of types
    try:
        for one in instances:
            solve(one.fresh(), method="cp-sat")
    finally:
        setattr(cp_model.CpSolver, "solve", plain)  # noqa: B010

    def call() -> None:
        for solver, model in models:
            plain(solver, model)

    return call, len(instances)


def cpsat_whole(times: int) -> Work:
    """The whole of `solve(method="cp-sat")` on the same instances."""
    return anew([one for one in load("shared") if one.fast], times, lambda combat: solve(combat, method="cp-sat"))


# Starting


def starting(*command: str) -> Callable[[int], Work]:
    """A new Python, from the shell to its end."""
    text = '{"attackers": [{"id": "a", "power": 2, "toughness": 2}]}'

    def call() -> None:
        subprocess.run([sys.executable, *command], input=text, text=True, check=True, capture_output=True)

    return lambda times: (call, 1)


def nothing(times: int) -> Work:
    """Nothing: the memory of the package and of the harness itself."""
    return lambda: None, 1


def stream(times: int) -> Work:
    """Twenty thousand combats through `solve_all`, none of which is kept."""

    def call() -> int:
        combats = (Combat.from_document(families.gang(4 + seed % 9, SIX[: 2 + seed % 5])) for seed in range(20_000))
        return sum(1 for _ in solve_all(combats))

    return call, 1


def every() -> Iterator[Measure]:
    """All measures, in the order of the report."""
    objects_per, combats = "assignments/s", "combats/s"
    yield Measure("list.objects", "one by one, power 14 by 5 blockers", objects_per, objects(
        families.gang(14, SIX[:5]), 10**6), smoke=True)  # fmt: skip
    yield Measure("list.objects.shared", "one by one, 4 by 6, two each, the first 20,000", objects_per, objects(
        SHARED, 20_000))  # fmt: skip
    yield Measure("list.arrays", "arrays, power 20 by 6 blockers", "rows/s", arrays(families.gang(20, SIX)),
                  repeat=40, smoke=True)  # fmt: skip
    yield Measure("list.arrays.large", "arrays, power 48 by 6 blockers: 2.9 million", "rows/s", arrays(MILLIONS),
                  repeat=5)  # fmt: skip
    yield Measure("list.arrays.shared", "arrays, 4 by 6, two each", "rows/s", arrays(SHARED), repeat=5)
    for rung in ("typical", "large", "shared"):
        yield Measure(f"count.{rung}", f"both sides of {rung}", combats, counting(rung), smoke=rung == "typical")
    yield Measure("check", "a legal announcement of typical", combats, check, smoke=True)
    yield Measure("resolve", "a step of typical, both sides given", combats, resolve, smoke=True)
    yield Measure("read", "documents of typical", combats, read)
    yield Measure("parse", "typical in the one-line notation", combats, parse)
    for rung in ("small", "typical", "large", "strikes", "shared", "constructed"):
        yield Measure(f"solve.{rung}", f"the instances of {rung}", combats, solving(rung),
                      repeat=5 if rung in ("shared", "constructed") else 15, smoke=rung in ("small", "typical"),
                      )  # fmt: skip
    yield Measure("solve.typical.engine", "without the quick path", combats, solving("typical", "engine"))
    yield Measure("solve.typical.cp-sat", "every part by CP-SAT", combats, solving("typical", "cp-sat"), repeat=5)
    yield Measure("solve.small.listing", "by listing", combats, solving("small", "listing"), repeat=5)
    yield Measure("solve.small.search", "by search", combats, solving("small", "search"), repeat=5)
    yield Measure("knapsacks.solve", "solve, where typical is knapsacks alone", combats, lambda times: anew(
        knapsack_instances(), times, solve), repeat=40)  # fmt: skip
    yield Measure("knapsacks.arithmetic", "the same knapsacks' recurrence alone", combats, sacks_alone, repeat=40)
    yield Measure("cp-sat.whole", "quick shared ones, method cp-sat", combats, cpsat_whole, repeat=7)
    yield Measure("cp-sat.inside", "the same, CP-SAT's own solve alone", combats, cpsat_inside, repeat=7)
    yield Measure("solve_all.1", "3,000 typical combats, one process", combats, many(1), repeat=5)
    yield Measure("solve_all.2", "3,000 typical combats, two processes", combats, many(2), repeat=5, pinned=False)
    yield Measure("start.import", "python -c 'import optimizer'", "s", starting("-c", "import optimizer"), smoke=True)
    yield Measure("start.count", "optimizer count -", "s", starting("-m", "optimizer", "count", "-", "--json"))
    yield Measure("start.suggest", "optimizer suggest -", "s", starting("-m", "optimizer", "suggest", "-", "--json"))
    yield Measure("memory.idle", "the package and the harness alone", "MB", nothing, repeat=1)
    yield Measure("memory.arrays", "2.9 million rows as arrays", "MB", arrays(MILLIONS), repeat=1)
    yield Measure("memory.objects", "the first million as objects", "MB", objects(MILLIONS, 10**6), repeat=1)
    yield Measure("memory.stream", "20,000 combats through solve_all", "MB", stream, repeat=1)
    yield Measure("memory.shared", "solving shared", "MB", solving("shared"), repeat=1)


MEASURES = list(every())


def named(name: str) -> Measure:
    """The measure of a name."""
    return next(one for one in MEASURES if one.name == name)
