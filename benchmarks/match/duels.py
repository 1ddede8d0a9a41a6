"""Creatures as the greedy players see them: who could block whom, and what comes of one against one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from optimizer import default_value

__all__ = ["Creature", "creatures", "duel", "left_over", "threatening"]


@dataclass(frozen=True)
class Creature:
    """A creature of a board, with the fields that drafted creatures have."""

    id: str
    power: int
    toughness: int
    keywords: frozenset[str]
    tapped: bool
    summoning_sick: bool

    @classmethod
    def of(cls, document: dict[str, Any]) -> Creature:
        """A creature's part of a document."""
        return cls(
            document["id"], max(0, document["power"]), document["toughness"], frozenset(document.get("keywords", [])),
            document.get("tapped", False), document.get("summoning_sick", False),
        )  # fmt: skip

    def has(self, keyword: str) -> bool:
        """Has the keyword."""
        return keyword in self.keywords

    @property
    def untapped(self) -> Creature:
        """The same, untapped."""
        return replace(self, tapped=False)

    @property
    def value(self) -> float:
        """What it is worth."""
        return default_value(self.power, self.toughness, self.keywords)

    @property
    def strikes_first(self) -> bool:
        """Deals damage in the first of two steps (702.4, 702.7)."""
        return self.has("first strike") or self.has("double strike")

    @property
    def damage(self) -> int:
        """What it deals over a combat in which nothing stops it."""
        return self.power * (2 if self.has("double strike") else 1)

    @property
    def can_attack(self) -> bool:
        """508.1a, and defender (702.3b)."""
        return not (self.tapped or self.has("defender") or (self.summoning_sick and not self.has("haste")))

    @property
    def fewest_blockers(self) -> int:
        """Menace (702.111b)."""
        return 2 if self.has("menace") else 1

    def can_block(self, attacker: Creature) -> bool:
        """Untapped (509.1a), and reaches what flies (702.9b)."""
        return not self.tapped and (not attacker.has("flying") or self.has("flying") or self.has("reach"))

    def deadly(self, damage: int, other: Creature) -> bool:
        """So much damage from this one destroys the other."""
        return damage > 0 and not other.has("indestructible") and (self.has("deathtouch") or damage >= other.toughness)

    def dies_to(self, gang: Iterable[Creature]) -> bool:
        """Creatures that all deal their damage to this one destroy it together."""
        gang = list(gang)
        deadly = any(one.has("deathtouch") and one.damage for one in gang)
        enough = deadly or sum(one.damage for one in gang) >= self.toughness
        return enough and not self.has("indestructible")


def creatures(documents: Iterable[dict[str, Any]]) -> list[Creature]:
    """The creatures of one side of a board."""
    return [Creature.of(document) for document in documents]


def duel(attacker: Creature, blocker: Creature) -> tuple[bool, bool]:
    """Whether the attacker and the blocker die, one against one, over both steps.

    >>> bear = Creature("bear", 2, 2, frozenset(), False, False)
    >>> duel(bear, Creature("knight", 2, 2, frozenset({"first strike"}), False, False))
    (True, False)
    """
    pair, dealt, dead = (attacker, blocker), [0, 0], [False, False]
    for first in (True, False):
        strikers = [
            not dead[k] and (one.strikes_first if first else not one.has("first strike")) for k, one in enumerate(pair)
        ]
        for k in (0, 1):
            dealt[k] += pair[k].power * strikers[k]
        dead = [dead[k] or pair[1 - k].deadly(dealt[1 - k], pair[k]) for k in (0, 1)]
    return dead[0], dead[1]


def threatening(attackers: Iterable[Creature], blockers: Sequence[Creature]) -> list[Creature]:
    """The attackers that are left when the strongest that can be blocked are blocked one for one."""
    free = list(blockers)
    left = []
    for attacker in sorted(attackers, key=lambda one: -one.damage):
        able = [one for one in free if one.can_block(attacker)][: attacker.fewest_blockers]
        if len(able) == attacker.fewest_blockers:
            free = [one for one in free if one not in able]
        else:
            left.append(attacker)
    return left


def left_over(attackers: Iterable[Creature], blockers: Sequence[Creature]) -> int:
    """The damage that is left over when the strongest are blocked one for one."""
    return sum(one.damage for one in threatening(attackers, blockers))
