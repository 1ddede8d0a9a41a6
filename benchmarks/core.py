"""What the main job must reach: each figure beside its aim, ratios within this run."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from itertools import islice
from math import comb

import numpy as np

from optimizer import Combat, solve

from .clock import human, measure, pin, side_by_side
from .decisions import decisions
from .families import gang, own_blockers, shared
from .ladder import Instance, load
from .measures import cpsat_inside, cpsat_whole, knapsack_instances
from .native import Lister, compiler
from .peers import knapsack, models
from .peers.linear import by_cpsat

__all__ = ["core"]

PATIENCE = 5.0

Row = tuple[str, str, str, bool]


def core() -> list[Row]:
    """Every line of the table: what, the figure, the aim, whether it was reached. Ties this process to a processor."""
    pin()
    return [
        solve_one(), *bulk(), count_many(), model_shared(), count_shared(), startup(), arithmetic(), building(),
        peers_shared(), *decisions(),
    ]  # fmt: skip


def solve_one() -> Row:
    """One attacker with six blockers: the solver against the project's own CP-SAT route.

    Every call gets a combat that nobody has looked at before; calls come in runs, as a host's would.
    """
    document = gang(12, [2, 5, 3, 4, 6, 1])
    turns, ours_each, model_each = 60, 40, 5
    stock = iter([Combat.from_document(document) for _ in range((turns + 2) * (ours_each + model_each))])

    def run(each: int, method: str | None) -> None:
        for combat in islice(stock, each):
            solve(combat, method=method)

    ours, model = side_by_side([lambda: run(ours_each, None), lambda: run(model_each, "cp-sat")], repeat=turns, warm=2)
    ours, model = ours.each(ours_each), model.each(model_each)
    combat = Combat.from_document(document)
    assert solve(combat).score == solve(combat, method="cp-sat").score
    ratio = model.median / ours.median
    return "solve, 1 attacker by 6 blockers", f"{ours}; CP-SAT {model}: {ratio:.0f} times", ">= 30 times", ratio >= 30


def bulk() -> list[Row]:
    """All 53,130 divisions of 20 damage among six blockers as arrays, against a C loop."""
    if compiler() is None:
        return [("arrays, power 20 by 6 blockers", "no C compiler found", ">= 1/4 of C", True)]
    lister = Lister(6)
    rows = comb(25, 5)
    buffer = np.empty((rows, 6), dtype=np.int16)
    assert lister.rows(20, buffer) == rows
    document = gang(20, [2, 5, 3, 4, 6, 1])
    view = Combat.from_document(document).legal_assignments("attacking")

    def ours() -> int:
        return sum(len(chunk) for chunk in view.arrays())

    assert ours() == rows
    mine, limit = side_by_side([ours, lambda: lister.rows(20, buffer)], repeat=60, warm=5)
    share = limit.median / mine.median
    return [("arrays, power 20 by 6 blockers", f"{mine}; C {limit}: {share:.2f} of its rate", ">= 0.25", share >= 0.25)]


def count_many() -> Row:
    """Twelve attackers of power 15 with six blockers each, nothing shared."""
    document = own_blockers(1, 12, 6, 15)
    combats = iter([Combat.from_document(document) for _ in range(100)])
    number = next(combats).legal_assignments("attacking").count()
    sample = measure(lambda: next(combats).legal_assignments("attacking").count(), repeat=50)
    return (
        "count, 12 by 72, nothing shared",
        f"{sample}; {len(str(number))} digits",
        "< 5 ms",
        sample.median < 5e-3,
    )


def model_shared() -> Row:
    """Eight attackers and twelve blockers that block two each, proven by CP-SAT."""
    times = []
    for seed in range(15):
        combat = Combat.from_document(shared(seed, 8, 12, 2))
        began = time.perf_counter()
        solution = solve(combat, method="cp-sat")
        times.append(time.perf_counter() - began)
        assert solution.status == "optimal"
    median = statistics.median(times)
    return (
        "CP-SAT route, 8 by 12, two each",
        f"median {human(median)}, most {human(max(times))}, all proven",
        "median < 100 ms",
        median < 0.1,
    )


def count_shared() -> Row:
    """Six attackers against eight blockers that block two each."""
    times = []
    for seed in range(15):
        combat = Combat.from_document(shared(seed, 6, 8, 2))
        began = time.perf_counter()
        combat.legal_assignments("attacking").count()
        times.append(time.perf_counter() - began)
    median = statistics.median(times)
    return (
        "count, 6 by 8, two each",
        f"median {human(median)}, most {human(max(times))}",
        "< 1 s",
        max(times) < 1,
    )


def startup() -> Row:
    """From the shell to the answer of `optimizer count`, without OR-tools."""
    text = '{"attackers": [{"id": "a", "power": 2, "toughness": 2}]}'
    command = [sys.executable, "-m", "optimizer", "count", "-", "--json"]

    def run() -> None:
        subprocess.run(command, input=text, text=True, check=True, capture_output=True)

    loads = "import sys, optimizer.apps.cli.main; sys.exit('ortools' in sys.modules)"
    clean = subprocess.run([sys.executable, "-c", loads], check=False).returncode == 0
    sample = measure(run, repeat=7, warm=1)
    return "start of optimizer count", f"{sample}, OR-tools {'not ' if clean else ''}loaded", "not loaded", clean


def arithmetic() -> Row:
    """The combats of `typical` that are knapsacks alone, against the recurrence of these knapsacks alone."""
    instances = knapsack_instances()
    sacks = [knapsack.knapsacks(one.document)[1] for one in instances]
    combats = iter([[one.fresh() for one in instances] for _ in range(50)])
    ours, alone = side_by_side(
        [lambda: list(map(solve, next(combats))), lambda: list(map(knapsack.recurrence, sacks))], repeat=40
    )
    ratio = ours.median / alone.median
    return (
        f"solve, {len(instances)} typical knapsacks",
        f"{ours}; their recurrence {alone}: {ratio:.1f} times",
        "<= 3 times",
        ratio <= 3,
    )


def building() -> Row:
    """What the CP-SAT route spends outside CP-SAT on the quick instances of `shared`."""
    whole, inside = cpsat_whole(20)[0], cpsat_inside(20)[0]
    all_of_it, within = side_by_side([whole, inside], repeat=10)
    share = all_of_it.median / within.median - 1
    return (
        "CP-SAT route, shared, all but CP-SAT",
        f"{all_of_it}; CP-SAT {within}: {share:.2f} of its time",
        "< 1/3",
        share < 1 / 3,
    )


def peers_shared() -> Row:
    """The instances of `shared` against a plain model of the whole combat, both to the proof."""
    ratios = [against_plain(instance) for instance in load("shared", fast=True)]
    median = statistics.median(ratios)
    return (
        f"solve, {len(ratios)} of shared, against plain CP-SAT",
        f"median {median:.2f} times as fast, from {min(ratios):.2f} to {max(ratios):.2f}",
        ">= 3 times",
        median >= 3,
    )


def against_plain(instance: Instance) -> float:
    """How many times longer the plain model takes; at least, where its time is up."""
    combats = iter([instance.fresh() for _ in range(4)])
    ours, plain = side_by_side(
        [lambda: solve(next(combats)), lambda: models.best(instance.document, by_cpsat, PATIENCE)], repeat=3, warm=1
    )
    return plain.median / ours.median
