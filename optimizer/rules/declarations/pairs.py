"""A board before blocks in numbers: who can block whom, and what requirements each block meets (509.1a to c)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .evasion import bars_block, bars_pair

if TYPE_CHECKING:
    from ...model.board import DeclareBlockers

__all__ = ["Pairs"]


class Pairs:
    """Creatures are numbers here, in document order. `able`: the attackers that each defender can block, `capacity`
    how many of them at once; `points`: for each of these the requirements met by blocking it."""

    def __init__(self, board: DeclareBlockers) -> None:
        self.board = board
        attackers, defenders = board.attackers, board.defenders
        self.able: list[tuple[int, ...]] = []
        self.capacity: list[int] = []
        self.points: list[dict[int, int]] = []
        memo: dict[tuple[object, ...], tuple[int, ...]] = {}
        met: dict[tuple[object, ...], dict[int, int]] = {}  # equal creatures share theirs
        for one in defenders:
            looks = (one.abilities, one.power, one.colors, one.types, one.can_block_only)
            able: tuple[int, ...] = ()
            if not bars_block(one):
                if looks not in memo:
                    memo[looks] = tuple(a for a, attacker in enumerate(attackers) if not bars_pair(attacker, one))
                able = memo[looks]
            self.able.append(able)
            self.capacity.append(len(able) if one.can_block == "any" else min(int(one.can_block), len(able)))
            key = (looks, bool(able), one.provoked_by)
            if key not in met:
                provoked = set(one.provoked_by)
                met[key] = {a: attackers[a].lure + (attackers[a].id in provoked) for a in able}
            self.points.append(met[key])
        self.kinds = list(met.values())
        """The different ones of `points`."""

    @property
    def demanding(self) -> bool:
        """There are requirements for blocks that some creature could help to meet (509.1c)."""
        attackers, defenders = self.board.attackers, self.board.defenders
        return (
            any(one.must_block for one in defenders)
            or any(one.must_be_blocked or one.must_be_blocked_by for one in attackers)
            or any(any(points.values()) for points in self.kinds)
        )

    def met(self, defender: int, targets: tuple[int, ...]) -> int:
        """The requirements that a creature meets by blocking these (509.1c); those on attackers are counted apart."""
        if not targets:
            return 0
        points = self.points[defender]
        return self.board.defenders[defender].must_block + sum(points[a] for a in targets)

    def attacker_met(self, attacker: int, number: int) -> int:
        """The requirements met where so many creatures block an attacker (509.1c)."""
        one = self.board.attackers[attacker]
        return (one.must_be_blocked and number >= 1) + (0 < one.must_be_blocked_by <= number)

    def allowed(self, attacker: int, number: int) -> bool:
        """Whether so many creatures may block an attacker (509.1b, 702.111b)."""
        one = self.board.attackers[attacker]
        return number == 0 or (number >= one.fewest and (one.max_blockers is None or number <= one.max_blockers))
