"""The best partition of the blockers over the attackers, by dynamic programming over sets of blockers.

Attackers come one after another; a state is the set of blockers used so far, and what the defending player has lost of
life and poison at most, where the game is at stake. The cost of a set against an attacker is what that fight is worth.
Sets are left out of which a smaller one does at least as well for the defending player (`columns`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from .fight_values import Bools, Ints, Worths
from .play_out import Deadline

__all__ = ["FAR", "Check", "Column", "Costs", "Sums", "columns", "costs_of", "followers", "partition"]

SMALL: Final = 5
"""Up to so many blockers a dictionary is quicker than arrays."""

FAR: Final = 1 << 61
"""What can't be reached. Twice a cost and this still fit into 64 bits."""


Check = Callable[[], object]
"""Called every millisecond or so of work; it may break it off by an exception (`Deadline.check`)."""


class Column(NamedTuple):
    """A set of blockers against an attacker, its cost, and what it takes of life and poison."""

    chosen: int
    cost: int
    life: int
    poison: int


class Costs(NamedTuple):
    """How costs are put together: requirements met first (more is better), then worth, then how many block."""

    met: int
    worth: int

    def of(self, met: int, worth: int, blocking: int) -> int:
        """One number to compare."""
        return worth * self.worth + blocking - met * self.met

    def parts(self, cost: int) -> tuple[int, int, int]:
        """The requirements met, the worth, and how many block."""
        met = -((cost + self.met // 2) // self.met)
        rest = cost + met * self.met
        return met, rest // self.worth, rest % self.worth


def never() -> None:
    """Looks at no clock."""


def costs_of(largest: int, blockers: int) -> Costs:
    """Factors so that no part of a cost reaches into the next; `largest`: no sum of worths is larger in size."""
    worth = blockers + 1
    return Costs(1 << (8 * (largest + 2) * worth).bit_length(), worth)


def columns(
    one: Worths,
    costs: Costs,
    kind: str,
    *,
    at_stake: bool,
    thin: bool,
    both: bool = False,
    check: Check = never,
) -> list[Column]:
    """The sets that can be best against an attacker; `kind` is what they cost ("value" or "push"). Without `thin` none
    is left out; with `both` only those that are no better in either way. `check` may raise."""
    sets = np.flatnonzero(one.legal)
    if thin:
        sets = sets[~dominated(one, "both" if both else kind, at_stake, check)[sets]]
    worth = one.push if kind == "push" else one.value
    check()
    sides = (one.met[sets], worth[sets], one.life[sets], one.poison[sets])
    return [
        Column(chosen, costs.of(met, value, chosen.bit_count()), life, poison)
        for chosen, met, value, life, poison in zip(sets.tolist(), *(side.tolist() for side in sides), strict=True)
    ]


def dominated(one: Worths, kind: str, at_stake: bool, check: Check) -> Bools:
    """Sets from which a blocker can be taken with nothing lost for the defending player."""
    found = np.zeros(len(one.legal), dtype=bool)
    sides: list[Ints] = []
    if kind != "push":
        sides.append(one.value)
    if kind != "value":
        sides.append(one.push)
    if at_stake:
        sides += [one.life, one.poison, -one.gain]
    bit = 1
    while bit < len(found):
        check()
        with_it, without = found.reshape(-1, 2, bit)[:, 1], (slice(None), 0)
        better = one.legal.reshape(-1, 2, bit)[without] & (
            one.met.reshape(-1, 2, bit)[without] >= one.met.reshape(-1, 2, bit)[:, 1]
        )
        for side in sides:
            shaped = side.reshape(-1, 2, bit)
            better = better & (shaped[without] <= shaped[:, 1])
        np.logical_or(with_it, better, out=with_it)
        bit <<= 1
    return found


class Sums:
    """The least cost for each set of blockers used, and each amount of life and poison taken so far, where they count.

    The last entry of life and of poison stands for enough to lose, and more. Immutable: `then` adds an attacker.
    """

    def __init__(self, blockers: int, life: int | None, poison: int | None, check: Check = never) -> None:
        self.life, self.poison, self.check = life, poison, check
        self.apart = Apart(1 << blockers)
        shape = (1 << blockers, 1 if life is None else life + 1, 1 if poison is None else poison + 1)
        self.least = np.full(shape, FAR, dtype=np.int64)
        self.least[0, 0, 0] = 0

    def then(self, group: Sequence[Column]) -> Sums:
        """The sums once another attacker's blockers have been chosen."""
        after = object.__new__(Sums)
        after.life, after.poison, after.apart, after.check = self.life, self.poison, self.apart, self.check
        after.least = np.full_like(self.least, FAR)
        for one in group:
            self.check()
            rows = self.apart.rows(one.chosen)
            came = taken(taken(self.least[rows], 1, self.lost(one)[0]), 2, self.lost(one)[1])
            into = rows | one.chosen
            after.least[into] = np.minimum(after.least[into], came + one.cost)
        return after

    def lost(self, one: Column) -> tuple[int, int]:
        """What a set takes of the life and poison that count."""
        return 0 if self.life is None else one.life, 0 if self.poison is None else one.poison

    def ends(self, allowed: Bools) -> tuple[int, int]:
        """The least cost of all unions that may block, and the least of those that leave the player safe."""
        left = self.least[allowed]
        return int(left.min()), int(left[:, : self.life, : self.poison].min(initial=FAR))

    def place(self, allowed: Bools, cost: int) -> tuple[int, int, int]:
        """Where the least cost of the safe ones stands."""
        left = np.where(allowed[:, None, None], self.least, FAR)[:, : self.life, : self.poison]
        used, life, poison = np.unravel_index(int((left == cost).argmax()), left.shape)
        return int(used), int(life), int(poison)


def taken(least: Ints, axis: int, amount: int) -> Ints:
    """The sums once so much more life or poison has been taken; what is past the end is enough to lose."""
    size = least.shape[axis]
    if not amount or size == 1:
        return least
    amount = min(amount, size - 1)
    shaped = np.moveaxis(least, axis, -1)
    after = np.full_like(shaped, FAR)
    after[..., amount:] = shaped[..., : size - amount]
    after[..., -1] = shaped[..., size - 1 - amount :].min(axis=-1)
    return np.moveaxis(after, -1, axis)


def partition(
    groups: Sequence[Sequence[Column]],
    blockers: int,
    allowed: Bools,
    life: int | None = None,
    poison: int | None = None,
    *,
    until: Deadline | None = None,
) -> tuple[int, list[int]] | None:
    """The least cost of a set against each attacker, no blocker twice and their union allowed; and the sets.

    Where life or poison count, less than those are taken in all. None where there is no such choice. Raises `TimeUp`.
    """
    if blockers <= SMALL and life is None and poison is None:
        return partition_small(groups, allowed)
    history = [Sums(blockers, life, poison, never if until is None else until.check)]
    for group in groups:
        history.append(history[-1].then(group))
    _, least = history[-1].ends(allowed)
    if least >= FAR // 2:
        return None
    used, life_taken, poison_taken = history[-1].place(allowed, least)
    picked: list[int] = []
    here = least
    for group, before in zip(reversed(groups), reversed(history[:-1]), strict=True):
        for one in group:
            if one.chosen & ~used:
                continue
            rest = taken(taken(before.least[used ^ one.chosen][None], 1, before.lost(one)[0]), 2, before.lost(one)[1])
            if int(rest[0, life_taken, poison_taken]) + one.cost == here:
                life_taken, poison_taken = came_from(before, one, used, life_taken, poison_taken, here - one.cost)
                here -= one.cost
                used ^= one.chosen
                picked.append(one.chosen)
                break
    return least, picked[::-1]


def partition_small(groups: Sequence[Sequence[Column]], allowed: Bools) -> tuple[int, list[int]] | None:
    """The same for few blockers and nothing else to count, where arrays don't pay."""
    now: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for group in groups:
        after: dict[int, tuple[int, tuple[int, ...]]] = {}
        for used, (so_far, picked) in now.items():
            for chosen, cost, _, _ in group:
                if not chosen & used:
                    total = so_far + cost
                    known = after.get(used | chosen)
                    if known is None or total < known[0]:
                        after[used | chosen] = total, (*picked, chosen)
        now = after
    may = allowed.tolist()
    ends = [end for used, end in now.items() if may[used]]
    if not ends:
        return None
    least, picked = min(ends)
    return least, list(picked)


def came_from(before: Sums, one: Column, used: int, life: int, poison: int, cost: int) -> tuple[int, int]:
    """The life and poison taken before a set, by which the sums came to these."""
    more_life, more_poison = before.lost(one)
    shape = before.least.shape
    for earlier in np.argwhere(before.least[used ^ one.chosen] == cost).tolist():
        if min(earlier[0] + more_life, shape[1] - 1) == life and min(earlier[1] + more_poison, shape[2] - 1) == poison:
            return earlier[0], earlier[1]
    raise AssertionError("a sum comes from somewhere")


def followers(groups: Sequence[Sequence[Column]], blockers: int, check: Check = never) -> list[Ints]:
    """For each attacker and every set of blockers used before it, the least cost of that attacker and all after it."""
    count = 1 << blockers
    apart = Apart(count)
    exact = np.full(count, FAR, dtype=np.int64)
    exact[0] = 0
    found: list[Ints] = [np.zeros(count, dtype=np.int64)]
    for group in reversed(groups):
        after = np.full(count, FAR, dtype=np.int64)
        for chosen, cost, _, _ in group:
            check()
            rows = apart.rows(chosen)
            after[rows | chosen] = np.minimum(after[rows | chosen], exact[rows] + cost)
        exact = after
        free = exact.copy()
        bit = 1
        while bit < count:  # the least over all subsets of what is free
            pairs = free.reshape(-1, 2, bit)
            np.minimum(pairs[:, 1], pairs[:, 0], out=pairs[:, 1])
            bit <<= 1
        found.append(free[::-1])  # the complement of a set is its mirror
    return found[::-1]


class Apart:
    """For a set the sets that share nothing with it."""

    def __init__(self, count: int) -> None:
        self.sets = np.arange(count)
        self.memo: dict[int, Ints] = {}

    def rows(self, chosen: int) -> Ints:
        """Those sets, in rising order."""
        if chosen not in self.memo:
            self.memo[chosen] = self.sets[(self.sets & chosen) == 0]
        return self.memo[chosen]
