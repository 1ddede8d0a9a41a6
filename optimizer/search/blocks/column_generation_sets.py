"""The sets of blockers that can be best against an attacker, found by size without listing the others.

A set is left out where a smaller one is no worse for the defending player (`Sets.shrunk`). Sets are made from those
with one blocker less; where no larger set can be better any more, none is made. Blockers of the kinds that may lower
the floor (`Lists.kinds`) come first, so that what is said of a set without them needn't hold for those with them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..context import TimeUp
from .column_generation_classes import Classes
from .column_generation_fight_values import ListedWorths, Lists
from .fight_values import Bools, Ints
from .play_out import Deadline

__all__ = ["Columns", "Sets"]

MOST_ROWS = 150_000
"""So many sets are looked at for one class of attackers."""

MOST_BLIND = 400
"""So many where nothing is known of a fight until it is fought."""


@dataclass(frozen=True)
class Columns:
    """Sets of blockers against attackers of some classes. `group`: which class; `use`: how many of each class of
    blockers. `rough`: `early` is but a bound (as `Lists.rough`). `open` ones may be worth more than they say (as in
    `worth.Worths`); `beyond` stand for all sets not looked at: they are worth no less than this."""

    group: Ints
    use: Ints
    size: Ints
    met: Ints
    value: Ints
    push: Ints
    life: Ints
    poison: Ints
    gain: Ints
    sure: Bools
    early: Ints
    fixed: Bools
    rough: Bools
    open: Bools
    beyond: Bools

    @classmethod
    def joined(cls, parts: list[Columns]) -> Columns:
        """All columns of several classes."""
        return cls(*(np.concatenate([getattr(one, name) for one in parts]) for name in cls.__dataclass_fields__))

    def those(self, which: Bools) -> Columns:
        """Some of the columns."""
        return Columns(*(getattr(self, name)[which] for name in self.__dataclass_fields__))


class Eff(NamedTuple):
    """For each set the best known of its subsets, itself included, as far as sets have been compared: what that is
    worth. `there`: there is one; `flat`: nothing that it does takes life or gives poison."""

    value: Ints
    push: Ints
    life: Ints
    poison: Ints
    gain: Ints
    early: Ints
    met: Ints
    there: Bools
    simple: Bools

    def at(self, rows: Ints) -> Eff:
        """Those of some sets."""
        sides: list[Any] = [side[rows] for side in self]
        return Eff(*sides)

    def chosen(self, where: Bools, others: Eff) -> Eff:
        """These, or others where it says so."""
        sides: list[Any] = [np.where(where, new, old) for old, new in zip(self, others, strict=True)]
        return Eff(*sides)

    @property
    def flat(self) -> Bools:
        """They take no life and give no poison."""
        return (self.life <= 0) & (self.poison <= 0)


class Layer(NamedTuple):
    """The sets of one size: their members, by rank; a code for each, rising; and whether larger sets may be better with
    others of kind 0, and of kind 1 (`Lists.kinds`); `beaten`: the codes of sets left out
    that have one of the latter in them; `low`: none of these has a lower floor."""

    members: Ints
    codes: Ints
    eff: Eff
    stop: Bools
    stop_quick: Bools
    beaten: Ints
    low: int


class Sets:
    """The sets of blockers against one class of attackers."""

    def __init__(self, classes: Classes, which: int, at_stake: bool, early: bool, deadline: Deadline) -> None:
        self.classes, self.which, self.at_stake, self.deadline = classes, which, at_stake, deadline
        self.early = at_stake and early
        self.fights = classes.fights
        self.attacker = classes.attackers[which][0]
        self.lists = Lists(classes, which)
        board = self.fights.board
        self.one = board.attackers[self.attacker]
        # one more must block with a creature that can't block alone, so that such sets don't stand for larger ones
        self.needy = any(one.cant_block_alone for one in self.fights.blockers)
        most = int(classes.caps[classes.able[which]].sum())
        for limit in (self.one.max_blockers, board.max_blocking):
            most = most if limit is None else min(most, limit)
        self.most = 0 if most < self.one.fewest else most
        self.radix = np.concatenate([[1], np.cumprod(classes.caps + 1)]).astype(np.int64)
        self.kinds = np.append(self.lists.kinds, 0)
        self.rank = np.empty(classes.count, dtype=np.int64)
        self.rank[np.argsort(-self.lists.kinds, kind="stable")] = np.arange(classes.count)
        self.beaten = np.zeros(0, dtype=np.int64)
        self.parts: list[Columns] = []

    def columns(self) -> Columns:
        """The sets that can be best."""
        layer = self.weighed(np.zeros((1, 0), dtype=np.int64), np.zeros(1, dtype=np.int64), None)
        rows, most = 1, MOST_BLIND if self.lists.ground.blind else MOST_ROWS
        for _ in range(self.most):
            if self.deadline.passed:
                raise TimeUp
            made = self.larger(layer, most - rows)
            if made is None:
                self.parts.append(self.rest(layer))
                break
            if not len(made[0]):
                break
            rows += len(made[0])
            layer = self.weighed(*made, layer)
        return Columns.joined(self.parts)

    def larger(self, layer: Layer, most: int) -> tuple[Ints, Ints] | None:
        """The sets with one blocker more that may be better than all that are smaller; None if there are too many."""
        members, codes = layer.members, layer.codes
        size = members.shape[1]
        last = members[:, -1] if size else np.full(len(members), -1)
        rank = self.rank[last] if size else last
        again = (members == last[:, None]).sum(axis=1) if size else np.zeros(len(members), dtype=np.int64)
        found_members, found_codes = [], []
        for kind in np.flatnonzero(self.classes.able[self.which]).tolist():
            grow = (rank < self.rank[kind]) | ((last == kind) & (again < self.classes.caps[kind]))
            grow &= ~self.stops(layer, kind)
            rows = np.flatnonzero(grow)
            most -= len(rows)
            if most < 0:
                return None
            added = np.full((len(rows), 1), kind, dtype=np.int64)
            found_members.append(np.concatenate([members[rows], added], axis=1))
            found_codes.append(codes[rows] + self.radix[kind])
        if not found_codes:
            return np.zeros((0, size + 1), dtype=np.int64), np.zeros(0, dtype=np.int64)
        made, code = np.concatenate(found_members), np.concatenate(found_codes)
        dead, beaten = np.zeros(len(made), dtype=bool), np.zeros(len(made), dtype=bool)
        for at in range(size):
            row, there = self.without(layer, made, code, at)
            kinds = self.kinds[made[:, at]]
            dead |= (kinds == 0) & (~there | layer.stop[row])
            known = np.isin(code - self.radix[made[:, at]], layer.beaten)
            beaten |= (kinds <= 1) & (known | (there & layer.stop_quick[row]))
        self.beaten = code[beaten]
        good = ~dead & ~beaten
        made, code = made[good], code[good]
        order = np.argsort(code)
        return made[order], code[order]

    def stops(self, layer: Layer, kind: int) -> Bools:
        """Sets for which another blocker of this class is no use."""
        return {0: layer.stop, 1: layer.stop_quick}.get(int(self.kinds[kind]), np.zeros(len(layer.codes), dtype=bool))

    def without(self, layer: Layer, made: Ints, codes: Ints, at: int) -> tuple[Ints, Bools]:
        """Where sets with one blocker less stand in the layer below, and whether they do."""
        fewer = codes - self.radix[made[:, at]]
        row = np.minimum(np.searchsorted(layer.codes, fewer), len(layer.codes) - 1)
        return row, layer.codes[row] == fewer

    def weighed(self, members: Ints, codes: Ints, below: Layer | None) -> Layer:
        """A layer, once its fights have been weighed; what can be best goes to the columns."""
        size = members.shape[1]
        worths = self.lists.worths(members)
        if size <= 1:
            self.fight(worths, members)
        pairs = self.fights.pairs
        legal = pairs.allowed(self.attacker, size)
        met = pairs.attacker_met(self.attacker, size) + np.append(self.classes.met[self.which], 0)[members].sum(axis=1)
        simple = self.simple(worths, members)
        own = Eff(
            worths.value, worths.push, worths.life, worths.poison, worths.gain, worths.early, met.astype(np.int64),
            worths.known & legal & (size >= 2 * self.needy), simple,
        )  # fmt: skip
        eff, dominated = own, np.zeros(len(members), dtype=bool)
        if below is not None:
            eff, dominated = self.shrunk(own, members, codes, below)
        if legal:
            keep = ~dominated
            self.parts.append(self.taken(members[keep], worths, keep, met[keep]))
        one = self.one
        firm = eff.there & (eff.met >= met) & (size >= max(1, one.must_be_blocked_by))
        if self.at_stake:
            firm &= eff.flat & (eff.gain >= worths.gain)
        if self.early:
            firm &= eff.early <= worths.early
        low = int(worths.low_quick.min(initial=0))
        stop = firm & (eff.value <= worths.low)
        quick = firm & (eff.value <= worths.low_quick)
        if self.early:
            quick &= eff.early <= worths.low_quick
        stops = stop, quick
        return Layer(members, codes, eff, *stops, self.beaten, low)

    def simple(self, worths: ListedWorths, members: Ints) -> Bools:
        """Sets against which at most two plays matter, one that takes nothing and one that takes the most."""
        found: Bools = worths.known & self.lists.plain[members].all(axis=1) & (self.lists.everyday is not None)
        return found

    def shrunk(self, own: Eff, members: Ints, codes: Ints, below: Layer) -> tuple[Eff, Bools]:
        """The best of each set and its subsets, and whether a subset is no worse than the set itself."""
        dominated: Bools = np.zeros(len(codes), dtype=bool)
        found = own
        for at in range(members.shape[1]):
            row, there = self.without(below, members, codes, at)
            fewer = below.eff.at(row)
            fewer = fewer._replace(there=fewer.there & there)
            better = ~dominated & fewer.there & (fewer.value <= own.value) & (fewer.met >= own.met)
            if self.at_stake:
                takes = fewer.simple & own.simple & (fewer.push <= own.push)
                takes &= (fewer.life <= own.life) & (fewer.poison <= own.poison)
                better &= (fewer.gain >= own.gain) & (fewer.flat | takes)
            if self.early:
                better &= fewer.early <= own.early
            instead = ~own.there & ~dominated & ~better & fewer.there & (~found.there | (fewer.value < found.value))
            found = found.chosen(better | instead, fewer)
            dominated |= better
        return found, dominated

    def fight(self, worths: ListedWorths, members: Ints) -> None:
        """Fight out what isn't known yet of sets of at most one blocker."""
        for row in np.flatnonzero(~worths.known).tolist():
            found = self.fights.worth(self.attacker, self.classes.bits(members[row].tolist()))
            worths.value[row], worths.life[row], worths.poison[row], worths.push[row] = found[:4]
            worths.known[row] = True
            worths.sure[row] = found.sure and worths.fixed[row]

    def taken(self, members: Ints, worths: ListedWorths, keep: Bools, met: Ints) -> Columns:
        """Sets as columns."""
        rows = len(members)
        use = np.zeros((rows, self.classes.count), dtype=np.int64)
        for at in range(members.shape[1]):
            use[np.arange(rows), members[:, at]] += 1
        return Columns(
            np.full(rows, self.which), use, np.full(rows, members.shape[1]), met.astype(np.int64),
            worths.value[keep], worths.push[keep], worths.life[keep], worths.poison[keep], worths.gain[keep],
            worths.sure[keep], worths.early[keep], worths.fixed[keep],
            np.full(rows, self.lists.rough), ~worths.known[keep], np.zeros(rows, dtype=bool),
        )  # fmt: skip

    def rest(self, layer: Layer) -> Columns:
        """All sets larger than those of a layer, as one column that is worth no more than any of them."""
        caps, pairs = self.classes.caps, self.fights.pairs
        met = max(pairs.attacker_met(self.attacker, size) for size in range(self.most + 1))
        met += int((caps * self.classes.met[self.which])[self.classes.able[self.which]].sum())
        one = np.ones(1, dtype=np.int64)
        low = layer.low - self.lists.lowest
        gain = int((caps * self.lists.gains[:-1]).sum())
        return Columns(
            one * self.which, np.zeros((1, len(caps)), dtype=np.int64), one * (layer.members.shape[1] + 1), one * met,
            one * low, one * low, 0 * one, 0 * one, one * gain,
            one == 0, one * self.lists.early, one * gain == 0, one == 1, one == 0, one == 1,
        )  # fmt: skip
