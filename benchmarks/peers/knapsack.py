"""OR-tools' own knapsack solver, where a combat is nothing but knapsacks: one step, no blocker shared, no trample."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .plain import OutOfScope, plain

__all__ = ["knapsacks", "recurrence", "score_by_knapsacks"]

Sack = tuple[int, list[int], list[int]]
"""Capacity, costs, prices in quarters."""


def knapsacks(document: Mapping[str, Any]) -> tuple[float, list[Sack]]:
    """What is fixed of the score, and one knapsack for each attacker with blockers; raises `OutOfScope`."""
    combat = plain(document)
    if combat.first or combat.shared or combat.creature_weight != 1 or not all(one.need for one in combat.creatures):
        raise OutOfScope("not knapsacks alone")
    fixed, through = 0.0, 0
    sacks: list[Sack] = []
    for attacker in combat.attackers:
        if attacker.has("trample") and attacker.facing:
            raise OutOfScope("trample")
        foes = [combat.blockers[b] for b in attacker.facing]
        back = [foe for foe in foes if foe.damage]
        deadly = any(foe.has("deathtouch") for foe in back)
        if (deadly or sum(foe.damage for foe in back) >= attacker.need) and not attacker.has("indestructible"):
            fixed -= attacker.value
        fixed -= combat.life_weight * sum(foe.damage for foe in back if foe.has("lifelink"))
        if not attacker.damage or (attacker.blocked and not foes):
            continue
        if attacker.has("lifelink"):
            fixed += combat.life_weight * attacker.damage
        if not foes:
            fixed += combat.life_weight * attacker.damage
            through += attacker.damage
            continue
        killable = [foe for foe in foes if not foe.has("indestructible")]
        costs = [1 if attacker.has("deathtouch") else foe.need for foe in killable]
        sacks.append((attacker.damage, costs, [round(foe.value * 4) for foe in killable]))
    if through >= combat.life:
        raise OutOfScope("the game may be won")
    return fixed, sacks


def score_by_knapsacks(document: Mapping[str, Any]) -> float:
    """The best score, each knapsack by OR-tools' dynamic programme."""
    from ortools.algorithms.python import knapsack_solver

    fixed, sacks = knapsacks(document)
    kind = knapsack_solver.SolverType.KNAPSACK_DYNAMIC_PROGRAMMING_SOLVER
    total = 0
    for capacity, costs, prices in sacks:
        if costs:
            solver = knapsack_solver.KnapsackSolver(kind, "")
            solver.init(prices, [costs], [capacity])
            total += solver.solve()
    return fixed + total / 4


def recurrence(sacks: list[Sack]) -> int:
    """The arithmetic of the dynamic programme and nothing else, in plain Python: the best prices, summed.

    >>> recurrence([(6, [2, 5], [12, 40])])
    40
    """
    total = 0
    for capacity, costs, prices in sacks:
        best = [0] * (capacity + 1)
        for cost, price in zip(costs, prices, strict=True):
            for used in range(capacity, cost - 1, -1):
                worth = best[used - cost] + price
                if worth > best[used]:  # noqa: PLR1730  # max() would cost more than the arithmetic
                    best[used] = worth
        total += best[capacity]
    return total
