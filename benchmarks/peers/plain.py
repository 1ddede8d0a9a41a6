"""A combat document as the peers read it: creatures that attack the player, lethal damage, deathtouch, trample,
lifelink, first and double strike. What goes beyond that is out of their scope, and they say so instead of guessing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

__all__ = ["Creature", "OutOfScope", "Plain", "plain"]

VALUES = {
    "double strike": 2.0, "deathtouch": 2.0, "indestructible": 3.0, "flying": 1.0, "first strike": 1.0, "trample": 1.0,
    "lifelink": 1.0, "hexproof": 1.0, "menace": 0.5, "vigilance": 0.5, "reach": 0.5, "haste": 0.5, "defender": 0.0,
}  # fmt: skip
"""The keywords in scope and what they add to a creature's value."""

FIELDS = {
    "id", "name", "power", "toughness", "keywords", "colors", "damage", "value", "blocks", "blocked", "struck_first",
}  # fmt: skip


class OutOfScope(Exception):
    """The combat has something that this peer doesn't know."""


@dataclass(frozen=True)
class Creature:
    """A creature of a combat. `facing`: the places of the creatures opposite that it is paired with."""

    id: str
    damage: int
    """What it assigns in a step that it takes part in (510.1a)."""
    need: int
    """The damage that is lethal to it now, without deathtouch (702.19b)."""
    keywords: frozenset[str]
    value: float
    facing: tuple[int, ...]
    blocked: bool
    struck_first: bool

    def has(self, keyword: str) -> bool:
        """Has the keyword."""
        return keyword in self.keywords

    @property
    def strikes_first(self) -> bool:
        """Takes part in a first-strike step (702.4, 702.7)."""
        return bool(self.keywords & {"first strike", "double strike"})

    @property
    def strikes_later(self) -> bool:
        """Takes part in the regular step (510.4), if it lives to see it."""
        return self.has("double strike") or not (self.struck_first or self.has("first strike"))


@dataclass(frozen=True)
class Plain:
    """A combat in scope. `first`: it stands before the first-strike step."""

    attackers: tuple[Creature, ...]
    blockers: tuple[Creature, ...]
    life: int
    first: bool
    creature_weight: float
    life_weight: float
    win_weight: float

    @property
    def creatures(self) -> tuple[Creature, ...]:
        """Both sides."""
        return self.attackers + self.blockers

    @cached_property
    def shared(self) -> bool:
        """Some blocker blocks more than one attacker, so that the defending player has something to divide."""
        return any(len(blocker.facing) > 1 for blocker in self.blockers)

    def takes_part(self, creature: Creature) -> bool:
        """Assigns damage in the step at hand."""
        if not creature.damage:
            return False
        if self.first:
            return creature.strikes_first
        return creature.has("double strike") or not creature.struck_first


def plain(document: Mapping[str, Any]) -> Plain:
    """The combat of a document; raises `OutOfScope` where there is more to it."""
    known = {"attackers", "blockers", "attacking_player", "defending_player", "weights", "rules", "step", "triggers"}
    mine, theirs = document["attackers"], document.get("blockers", [])
    players = [document.get(f"{side}_player", {}) for side in ("attacking", "defending")]
    if set(document) - known or document.get("rules", "foundations") != "foundations":
        raise OutOfScope("rules")
    if document.get("triggers", "applied") != "applied" or any(player.get("poison") for player in players):
        raise OutOfScope("triggers or poison")
    if any(player.get("commander_damage") for player in players):
        raise OutOfScope("commander damage")
    weights = {"creature": 1.0, "life": 1.0, "win": 1000.0, **document.get("weights", {})}
    if min(weights[name] for name in ("creature", "life", "win")) < 0:
        raise OutOfScope("negative weights")
    place = {one["id"]: number for number, one in enumerate(mine)}
    facing = [tuple(sorted(place[name] for name in one["blocks"])) for one in theirs]
    blocked_by = [tuple(b for b, pairs in enumerate(facing) if a in pairs) for a in range(len(mine))]
    attackers = tuple(read(one, by) for one, by in zip(mine, blocked_by, strict=True))
    blockers = tuple(read(one, pairs) for one, pairs in zip(theirs, facing, strict=True))
    strikes = any(one.strikes_first for one in attackers + blockers)
    first = document.get("step", "first-strike" if strikes else "regular") == "first-strike"
    life = document.get("defending_player", {}).get("life", 20)
    return Plain(attackers, blockers, life, first, weights["creature"], weights["life"], weights["win"])


def read(one: Mapping[str, Any], facing: tuple[int, ...]) -> Creature:
    """One creature of a document."""
    keywords = frozenset(one.get("keywords", []))
    need = one["toughness"] - one.get("damage", 0)
    if any(one[field] for field in set(one) - FIELDS) or keywords - set(VALUES):
        raise OutOfScope(one["id"])
    worth = max(0, one["power"]) + max(0, one["toughness"]) + sum(VALUES[keyword] for keyword in keywords)
    value = float(one.get("value", worth))
    if value < 0:
        raise OutOfScope(f"{one['id']}: a negative value")
    return Creature(
        id=one["id"],
        damage=max(0, one["power"]),
        need=max(0, need),
        keywords=keywords,
        value=value,
        facing=facing,
        blocked=bool(facing) or one.get("blocked", False),
        struck_first=one.get("struck_first", False),
    )
