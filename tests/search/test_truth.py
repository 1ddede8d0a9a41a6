"""Generator, count, predicate and solvers against the brute force by definition, on thousands of random combats."""

import os
from typing import Any

import bruteforce
import pytest
from hypothesis import HealthCheck, assume, given, settings
from shares import large_share
from strategies import PROFILES, documents, small_enough

from optimizer import Combat, Side, solve

EXAMPLES = int(os.environ.get("TRUTH_EXAMPLES", "200"))
"""Combats of each profile."""

FEW = max(1, EXAMPLES // 4)
"""Combats where every method is tried."""


def frozen(assignment: dict[str, dict[str, int]]) -> tuple[tuple[str, str, int], ...]:
    """An assignment as a value that a set can hold."""
    return tuple(sorted((source, to, n) for source, division in assignment.items() for to, n in division.items() if n))


def agrees(document: dict[str, Any]) -> None:
    """Everything our code says of a document is what the definition says."""
    combat = Combat.from_document(document)
    if not combat.table.start.over:
        assert combat.step.value == bruteforce.step_at_hand(document)
    for side in Side:
        true = [frozen(one) for one in bruteforce.legal(document, side.value)]
        view = combat.legal_assignments(side)
        ours = [frozen(one) for one in view]
        assert sorted(ours) == sorted(true)
        assert view.count() == len(true)
        assert sum(len(chunk) for chunk in view.arrays()) == len(true)
        assert all(not combat.violations(one, side) for one in view)
    best = bruteforce.best(document)
    solution = solve(combat)
    line = [step.to_dict() for step in solution.line]
    assert (solution.status, solution.score, solution.bound) == ("optimal", best, best)
    assert bruteforce.best_score_of_line(document, line) == best


@large_share(5)
@pytest.mark.parametrize("profile", PROFILES)
def test_agrees_with_the_definition(profile: str, times: int) -> None:
    @settings(max_examples=times * EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(documents(profile))
    def check(document: dict[str, Any]) -> None:
        assume(small_enough(document))
        agrees(document)

    check()


@large_share(5)
@pytest.mark.parametrize("method", ["cp-sat", "listing", "search"])
def test_every_method_agrees(method: str, times: int) -> None:
    @settings(max_examples=times * FEW, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(documents("plain"))
    def check(document: dict[str, Any]) -> None:
        assume(small_enough(document))
        combat = Combat.from_document(document)
        assert solve(combat, method=method).score == solve(combat).score

    check()


@large_share(5)
def test_a_score_of_the_callers_own_is_maximized_exactly(times: int) -> None:
    def survivors(outcome: Any) -> float:
        told = outcome if isinstance(outcome, dict) else outcome.to_dict()
        return len(told["dies"]) * 3 - told["defending_player"]["life"] + sum(told["excess"].values()) / 2

    @settings(max_examples=times * FEW, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(documents("plain"))
    def check(document: dict[str, Any]) -> None:
        assume(small_enough(document))
        combat = Combat.from_document(document)
        assert solve(combat, score=survivors).score == bruteforce.best(document, score=survivors)

    check()
