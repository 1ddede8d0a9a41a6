"""Puts the advice on blocks together."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from ....model.board import Blocks, DeclareBlockers
from ....rules.damage.legality import Violation
from ....rules.declarations.blocks import LegalBlocks
from ....search.blocks.best_blocks import best_blocks
from ....search.blocks.play_out import Deadline, Whole, play_out
from ....search.context import TimeUp
from ....search.declaration_solution import BlockSolution
from ....search.line import Limit
from ....search.near import near_blocks
from ..words import called
from .equals import EqualCreatures, differing
from .following import Following
from .values import EXACT, BlockAdvice, Compelled, Looked, Other
from .words import Seen, consequences, other_blocks

__all__ = ["BlockAdviser", "unforced"]

PER_SECOND = 10_000
"""So many legal declarations are gone through in a second where most of them differ only in equal creatures."""

UNFORCED_TIME = 0.3
"""The part of the time for what would be declared if nobody had to do anything."""


class BlockAdviser:
    """A solution with what its advice needs."""

    def __init__(self, solution: BlockSolution, seconds: float) -> None:
        self.solution = solution
        self.board = solution.board
        self.until = time.perf_counter() + seconds
        self.seconds = seconds
        self.better: BlockSolution | None = None
        self.legal = LegalBlocks(self.board, self.deadline().check)
        self.equals = EqualCreatures(self.board.attackers, self.board.defenders)
        self.own = self.equals.blocks_key(solution.blocks)
        permanents = [one.id for one in self.board.planeswalkers] + [one.id for one in self.board.battles]
        self.names = called((*self.board.attackers, *self.board.defenders), permanents)

    def advice(self) -> BlockAdvice:
        """All of it. Where better blocks are found on the way, it is on those, in what time is left."""
        compelled = self.compelled()
        runner_up, looked = self.runner_up()
        if self.better is not None:
            return BlockAdviser(self.better, max(0.0, self.until - time.perf_counter())).advice()
        following = Following(self.solution)
        forbidden = self.forbidden() if self.solution.blocks else []
        return BlockAdvice(
            solution=self.solution,
            names=self.names,
            fights=following.fights,
            idle=following.idle,
            steps=following.steps,
            orders=following.orders,
            changes=following.changes,
            terms=following.terms,
            nothing=None if forbidden or not self.solution.blocks else self.without_blocks(),
            forbidden=tuple(forbidden),
            runner_up=runner_up,
            looked=looked,
            compelled=compelled,
        )

    def deadline(self, share: float = 1.0) -> Deadline:
        """A part of the time that is left."""
        return Deadline(Limit(max(0.0, share * (self.until - time.perf_counter()))))

    def forbidden(self) -> list[Violation]:
        """Why not blocking isn't legal; nothing where there was no time to count the requirements."""
        try:
            return self.legal.violations({})
        except TimeUp:
            return []

    def without_blocks(self) -> Other:
        """What comes of not blocking, whatever the time: there is little to choose."""
        return self.told({}, play_out(self.board, {}, self.deadline()))

    def told(self, blocks: Blocks, whole: Whole) -> Other:
        """Other blocks in words."""
        return Other(
            declaration=blocks,
            score=whole.score,
            worse=round(whole.score - self.solution.score, EXACT),
            proven=whole.proven,
            differs=other_blocks(self.names, [one.id for one in self.board.defenders], self.solution.blocks, blocks),
            then=consequences(self.names, Seen(self.solution.play), Seen(whole.solution)),
        )

    def runner_up(self) -> tuple[Other | None, Looked]:
        """The best other blocks, those a small step away looked at first; of equally good ones the
        fewest, and then the most alike."""
        try:
            number = self.legal.count() if self.seconds > 0 else None
        except TimeUp:
            number = None
        every = number is not None and number <= PER_SECOND * self.seconds
        listed: Iterable[Blocks] = self.legal if every else ()
        deadline = Deadline(Limit(max(0.0, self.until - time.perf_counter())))
        best: tuple[tuple[float, int, int], Blocks, Whole] | None = None
        exact = every
        tried = 0
        try:
            for blocks in self.others(chain(near_blocks(self.board, self.solution.blocks, self.legal), listed)):
                deadline.check()
                tried += 1
                whole = play_out(self.board, blocks, deadline)
                if not whole.proven:
                    exact = False
                    continue
                key = whole.score, len(blocks), differing(self.solution.blocks, blocks)
                if best is None or key < best[0]:
                    best = key, blocks, whole
        except TimeUp:
            exact = False
        if best is not None and round(best[2].score - self.solution.score, EXACT) < 0:
            self.adopt(best[1], best[2])
        looked = Looked(exact, tried, number)
        if best is None:
            return None, looked
        return self.told(self.equals.nearest(self.solution.blocks, best[1]), best[2]), looked

    def adopt(self, blocks: Blocks, whole: Whole) -> None:
        """Take better blocks for the solution."""
        found = self.solution
        self.better = replace(
            found, blocks={name: tuple(targets) for name, targets in blocks.items()}, score=whole.score,
            bound=min(found.bound, whole.score), status="feasible", method=f"{found.method}, then close blocks",
            play=whole.solution,
        )  # fmt: skip

    def others(self, declarations: Iterable[Blocks]) -> Iterator[Blocks]:
        """Those that are other than the solution's and than those before, and not only by equal creatures."""
        seen = {self.own}
        for blocks in declarations:
            key = self.equals.blocks_key(blocks)
            if key not in seen:
                seen.add(key)
                yield blocks

    def compelled(self) -> Compelled | None:
        """Who blocks only because it must; None where the same would be done of their own will."""
        free = unforced(self.board)
        if free == self.board or self.solution.status != "optimal":
            return None
        found = best_blocks(free, limit=self.deadline(UNFORCED_TIME).left())
        if found.status != "optimal" or self.equals.blocks_key(found.blocks) == self.own:
            return None
        blocks = self.equals.nearest(self.solution.blocks, found.blocks)
        usual = self.solution.blocks
        return Compelled(
            rule="509.1c",
            creatures=tuple(name for name, targets in usual.items() if targets and blocks.get(name) != targets),
            free=blocks,
            gain=round(self.solution.score - found.score, EXACT),
            differs=other_blocks(self.names, [one.id for one in self.board.defenders], usual, blocks),
        )


def unforced(board: DeclareBlockers) -> DeclareBlockers:
    """The board without requirements (509.1c)."""
    return replace(
        board,
        attackers=tuple(
            replace(one, must_be_blocked=False, must_be_blocked_by=0, lure=False) for one in board.attackers
        ),
        defenders=tuple(replace(one, must_block=False, provoked_by=()) for one in board.defenders),
    )
