"""Solving over several processes: the same solutions in the same order, whoever solves them."""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import count, islice
from typing import Any

import pytest
from combats import combats
from hypothesis import given, settings

from benchmarks import families
from optimizer import Combat, Limit, Weights, solve, solve_all
from optimizer.model.combat import unchecked
from optimizer.search.line import pool
from optimizer.search.line.packing import pack, unpack


def endless() -> Iterator[Combat]:
    """A stream that never ends, the same few combats again and again, so that answers are known."""
    few = [Combat.from_document(families.typical(seed)) for seed in range(16)]
    return (few[number % len(few)] for number in count())


@settings(max_examples=300, deadline=None, derandomize=True)
@given(combats())
def test_a_combat_comes_out_as_it_went_in(combat: Combat) -> None:
    other = unpack(pickle.loads(pickle.dumps(pack(combat))))
    assert other == combat
    assert all(getattr(other, one.name) == getattr(combat, one.name) for one in fields(Combat))
    assert [type(one) for one in other.creatures] == [type(one) for one in combat.creatures]
    assert hash(other) == hash(combat)


@pytest.mark.parametrize("processes", [2, 3])
def test_workers_take_part_and_the_order_stays(processes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    here = 0

    def slowly(some: Iterable[Combat], weights: Weights | None, limit: Limit | None) -> pool.Solved:
        nonlocal here
        found = pool_solve_some(some, weights, limit)
        here += len(found[0])
        time.sleep(0.001)
        return found

    pool_solve_some = pool.solve_some
    monkeypatch.setattr(pool, "solve_some", slowly)
    weights = Weights(life=2)
    expected = [solve(combat, weights=weights) for combat in islice(endless(), 16)]
    until = time.monotonic() + 120
    solutions = solve_all(endless(), processes=processes, weights=weights)
    done = 0
    for number, (one, combat) in enumerate(zip(solutions, endless(), strict=True)):
        true = expected[number % 16]
        assert (one.score, one.bound, one.status, one.steps) == (true.score, true.bound, true.status, true.steps)
        assert one.combat.attackers == combat.attackers
        assert one.combat.weights == weights
        done += 1
        if done > here + 4 * pool.CHUNK or time.monotonic() > until:
            break
    solutions.close()  # type: ignore[attr-defined]  # a generator, in truth
    assert done > here


@pytest.mark.parametrize("many", [0, 1, 63, 64, 65, 500])
def test_a_stream_of_any_length_comes_through(many: int) -> None:
    one, two = ([each.score for each in solve_all(islice(endless(), many), processes=n)] for n in (1, 2))
    assert one == two
    assert len(two) == many


def test_a_short_stream_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("a pool")

    monkeypatch.setattr(pool, "ProcessPoolExecutor", never)
    assert len(list(solve_all(islice(endless(), pool.CHUNK - 1), processes=4))) == pool.CHUNK - 1
    assert next(solve_all(endless(), processes=4)).status == "optimal"


def test_an_error_waits_for_its_turn() -> None:
    good = next(endless())
    bad = unchecked(good, attackers=None)
    solved, error = pool.solve_some([good, bad, good], None, None)
    assert len(solved) == 1
    assert isinstance(error, Exception)
    solutions = solve_all([good, bad], processes=2)
    assert next(solutions).status == "optimal"
    with pytest.raises(type(error)):
        next(solutions)
