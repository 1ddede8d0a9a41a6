"""Makes the instance files: draws the combats, and proves each answer by every method that can, each within a time.

An answer is stored only where it was proven, with the methods that proved it; two that disagree stop everything.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from typing import Any

from . import constructed, families
from .ladder import FOLDER, RUNGS, Instance, write
from .peers import byrules, counter, knapsack, models
from .peers.linear import by_cpsat, by_highs
from .peers.plain import OutOfScope

__all__ = ["build"]

Draft = tuple[str, dict[str, Any]]

ABOUT = {
    "small": "One attacker and up to three blockers, a third of them with first or double strike about.",
    "typical": "What games of limited and commander meet: 2 to 5 attackers, gang blocks, some marks, some keywords.",
    "large": "20 attackers, 60 blockers: each attacker with three of its own; with some that block two neighbours.",
    "shared": "Each blocker blocks 2 to 4 attackers: drawn at random, or neighbours in a row (chain).",
    "strikes": "First and double strike throughout; blockers of one attacker each, and some small ones that share.",
    "constructed": "Hard on purpose: set packing, equal values, all need the last point of damage, 66 tokens.",
    "random": "Members of the seeded families of families.py, whose size is a parameter.",
}
PROOF = """
Each line is a combat document with the number of legal assignments of each side in the step at
hand and the best score. `proofs` says who found each: methods named "optimizer ..." are this project's; "brute force"
is tests/support/bruteforce.py; "linear model" is benchmarks/peers/models.py, solved by HiGHS or CP-SAT; "one by one" is
benchmarks/peers/counter.py; "OR-tools knapsack" is benchmarks/peers/knapsack.py. These share no code with the solver.
null: nobody has it yet. `fast`: part of the quick signature. Made by `python -m benchmarks build`."""


def drafts(rung: str) -> Iterator[Draft]:
    """What a file holds, without answers."""
    if rung == "small":
        yield from constructed.remembered()
        for seed in range(54):
            yield f"small({seed})", families.small(seed)
    elif rung == "typical":
        for seed in range(100):
            yield f"typical({seed})", families.typical(seed)
    elif rung == "large":
        for seed in range(6):
            yield f"own_blockers({seed}, 20, 3, {5 + seed})", families.own_blockers(seed, 20, 3, 5 + seed)
        for seed in range(6):
            yield f"typical({seed}, 20) with 60 blockers", sixty(seed)
    elif rung == "shared":
        for attackers, blockers in ((3, 4), (4, 6), (6, 8), (8, 12), (10, 20), (14, 28), (20, 40)):
            for each in (2, 3, 4):
                if each <= attackers and not (attackers > 10 and each > 3):
                    name = f"{attackers}, {blockers}, {each}"
                    yield f"shared(1, {name})", families.shared(1, attackers, blockers, each)
                    yield f"chain(1, {name})", families.chain(1, attackers, blockers, each)
    elif rung == "strikes":
        for seed in range(16):
            yield f"strikes({seed}, 1)", families.strikes(seed, 1)
        for seed in range(16):
            attackers = 2 + seed // 3
            yield f"strikes({seed}, {attackers}, 4)", families.strikes(seed, attackers, 4)
        for seed in range(8):
            yield f"two strikers that share ({seed})", sharing(seed)
    elif rung == "constructed":
        yield "66 Insects of Forge #11810, nobody in their way", constructed.tokens()
        yield "the same against 70 life: what is left on the ground decides", constructed.tokens(life=70)
        yield "the same with flying blockers, four Insects each", constructed.tokens(blocked=4)
        for attackers, blockers in ((9, 12), (12, 20), (15, 30), (18, 40)):
            name = f"{attackers}, {blockers}, 3"
            yield f"packing(1, {name})", constructed.packing(1, attackers, blockers, 3)
            yield f"packing(2, {name}, equal=False)", constructed.packing(2, attackers, blockers, 3, equal=False)
        for attackers, blockers in ((4, 8), (6, 12), (8, 16)):
            yield f"equal_values(1, {attackers}, {blockers}, 3)", constructed.equal_values(1, attackers, blockers, 3)
        for attackers, spare in ((4, 4), (6, 6), (9, 9), (12, 12)):
            yield f"last_point(1, {attackers}, {spare})", constructed.last_point(1, attackers, spare)
    elif rung == "random":
        for power, many in ((6, 3), (12, 6), (20, 6), (60, 8), (300, 12)):
            rest = [2 + 3 * number % 7 for number in range(many)]
            yield f"gang({power}, {rest})", families.gang(power, rest)
        for attackers in (1, 2, 4, 8, 12):
            yield f"own_blockers(3, {attackers}, 4, 9)", families.own_blockers(3, attackers, 4, 9)
        for seed in range(100, 110):
            yield f"typical({seed}, several=0.5)", families.typical(seed, several=0.5)


def sixty(seed: int) -> dict[str, Any]:
    """Twenty attackers as games have them, three blockers each, of which every sixth also blocks the next attacker."""
    document = families.typical(seed, 20, life=400)
    creatures = [one for other in range(9) for one in families.typical(1000 + 10 * seed + other, 20)["blockers"]]
    document["blockers"] = []
    for number, one in enumerate(creatures[:60]):
        blocks = sorted({number // 3, (number // 3 + (number % 6 == 0)) % 20})
        document["blockers"].append(one | {"id": f"b{number}", "blocks": [f"a{a}" for a in blocks]})
    return document


def sharing(seed: int) -> dict[str, Any]:
    """Two attackers and two blockers, one of which blocks both; so small that everything can be tried."""
    document = families.strikes(seed, 2, 1)
    document["blockers"][0]["blocks"] = ["a0", "a1"]
    for one in (*document["attackers"], *document["blockers"]):
        one["power"], one["toughness"] = min(3, one["power"]), min(4, one["toughness"])
        one.pop("damage", None)
    return document


# What proves an answer: the methods and what they do. Each runs in a process of its own, so that it can be ended.


def optimizer_count(side: str) -> Callable[[dict[str, Any]], int]:
    """The project's own count."""

    def run(document: dict[str, Any]) -> int:
        from optimizer import Combat

        return Combat.from_document(document).legal_assignments(side).count()

    return run


def one_by_one(side: str) -> Callable[[dict[str, Any]], int]:
    """The peers' count."""
    return lambda document: counter.count(document, side, 2_000_000)


def optimizer_score(method: str | None) -> Callable[[dict[str, Any]], float]:
    """The project's own best score; its line is judged by the brute force."""

    def run(document: dict[str, Any]) -> float:
        from optimizer import Combat, solve

        solution = solve(Combat.from_document(document), method=method)
        if solution.status != "optimal" or solution.score != solution.bound:
            raise OutOfScope("not proven")
        line = [step.to_dict() for step in solution.line]
        assert byrules.legal_line_score(document, line) == solution.score, "the line doesn't score that"
        return solution.score

    return run


def modelled(solver: models.Solver) -> Callable[[dict[str, Any]], float]:
    """The linear models' best score; the line is judged by the brute force as well."""

    def run(document: dict[str, Any]) -> float:
        found = models.best(document, solver)
        if not found.proven:
            raise OutOfScope("not proven")
        score = byrules.legal_line_score(document, found.line)
        assert abs(score - found.score) < 1e-6, "the line doesn't score that"
        return score

    return run


def tried(document: dict[str, Any]) -> float:
    """The brute force, where it is small enough."""
    if not byrules.is_small(document):
        raise OutOfScope("large")
    return byrules.best(document)


def tried_count(side: str) -> Callable[[dict[str, Any]], int]:
    """The brute force's listing, where it is small enough."""

    def run(document: dict[str, Any]) -> int:
        if not byrules.is_small(document, 200_000):
            raise OutOfScope("large")
        return byrules.count(document, side)

    return run


def methods() -> dict[str, dict[str, Callable[[dict[str, Any]], float]]]:
    """The methods for each answer."""
    found: dict[str, dict[str, Callable[[dict[str, Any]], float]]] = {}
    for side in ("attacking", "defending"):
        found[side] = {
            "optimizer count": optimizer_count(side),
            "one by one": one_by_one(side),
            "brute force": tried_count(side),
        }
    found["score"] = {
        "optimizer": optimizer_score(None),
        "optimizer cp-sat": optimizer_score("cp-sat"),
        "linear model, HiGHS": modelled(by_highs),
        "linear model, CP-SAT": modelled(by_cpsat),
        "OR-tools knapsack": knapsack.score_by_knapsacks,
        "brute force": tried,
    }
    return found


def prove(pipe: Any, document: dict[str, Any], answer: str, name: str) -> None:
    """In a process of its own: sends what a method finds, None where it is out of its scope."""
    try:
        pipe.send(("found", methods()[answer][name](document)))
    except (OutOfScope, counter.TooMany) as reason:
        pipe.send(("none", str(reason)))
    except BaseException as error:
        pipe.send(("failed", f"{type(error).__name__}: {error}"))


def within(seconds: float, document: dict[str, Any], answer: str, name: str) -> float | None:
    """What a method finds in so much time."""
    context = multiprocessing.get_context("fork")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=prove, args=(sending, document, answer, name))
    process.start()
    try:
        if not receiving.poll(seconds):
            return None
        kind, value = receiving.recv()
    except EOFError:  # it ran out of memory, for one
        return None
    finally:
        process.kill()
        process.join()
    if kind == "failed":
        raise AssertionError(f"{name}: {value} ({document})")
    return value if kind == "found" else None


def build(rung: str, seconds: float, report: Callable[[str], None]) -> None:
    """Makes the file of a rung."""
    from ortools.algorithms.python import knapsack_solver
    from ortools.sat.python import cp_model

    import optimizer

    byrules.module()
    assert all((knapsack_solver, cp_model, optimizer.solve))  # loaded here, so that no proof is charged with it
    found = []
    for number, (about, document) in enumerate(drafts(rung), 1):
        answers: dict[str, Any] = {}
        proofs: dict[str, list[str]] = {}
        quick = 0.0
        for answer, ways in methods().items():
            for name in ways:
                began = time.perf_counter()
                value = within(seconds, document, answer, name)
                if name in ("optimizer count", "optimizer"):
                    quick += time.perf_counter() - began
                if value is None:
                    continue
                if answers.setdefault(answer, value) != value:
                    raise AssertionError(f"{rung} {number}: {name} says {value}, {proofs[answer]} {answers}")
                proofs.setdefault(answer, []).append(name)
        one = Instance(f"{rung}-{number:03}", about, document, **answers, proofs=proofs, fast=quick < 0.5)
        found.append(one)
        report(f"{one.id} {about}: {one.attacking}, {one.defending}, {one.score} ({quick:.2f} s) {proofs}")
    assert rung in RUNGS
    write(FOLDER / f"{rung}.jsonl", f"{ABOUT[rung]}\n{PROOF}", found)
