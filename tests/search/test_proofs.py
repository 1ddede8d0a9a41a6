"""Answers called proven best, where bounds go wrong: documents that once had a false one, and adversarial random ones.

With the marker `deep` (`pytest -m deep`) there are nine times as many. Each fault that was mended was put back and
found by 75 times as many (`PROOFS_DEEP=75 pytest -m deep tests/search/test_proofs.py`).
"""

from __future__ import annotations

import json
import os
from random import Random
from typing import Any

import adversarial
import bruteforce
import bruteforce_boards as truth
import pytest
from places import DATA

from optimizer import Combat, best_attacks, best_blocks, board_from_document, solve

Json = dict[str, Any]

CASES = json.loads((DATA / "proofs.json").read_text(encoding="utf-8"))["cases"]

NUMBERS = {"combat": 40, "blocks": 16, "attacks": 6}
"""Documents of each profile."""

DEEP = int(os.environ.get("PROOFS_DEEP", "9"))
"""Times as many."""


def answer(kind: str, document: Json) -> tuple[str, float, float]:
    """The status, score and bound of the package."""
    if kind == "combat":
        line = solve(Combat.from_document(document))
        return line.status, line.score, line.bound
    board = board_from_document(document)
    found = best_attacks(board) if kind == "attacks" else best_blocks(board)
    return found.status, found.score, found.bound


def true_score(kind: str, document: Json) -> float:
    if kind == "combat":
        return bruteforce.best(document)
    return (truth.best_attacks if kind == "attacks" else truth.best_blocks)(document)[0]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_documents_that_had_a_false_proof(case: Json) -> None:
    kind = {"suggest": "combat"}.get(case["command"], case["command"])
    assert answer(kind, case["document"]) == ("optimal", case["score"], case["score"])


@pytest.mark.parametrize("profile", adversarial.PROFILES)
@pytest.mark.parametrize("kind", adversarial.KINDS)
def test_answers_that_are_proven(kind: str, profile: str) -> None:
    hold(kind, profile, range(NUMBERS[kind]))


@pytest.mark.deep
@pytest.mark.parametrize("profile", adversarial.PROFILES)
@pytest.mark.parametrize("kind", adversarial.KINDS)
def test_many_answers_that_are_proven(kind: str, profile: str) -> None:
    hold(kind, profile, range(NUMBERS[kind], DEEP * NUMBERS[kind]))


def hold(kind: str, profile: str, seeds: range) -> None:
    for seed in seeds:
        document = adversarial.random_case(Random(f"{kind}{profile}{seed}"), kind, profile)
        best = true_score(kind, document)
        assert answer(kind, document) == ("optimal", best, best), json.dumps(document)
