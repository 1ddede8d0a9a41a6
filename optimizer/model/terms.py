"""The rules' own words that the whole package shares."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

__all__ = ["ALL", "LIMIT", "PLAYER", "Edition", "Side", "Step"]

PLAYER: Final = "player"
"""The reserved id of the defending player."""

ALL: Final = "all"
"""As an amount of prevention: all damage."""

LIMIT: Final = 1_000_000
"""The largest size of any integer in a document."""


class Edition(StrEnum):
    """Which rules divide damage: free since November 2024, by damage assignment order before."""

    FOUNDATIONS = "foundations"
    ORDERED = "ordered"


class Step(StrEnum):
    """The combat damage steps (510.4)."""

    FIRST_STRIKE = "first-strike"
    REGULAR = "regular"


class Side(StrEnum):
    """The player who announces."""

    ATTACKING = "attacking"
    DEFENDING = "defending"
