"""Counting, against listing, against the definition, and against the rulings."""

from __future__ import annotations

import json
from itertools import pairwise
from math import comb
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from places import DATA
from shares import large_share
from test_listing import announcements, attack, by_definition, source

from optimizer import Combat
from optimizer.rules.damage.announcement import Announcement, Source
from optimizer.rules.damage.bulk import arrays
from optimizer.rules.damage.counting import count, elimination, heaps
from optimizer.rules.damage.listing import divisions, groups

RULINGS = json.loads((DATA / "rulings.json").read_text(encoding="utf-8"))["cases"]


@large_share(10)
def test_count_is_the_number_of_legal_divisions(times: int) -> None:
    @settings(max_examples=400 * times, deadline=None)
    @given(announcements())
    def check(ann: Announcement) -> None:
        assert count(ann) == sum(1 for _ in by_definition(ann))

    check()


def gang(seed: int, attackers: int, blockers: int, each: int, *, power: tuple[int, int], ordered: bool) -> Announcement:
    """Attackers of which half trample, and blockers that each block a few of them."""
    random = Random(seed)
    by: list[list[int]] = [[] for _ in range(attackers)]
    for blocker in range(blockers):
        for attacker in random.sample(range(attackers), each):
            by[attacker].append(blocker)
    sources = [
        source(
            number, random.randint(*power), tuple(creatures), -1,
            tramples=random.random() < 0.5, bound=ordered, deathtouch=random.random() < 0.1,
        )
        for number, creatures in enumerate(by)
        if creatures
    ]  # fmt: skip
    return attack(tuple(random.randint(1, 5) for _ in range(blockers)), *sources)


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_count_of_larger_fights_is_their_listing(seed: int, ordered: bool) -> None:
    """Creatures blocked in rings, which the small random ones seldom have; two ways of listing against the count."""
    ann = gang(seed, 4, 5, 2, power=(2, 4), ordered=ordered)
    assert count(ann) == sum(1 for _ in divisions(ann)) == sum(map(len, arrays(ann, 1_000)))


@pytest.mark.parametrize("edition", ["foundations", "ordered"])
@pytest.mark.parametrize("case", RULINGS, ids=lambda case: str(case["id"]))
def test_rulings(case: dict[str, Any], edition: str) -> None:
    """The published examples and rulings: how many, and the most damage the player can be assigned."""
    expected = case["expect"].get(edition)
    if expected is None:
        pytest.skip("not in this edition")
    combat = Combat.from_document({**case["document"], "rules": edition})
    legal = combat.legal_assignments(case["side"])
    assert combat.step == case["step"]
    assert legal.count() == expected["count"]
    listed = list(legal)
    assert len(listed) == expected["count"]
    assert all(assignment in legal for assignment in listed)
    if "most_to_player" in expected:
        most = max(sum(given.get("player", 0) for given in assignment.values()) for assignment in listed)
        assert most == expected["most_to_player"]


def wurm(power: int, blockers: int, **marks: bool) -> Source:
    """One attacker with its own blockers."""
    return source(0, power, tuple(range(blockers)), -1, **marks)


@pytest.mark.parametrize("needs", [(2, 3, 1), (0, 0, 4), (9, 9, 9), (0, 0, 0)])
@pytest.mark.parametrize("deathtouch", [False, True])
def test_closed_forms_of_one_source(needs: tuple[int, ...], deathtouch: bool) -> None:
    """A blocked attacker alone, with and without trample: binomials (510.1c, 702.19b, 702.2c)."""
    power, size = 8, len(needs)
    least = [min(1, need) if deathtouch else need for need in needs]
    trample = comb(power - 1 - sum(least) + size, size) if power > sum(least) else 0
    free = comb(power + size - 1, size - 1)
    before = [power - 1 - sum(least[:place]) for place in range(size)]
    order = sum(comb(left + place, place) for place, left in enumerate(before) if left >= 0)
    assert count(attack(needs, wurm(power, size, deathtouch=deathtouch))) == free
    assert count(attack(needs, wurm(power, size, deathtouch=deathtouch, tramples=True))) == free + trample
    assert count(attack(needs, wurm(power, size, deathtouch=deathtouch, bound=True))) == order
    assert count(attack(needs, wurm(power, size, deathtouch=deathtouch, bound=True, tramples=True))) == order + trample


def test_large_numbers_are_exact() -> None:
    """Powers of a million, and counts far beyond 64 bits, shared or not."""
    million = 10**6
    assert count(attack((1,) * 6, wurm(million, 6))) == comb(million + 5, 5)
    assert count(attack((7,) * 500, wurm(million, 500, tramples=True))) == comb(million + 499, 499) + comb(
        million - 1 - 3_500 + 500, 500
    )
    ann = attack((5, 6), *(source(i, million, (0, 1), -1, tramples=True) for i in range(4)))
    # it follows from smaller ones: the count is a polynomial in the power once everything can be lethal
    values = [count(ann._replace(sources=tuple(s._replace(amount=p) for s in ann.sources))) for p in range(20, 29)]
    assert count(ann) == interpolated(20, values, million)


def interpolated(start: int, values: list[int], at: int) -> int:
    """Newton's forward differences: the polynomial through values at `start`, `start + 1`, …"""
    total, row = 0, list(values)
    for place in range(len(values)):
        total += row[0] * comb(at - start, place)
        row = [right - left for left, right in pairwise(row)]
    return total


def chain(size: int) -> Announcement:
    """Attackers in a row, neighbours sharing a blocker."""
    return attack((2,) * (size + 1), *(source(i, 3, (i, i + 1), -1, tramples=True, bound=True) for i in range(size)))


def test_long_chains_hit_no_recursion_limit() -> None:
    assert count(chain(4)) == sum(1 for _ in by_definition(chain(4)))
    assert len(str(count(chain(1_100)))) > 500


def test_elimination_goes_each_pair_once() -> None:
    (group,) = groups(gang(1, 6, 8, 2, power=(10, 10), ordered=True))
    pairs = [(number, pile, place) for number, spots in enumerate(group.spots) for pile, place in spots]
    assert sorted(step[:3] for step in elimination(group)) == sorted(pairs)


def test_small_and_large_amounts_go_different_ways() -> None:
    """A source with little gives to unwatched heaps at once, one with much puts them off; the counts agree at both."""
    for power in range(5, 40):
        ann = attack((3, 2), *(source(i, power, (0, 1), -1, tramples=True, bound=i == 0) for i in range(2)))
        assert count(ann) == sum(map(len, arrays(ann)))


def test_heaps() -> None:
    assert [heaps(points, 3) for points in range(4)] == [1, 3, 6, 10]
    assert heaps(-1, 3) == heaps(1, 0) == 0


def test_nothing_shared() -> None:
    """12 attackers of power 15 with 6 blockers each: a product of small counts. The benchmark holds its time."""
    ann = attack((3,) * 72, *(source(i, 15, tuple(range(6 * i, 6 * i + 6)), -1, tramples=True) for i in range(12)))
    assert count(ann) == comb(20, 5) ** 12  # 18 points are lethal to six, so none tramples over
