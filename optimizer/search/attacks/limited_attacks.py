"""Attacks under a limit: what is sure of them whatever the blocks, and the best of what was looked at.

Nobody, then everybody, then who is worth it at the prices at which the other player's creatures can be had for
blocking (`price_bound`): at fixed prices each creature attacks or not on its own. What the prices prove for a set of
attackers holds against any blocks. `score` is the most that is sure of the returned attacks; `bound` is what they would
come to if the other player kept to one plan of blocks, whoever attacks: to block nobody, or each creature the one it
would block if all attacked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from ...model.board import DeclareAttackers
from ...model.combat import has_strike
from ...rules.declarations.pairs import Pairs
from ..blocks.board_bounds import BoardBounds, least_weight
from ..blocks.fights import Fights
from ..blocks.limited_blocks import LimitedBlocks
from ..blocks.local_search import LocalSearch
from ..blocks.play_out import Deadline
from ..blocks.price_bound import PriceBound
from ..context import TimeUp
from ..declaration_solution import AttackSolution, BlockSolution
from .attack_search import Onslaught

__all__ = ["LimitedAttacks"]

Attacks = Mapping[str, str]
Bools = npt.NDArray[np.bool_]

LOOKING: Final = 0.35
"""Of the time, for the attacks by prices."""

EXACTLY: Final = 0.4
"""Of the time that is left then, for the exact search."""

ROUNDS: Final = 6
"""Changes of the attackers at most, each with runs of the programme of prices."""

BEST: Final = 3
"""So many attacks are looked at closely, with the best blocks against them."""


@dataclass
class Candidate:
    """Legal attacks: no blocks leave less than `sure`; the best blocks found against them, if they were looked for."""

    attacks: Attacks
    sure: float
    defence: BlockSolution | None = None
    proven: bool = False

    @property
    def rank(self) -> tuple[float, float, int]:
        """To compare by: what is sure, what the best blocks found leave, then fewer attackers."""
        found = self.sure if self.defence is None else self.defence.score
        return self.sure, found, -len(self.attacks)


class LimitedAttacks:
    """The search on one board until the limit."""

    def __init__(self, board: DeclareAttackers, deadline: Deadline) -> None:
        self.board, self.deadline = board, deadline
        self.candidates: dict[tuple[tuple[str, str], ...], Candidate] = {}
        self.search = Onslaught(board, deadline)
        self.bounds = [self.search.ceiling]
        self.method = "attacks by prices"
        self.proven = False

    def solution(self) -> AttackSolution:
        """Search, and the best that was found."""
        legal = self.search.legal
        self.add(next(iter(legal)))
        try:
            self.by_prices(self.deadline.part(LOOKING))
            self.exactly(self.deadline.part(EXACTLY))
        except TimeUp:
            pass
        return self.answered()

    def add(self, attacks: Attacks, sure: float | None = None, *, proven: bool = False) -> Candidate:
        """Note attacks, or that more is sure of some."""
        key = tuple(sorted(attacks.items()))
        if key not in self.candidates:
            least = BoardBounds.of(self.board.attacked(attacks)).lowest if attacks else 0.0
            self.candidates[key] = Candidate(attacks, least)
        known = self.candidates[key]
        known.sure = known.sure if sure is None else max(known.sure, sure)
        known.proven |= proven
        return known

    # What is sure at prices.

    def by_prices(self, until: Deadline) -> None:
        """Attackers and prices in turn: those that are worth it at the prices, the best prices against those."""
        search = self.search
        whole = search.whole
        if whole is None or least_weight(whole.weights, (*whole.attackers, *whole.defenders)) < 0 or whole.pending:
            return
        fights = Fights(whole, Pairs(whole), until, at_stake=True)
        policy = LocalSearch(fights, until.part(LOOKING), clipped=True)
        self.bound_by(policy)
        bounding = PriceBound(fights, policy.singles)
        names = list(search.index)
        alone = any(one.cant_attack_alone for one in self.board.creatures)
        if alone or self.board.max_attacking is not None or search.legal.layers.total.met:
            return
        self.greedily(bounding, policy, until, names)
        policy.greedy()
        policy.settle()
        self.bound_by(policy)

    def greedily(
        self, bounding: PriceBound, policy: LocalSearch, until: Deadline, names: list[tuple[str, str]]
    ) -> None:
        """Everybody, those that no single blocker stops, and those that are worth it at the prices found last."""
        scale = policy.fights.scale
        some = self.chosen(names, np.ones(len(names), dtype=np.int64))
        until.check()
        bits = range(len(policy.where))
        alone = np.array([
            min([policy.fight(a, 1 << bit)[0] for bit in bits if a in policy.points[bit]], default=1)
            for a in range(len(names))
        ])  # fmt: skip
        for mask in (some, self.chosen(names, alone)):
            self.prove(bounding, mask, names, scale, until)
        seen = {some.tobytes()}
        for _ in range(ROUNDS):
            if until.passed:
                return
            found = bounding.least(bounding.prices, bounding.per_life, until)
            some = self.chosen(names, found.worth)
            if some.tobytes() in seen:
                some = self.chosen(names, bounding.least(bounding.prices // 2, bounding.per_life, until).worth)
            if some.tobytes() in seen:
                return
            seen.add(some.tobytes())
            self.prove(bounding, some, names, scale, until)

    def prove(
        self, bounding: PriceBound, some: Bools, names: list[tuple[str, str]], scale: int, until: Deadline
    ) -> None:
        """What the prices prove for some attackers, and for those of them that are worth it at these prices."""
        if not some.any():
            return
        found = bounding.bounds(some, until, most=3)
        attacks = {name: to for (name, to), taken in zip(names, some.tolist(), strict=True) if taken}
        self.add(self.in_order(attacks), found.least / scale)

    def in_order(self, attacks: Attacks) -> dict[str, str]:
        """Attacks in the order of the document."""
        return {one.id: attacks[one.id] for one in self.board.creatures if one.id in attacks}

    def chosen(self, names: list[tuple[str, str]], worth: npt.NDArray[np.int64]) -> Bools:
        """For each creature the target that is worth the most, where that is more than nothing."""
        best: dict[str, int] = {}
        for place, (name, _) in enumerate(names):
            if worth[place] > 0 and (name not in best or worth[place] > worth[best[name]]):
                best[name] = place
        some = np.zeros(len(names), dtype=bool)
        some[list(best.values())] = True
        return some

    def bound_by(self, policy: LocalSearch) -> None:
        """No attacks come to more than they do against these blocks, each attacker's only where it attacks."""
        board, fights = self.board, policy.fights
        lonely = any(one.cant_block_alone for one in board.defenders)
        if fights.pairs.demanding or (lonely and policy.total.blocking) or board.pending:
            return
        best: dict[str, tuple[int, int, int]] = {}
        for place, (name, _) in enumerate(self.search.index):
            value, life, poison = policy.fight(place, policy.chosen[place])
            known = best.get(name, (0, 0, 0))
            best[name] = max(known[0], value), max(known[1], life), max(known[2], poison)
        parts = [sum(one[part] for one in best.values()) for part in range(3)]
        total = parts[0]
        if parts[1] >= policy.reach[0] or parts[2] >= policy.reach[1]:
            total += max(0, policy.win)
            if any(has_strike(one) for one in (*board.creatures, *board.defenders)):
                # combat that ends early spares the attackers what would come after
                total += sum(policy.singles.own) + policy.singles.point * sum(map(int, fights.gains_each))
        self.bounds.append(total / fights.scale)

    # The exact search.

    def exactly(self, until: Deadline) -> None:
        """What the exact search finds in its time."""
        search = self.search
        if until.passed:
            return
        search.deadline = until
        if search.fights is not None:
            search.fights.deadline = until
        plan = search.best()
        found = self.add(plan.attacks, proven=plan.proven)
        self.bounds.append(plan.bound)
        if plan.proven:
            found.sure = plan.score
            self.proven, self.method = True, plan.method

    # The answer.

    def answered(self) -> AttackSolution:
        """The attacks of which most is sure, once the best blocks against a few have been looked for."""
        ranked = sorted(self.candidates.values(), key=lambda one: (one.proven, one.rank), reverse=True)
        some = ranked[:1] if ranked[0].proven else ranked[:BEST]
        for number, one in enumerate(some):
            if self.deadline.passed and number:
                break
            self.defend(one, 1.0 / (len(some) - number))
        looked = [one for one in self.candidates.values() if one.defence is not None]
        best = max(looked, key=lambda one: (one.proven, one.rank))
        assert best.defence is not None
        sure = best.sure
        proven = best.proven and best.defence.status == "optimal"
        return AttackSolution(
            board=self.board, attacks=best.attacks, score=sure, bound=sure if proven else max(sure, min(self.bounds)),
            status="optimal" if proven else "feasible",
            method=f"{self.method}; blocks by {best.defence.method}" if best.attacks else self.method,
            seconds=self.deadline.seconds, defence=best.defence,
        )  # fmt: skip

    def defend(self, one: Candidate, share: float) -> None:
        """The best blocks against attacks, as far as there is time."""
        limit = self.deadline.left(share)
        assert limit is not None
        one.defence = LimitedBlocks(self.board.attacked(one.attacks), Deadline(limit)).solution()
        if one.attacks:
            one.sure = one.defence.score if one.defence.status == "optimal" else max(one.sure, one.defence.bound)
            one.sure = min(one.sure, one.defence.score)
