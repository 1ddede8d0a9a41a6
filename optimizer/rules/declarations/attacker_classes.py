"""Attackers in crowds of equals, for counting blocks: only how many of a crowd are blocked by how many matters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from math import comb
from typing import NamedTuple, cast

from .layered_count import CreatureMove
from .pairs import Pairs

__all__ = ["BlockingState", "Crowds"]


class BlockingState(NamedTuple):
    """`levels`: for each crowd that is watched, how many of its attackers are blocked by 0, 1, 2, ... creatures.
    `number`: how many creatures block, no more than matters; `needy`: one of them can't block alone."""

    levels: tuple[tuple[int, ...], ...]
    number: int
    needy: bool


class Crowds:
    """The attackers of a board grouped by what they are for blocks. Those are watched for which it matters how many
    creatures block them; of the others only the choice itself counts."""

    def __init__(self, pairs: Pairs) -> None:
        self.pairs = pairs
        board = pairs.board
        self.most_of: list[int] = []
        watched: dict[tuple[object, ...], list[int]] = {}
        free: dict[tuple[object, ...], list[int]] = {}
        for index, one in enumerate(board.attackers):
            most = max(one.fewest if one.fewest > 1 else 0, one.must_be_blocked, one.must_be_blocked_by)
            most = max(most, 0 if one.max_blockers is None else one.max_blockers + 1)
            self.most_of.append(min(most, len(board.defenders) + 1))
            blocks = tuple(points.get(index, -1) for points in pairs.kinds)
            if most:
                counts = (one.fewest, one.max_blockers, one.must_be_blocked, one.must_be_blocked_by)
                watched.setdefault((blocks, counts), []).append(index)
            else:
                free.setdefault((blocks,), []).append(index)
        self.watched = list(watched.values())
        self.free = list(free.values())
        limited = board.max_blocking is not None or any(one.cant_block_alone for one in board.defenders)
        self.counted = 0 if not limited else max(2, 0 if board.max_blocking is None else board.max_blocking + 1)
        self.start = self.state((0,) * len(board.attackers), 0, False)

    def state(self, numbers: Sequence[int], blocking: int, needy: bool) -> BlockingState:
        """The state in which each attacker is blocked by so many creatures."""
        levels = []
        for crowd in self.watched:
            most = self.most_of[crowd[0]]
            found = [0] * (most + 1)
            for index in crowd:
                found[min(numbers[index], most)] += 1
            levels.append(tuple(found))
        return BlockingState(tuple(levels), min(blocking, self.counted), needy and bool(self.counted))

    def moves(self, place: int, state: Hashable) -> list[CreatureMove]:
        """What a defender may do: how many of each crowd it blocks, and at which level each of those was."""
        at = cast(BlockingState, state)
        points = self.pairs.points[place]
        capacity = self.pairs.capacity[place]
        found: Counter[tuple[int, BlockingState]] = Counter()
        one = self.pairs.board.defenders[place]
        for levels, size, met, ways in self.watched_choices(at.levels, points, capacity):
            for more, more_met, more_ways in self.free_choices(points, capacity - size):
                after = at._replace(levels=levels)
                total = met + more_met
                if size + more:
                    needy = bool(self.counted) and (at.needy or one.cant_block_alone)
                    after = BlockingState(levels, min(at.number + 1, self.counted), needy)
                    total += one.must_block
                found[total, after] += ways * more_ways
        return [CreatureMove(met, after, ways) for (met, after), ways in found.items()]

    def watched_choices(
        self, levels: tuple[tuple[int, ...], ...], points: dict[int, int], capacity: int
    ) -> Iterator[tuple[tuple[tuple[int, ...], ...], int, int, int]]:
        """Which watched attackers to block, up to equals: the levels after, how many, the requirements, the ways."""
        choices = [(levels, 0, 0, 1)]
        for which, crowd in enumerate(self.watched):
            if crowd[0] not in points:
                continue
            most = len(levels[which]) - 1
            for level in range(most, -1, -1):  # from above, so that none is raised twice
                further = []
                for now, size, met, ways in choices:
                    there = levels[which][level]
                    for taken in range(1, min(there, capacity - size) + 1):
                        changed = list(now[which])
                        changed[level] -= taken
                        changed[min(level + 1, most)] += taken
                        after = (*now[:which], tuple(changed), *now[which + 1 :])
                        further.append((after, size + taken, met + taken * points[crowd[0]], ways * comb(there, taken)))
                choices += further
        yield from choices

    def free_choices(self, points: dict[int, int], capacity: int) -> Iterator[tuple[int, int, int]]:
        """How many other attackers to block: how many, the requirements, the ways."""
        equal: Counter[int] = Counter()
        for crowd in self.free:
            if crowd[0] in points:
                equal[points[crowd[0]]] += len(crowd)
        choices = [(0, 0, 1)]
        for worth, there in equal.items():
            choices = [
                (size + taken, met + taken * worth, ways * comb(there, taken))
                for size, met, ways in choices
                for taken in range(min(there, capacity - size) + 1)
            ]
        yield from choices

    def last(self, state: Hashable) -> int | None:
        """The requirements met by how many block each attacker; None where a restriction is broken."""
        at = cast(BlockingState, state)
        limit = self.pairs.board.max_blocking
        if (at.number == 1 and at.needy) or (limit is not None and at.number > limit):
            return None
        met = 0
        for crowd, levels in zip(self.watched, at.levels, strict=True):
            for level, there in enumerate(levels):
                if there and not self.pairs.allowed(crowd[0], level):
                    return None
                met += there * self.pairs.attacker_met(crowd[0], level)
        return met
