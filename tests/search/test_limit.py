"""Under a limit: the best line found, a bound that holds, and an honest status."""

from itertools import count
from random import Random
from typing import Any

import bruteforce
import pytest
from shares import large_share
from strategies import PROFILES, random_document, small_enough

from optimizer import Combat, Limit, solve
from optimizer.rules.score import Prices
from optimizer.search.line import search
from optimizer.search.line.dispatch import optimistic
from optimizer.search.line.dominance import rough_after


@large_share(5)
@pytest.mark.parametrize("profile", PROFILES)
def test_an_answer_in_no_time_is_legal_and_its_bound_holds(profile: str, times: int) -> None:
    for seed in range(50 * times):
        document = random_document(Random(f"{profile}{seed}"), profile)
        if not small_enough(document):
            continue
        combat = Combat.from_document(document)
        found = solve(combat, limit=Limit(0))
        best = bruteforce.best(document)
        line = [step.to_dict() for step in found.line]
        assert bruteforce.best_score_of_line(document, line) == found.score
        assert found.bound >= best
        if found.status == "optimal":
            assert found.score == found.bound == best
        prices = Prices(combat)
        start = combat.table.start
        top = prices.points(prices.score(combat.table, start) + optimistic(prices, combat.table, start))
        assert start.over or top >= best


def test_the_same_combat_gives_the_same_line() -> None:
    for seed in range(60):
        document = random_document(Random(seed), "all")
        first, second = (solve(Combat.from_document(document)) for _ in range(2))
        assert first.line == second.line
        assert first.score == second.score


def test_a_limit_must_be_a_time() -> None:
    with pytest.raises(ValueError, match="seconds"):
        Limit(-1)


def test_ranking_choices_ends_with_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight block eight, with first strike: thousands of choices, of which few are looked at once the time is up."""
    first = [f"A{n} {50 + n}/4 trample{' first strike' if n % 2 else ''}" for n in range(8)]
    blockers = [f"B{n} 2/{25 + n}" for n in range(8)]
    text = "; ".join(f"{one} <- {', '.join(blockers if not n else (b.split()[0] for b in blockers))}"
                     for n, one in enumerate(first))  # fmt: skip
    ticks = count()
    late = []

    def clock() -> float:
        return next(ticks) / 1000

    def ranked(*arguments: Any) -> int:
        late.append(next(ticks) > 1000)
        return rough_after(*arguments)

    monkeypatch.setattr(search, "rough_after", ranked)
    found = solve(Combat.parse(text), limit=Limit(1, clock))
    assert found.status == "feasible"
    assert len(late) > 64
    assert sum(late) <= 64
