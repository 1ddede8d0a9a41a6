"""The score, in whole numbers, so that every method adds up to exactly the same.

Weights and values are decimal fractions; multiplied by a common denominator they are integers. `Prices` holds those.
"""

from __future__ import annotations

import copy
import math
from fractions import Fraction
from typing import TYPE_CHECKING

from .damage.damage import loss
from .position import DEAD, RETURNED, Body, Position, Table, Traits, wins

if TYPE_CHECKING:
    from ..model.combat import Combat
    from ..model.creature import Creature

__all__ = ["Prices"]

LARGE = 1 << 40
DYADIC = 16  # a product of two quarters has this denominator


class Prices:
    """What everything is worth to the attacking player, as integers of 1 / `scale` points.

    Ties go to the line that leaves the defending player less life: prices are multiples of `spread`, and each point of
    life that player loses counts 1 more. What that adds up to never reaches half of `spread`.
    """

    __slots__ = (
        "attackers", "blockers", "creature", "defense", "life", "loyalty", "player", "poison", "scale", "spread", "win",
    )  # fmt: skip

    def __init__(self, combat: Combat) -> None:
        each = combat.weights
        creatures = combat.creatures
        weights = (each.creature, each.life, each.poison, each.loyalty, each.defense, each.win)
        numbers = [*weights, *[one.value for one in creatures]]
        dyadic = max(numbers) < LARGE and min(numbers) > -LARGE and not any(number * 4 % 1 for number in numbers)
        scale = DYADIC if dyadic else common_denominator(weights, numbers)
        spread = 1
        bodies: tuple[Creature | Body, ...] = creatures
        if combat.pending:  # what triggers gave and took counts, however much it is
            start = combat.table.start
            spread += 4 * abs(combat.defending_player.life - start.defender_life)
            bodies = (*start.attackers, *start.blockers)
        for one in bodies:
            spread += 4 * (abs(one.power) + abs(one.toughness) + 8)  # two steps, both signs
        spread = 1 << spread.bit_length() + 2
        self.spread = spread
        self.scale = scale * spread

        def whole(number: float) -> int:
            return int(number * DYADIC) * spread if dyadic else int(exact(number) * scale) * spread

        creature, life, poison, loyalty, defense, win = weights
        self.life, self.poison, self.loyalty = whole(life), whole(poison), whole(loyalty)
        self.player = self.life + 1  # a point of the defending player's life
        self.defense, self.win = whole(defense), whole(win)
        self.creature = creature
        self.attackers = [self.product(one.value) for one in combat.attackers]
        self.blockers = [self.product(one.value) for one in combat.blockers]

    def restricted(self, attackers: list[int], blockers: list[int]) -> Prices:
        """The prices for an excerpt of the combat: some of its creatures, numbered anew."""
        other = copy.copy(self)
        other.attackers = [self.attackers[a] for a in attackers]
        other.blockers = [self.blockers[b] for b in blockers]
        return other

    def product(self, value: float) -> int:
        """A value of a creature, weighed."""
        if self.scale == DYADIC * self.spread:
            return int(self.creature * value * DYADIC) * self.spread
        return int(exact(self.creature) * exact(value) * self.scale)

    def lost(self, traits: Traits, body: Body) -> int:
        """What was lost of a creature, weighed: all of it, or by how much less what came back is worth."""
        if body.place < DEAD:
            return 0
        if body.place == RETURNED:
            return self.product(loss(traits, body))
        return self.attackers[traits.index] if traits.attacking else self.blockers[traits.index]

    def parts(self, table: Table, position: Position) -> dict[str, int]:
        """What each term of the score comes to, from the document on to a position."""
        combat = table.combat
        before, after = table.full, position.permanents
        taken = [full - left for full, left in zip(before, after, strict=True)]
        theirs = combat.defending_player.life - position.defender_life
        ours = combat.attacking_player.life - position.attacker_life
        return {
            "creature": sum(map(self.lost, table.blockers, position.blockers))
            - sum(map(self.lost, table.attackers, position.attackers)),
            "life": self.player * theirs - self.life * ours,
            "poison": self.poison * (position.defender_poison - combat.defending_player.poison),
            "loyalty": self.loyalty * sum(taken[: table.walkers]),
            "defense": self.defense * sum(taken[table.walkers :]),
            "win": self.win * wins(position),
        }

    def score(self, table: Table, position: Position) -> int:
        """The score of a position as a whole number of prices."""
        return sum(self.parts(table, position).values())

    def points(self, number: int) -> float:
        """A whole number of prices as the score that people read, without what breaks ties."""
        return (number + self.spread // 2) // self.spread * self.spread / self.scale


def exact(number: float) -> Fraction:
    """The decimal fraction that a person wrote."""
    return Fraction(repr(float(number)))


def common_denominator(weights: tuple[float, ...], numbers: list[float]) -> int:
    """A number that makes every weight, and every product of the creature weight and a value or a half, whole."""
    return math.lcm(2, *(exact(number).denominator for number in numbers)) * exact(weights[0]).denominator
