"""Equal attackers and equal blockers of a board, each counted once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .fight_values import Bools, Ints

if TYPE_CHECKING:
    from .fights import Fights

__all__ = ["Classes"]


class Classes:
    """The creatures of a board in classes of those that are equal for blocks and fights. `attackers`: the numbers of
    each class; `blockers`: bits, as in `Fights`; `caps`: how many blockers of each class there are."""

    def __init__(self, fights: Fights) -> None:
        self.fights = fights
        offset = len(fights.board.attackers)
        blockers: dict[int, list[int]] = {}
        for bit in range(len(fights.bits)):
            blockers.setdefault(fights.kinds[offset + bit], []).append(bit)
        self.blockers = list(blockers.values())
        self.caps = np.array([len(bits) for bits in self.blockers], dtype=np.int64)
        places = [fights.bits[bits[0]] for bits in self.blockers]
        attackers: dict[tuple[int, ...], list[int]] = {}
        for number in range(offset):
            points = [fights.pairs.points[place].get(number, -1) for place in places]
            attackers.setdefault((fights.kinds[number], *points), []).append(number)
        self.attackers = list(attackers.values())
        self.able: list[Bools] = [np.array([point >= 0 for point in key[1:]], dtype=bool) for key in attackers]
        self.met: list[Ints] = [
            np.array(
                [fights.pairs.met(place, (members[0],)) if point >= 0 else 0
                 for place, point in zip(places, key[1:], strict=True)],
                dtype=np.int64,
            )
            for key, members in attackers.items()
        ]  # fmt: skip

    @property
    def count(self) -> int:
        """How many classes of blockers there are."""
        return len(self.blockers)

    def of_each(self, amounts: list[int]) -> Ints:
        """What the blockers of each class have, given what each blocker has; and nothing for no blocker."""
        return np.array([amounts[bits[0]] for bits in self.blockers] + [0], dtype=np.int64)

    def bits(self, members: list[int]) -> int:
        """A set of blockers of these classes, one class as often as there are blockers of it in the set."""
        found = 0
        for kind in set(members):
            for bit in self.blockers[kind][: members.count(kind)]:
                found |= 1 << bit
        return found
