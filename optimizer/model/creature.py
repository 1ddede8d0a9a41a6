"""Creatures, as values: what a combat damage step needs to know of one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from .terms import PLAYER

__all__ = ["Attacker", "Blocker", "Creature", "changed_by", "default_value"]

KEYWORD_VALUES: dict[str, float] = {
    "double strike": 2, "deathtouch": 2, "indestructible": 3, "flying": 1, "first strike": 1, "trample": 1,
    "lifelink": 1, "infect": 1, "wither": 1, "hexproof": 1, "menace": 0.5, "vigilance": 0.5, "reach": 0.5, "haste": 0.5,
}  # fmt: skip


def default_value(power: int, toughness: int, keywords: Iterable[str]) -> float:
    """What losing a creature is worth where the document doesn't say.

    >>> default_value(2, 2, ["deathtouch", "deathtouch", "menace"])
    6.5
    >>> default_value(-1, 3, [])
    3.0
    """
    worth = 0.0
    for keyword in set(keywords):
        worth += KEYWORD_VALUES.get(keyword, 0.0)
    return max(0, power) + max(0, toughness) + worth


def changed_by(counters: Iterable[tuple[str, int]]) -> tuple[int, int]:
    """What counters add to power and to toughness (122.1a).

    >>> changed_by([("+1/+1", 2), ("-0/-1", 1), ("flying", 1)])
    (2, 1)
    """
    power = toughness = 0
    for kind, number in counters:
        if kind[0] in "+-":
            one, _, other = kind.partition("/")
            power += int(one) * number
            toughness += int(other) * number
    return power, toughness


@dataclass(frozen=True, slots=True, kw_only=True)
class Creature:
    """A creature in combat. Power and toughness are the current ones, every counter and effect included.

    `value` None takes the default value. `base` is its power and toughness without counters and effects that end, which
    undying and persist bring back; None: the current ones without what counters gave. `not_counted` are lines of its
    text that touch combat and are in none of the other fields: they change nothing, and every answer tells them.

    >>> Creature(id="bear", power=2, toughness=2).value
    4.0
    >>> Creature(id="bear", power=3, toughness=3, counters=(("+1/+1", 1),)).unchanged
    (2, 2)
    """

    id: str
    power: int
    toughness: int
    name: str = ""
    keywords: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    damage: int = 0
    counters: tuple[tuple[str, int], ...] = ()
    regeneration: int = 0
    prevent: int | Literal["all"] = 0
    deals_no_damage: bool = False
    assigns_no_damage: bool = False
    damage_equal_to_toughness: bool = False
    excess_to_controller: bool = False
    value: float = None  # type: ignore[assignment]  # resolved below, so that readers always see a number
    struck_first: bool = False
    order: tuple[str, ...] | None = None
    base: tuple[int, int] | None = None
    not_counted: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if self.value is None:
            object.__setattr__(self, "value", default_value(self.power, self.toughness, self.abilities))
        if not self.name:
            object.__setattr__(self, "name", self.id)

    @property
    def abilities(self) -> tuple[str, ...]:
        """The keywords, those that keyword counters give (122.1b) included."""
        if not self.counters:
            return self.keywords
        return self.keywords + tuple(kind for kind, number in self.counters if number > 0 and kind in KEYWORD_COUNTERS)

    def counter(self, kind: str) -> int:
        """How many counters of a kind are on it."""
        return next((number for name, number in self.counters if name == kind), 0)

    @property
    def unchanged(self) -> tuple[int, int]:
        """Its power and toughness without counters and effects that end."""
        if self.base is not None:
            return self.base
        power, toughness = changed_by(self.counters)
        return self.power - power, self.toughness - toughness


KEYWORD_COUNTERS = frozenset(
    ["deathtouch", "double strike", "first strike", "flying", "haste", "hexproof", "indestructible", "lifelink",
     "menace", "reach", "trample", "vigilance", "shadow", "decayed", "exalted"]
)  # fmt: skip
"""The kinds of counters that give the keyword they are named after (122.1b)."""

ACTING = ("+1/+1", "-1/-1", "shield", "finality", "stun", *sorted(KEYWORD_COUNTERS))
"""The kinds of counters that the rules act on in combat; others that change power and toughness are in the numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attacker(Creature):
    """An attacking creature; `attacking` None: what it attacked is gone. `blocked`: became blocked, whoever is left."""

    attacking: str | None = PLAYER
    blocked: bool = False
    as_though_unblocked: bool = False
    band: str | None = None
    commander: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocker(Creature):
    """A blocking creature and the ids of the attackers it blocks."""

    blocks: tuple[str, ...] = ()
