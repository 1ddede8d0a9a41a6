"""What one attacker's fight is worth for every set of blockers, as arrays over sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["NOWHERE", "Bools", "Ints", "Worth", "Worths"]

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

NOWHERE: Final = 1 << 60
"""Larger than any worth: a set that may not block."""


class Worth(NamedTuple):
    """One fight's worth to the attacking player, in whole units of the score.

    `value`: its best play where combat goes on to the end and nobody loses. `life`, `poison`: no play takes more from
    the defending player, after either step. `push`: no less than this can be had where the attacking player wins.
    `sure`: one play takes that much life by the end, and any poison.
    """

    value: int
    life: int
    poison: int
    push: int
    sure: bool


@dataclass(frozen=True)
class Worths:
    """The worths of one attacker's fights: entry s is for the blockers whose bits are set in s. `legal` says which sets
    may block it as far as it alone decides, `met` how many requirements that meets. `sure`: the most life and poison
    are amounts that a play does take, so that reaching the player's life wins. `simple`: each fight has at most two
    plays, one that takes nothing and one that takes the most, and combat doesn't end before all damage is dealt.
    `gain`: what the blockers with lifelink gain at most.

    Sets in `open` haven't been fought yet: they are worth no less than their value and push, and take no more life and
    poison. Fighting one changes the arrays in place.
    """

    legal: Bools
    met: Ints
    value: Ints
    life: Ints
    poison: Ints
    push: Ints
    gain: Ints
    open: Bools
    sure: bool
    simple: bool
