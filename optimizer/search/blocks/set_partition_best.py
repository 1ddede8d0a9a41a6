"""How the blockers are shared out among the attackers: the least of all blocks, the least of the safe, and the proof.

Where the defending player can't lose, a block comes to the sum of its fights. Where they can, blocks that take less
than loses are still such sums; the others are worth what the attacking player makes of all fights, and are bounded
from below: by the sum of the fights' values, or of their pushes and the win.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ...model.board import DeclareBlockers
from ...rules.position import POISON
from ..context import TimeUp
from .choice import Chosen
from .fight_values import Worths
from .fights import Fights
from .lethal_blocks import Rivals
from .play_out import Deadline, play_out
from .set_partition import Column, Costs, columns, partition

__all__ = ["Sharing"]

MOST_EAGER: Final = 16
"""So many open fights are fought at once, at most, for each that is asked for."""

Found = tuple[int, list[int]]
"""A cost, and for each attacker the set of its blockers."""


class Sharing:
    """One board with the worths of its fights."""

    def __init__(
        self,
        board: DeclareBlockers,
        fights: Fights,
        numbers: Sequence[int],
        worths: Sequence[Worths],
        costs: Costs,
        deadline: Deadline,
    ) -> None:
        self.board, self.fights, self.numbers, self.worths = board, fights, numbers, worths
        self.costs, self.allowed, self.deadline = costs, fights.allowed, deadline
        self.blockers = len(fights.bits)
        self.win = int(fights.prices.win // fights.unit) * costs.worth
        player = board.defending_player
        self.reach = (player.life, POISON - player.poison)
        self.life, self.poison = fights.stakes(worths)
        self.at_stake = self.life is not None or self.poison is not None
        self.eager = 1
        self.least: Found | None = None

    @property
    def cells(self) -> int:
        """The states of the largest dynamic programme, over all attackers."""
        return (1 << self.blockers) * ((self.life or 0) + 1) * ((self.poison or 0) + 1) * len(self.board.attackers)

    def best(self) -> Chosen:
        """The best blocks; raises `TimeUp` where the limit comes before there are any."""
        anyway = self.least_of_all()
        if not self.at_stake:
            return self.exactly(anyway)
        pushed = self.partition([self.columns(one, "push") for one in self.worths])
        assert pushed is not None
        most = self.costs.parts(pushed[0])[0]
        safe = self.safest(anyway)
        while safe is not None and self.settle(safe[1]):
            safe = self.safest(anyway)
        if safe is not None and self.costs.parts(safe[0])[0] < most:
            safe = None  # some requirement is met only by blocks that may lose
        least = pushed[0] + self.win
        sure = all(one.sure for one in self.worths)
        if not sure:
            least = min(least, anyway[0])
        if safe is not None and safe[0] <= least:
            return self.exactly(safe)
        settled = not any(one.open.any() for one in self.worths)
        if safe is None and sure and settled and not self.fights.early and anyway[0] == pushed[0]:
            # whatever they do they lose, and the plays that score the most win as well
            return self.exactly((anyway[0] + self.win, anyway[1]))
        return self.against_rivals(safe, pushed)

    def least_of_all(self) -> Found:
        """The least cost where nobody loses. What is open is worth no less than it says, so a choice without any of it
        is the best."""
        while True:
            found = self.partition([self.columns(one, "value") for one in self.worths])
            assert found is not None
            self.least = found
            if not self.settle(found[1]):
                return found

    def columns(self, one: Worths, kind: str, *, at_stake: bool = False) -> list[Column]:
        """The sets of an attacker that can be best."""
        return columns(one, self.costs, kind, at_stake=at_stake, thin=self.fights.thin, check=self.deadline.check)

    def partition(
        self, groups: Sequence[Sequence[Column]], life: int | None = None, poison: int | None = None
    ) -> Found | None:
        """The least cost of a partition; raises `TimeUp`."""
        return partition(groups, self.blockers, self.allowed, life, poison, until=self.deadline)

    def settle(self, choice: list[int]) -> bool:
        """Fight what a choice leaves open, and what else looks as good; whether there was anything."""
        sizes = self.fights.sizes
        left = [(at, chosen) for at, chosen in enumerate(choice) if self.worths[at].open[chosen]]
        for at, chosen in left:
            one = self.worths[at]
            others = np.flatnonzero(one.open & one.legal & (sizes <= chosen.bit_count()))
            others = others[np.lexsort((sizes[others], one.value[others]))[: self.eager]]
            for more in dict.fromkeys([chosen, *others.tolist()]):
                if self.deadline.passed:
                    raise TimeUp
                self.fights.fight_now(one, self.numbers[at], more)
        self.eager = min(2 * self.eager, MOST_EAGER)
        return bool(left)

    def safest(self, anyway: Found) -> Found | None:
        """The least cost of blocks after which the defending player can't lose, `anyway` being the least of all."""
        if self.is_safe(anyway[1]):
            return anyway
        groups = [self.columns(one, "value", at_stake=True) for one in self.worths]
        for limit, place in ((self.life, 2), (self.poison, 3)):
            if limit is not None:
                least = self.partition([[one._replace(cost=one[place]) for one in group] for group in groups])
                if least is None or least[0] >= limit:
                    return None
        return self.partition(groups, self.life, self.poison)

    def is_safe(self, choice: list[int]) -> bool:
        """Whether these blocks take less than what loses."""
        pairs = list(zip(self.worths, choice, strict=True))
        return all(
            limit is None or sum(int(side[chosen]) for side, chosen in taken) < limit
            for limit, taken in (
                (self.life, [(one.life, chosen) for one, chosen in pairs]),
                (self.poison, [(one.poison, chosen) for one, chosen in pairs]),
            )
        )

    def against_rivals(self, safe: Found | None, pushed: Found) -> Chosen:
        """The best where blocks that may lose have to be played out."""
        costs = self.costs
        best = safe
        worth, proven = self.play(pushed[1])
        met, _, blocking = costs.parts(pushed[0])
        rival = (costs.of(met, worth, blocking), pushed[1])
        if best is None or rival[0] < best[0]:
            best = rival
        check, thin = self.deadline.check, self.fights.thin
        groups = {
            kind: [
                columns(one, costs, kind, at_stake=True, thin=thin and one.simple, both=True, check=check)
                for one in self.worths
            ]
            for kind in ("value", "push")
        }
        search = Rivals(
            self.worths, groups["value"], groups["push"], costs, self.allowed, self.win // costs.worth, self.reach,
            self.play, self.deadline,
        )  # fmt: skip
        best = search.search(best)
        assert best is not None
        score = self.points(best[0])
        proven = proven and search.proven
        bound = score if proven else min(score, self.points(search.least))
        return Chosen(self.blocks_of(best[1]), score, bound, proven, "partition + branch and bound")

    def play(self, choice: list[int]) -> tuple[int, bool]:
        """What whole blocks come to, played out."""
        whole = play_out(self.board, self.blocks_of(choice), self.deadline)
        return round(whole.score * self.fights.scale), whole.proven

    # Costs and choices in words.

    def points(self, cost: int) -> float:
        """A cost's worth in points."""
        return self.costs.parts(cost)[1] / self.fights.scale

    def exactly(self, found: Found) -> Chosen:
        """Proven blocks."""
        score = self.points(found[0])
        return Chosen(self.blocks_of(found[1]), score, score, True, "partition")

    def blocks_of(self, choice: Sequence[int]) -> dict[str, tuple[str, ...]]:
        """The declaration of a choice, in the order of the document."""
        names: dict[int, tuple[str, ...]] = {}
        for attacker, chosen in zip(self.board.attackers, choice, strict=True):
            for bit, place in enumerate(self.fights.bits):
                if chosen >> bit & 1:
                    names[place] = (attacker.id,)
        return {self.board.defenders[place].id: names[place] for place in sorted(names)}
