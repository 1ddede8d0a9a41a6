"""Blocks under a limit: first no change, then the greedy ones, then whatever the time is enough for.

`score` is what the returned blocks leave at most, `bound` what no blocks lead to less than. Where a creature can block
several, blocks of the board without that ability are looked at first: they are legal, and worth the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final

import numpy as np

from ...model.board import DeclareBlockers
from ...model.combat import expand_bands
from ...model.terms import Edition
from ...rules.declarations.blocks import LegalBlocks
from ...rules.declarations.pairs import Pairs
from ...rules.score import Prices
from ..context import TimeUp
from ..declaration_solution import BlockSolution
from ..line import Limit, solve
from ..line.dispatch import optimistic
from ..near import near_blocks
from .board_bounds import BoardBounds, least_weight
from .choice import Chosen
from .evaluation import Weighing
from .fights import Fights
from .local_search import LocalSearch
from .method import choose, separable
from .play_out import Deadline, Whole, play_out
from .price_bound import PriceBound
from .single_fights import SingleFights

__all__ = ["LimitedBlocks", "least_worth"]

Blocks = dict[str, tuple[str, ...]]

FIRST: Final = 0.015
"""Seconds at least for the line that follows where nobody blocks."""

SETTLING: Final = 0.2
"""Of the time, for the first local search."""

EXACTLY: Final = 0.5
"""Of the time that is left then, for the exact methods."""

ENDING: Final = 0.92
"""Of the time, for all of the search; the rest is for what is found to be put together."""

ROUNDS: Final = 2
"""Runs of the programme of prices before the first local search, twice as many before each of the next."""

GUIDED: Final = 3
"""So many local searches begin with the blocks that the prices lead to; later ones with random moves."""

BOUNDING: Final = 0.4
"""Of the time that is left each time, for bounds."""

FEW: Final = 12
"""Up to so many creatures that can block, the exact methods come before the long search."""


class LimitedBlocks:
    """The search on one board until the limit, and what it has found."""

    def __init__(self, board: DeclareBlockers, deadline: Deadline) -> None:
        self.board, self.deadline = board, deadline
        self.until = deadline.part(ENDING)
        self.legal = LegalBlocks(board, deadline.part(0.5).check)
        self.most_met: int | None = 0
        self.best: tuple[tuple[int, float, int], Blocks, Whole] | None = None
        self.bounds = [BoardBounds.of(board).lowest]
        self.method = "no block"
        self.no_change = 0, 0.0
        self.seen: set[tuple[tuple[str, tuple[str, ...]], ...]] = set()

    def solution(self) -> BlockSolution:
        """Search, and the best that was found."""
        try:
            self.look(self.fewest_changes(), "fewest changes")
            self.search()
        except TimeUp:
            pass
        assert self.best is not None
        (_, score, _), blocks, whole = self.best
        return BlockSolution(
            board=self.board, blocks=blocks, score=score, bound=min(score, max(self.bounds)),
            status="optimal" if self.proven else "feasible", method=self.method, seconds=self.deadline.seconds,
            play=whole.solution,
        )  # fmt: skip

    @property
    def proven(self) -> bool:
        """Whether the best found meet the most requirements, their line is proven, and no legal blocks lead to less."""
        if self.best is None or self.most_met is None:
            return False
        (_, score, _), _, whole = self.best
        return whole.proven and max(self.bounds) >= score

    # Blocks that are looked at.

    def look(self, blocks: Blocks, method: str) -> bool:
        """Play blocks out, if they are legal and new; whether they are the best so far.

        Where the requirements can't be counted in time, those that meet more of them come first.
        """
        key = tuple(blocks.items())
        if key in self.seen:
            return False
        self.seen.add(key)
        met = self.met(blocks)
        if self.most_met is not None and (met < self.most_met or self.legal.violations(blocks)):
            return False
        first = self.best is None
        whole = play_out(self.board, blocks, Deadline(self.deadline.left(least=FIRST)) if first else self.deadline)
        rank = -met, least_worth(self.board, whole), len(blocks)
        if self.best is not None and rank >= self.best[0]:
            return False
        if first:
            self.no_change = -met, whole.score
        elif rank[:2] > self.no_change:
            return False  # where the line after no change isn't proven, these may be worse than that
        self.best, self.method = (rank, blocks, whole), method
        return True

    def met(self, blocks: Blocks) -> int:
        """The requirements that blocks meet (509.1c)."""
        pairs = self.legal.pairs
        if not pairs.demanding:
            return 0
        places = {one.id: place for place, one in enumerate(self.board.attackers)}
        numbers = [0] * len(places)
        found = 0
        for place, one in enumerate(self.board.defenders):
            targets = tuple(sorted(places[name] for name in blocks.get(one.id, ())))
            found += pairs.met(place, targets)
            for target in targets:
                numbers[target] += 1
        return found + sum(pairs.attacker_met(at, number) for at, number in enumerate(numbers))

    def fewest_changes(self) -> Blocks:
        """Nobody blocks, or what is required."""
        if not self.legal.pairs.demanding:
            return {}
        try:
            self.most_met = self.legal.most_met
            return min(self.some(), key=len)
        except TimeUp:
            self.most_met = None
            return {}

    def some(self) -> Iterator[Blocks]:
        """A few legal blocks."""
        for number, blocks in enumerate(self.legal):
            if number >= FEW:
                return
            yield blocks

    # The search.

    def search(self) -> None:
        """Everything there is time for."""
        board = self.board
        single = replace(board, defenders=tuple(
            one if one.can_block in (0, 1) else replace(one, can_block=1) for one in board.defenders
        ))  # fmt: skip
        pairs = Pairs(single)
        several = single != board
        if not pairs.capacity or not any(pairs.capacity) or not board.attackers:
            self.exactly(board, self.until)
            return
        if not separable(single, pairs):
            self.exactly(board, self.until.part(EXACTLY))
            self.improve()
            return
        self.until.check()
        search = LocalSearch(Fights(single, pairs, self.until, at_stake=True), self.until.part(SETTLING))
        search.greedy()
        self.look(search.blocks(), "greedy")
        few = sum(capacity > 0 for capacity in pairs.capacity) <= FEW
        with suppress(TimeUp):
            search.descend()
            if few or not search.safe:
                search.settle()
        self.look(search.blocks(), "local search")
        if few:
            found = self.exactly(single, self.until.part(EXACTLY))
            if self.proven:
                return
            if found is not None and found.proven and several:
                self.look(found.blocks, f"{found.method}, each blocks one")
                self.exactly(board, self.until.part(EXACTLY))
                if self.proven:
                    return
        self.by_prices(search, several)
        if several:
            self.improve()
            self.exactly(board, self.until)

    def exactly(self, board: DeclareBlockers, until: Deadline) -> Chosen | None:
        """What the exact methods find on this board, or one on which fewer blocks are legal."""
        if until.passed:
            return None
        try:
            found = choose(board, until)
        except TimeUp:
            return None
        self.look(found.blocks, found.method)
        if board == self.board:
            self.bounds.append(found.bound)
            assert self.best is not None
            if found.proven and self.best[1] == found.blocks:
                self.most_met = self.met(found.blocks)
            if self.proven:
                self.method = found.method
        return found

    def by_prices(self, search: LocalSearch, several: bool) -> None:
        """Bounds by prices, blocks that the prices lead to, and local search from those, as long as there is time."""
        board = self.board
        self.until.check()
        kind = least_weight(board.weights, (*board.attackers, *board.defenders)) >= 0 and not board.pending
        guiding = PriceBound(search.fights, search.singles) if kind else None
        bounding = guiding
        if kind and several:
            whole = Fights(board, Pairs(board), self.until, at_stake=True)
            bounding = PriceBound(whole, SingleFights(whole))
        every = np.ones(len(board.attackers), dtype=bool)
        best = search.state()
        seed = 0
        while not self.until.passed:
            assert self.best is not None
            guided = guiding is not None and seed < GUIDED
            for one in (guiding, bounding) if guided and several else (bounding,):
                if one is None:
                    continue
                target = round(self.best[0][1] * one.fights.scale)
                most = ROUNDS << min(seed, GUIDED)
                found = one.bounds(every, self.until.part(BOUNDING), most=most, target=target)
                if one is bounding:
                    self.bounds.append(found.least / one.fights.scale)
            if max(self.bounds) >= self.best[0][1]:
                return
            if seed == GUIDED and not several:
                self.exactly(board, self.until.part(EXACTLY))
                if self.proven:
                    return
            least = search.cost
            search.deadline = self.until.part(0.9 if guided else 0.3)
            with suppress(TimeUp):
                if guided:
                    assert guiding is not None
                    search.clear()
                    guiding.guide(search)
                    search.settle()
                else:
                    search.settle()
                    search.wander(3, seed)
            if search.cost > least:
                search.restore(best)
            seed += 1
            if search.cost < least:
                best = search.state()
                self.look(search.blocks(), "local search")

    def improve(self) -> None:
        """Blocks a small step away, as long as one of them is better."""
        weighing = Weighing(self.board, self.until)
        going = self.best is not None
        while going and not self.until.passed:
            assert self.best is not None
            going = False
            (_, score, number), blocks, _ = self.best
            for near in near_blocks(self.board, blocks, self.legal):
                if self.until.passed:
                    return
                most = round(score * weighing.scale) + (len(near) < number)
                weighed = weighing.weigh(near, weighing.components.masks(near), most)
                if weighed is not None and weighed[0] < most and self.look(near, "local search"):
                    going = True
                    break


def least_worth(board: DeclareBlockers, whole: Whole) -> float:
    """No line after these blocks leaves the attacking player with more than this.

    Where the damage assignment orders weren't all tried (509.2 until 2024): the attacking player does no better than
    without any order, and no better than with all that could still be had.
    """
    if whole.proven:
        return whole.score
    found = whole.solution
    if board.edition is not Edition.ORDERED:
        return found.bound
    combat = found.combat
    prices = Prices(combat)
    start = combat.table.start
    most = prices.points(prices.score(combat.table, start) + optimistic(prices, combat.table, start))
    if all(len(targets) <= 1 for targets in expand_bands(combat).values()):
        free = replace(
            combat, edition=Edition.FOUNDATIONS, step=None,  # type: ignore[arg-type]  # at the beginning
            attackers=tuple(replace(one, order=None) for one in combat.attackers),
            blockers=tuple(replace(one, order=None) for one in combat.blockers),
        )  # fmt: skip
        most = min(most, solve(free, limit=Limit(0)).bound)
    return max(most, whole.score)
