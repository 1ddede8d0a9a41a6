"""A creature on a board: what it is in combat, and what decides whether it may or must attack and block."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal

from .creature import Attacker, Blocker, Creature
from .terms import PLAYER

__all__ = ["BoardCreature", "as_attacker", "as_blocker"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardCreature(Creature):
    """A creature before attacks or blocks. Restrictions and requirements are those of 508.1c-d and 509.1b-c.

    `attacking` and `band` matter once it attacks; `must_be_blocked_by` N: by N or more creatures if able.

    >>> BoardCreature(id="rat", power=1, toughness=1, keywords=("menace",)).fewest
    2
    """

    tapped: bool = False
    summoning_sick: bool = False
    types: tuple[str, ...] = ()
    can_block: int | Literal["any"] = 1
    cant_attack: bool = False
    cant_block: bool = False
    cant_attack_alone: bool = False
    cant_block_alone: bool = False
    can_block_only: tuple[str, ...] = ()
    unblockable: bool = False
    landwalk: bool = False
    min_blockers: int = 1
    max_blockers: int | None = None
    min_blocker_power: int | None = None
    max_blocker_power: int | None = None
    must_attack: bool = False
    must_block: bool = False
    must_be_blocked: bool = False
    must_be_blocked_by: int = 0
    lure: bool = False
    provoked_by: tuple[str, ...] = ()
    goaded_by: tuple[str, ...] = ()
    attacking: str | None = PLAYER
    band: str | None = None
    as_though_unblocked: bool = False
    commander: bool = False

    @property
    def fewest(self) -> int:
        """The fewest creatures that may block it, if any do (menace: 702.111b)."""
        return max(self.min_blockers, 2) if "menace" in self.abilities else max(self.min_blockers, 1)


SHARED = tuple(entry.name for entry in fields(Creature) if entry.init)
ATTACKING = ("attacking", "band", "as_though_unblocked", "commander")


def as_attacker(creature: BoardCreature, **changes: Any) -> Attacker:
    """The creature attacking what its `attacking` says."""
    held = {name: getattr(creature, name) for name in SHARED + ATTACKING}
    return Attacker(**held | changes)


def as_blocker(creature: BoardCreature, blocks: tuple[str, ...]) -> Blocker:
    """The creature blocking attackers."""
    return Blocker(**{name: getattr(creature, name) for name in SHARED}, blocks=blocks)
