"""Every legal division of an announcement's damage, each once and lazily (510.1).

A source has a few *ways* to divide. A way says of each recipient whether it gets something, and whether it has to be
lethal once the whole announcement is complete. The ways of one source have no division in common, and where nothing
has to be lethal that another source also damages, each is plainly a number of points in a number of heaps. Listing,
counting and the arrays in bulk all start from these ways.

A *group* holds the sources whose legality hangs together: those that share a creature that one of them may need to be
lethal, or a planeswalker that one may need to be dealt its loyalty. Groups never look at each other.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..position import TO_PLAYER
from .announcement import Announcement, Source
from .ways import Demand, Plan, need_of, settled, variants, ways

__all__ = ["compositions", "divisions"]


State = tuple[tuple[int, ...], int]
"""Between two sources of a group: what each shared recipient lacks of lethal damage, and which must get it, in bits."""


class Group:
    """Sources whose legality hangs together, and what they share.

    `shared` are recipients, `needs` what is lethal to each. `spots` has for each source the places (in `shared`, among
    its recipients) of what it shares, `later` for each source and shared recipient what the sources after it can bring
    at most, counted as all that is needed where one has deathtouch.
    """

    __slots__ = ("chained", "dead", "later", "needs", "numbers", "plans", "shared", "sources", "spots")

    def __init__(
        self, ann: Announcement, numbers: list[int], shared: list[int], options: list[list[tuple[Demand, ...]]]
    ) -> None:
        self.numbers = tuple(numbers)
        self.sources = tuple([ann.sources[number] for number in numbers])
        self.shared = tuple(shared)
        self.needs = tuple([need_of(ann, recipient) for recipient in shared])
        place_of = {recipient: place for place, recipient in enumerate(shared)}
        self.plans: list[list[Plan]] = []
        self.spots: list[list[tuple[int, int]]] = []
        for source, number in zip(self.sources, numbers, strict=True):
            plans = [settled(ann, source, way, place_of) for way in options[number]]
            self.plans.append([plan for plan in plans if plan is not None])
            self.spots.append([(place_of[to], at) for at, to in enumerate(source.recipients) if to in place_of])
        self.later: list[list[int]] = []
        able = [0] * len(shared)
        for source, spots in zip(reversed(self.sources), reversed(self.spots), strict=True):
            self.later.insert(0, [min(most, need) for most, need in zip(able, self.needs, strict=True)])
            for pile, _ in spots:
                able[pile] += self.needs[pile] if self.touches(source, pile) else source.amount
        # where one source's way to a recipient leads over another recipient, every heap can matter
        self.chained = any(source.bound for source in self.sources) or any(to < TO_PLAYER for to in shared)
        self.dead: set[tuple[int, State]] = set()

    @property
    def start(self) -> State:
        """Before the first source."""
        return self.needs, 0

    def touches(self, source: Source, pile: int) -> bool:
        """One point of it makes that shared recipient lethal (702.2c; no planeswalker)."""
        return source.deathtouch and self.shared[pile] >= 0

    def choices(self, index: int, state: State) -> Iterator[tuple[tuple[int, ...], State]]:
        """The divisions of a source from which the rest can be completed legally, each with the state after it."""
        left, required = state
        source, spots = self.sources[index], self.spots[index]
        width = len(source.recipients)
        for plan in self.plans[index]:
            least = self.bounds(index, plan, state)
            if least is None:
                continue
            needed = required | plan.required
            for more in compositions(source.amount - sum(least), len(least)):
                row = [0] * width
                for place, low, extra in zip(plan.parts, least, more, strict=True):
                    row[place] = low + extra
                if not spots:
                    yield tuple(row), state
                    continue
                after = self.after(index, left, row)
                if self.completable(index + 1, (after, needed)):
                    yield tuple(row), (after, needed)

    def bounds(self, index: int, plan: Plan, state: State) -> list[int] | None:
        """The least that each part must get, as the sources after this one can't; None where it can't be given."""
        left, required = state
        required |= plan.required
        source, least = self.sources[index], list(plan.least)
        for pile, place in self.spots[index]:
            lacks = left[pile] - self.later[index][pile] if required >> pile & 1 else 0
            if lacks > 0:
                if place not in plan.parts:
                    return None
                part = plan.parts.index(place)
                least[part] = max(least[part], 1 if self.touches(source, pile) else lacks)
        return least if sum(least) <= source.amount else None

    def after(self, index: int, left: tuple[int, ...], row: list[int]) -> tuple[int, ...]:
        """What the shared recipients lack after a division; nothing where no source is to come."""
        lacks = list(left)
        source, later = self.sources[index], self.later[index]
        for pile, place in self.spots[index]:
            if not later[pile] or (row[place] and self.touches(source, pile)):
                lacks[pile] = 0
            else:
                lacks[pile] = max(0, lacks[pile] - row[place])
        return tuple(lacks)

    def completable(self, index: int, state: State) -> bool:
        """Whether the sources from `index` on can make lethal all that must be.

        Every source has a way that asks for nothing, so this is always so where nothing required is lacking. Else a
        depth-first search over coverings, which remembers where it failed.
        """
        if covered(state):
            return True
        if len(self.dead) > 200_000:  # a bound on memory; what is forgotten is found again
            self.dead.clear()
        path = [((index, state), self.coverings(index, state))]
        while path:
            at, following = path[-1]
            for after in following:
                step = (at[0] + 1, after)
                if covered(after):
                    return True
                if step not in self.dead:
                    path.append((step, self.coverings(*step)))
                    break
            else:
                self.dead.add(at)
                path.pop()
        return False

    def coverings(self, index: int, state: State) -> Iterator[State]:
        """The states after a source that spends all it can on what is lacking: no other leads to more."""
        if index == len(self.sources) or (index, state) in self.dead:
            return
        left, required = state
        source = self.sources[index]
        for plan in self.plans[index]:
            least = self.bounds(index, plan, state)
            if least is None:
                continue
            needed = required | plan.required
            caps = [0] * len(least)
            for pile, place in self.spots[index]:
                if place in plan.parts and (self.chained or needed >> pile & 1):
                    part = plan.parts.index(place)
                    whole = min(left[pile], 1) if self.touches(source, pile) else left[pile]
                    caps[part] = max(0, whole - least[part])
            spare = source.amount - sum(least)
            for fill in [tuple(caps)] if sum(caps) <= spare else compositions(spare, len(caps)):
                row = [0] * len(source.recipients)
                for place, low, extra, cap in zip(plan.parts, least, fill, caps, strict=True):
                    if extra > cap:
                        break
                    row[place] = low + extra
                else:
                    yield self.after(index, left, row), needed


def covered(state: State) -> bool:
    """Nothing that must be lethal lacks anything."""
    left, required = state
    return not required or not any(lack and required >> pile & 1 for pile, lack in enumerate(left))


def groups(ann: Announcement) -> list[Group]:
    """The groups of an announcement, in order of their first sources."""
    takes: dict[int, list[int]] = {}
    for number, source in enumerate(ann.sources):
        for recipient in source.recipients:
            if recipient != TO_PLAYER:
                takes.setdefault(recipient, []).append(number)
    hopeless: set[int] = set()
    joint: dict[int, list[int]] = {}
    for recipient, numbers in takes.items():
        need = need_of(ann, recipient)
        sources = [ann.sources[number] for number in numbers]
        deathtouch = recipient >= 0 and any(source.deathtouch for source in sources)
        if need and not deathtouch and sum(source.amount for source in sources) < need:
            hopeless.add(recipient)
        elif need and len(numbers) > 1:
            joint[recipient] = numbers
    options: list[list[tuple[Demand, ...]]] = []
    asked: set[int] = set()
    for source in ann.sources:
        possible: list[tuple[Demand, ...]] = []
        for way in ways(source):
            lethal = [to for to, demand in zip(source.recipients, way, strict=True) if demand.lethal]
            if hopeless.isdisjoint(lethal):
                possible.append(way)
                asked.update(lethal)
        options.append(possible)
    leader = list(range(len(ann.sources)))

    def find(number: int) -> int:
        while leader[number] != number:
            leader[number] = number = leader[leader[number]]
        return number

    shared = [recipient for recipient in joint if recipient in asked]
    for recipient in shared:
        first = find(joint[recipient][0])
        for number in joint[recipient][1:]:
            other = find(number)
            first, other = min(first, other), max(first, other)
            leader[other] = first
    members: dict[int, list[int]] = {}
    for number in range(len(ann.sources)):
        members.setdefault(find(number), []).append(number)
    holds: dict[int, list[int]] = {}
    for recipient in shared:
        holds.setdefault(find(joint[recipient][0]), []).append(recipient)
    return [Group(ann, numbers, holds.get(head, []), options) for head, numbers in members.items()]


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to put `total` points in `parts` heaps in order, most in the first heap first.

    >>> list(compositions(2, 2))
    [(2, 0), (1, 1), (0, 2)]
    """
    if parts == 0:
        if total == 0:
            yield ()
        return
    row = [total] + [0] * (parts - 1)
    while True:
        yield tuple(row)
        rest, row[-1] = row[-1], 0
        place = parts - 2
        while place >= 0 and not row[place]:
            place -= 1
        if place < 0:
            return
        row[place] -= 1
        row[place + 1] = rest + 1


def divisions(ann: Announcement) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every legal division, once: for each source a tuple of points aligned with its `recipients` (510.1e).

    The order is that of nested loops, the last source fastest, where sources that depend on each other stand together
    at the place of the first. Each source goes by its ways, those that give nothing past the creatures first; within a
    way the recipients in order, most to the first one first. Only what can be completed is entered.

    >>> from optimizer.model.terms import Side
    >>> elves = Source(0, 2, (0, 1), None, False, False, False, False, False, False)
    >>> list(divisions(Announcement(Side.ATTACKING, (elves,), (1, 1), ())))
    [((2, 0),), ((1, 1),), ((0, 2),)]
    """
    for variant in variants(ann):
        yield from divided(variant)


def divided(ann: Announcement) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The divisions where no source is optional."""
    levels = [(group, index) for group in groups(ann) for index in range(len(group.sources))]
    if not levels:
        yield ()
        return
    chosen: list[tuple[int, ...]] = [()] * len(levels)
    path = [levels[0][0].choices(0, levels[0][0].start)]
    while path:
        choice = next(path[-1], None)
        if choice is None:
            path.pop()
            continue
        group, index = levels[len(path) - 1]
        chosen[group.numbers[index]] = choice[0]
        if len(path) == len(levels):
            yield tuple(chosen)
        else:
            group, index = levels[len(path)]
            path.append(group.choices(index, choice[1] if index else group.start))
