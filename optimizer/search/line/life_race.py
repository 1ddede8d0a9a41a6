"""Fights that are each their own affair, but for one thing: the defending player's life (and poison) is shared.

Every fight offers plays that differ in what they take from the player in each step. Combined over fights, what
is reached decides whether combat ends after the first step and whether the game is won; a dictionary over the amounts
taken keeps the best value for each.
"""

from __future__ import annotations

from ...rules.position import POISON, Position
from ..context import Context
from .plays import Fight, Play, play_value

__all__ = ["best_play", "best_plays"]


def best_play(context: Context, fight: Fight) -> Play:
    """A fight's best play where the player can't lose."""
    return max(fight.plays, key=lambda play: play_value(context.prices, play))


def best_plays(context: Context, position: Position, fights: list[Fight]) -> list[Play]:
    """The best plays of all fights together, the player's losing included."""
    prices = context.prices
    # By life and poison taken in the first step and in all: the best value of both steps, and of the first alone.
    States = dict[tuple[int, int, int, int], tuple[int, tuple[Play, ...]]]
    through: States = {(0, 0, 0, 0): (0, ())}
    early: dict[tuple[int, int], tuple[int, tuple[Play, ...]]] = {(0, 0): (0, ())}
    for fight in fights:
        context.check()
        after: States = {}
        for (life1, poison1, life, poison), (value, plays) in through.items():
            for play in fight.plays:
                key = (
                    life1 + play.life1,
                    poison1 + play.poison1,
                    life + play.life1 + play.life2,
                    poison + play.poison1 + play.poison2,
                )
                worth = value + play.value1 + play.value2
                if key not in after or worth > after[key][0]:
                    after[key] = (worth, (*plays, play))
        through = after
        soon: dict[tuple[int, int], tuple[int, tuple[Play, ...]]] = {}
        for (life1, poison1), (value, plays) in early.items():
            for play in fight.plays:
                at = (life1 + play.life1, poison1 + play.poison1)
                worth = value + play.value1
                if at not in soon or worth > soon[at][0]:
                    soon[at] = (worth, (*plays, play))
        early = soon

    def falls(life: int, poison: int) -> bool:
        return position.defender_life - life <= 0 or position.defender_poison + poison >= POISON

    found: tuple[int, tuple[Play, ...]] | None = None
    if position.first:
        for (life1, poison1), (value, plays) in early.items():
            if falls(life1, poison1):
                total = value + prices.player * life1 + prices.poison * poison1 + prices.win
                if found is None or total > found[0]:
                    found = total, plays
    for (life1, poison1, life, poison), (value, plays) in through.items():
        if position.first and falls(life1, poison1):
            continue
        total = value + prices.player * life + prices.poison * poison
        if falls(life, poison):
            total += prices.win
        if found is None or total > found[0]:
            found = total, plays
    assert found is not None
    return list(found[1])
