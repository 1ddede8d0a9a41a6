"""What a fight over the steps is told in: plays of the whole fight, options for one blocker, states in between."""

from __future__ import annotations

from typing import NamedTuple

from ...rules.score import Prices
from .regions import Region

__all__ = ["Fight", "Option", "Play", "State", "play_value", "roomier"]


class Play(NamedTuple):
    """One way to fight a fight to the end. Values are the score's, without what the player loses to damage; life and
    poison are what the defending player loses and gets in each step (lifelink of blockers taken off the life)."""

    value1: int
    value2: int
    life1: int
    life2: int
    poison1: int
    poison2: int
    amounts1: tuple[int, ...]
    onward1: int
    amounts2: tuple[int, ...]
    onward2: int


def play_value(prices: Prices, play: Play) -> int:
    """What a play changes of the score, if nobody loses on the way."""
    return (
        play.value1
        + play.value2
        + prices.player * (play.life1 + play.life2)
        + prices.poison * (play.poison1 + play.poison2)
    )


class Fight(NamedTuple):
    """An attacker's plays that can be best; its damage goes to `creatures` and to the target."""

    attacker: int
    target: int | None
    creatures: tuple[int, ...]
    plays: list[Play]


class Option(NamedTuple):
    """A region of damage to one blocker and its effect."""

    region: Region
    value1: int
    value2: int
    strikes: int
    gain: int
    alive: bool
    lethal1: bool
    lethal2: bool


class State(NamedTuple):
    """Of the dynamic programme: what it is worth so far, the damage it may take, what strikes back (up to what kills
    the attacker), life gained by that, whether a blocker lives, values by step, and the options picked."""

    worth: int
    area: Region
    strikes: int
    gain: int
    alive: bool
    value1: int
    value2: int
    picked: tuple[Option, ...]


def roomier(area: Region) -> int:
    """Of two states alike, the one that more damage fits in is better."""
    return area.high1 + area.high2 + area.high
