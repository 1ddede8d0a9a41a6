"""Listing, bulk arrays and the view of legal assignments, against the rules written down as a filter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer import Combat, Side
from optimizer.rules.damage.announcement import Announcement, Source
from optimizer.rules.damage.bulk import arrays, columns
from optimizer.rules.damage.counting import count
from optimizer.rules.damage.listing import compositions, divisions, groups

Division = tuple[tuple[int, ...], ...]


def source(creature: int, amount: int, creatures: tuple[int, ...], target: int | None = None, **marks: bool) -> Source:
    """A source, with the marks that are left out False."""
    names = ("free", "tramples", "over", "bound", "deathtouch", "substitute")
    return Source(creature, amount, creatures, target, *(marks.get(name, False) for name in names))


def attack(needs: tuple[int, ...], *sources: Source, loyalty: tuple[int, ...] = ()) -> Announcement:
    """An announcement of the attacking side."""
    return Announcement(Side.ATTACKING, sources, needs, loyalty)


@st.composite
def announcements(draw: st.DrawFn, most: int = 3_000) -> Announcement:
    """Small announcements of every shape that a combat can lead to, with at most so many splits to look through."""
    needs = tuple(draw(st.lists(st.integers(0, 4), min_size=1, max_size=3)))
    loyalty = tuple(draw(st.lists(st.integers(0, 4), max_size=2)))
    ordered = draw(st.booleans())
    sources: list[Source] = []
    splits = 1
    for number in range(draw(st.integers(1, 4))):
        creatures = tuple(draw(st.lists(st.sampled_from(range(len(needs))), unique=True, max_size=3)))
        target = draw(st.sampled_from([None, -1, *(-2 - place for place in range(len(loyalty)))]))
        if not creatures and target is None:
            continue
        tramples = bool(creatures) and target is not None and draw(st.booleans())
        free = target is not None and (not creatures or draw(st.sampled_from([False, False, True])))
        over = target is not None and target < -1 and (tramples or not creatures) and draw(st.booleans())
        made = Source(
            number, draw(st.integers(1, 4)), creatures, target, free, tramples, over,
            ordered and draw(st.sampled_from([True, True, True, False])), draw(st.booleans()), False,
        )  # fmt: skip
        splits *= comb(made.amount + len(made.recipients) - 1, made.amount)
        if splits > most:
            break
        sources.append(made)
    return attack(needs, *sources, loyalty=loyalty)


def by_definition(ann: Announcement) -> Iterator[Division]:
    """Every split of every source's damage that is legal (510.1c, 510.1d)."""
    splits = [
        [split for split in product(range(one.amount + 1), repeat=len(one.recipients)) if sum(split) == one.amount]
        for one in ann.sources
    ]
    return (division for division in product(*splits) if is_legal(ann, division))


def is_legal(ann: Announcement, division: Division) -> bool:
    """The conditions of a division, judged on the whole of it (510.1e)."""
    total: Counter[int] = Counter()
    touched: set[int] = set()
    for one, split in zip(ann.sources, division, strict=True):
        total.update(dict(zip(one.recipients, split, strict=True)))
        if one.deathtouch:
            touched.update(to for to, points in zip(one.recipients, split, strict=True) if points)

    def lethal(creature: int) -> bool:
        return total[creature] >= ann.needs[creature] or creature in touched

    for one, split in zip(ann.sources, division, strict=True):
        on_creatures, beyond = split[: len(one.creatures)], split[len(one.creatures) :]
        if one.over and one.target is not None and beyond[1] and total[one.target] < ann.loyalty[-2 - one.target]:
            return False  # 702.19c
        if one.free and not any(on_creatures):
            continue
        if any(beyond) and not (one.tramples and one.creatures and all(map(lethal, one.creatures))):
            return False  # 702.19b
        if one.bound:  # 510.1c and d until 2024
            for place, points in enumerate(on_creatures):
                if points and not all(map(lethal, one.creatures[:place])):
                    return False
    return True


@settings(max_examples=2_000, deadline=None)
@given(announcements())
def test_every_legal_division_once(ann: Announcement) -> None:
    """510.1e: the listing is the set of legal splits, each once."""
    listed = list(divisions(ann))
    assert len(listed) == len(set(listed))
    assert set(listed) == set(by_definition(ann))


@settings(max_examples=1_000, deadline=None)
@given(announcements(), st.sampled_from([1, 3, 10, 100, 1 << 16]))
def test_arrays_are_the_listing(ann: Announcement, rows_per_chunk: int) -> None:
    """The same divisions in the same order, in chunks no larger than asked for."""
    chunks = list(arrays(ann, rows_per_chunk))
    assert all(0 < len(chunk) <= rows_per_chunk for chunk in chunks)
    rows = [tuple(row) for chunk in chunks for row in chunk.tolist()]
    assert rows == [tuple(points for split in division for points in split) for division in divisions(ann)]
    assert {chunk.shape[1] for chunk in chunks} == {len(columns(ann))}


@settings(max_examples=500, deadline=None)
@given(announcements(most=300))
def test_no_dead_ends(ann: Announcement) -> None:
    """Whatever a group's first sources are given, the others have a division to complete it."""
    for group in groups(ann):
        states = {group.start}
        for index in range(len(group.sources)):
            following = [[state for _, state in group.choices(index, before)] for before in states]
            assert all(following)
            states = {state for some in following for state in some}


def test_order_is_most_to_the_first() -> None:
    assert list(compositions(2, 3)) == [(2, 0, 0), (1, 1, 0), (1, 0, 1), (0, 2, 0), (0, 1, 1), (0, 0, 2)]
    assert list(compositions(0, 0)) == [()]
    assert list(compositions(1, 0)) == []


def test_702_19b_free_and_trample_overlap_once() -> None:
    """Row 41: all 7 to the player is one division, whether it tramples or isn't treated as blocked."""
    elemental = source(0, 7, (0,), -1, free=True, tramples=True)
    assert list(divisions(attack((3,), elemental))) == [
        ((7, 0),),
        ((6, 1),),
        ((5, 2),),
        ((4, 3),),
        ((3, 4),),
        ((0, 7),),
    ]
    assert ((0, 7),) in list(divisions(attack((0,), elemental)))
    assert count(attack((0,), elemental)) == 8


def test_702_19c_counts_all_damage_to_the_planeswalker() -> None:
    """Row 16: a 1/1 and a 7/7 with trample over planeswalkers, unblocked, on loyalty 3."""
    ann = attack((), source(0, 1, (), -2, free=True), source(1, 7, (), -2, free=True, over=True), loyalty=(3,))
    assert [one[1] for one in divisions(ann)] == [(7, 0), (6, 1), (5, 2), (4, 3), (3, 4), (2, 5)]


def test_listing_is_lazy() -> None:
    """The first few of astronomically many, and of a long chain of attackers that hang together."""
    wurm = source(0, 10**6, tuple(range(8)), -1, tramples=True)
    assert len(list(islice(divisions(attack((3,) * 8, wurm)), 5))) == 5
    chain = attack((4,) * 1_201, *(source(i, 8, (i, i + 1), -1, tramples=True, bound=True) for i in range(1_200)))
    assert len(list(islice(divisions(chain), 3))) == 3
    first = next(arrays(attack((3,) * 8, wurm), 1_000))
    assert 0 < len(first) <= 1_000


def test_arrays_of_many_forced_sources() -> None:
    forced = [source(number, 2, (), -1, free=True) for number in range(1_500)]
    (only,) = arrays(attack((), *forced))
    assert only.shape == (1, 1_500) and int(only.sum()) == 3_000


def test_arrays_are_as_narrow_as_a_row_total() -> None:
    types = []
    for power in (20, 40_000, 1 << 31):
        chunk = next(arrays(attack((1, 1), source(0, power, (0, 1))), 100))
        assert chunk[:, 0].flags.contiguous
        assert np.all(chunk.sum(axis=1) == power)
        types.append(chunk.dtype)
    assert types == [np.int16, np.int32, np.int64]


def test_arrays_need_a_chunk() -> None:
    with pytest.raises(ValueError, match="rows_per_chunk must be at least 1, not 0"):
        arrays(attack(()), 0)


def test_nothing_to_assign_is_one_empty_division() -> None:
    assert list(divisions(attack(()))) == [()]
    assert [chunk.shape for chunk in arrays(attack(()))] == [(1, 0)]


def test_view() -> None:
    """The view iterates, answers `in`, counts, hands out arrays, and shows what it is of."""
    combat = Combat.from_document(
        {
            "planeswalkers": [{"id": "jace", "loyalty": 2}],
            "attackers": [
                {
                    "id": "a",
                    "power": 4,
                    "toughness": 4,
                    "keywords": ["trample over planeswalkers"],
                    "attacking": "jace",
                },
                {"id": "b", "power": 1, "toughness": 1},
            ],
            "blockers": [{"id": "x", "power": 2, "toughness": 1, "blocks": ["a"]}],
        }
    )
    legal = combat.legal_assignments("attacking")
    assert list(legal) == [
        {"a": {"x": 4}, "b": {"player": 1}},
        {"a": {"x": 3, "jace": 1}, "b": {"player": 1}},
        {"a": {"x": 2, "jace": 2}, "b": {"player": 1}},
        {"a": {"x": 1, "jace": 3}, "b": {"player": 1}},
        {"a": {"x": 1, "jace": 2, "player": 1}, "b": {"player": 1}},
    ]
    assert all(assignment in legal for assignment in legal)
    assert {"a": {"x": 1, "jace": 1, "player": 2}, "b": {"player": 1}} not in legal
    assert "junk" not in legal
    assert legal and legal.count() == 5
    assert legal.columns == [("a", "x"), ("a", "jace"), ("a", "player"), ("b", "player")]
    assert np.concatenate(list(legal.arrays(2))).tolist()[-1] == [1, 2, 1, 1]
    assert repr(legal) == f"<LegalAssignments: 5 for the attacking side of {combat!r}>"
    assert list(combat.legal_assignments("defending")) == [{"x": {"a": 2}}]


def test_view_of_nothing() -> None:
    combat = Combat.from_document({"attackers": [{"id": "a", "power": 0, "toughness": 4}]})
    legal = combat.legal_assignments("attacking")
    assert legal and list(legal) == [{}] and {} in legal and legal.count() == 1


def test_what_can_not_be_lethal_joins_nobody() -> None:
    """Though all three share both creatures, each stands alone, as the first one is out of reach."""
    ann = attack((100, 1), *(source(number, 3, (0, 1), -1, tramples=True) for number in range(3)))
    assert [group.numbers for group in groups(ann)] == [(0,), (1,), (2,)]
    assert count(ann) == 4**3
