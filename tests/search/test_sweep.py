"""Sweeps over shared creatures against brute force on the bare numbers, and against CP-SAT on whole combats."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import bruteforce
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shares import large_share
from strategies import PROFILES, random_document, small_enough

from benchmarks import families
from optimizer import Combat, solve
from optimizer.search.line import frontier_dp as swept
from optimizer.search.line import frontier_dp_arrays as sweep
from optimizer.search.line import last_step
from optimizer.search.line.frontier_dp_arrays import kind_for
from optimizer.search.line.frontier_dp_sources import Spent, spend, spending_route, splits
from optimizer.search.line.route import CLOSE, OPEN, STEP, route
from optimizer.search.line.shared import Shared, Victim, settle_at_sight


@st.composite
def problems(draw: st.DrawFn) -> Shared:
    """A few sources and victims in bare numbers, as `shared_of` makes them."""
    amounts = draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    places = range(len(amounts))
    deadly = {place for place in places if draw(st.integers(0, 3)) == 0}
    onward = [draw(st.sampled_from([0, 0, 1, 3])) for _ in amounts]
    victims = []
    for number in range(draw(st.integers(1, 4))):
        mine = draw(st.lists(st.sampled_from(places), min_size=1, unique=True).map(sorted))
        guards = tuple(place for place in mine if onward[place])
        need = draw(st.integers(1, 5))
        if guards and draw(st.integers(0, 4)) == 0:
            guards = ()  # lethal damage is marked on it already
        price = draw(st.integers(0, 6)) if guards else draw(st.integers(1, 6))
        touches = tuple(place for place in mine if place in deadly)
        hits = tuple(mine)
        if not guards and draw(st.integers(0, 3)) == 0:
            hits = tuple(draw(st.lists(st.sampled_from(mine), unique=True).map(sorted)))
            touches = tuple(place for place in touches if draw(st.booleans()))
        victims.append(Victim(number, need, price, hits, touches, guards))
    return Shared(amounts, onward, victims, {}, set(), 0)


def worth(shared: Shared, laid: dict[tuple[int, int], int], over: set[int]) -> tuple[int, int]:
    """What a division comes to, and the points to the player; -1 where it isn't legal."""
    dead = {
        one.creature
        for one in shared.victims
        if sum(laid.get((place, one.creature), 0) for place in one.hits) >= one.need
        or any(laid.get((place, one.creature), 0) for place in one.touches)
    }
    value = sum(one.price for one in shared.victims if one.creature in dead)
    life = 0
    for place, n in enumerate(shared.amounts):
        left = n - sum(more for (giver, _), more in laid.items() if giver == place)
        if left < 0:
            return -1, 0
        if place in over:
            if any(place in one.guards and one.creature not in dead for one in shared.victims):
                return -1, 0
            value += left * shared.onward[place]
            life += left
    return value, life


def every(shared: Shared) -> dict[int, int]:
    """By points to the player, the best value of all divisions."""
    ways = []
    for place, n in enumerate(shared.amounts):
        near = [one.creature for one in shared.victims if place in one.hits or place in one.touches]
        ways.append([way[:-1] for way in product(range(n + 1), repeat=len(near) + 1) if sum(way) == n])
    found: dict[int, int] = {}
    for division in product(*ways):
        laid = {}
        for place, way in enumerate(division):
            near = [one.creature for one in shared.victims if place in one.hits or place in one.touches]
            laid |= {(place, c): n for c, n in zip(near, way, strict=True) if n}
        tramplers = [place for place, each in enumerate(shared.onward) if each]
        for chosen in product((False, True), repeat=len(tramplers)):
            over = {place for place, yes in zip(tramplers, chosen, strict=True) if yes}
            value, life = worth(shared, laid, over)
            if value > found.get(life, -1):
                found[life] = value
    return found


def few(shared: Shared) -> bool:
    """The brute force is quick."""
    total = 1
    for place, n in enumerate(shared.amounts):
        total *= (n + 1) ** sum(place in one.hits or place in one.touches for one in shared.victims)
    return total < 3000


@settings(max_examples=300, deadline=None, derandomize=True)
@given(problems().filter(few))
def test_spending_finds_the_best_for_every_amount_that_reaches_the_player(shared: Shared) -> None:
    busy = {place for one in shared.victims for place in (*one.hits, *one.touches)}
    shared = shared._replace(onward=[each if at in busy else 0 for at, each in enumerate(shared.onward)])
    true = every(shared)
    lives = sum(n for n, each in zip(shared.amounts, shared.onward, strict=True) if each)
    moves = spending_route(shared).moves
    if lives:
        ours = spend(shared, moves, lives)
        assert {life: one.value for life, one in ours.items()} == {
            life: value
            for life, value in true.items()
            if not any(other > life and more >= value for other, more in true.items())
        }
        for life, one in ours.items():
            assert worth(shared, one.laid, one.over) == (one.value, life)
    one = spend(shared, moves)[0]
    assert one.value == max(true.values()) == worth(shared, one.laid, one.over)[0]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(problems().filter(few))
def test_what_is_settled_at_sight_belongs_to_a_best_division(shared: Shared) -> None:
    settled = settle_at_sight(shared)
    spent = spend(settled, spending_route(settled).moves)[0] if settled.victims else Spent(0, {}, set())
    best = max(every(shared).values())
    assert settled.value + spent.value == best
    assert worth(shared, {**settled.laid, **spent.laid}, settled.over | spent.over)[0] == best


def combat_of(seed: int) -> dict[str, Any]:
    """Three to six attackers, blockers of several of them, and all that changes who dies of what."""
    rng = Random(seed)

    def creature(identity: str) -> dict[str, Any]:
        often = {"deathtouch": 15, "trample": 35, "lifelink": 10, "indestructible": 8, "wither": 8, "infect": 4,
                 "undying": 5, "persist": 5, "protection from red": 8, "toxic 1": 3}  # fmt: skip
        one: dict[str, Any] = {
            "id": identity,
            "power": rng.randint(0, 5),
            "toughness": rng.randint(1, 6),
            "keywords": [word for word, percent in often.items() if rng.randrange(100) < percent],
        }
        if rng.randrange(100) < 15:
            one["damage"] = rng.randint(1, one["toughness"])
        if rng.randrange(100) < 8:
            one |= rng.choice([{"prevent": "all"}, {"regeneration": 1}, {"counters": {"shield": 1}}, {"value": -2},
                               {"value": 0}, {"colors": ["red"]}, {"deals_no_damage": True}])  # fmt: skip
        return one

    attackers = [creature(f"a{n}") for n in range(rng.randint(3, 6))]
    blockers = []
    for n in range(rng.randint(3, 8)):
        blocks = rng.sample([one["id"] for one in attackers], rng.randint(1, 3))
        blockers.append(creature(f"b{n}") | {"blocks": blocks})
    return {
        "rules": rng.choice(["foundations", "foundations", "foundations", "ordered"]),
        "attackers": attackers,
        "blockers": blockers,
        "defending_player": {"life": rng.choice([1000, 20, 6, 3])},
        "weights": rng.choice([{}, {}, {"life": 3}, {"life": 0}, {"win": 0}, {"life": 0.3, "creature": 0.7}]),
    }


class Unlisted(Exception):
    """The combat needs a listing, which for one of this size may take long."""


def unlisted(*_: object) -> None:
    raise Unlisted


@large_share(5)
def test_whole_combats_come_out_as_with_cp_sat(times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(last_step, "listed_part", unlisted)
    swept_combats = 0
    for seed in range(150 * times):
        document = combat_of(seed)
        try:
            ours, model = (solve(Combat.from_document(document), method=name) for name in (None, "cp-sat"))
        except Unlisted:
            continue
        assert (ours.status, ours.score, ours.bound) == ("optimal", model.score, model.score)
        assert ours.outcome.defending_life == model.outcome.defending_life  # the tie rule
        for step in ours.line:
            for side in ("attacking", "defending"):
                assert not ours.combat.violations(getattr(step, side), side)
        swept_combats += "sweep" in ours.method
    assert swept_combats > 60 * times


@large_share(5)
@pytest.mark.parametrize("profile", PROFILES)
def test_where_a_sweep_applies_it_finds_the_best_score(
    profile: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Single sources too, which a knapsack would be quicker for."""
    monkeypatch.setattr(last_step, "knapsack_part", lambda *_: None)
    for seed in range(50 * times):
        document = random_document(Random(f"sweep {profile}{seed}"), profile)
        if not small_enough(document):
            continue
        solution = solve(Combat.from_document(document), method="engine")
        line = [step.to_dict() for step in solution.line]
        assert solution.score == bruteforce.best(document) == bruteforce.best_score_of_line(document, line)


def test_what_would_take_long_goes_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swept, "COST", 0)
    for seed in range(20):
        combat = Combat.from_document(families.shared(seed, 4, 6, 2, life=8))
        assert solve(combat).score == solve(combat, method="cp-sat").score


def test_huge_numbers_are_no_sweep() -> None:
    text = "A 900000/1 <- B 0/700000, C 0/800000; D 900000/1 trample <- B, C; E 5/5 <- C"
    combat = Combat.parse(text)
    assert solve(combat).score == solve(combat, method="cp-sat").score


@given(
    st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=3, unique=True), max_size=8),
    st.lists(st.integers(1, 9), min_size=6, max_size=6),
)
def test_a_route_opens_before_and_closes_after_every_link(links: list[list[int]], sizes: list[int]) -> None:
    found = route(links, sizes, [1] * len(links))
    opened: set[int] = set()
    states, cost, done = 1, 0, []
    for what, at in found.moves:
        if what == OPEN:
            assert at not in opened
            opened.add(at)
            states *= sizes[at]
        elif what == CLOSE:
            opened.remove(at)
            states //= sizes[at]
            assert not any(at in link for number, link in enumerate(links) if number not in done)
        else:
            assert what == STEP
            assert opened.issuperset(links[at])
            done.append(at)
            cost += states
    assert (sorted(done), opened, cost) == ([*range(len(links))], set(), found.cost)


@pytest.mark.parametrize("stride", [1, 3])
def test_long_rows_are_dealt_from_as_short_ones(stride: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(stride)
    rows = rng.integers(-50, 50, (5, 4 * 7 * stride * 3), dtype=np.int32)
    axes, touched = [(7, stride), (4, 7 * stride), (3, 28 * stride)], [False, True, False]
    monkeypatch.setattr(sweep, "WIDE", 1 << 40)
    plain = sweep.deal(rows.copy(), axes, touched)
    monkeypatch.setattr(sweep, "WIDE", 0)
    assert (sweep.deal(rows.copy(), axes, touched) == plain).all()


def test_splits_are_all_there_are() -> None:
    rooms = [2, 0, 3]
    true = [way for way in product(*(range(room + 1) for room in rooms)) if sum(way) == 4]
    assert list(splits(4, rooms)) == true


@pytest.mark.parametrize("total", [0, 8191, 8192, (1 << 29) - 1, 1 << 29, 1 << 60])
def test_impossible_stays_below_everything(total: int) -> None:
    kind, impossible = kind_for(total)
    assert kind(impossible) + kind(total) < 0 <= kind(total)
