"""How many legal divisions there are, exactly and without listing them (510.1c, 510.1d).

A group of one source is a sum of binomials, one for each of its ways. A larger group goes pair by pair (a source, and
a recipient that it shares) through a table of all that is begun and not finished, by inclusion and exclusion over what
the shared recipients are *not* dealt:

    required and lethal, or not required  =  1 - [short] + [short and required by none]

so that each shared recipient is in one of three roles. Unwatched (the 1), it is just one more heap to put points in.
Short (counted with -1, and with +1 where no source may require it), the exact points in it are followed, and they stay
below lethal.
"""

from __future__ import annotations

from math import comb, prod
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .announcement import Announcement
from .listing import Group, groups
from .ways import variants

if TYPE_CHECKING:
    import numpy.typing as npt

    Counts = npt.NDArray[Any]

__all__ = ["count"]

STARTS: Final = 24
"""How many orders of elimination are looked at."""


def count(ann: Announcement) -> int:
    """The number of legal divisions of an announcement (510.1e); as exact at a hundred digits as at one.

    Time: a few microseconds for each source that shares nothing. Sources that share creatures cost what the tables in
    between hold: usually milliseconds, but the product of what is begun at once, so that large groups in which all
    block all are out of reach.

    >>> from optimizer.rules.damage.announcement import Source
    >>> from optimizer.model.terms import Side
    >>> wurm = Source(0, 15, (0, 1, 2, 3, 4, 5), None, False, False, False, False, False, False)
    >>> count(Announcement(Side.ATTACKING, (wurm,), (4,) * 6, ()))
    15504
    """
    return sum(
        prod(count_one(group) if len(group.sources) == 1 else count_joint(group) for group in groups(variant))
        for variant in variants(ann)
    )


def heaps(points: int, parts: int) -> int:
    """How many ways there are to put points in heaps.

    >>> heaps(2, 3), heaps(0, 0), heaps(1, 0), heaps(-1, 2)
    (6, 1, 0, 0)
    """
    if points < 0:
        return 0
    return comb(points + parts - 1, parts - 1) if parts else int(points == 0)


def count_one(group: Group) -> int:
    """The closed form: everything that has to be lethal is a least size of a heap."""
    (source,), (plans,) = group.sources, group.plans
    return sum(heaps(source.amount - sum(plan.least), len(plan.least)) for plan in plans)


def count_joint(group: Group) -> int:
    """The frontier programme. An axis of the table is a shared recipient that some of its sources have given to, by
    role and points; or a source that has given to some of what it shares, by plan, points spent and heaps put off."""
    import numpy as np  # here, so that counting where nothing is shared starts without it

    if not all(group.plans):
        return 0
    most = prod(heaps(source.amount, len(source.recipients)) for source in group.sources)
    # int64 wraps around on the way, which subtraction undoes; beyond it, Python's own integers
    dtype = np.dtype(np.int64 if most < 2**63 else object)
    roles = np.array([1, -1, 1], dtype)  # unwatched; short; short and required by none
    axes: list[int] = []  # shared recipients by their numbers, sources by theirs from -1 down
    table: Counts = np.ones((), dtype)
    for step in elimination(group):
        plans = len(group.plans[step.giver])
        both = [step.pile, -1 - step.giver]
        for label, fresh in zip(both, (roles, np.ones(plans, dtype)), strict=True):
            if label not in axes:
                table = np.multiply.outer(fresh, table)
                axes.insert(0, label)
        table = np.moveaxis(table, [axes.index(label) for label in both], [0, 1])
        rest = table.shape[2:]
        table = give(group, step, table.reshape(len(table), plans, *step.before, -1))
        kept = [(label, size) for label, size in zip(both, step.sizes(plans), strict=True) if size]
        axes = [label for label, _ in kept] + [label for label in axes if label not in both]
        table = table.reshape((*(size for _, size in kept), *rest))
    return int(table)


def give(group: Group, step: CountingStep, table: Counts) -> Counts:
    """The table after a source gave to a shared recipient, or didn't. Axes: the recipient; the source's plan, points
    spent and heaps put off; all else. What the step finishes is summed up."""
    import numpy as np

    source, plans = group.sources[step.giver], group.plans[step.giver]
    places = [place for _, place in group.spots[step.giver]]
    first, others = 1 if step.closes else 1 + 2 * step.reach, table.shape[-1]
    shape = (first, others) if step.ends else (first, len(plans), step.spent, step.heaps, others)
    out = np.zeros(shape, table.dtype)
    for number, plan in enumerate(plans):
        least = dict(zip(plan.parts, plan.least, strict=True))
        own = [low for place, low in least.items() if place not in places]
        weights = None
        if step.ends:
            rest = source.amount - sum(own)
            shares = range(len(own), len(own) + step.heaps)
            weights = np.array([[heaps(rest - points, k) for k in shares] for points in range(step.spent)], table.dtype)
        required = bool(plan.required >> step.pile & 1)
        into, before, low = out if step.ends else out[:, number], table[:, number], least.get(step.place)
        put(into, before, step, low, required=required, weights=weights)
    return out


def put(
    out: Counts, table: Counts, step: CountingStep, least: int | None, *, required: bool, weights: Counts | None
) -> None:
    """Adds to `out` what one plan gives: at least `least` to the recipient of the first axis, None for nothing at all.

    `weights` is what each pair of points spent and heaps put off comes to where the source is finished.
    """
    import numpy as np

    def add(to: Counts, moved: Counts, points: int, more: int) -> None:
        end, many = min(points + moved.shape[-3], step.spent), more + moved.shape[-2]
        moved = moved[..., : end - points, :, :]
        if weights is None:
            to[..., points:end, more:many, :] += moved
        else:
            to += np.tensordot(weights[points:end, more:many], moved, axes=((0, 1), (-3, -2)))

    low = least or 0
    if least is None:
        add(out[0, ...], table[0], 0, 0)
    elif step.heaps > table.shape[-2]:
        add(out[0, ...], table[0], low, 1)
    else:  # given at once: any number of points from the least
        given = np.zeros((step.spent, *table.shape[2:]), table.dtype)
        given[low : low + len(table[0])] = table[0, : step.spent - low]
        add(out[0, ...], np.cumsum(given, axis=0), 0, 0)
    short = table[1:].reshape(2, -1, *table.shape[1:])[: 1 if required else 2]
    into = None if step.closes else out[1:].reshape(2, step.reach, *out.shape[1:])
    for points in range(low, (0 if least is None else step.highest) + 1):
        moved = short[:, : step.need - points]
        if into is None:
            add(out[0, ...], moved.sum(axis=(0, 1)), points, 0)
        else:
            add(into[: len(moved), points : points + moved.shape[1]], moved, points, 0)


class CountingStep(NamedTuple):
    """A source gives to a shared recipient at a `place` among its own, up to `highest` where that one stays short.

    The axis of the recipient is unwatched, then its points short (below `reach`), then the same not required by any;
    that of the source is its plan, the points `spent` (below that), and how many unwatched heaps it has put off
    (`heaps`, with none): they share what is left once it is done. Where it has little, these get theirs at once, and
    `heaps` stays 1. `before` holds the latter two from before the step. `closes`: the recipient has no more sources;
    `ends`: the source has no more to give to. `size` is that of the table after it, `work` what it costs.
    """

    giver: int
    pile: int
    place: int
    need: int
    highest: int
    before: tuple[int, int]
    reach: int
    spent: int
    heaps: int
    closes: bool
    ends: bool
    size: int
    work: int

    def sizes(self, plans: int) -> tuple[int, int]:
        """Of the recipient's and the source's axes after the step; 0 where it is finished."""
        return 0 if self.closes else 1 + 2 * self.reach, 0 if self.ends else plans * self.spent * self.heaps


class Frontier:
    """What is begun: the sizes of the axes of the table, without the table."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self.size = 1
        self.reach = [1] * len(group.shared)
        self.spent = [1] * len(group.sources)
        self.heaps = [1] * len(group.sources)
        self.givers = [0] * len(group.shared)
        self.takers = [len(spots) for spots in group.spots]
        self.at_once: list[bool] = []
        for source, spots in zip(group.sources, group.spots, strict=True):
            self.at_once.append(source.amount < (1 + len(spots)) * (1 + sum(group.needs[pile] for pile, _ in spots)))
            for pile, _ in spots:
                self.givers[pile] += 1
        self.begun: set[int] = set()

    def step(self, index: int, pile: int, place: int) -> CountingStep:
        """What a source's gift to a shared recipient would do."""
        source, plans, need = self.group.sources[index], len(self.group.plans[index]), self.group.needs[pile]
        reach, spent, many = self.reach[pile], self.spent[index], self.heaps[index]
        touches = self.group.touches(source, pile)
        highest = 0 if touches else min(need - 1, source.amount)
        further = reach if touches else min(need, reach + source.amount)
        spends = source.amount + 1 if self.at_once[index] else min(spent + max(highest, 1), source.amount + 1)
        heap = 1 if self.at_once[index] else many + 1
        closes, ends = self.givers[pile] == 1, self.takers[index] == 1
        others = self.size // (1 + 2 * reach if pile in self.begun else 1)
        others //= plans * spent * many if -1 - index in self.begun else 1
        size = others * (1 if closes else 1 + 2 * further) * (1 if ends else plans * spends * heap)
        work = size + others * (1 + 2 * reach) * plans * spent * many * (highest + 1)
        before = (spent, many)
        return CountingStep(index, pile, place, need, highest, before, further, spends, heap, closes, ends, size, work)

    def take(self, step: CountingStep) -> None:
        """Goes that step."""
        self.size = step.size
        self.reach[step.pile], self.spent[step.giver], self.heaps[step.giver] = step.reach, step.spent, step.heaps
        self.givers[step.pile] -= 1
        self.takers[step.giver] -= 1
        self.begun |= {step.pile, -1 - step.giver}


def elimination(group: Group) -> list[CountingStep]:
    """An order of all gifts that keeps the table small: from some starts the greedy one, of these the cheapest."""
    of_source = [[(index, pile, place) for pile, place in spots] for index, spots in enumerate(group.spots)]
    pairs = [pair for some in of_source for pair in some]
    of_pile: list[list[tuple[int, int, int]]] = [[] for _ in group.shared]
    for pair in pairs:
        of_pile[pair[1]].append(pair)
    best: list[CountingStep] = []
    least = 0
    for start in pairs[:STARTS]:
        frontier = Frontier(group)
        order: list[CountingStep] = []
        work = 0
        near, done = {start}, set[tuple[int, int, int]]()
        while near and not (best and work >= least):
            step = min((frontier.step(*pair) for pair in near), key=lambda step: (step.size, step.work, step[:2]))
            frontier.take(step)
            order.append(step)
            work += step.work
            done.add(step[:3])
            near = near.union(of_source[step.giver], of_pile[step.pile]) - done
        if not near and not (best and work >= least):
            best, least = order, work
    return best
