"""What a whole declaration of blockers comes to: the best line of the combat it makes, orders included."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from math import factorial, prod

from ...model.board import DeclareBlockers
from ...model.combat import Combat, expand_bands
from ...model.terms import Edition
from ..context import LOADING, TimeUp
from ..line import Limit, Solution, solve

__all__ = ["Deadline", "Whole", "play_out"]

MOST_ORDERS = 5040
"""So many combinations of damage assignment orders are tried; beyond that the answer isn't proven."""


class Deadline:
    """When to stop, if ever, by the limit's own clock."""

    def __init__(self, limit: Limit | None) -> None:
        self.clock = time.perf_counter if limit is None else limit.clock
        self.began = self.clock()
        self.at = None if limit is None or limit.seconds is None else self.began + limit.seconds

    @property
    def passed(self) -> bool:
        """The limit has come."""
        return self.at is not None and self.clock() > self.at

    def check(self) -> None:
        """Raises `TimeUp` once the limit has come."""
        if self.passed:
            raise TimeUp

    def check_loaded(self) -> None:
        """Raises `TimeUp` where there is no time to load OR-tools."""
        left = self.left()
        if left is not None and (left.seconds or 0.0) < LOADING and "ortools.sat.python.cp_model" not in sys.modules:
            raise TimeUp

    def left(self, share: float = 1.0, *, least: float = 0.001) -> Limit | None:
        """A part of what is left, as a limit for one solve; never so little that it can't give an answer."""
        if self.at is None:
            return None
        return Limit(max(least, share * (self.at - self.clock())), self.clock)

    def part(self, share: float) -> Deadline:
        """A deadline of its own for a part of what is left."""
        return Deadline(self.left(share))

    @property
    def seconds(self) -> float:
        """How long it has been."""
        return self.clock() - self.began


@dataclass(frozen=True)
class Whole:
    """The best line after a declaration; `proven`: no other play is better for either side, orders included."""

    solution: Solution
    proven: bool

    @property
    def score(self) -> float:
        """The score of the line."""
        return self.solution.score


def play_out(board: DeclareBlockers, blocks: Mapping[str, Sequence[str]], deadline: Deadline) -> Whole:
    """The best line after these blocks; in `ordered` with the best orders, the attacking player announcing first
    (509.2 and 509.3 until 2024)."""
    combat = board.combat(blocks)
    if board.edition is not Edition.ORDERED:
        found = solve(combat, limit=deadline.left())
        return Whole(found, found.status == "optimal")
    return in_order(combat, deadline)


def in_order(combat: Combat, deadline: Deadline) -> Whole:
    """The best line with the best orders: the attacking player's first, then the defending player's."""
    pairs = expand_bands(combat)
    by: dict[str, list[str]] = {attacker.id: [] for attacker in combat.attackers}
    for name, targets in pairs.items():
        for target in targets:
            by[target].append(name)
    attackers = {name: blockers for name, blockers in by.items() if len(blockers) > 1}
    blockers = {name: list(targets) for name, targets in pairs.items() if len(targets) > 1}
    whole = number_of(attackers) * number_of(blockers) <= MOST_ORDERS
    best: Whole | None = None
    for ours in orders(attackers, whole):
        worst: Whole | None = None
        for theirs in orders(blockers, whole):
            found = solve(ordered(combat, ours | theirs), limit=deadline.left())
            one = Whole(found, whole and found.status == "optimal")
            proven = one.proven and (worst is None or worst.proven)
            worst = replace(one if worst is None or one.score < worst.score else worst, proven=proven)
            if best is not None and worst.score <= best.score:
                break
            if deadline.passed:
                worst = replace(worst, proven=False)
                break
        assert worst is not None
        if best is None or worst.score > best.score:
            best = replace(worst, proven=worst.proven and (best is None or best.proven))
        elif not worst.proven:
            best = replace(best, proven=False)
        if deadline.passed:
            return replace(best, proven=False)
    assert best is not None
    return best


def number_of(choices: Mapping[str, Sequence[str]]) -> int:
    """How many combinations of orders there are."""
    return prod(factorial(len(names)) for names in choices.values())


def orders(choices: Mapping[str, Sequence[str]], every: bool) -> Iterator[dict[str, tuple[str, ...]]]:
    """The combinations of orders, or only the document's."""
    if not every:
        yield {name: tuple(others) for name, others in choices.items()}
        return
    for chosen in product(*(permutations(others) for others in choices.values())):
        yield dict(zip(choices, chosen, strict=True))


def ordered(combat: Combat, chosen: Mapping[str, tuple[str, ...]]) -> Combat:
    """The combat with these orders announced."""
    if not chosen:
        return combat
    return replace(
        combat,
        step=None,  # type: ignore[arg-type]  # at the beginning
        attackers=tuple(replace(one, order=chosen.get(one.id)) for one in combat.attackers),
        blockers=tuple(replace(one, order=chosen.get(one.id)) for one in combat.blockers),
    )
