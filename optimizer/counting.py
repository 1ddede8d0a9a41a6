"""How many legal divisions there are, exactly and without listing them (rules.md, 3.6).

A group of one source is a sum of binomials, one for each of its ways. A larger group goes source by source through a
table of what is open in between, by inclusion and exclusion over what its shared recipients are *not* dealt:

    required and lethal, or not required  =  1 - [short] + [short and required by none]

so that each shared recipient is in one of three roles. Unwatched (the 1), it is just one more heap to put points in.
Short (counted with -1, and with +1 where no source may require it), the exact points in it are followed, and they stay
below lethal. So tables grow with what is lethal, never with how much damage there is.
"""

from __future__ import annotations

from math import comb, prod
from typing import TYPE_CHECKING, Any, NamedTuple

from .announcement import Announcement, Source
from .listing import Group, Plan, groups

if TYPE_CHECKING:
    import numpy.typing as npt

    Counts = npt.NDArray[Any]

__all__ = ["count"]


def count(ann: Announcement) -> int:
    """The number of legal divisions of an announcement (510.1e); as exact at a hundred digits as at one.

    Time: a few microseconds for each source that shares nothing. Sources that share creatures cost as much as the
    tables in between hold: the product of 2 x (points that are lethal) + 1 over the creatures that are open at once.

    >>> from optimizer.announcement import Source
    >>> from optimizer.terms import Side
    >>> wurm = Source(0, 15, (0, 1, 2, 3, 4, 5), None, False, False, False, False, False, False)
    >>> count(Announcement(Side.ATTACKING, (wurm,), (4,) * 6, ()))
    15504
    """
    return prod(count_one(group) if len(group.sources) == 1 else count_joint(group) for group in groups(ann))


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
    """The frontier programme. Each axis of the table is a shared recipient that is open: its role and its points."""
    import numpy as np  # here, so that counting where nothing is shared starts without it

    if not all(group.plans):
        return 0
    most = prod(heaps(source.amount, len(source.recipients)) for source in group.sources)
    # int64 wraps around on the way, which subtraction undoes; beyond it, Python's own integers
    table = np.ones((), dtype=np.int64 if most < 2**63 else object)
    axes: list[int] = []
    users = [0] * len(group.shared)
    for spots in group.spots:
        for pile, _ in spots:
            users[pile] += 1
    for index in elimination(group):
        for pile, _ in group.spots[index]:
            users[pile] -= 1
        # first what closes, last what opens, so that the table is small while it is worked on
        spots = sorted(group.spots[index], key=lambda spot: (spot[0] not in axes, users[spot[0]] > 0))
        closing = {pile for pile, _ in spots if not users[pile]}
        for pile in [pile for pile, _ in spots if pile not in axes]:
            roles = np.array([1, -1, 1], dtype=table.dtype)  # unwatched; short; short and required by none
            table = table[..., None] * roles
            axes.append(pile)
        step = Step(group, group.sources[index], spots, closing, tuple(axes))
        before, plans = table, group.plans[index]
        table = follow(step, plans[0], before)
        for plan in plans[1:]:
            table = table + follow(step, plan, before)
        axes = [pile for pile in axes if pile not in closing]
    return int(table)


class Step(NamedTuple):
    """One source in the frontier programme: its shared recipients as they are gone through, those that no later source
    gives to, and the table's axes."""

    group: Group
    source: Source
    spots: list[tuple[int, int]]
    closing: set[int]
    axes: tuple[int, ...]


def follow(step: Step, plan: Plan, table: Counts) -> Counts:
    """The table after a source went one way.

    While its shared recipients are gone through, two more axes at the end hold how many points went to short ones, and
    how many unwatched heaps share the rest.
    """
    import numpy as np

    source, group = step.source, step.group
    axes = list(step.axes)
    own = dict(zip(plan.parts, plan.least, strict=True))
    shares = [(pile, own.pop(place, None)) for pile, place in step.spots]
    rest = source.amount - sum(own.values())
    table = table[..., None, None]
    for pile, least in shares:
        spent, free = table.shape[-2:]
        highest = 0 if least is None or group.touches(source, pile) else group.needs[pile] - 1
        ends = None
        if pile == shares[-1][0]:
            all_spent = range(spent + max(highest, least or 0))
            ends = [[heaps(rest - points, len(own) + more) for more in range(free + 1)] for points in all_spent]
        at = axes.index(pile)
        table = put(
            np.moveaxis(table, at, 0), least, highest, source.amount, group.needs[pile],
            required=bool(plan.required >> pile & 1), closing=pile in step.closing, ends=ends,
        )  # fmt: skip
        if pile in step.closing:
            del axes[at]
        else:
            table = np.moveaxis(table, 0, at)
    return table


def put(
    table: Counts, least: int | None, highest: int, amount: int, need: int, *, required: bool, closing: bool, ends: Any
) -> Counts:
    """The table after a source gave to the shared recipient on the first axis: at least `least`, None for nothing at
    all, and in the short roles up to `highest`. The axis is unwatched, then points short, then points not required.

    With `ends`, what each pair of the two last axes still comes to, these are summed up at once.
    """
    import numpy as np

    reach = (table.shape[0] - 1) // 2
    spent, free = table.shape[-2:]
    low = least or 0
    wide = min(spent + max(min(highest, amount), low), amount + 1)
    longer = min(need, reach + amount)
    shape = (1 if closing else 1 + 2 * longer, *table.shape[1:-2])
    weights = None if ends is None else np.array(ends, dtype=table.dtype)
    given = np.zeros(shape if ends is not None else (*shape, wide, free + 1), dtype=table.dtype)

    def add(to: Counts, moved: Counts, points: int, more: int) -> None:
        kept = min(spent, wide - points)
        moved = moved[..., :kept, :]
        if weights is None:
            to[..., points : points + kept, more : more + free] += moved
        else:
            to += np.tensordot(moved, weights[points : points + kept, more : more + free], axes=2)

    if low < wide:
        add(given[0, ...], table[0], low, 0 if least is None else 1)
    short = table[1:].reshape(2, reach, *table.shape[1:])[: 1 if required else 2]
    into = given[1:].reshape(2, -1, *given.shape[1:])
    for points in range(low, min(highest, wide - 1) + 1):
        moved = short[:, : need - points]
        if closing:
            add(given[0, ...], moved.sum(axis=(0, 1)), points, 0)
        else:
            add(into[: moved.shape[0], points : points + moved.shape[1]], moved, points, 0)
    return given[0] if closing else given


def elimination(group: Group) -> list[int]:
    """An order of the sources that keeps the tables small: from each start the greedy one, of these the best."""
    sizes = [2 * need + 1 for need in group.needs]
    touched = [{pile for pile, _ in spots} for spots in group.spots]
    takers: list[list[int]] = [[] for _ in sizes]
    for index, piles in enumerate(touched):
        for pile in piles:
            takers[pile].append(index)
    best: tuple[int, list[int]] | None = None
    for start in range(min(len(touched), 24)):
        order, chosen = [], start
        left = [len(indices) for indices in takers]
        size, total = 1, 0
        done: set[int] = set()
        near: set[int] = set()
        while True:
            opened, closed = growth(touched[chosen], left, takers, sizes)
            total += size * opened
            size = size * opened // closed
            order.append(chosen)
            done.add(chosen)
            for pile in touched[chosen]:
                left[pile] -= 1
                near.update(takers[pile])
            near -= done
            if not near:
                break
            ratios = []
            for index in near:
                opened, closed = growth(touched[index], left, takers, sizes)
                ratios.append((opened / closed, index))
            chosen = min(ratios)[1]
        if best is None or total < best[0]:
            best = (total, order)
    return best[1] if best else []


def growth(piles: set[int], left: list[int], takers: list[list[int]], sizes: list[int]) -> tuple[int, int]:
    """By what factors a source makes the table larger, as it opens recipients, and smaller, as it closes them."""
    opened = prod(sizes[pile] for pile in piles if left[pile] == len(takers[pile]))
    closed = prod(sizes[pile] for pile in piles if left[pile] == 1)
    return opened, closed
