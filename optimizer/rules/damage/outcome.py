"""What came of a step or of a whole combat, for a caller to read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...model.terms import Side
from ..position import DEAD, RETURNED, Body, Position, Table, losers

__all__ = ["Outcome", "Survivor", "outcome_of"]


@dataclass(frozen=True, slots=True)
class Survivor:
    """A creature on the battlefield afterwards."""

    damage: int
    power: int
    toughness: int
    counters: Mapping[str, int]

    def to_dict(self) -> dict[str, Any]:
        """As a JSON object."""
        return {
            "damage": self.damage,
            "power": self.power,
            "toughness": self.toughness,
            "counters": dict(self.counters),
        }


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who died, what is left of everyone, and who lost: "attacking", "defending", "both" at once, or None."""

    dies: tuple[str, ...]
    returned: tuple[str, ...]
    attacking_life: int
    attacking_poison: int
    defending_life: int
    defending_poison: int
    planeswalkers: Mapping[str, int]
    battles: Mapping[str, int]
    creatures: Mapping[str, Survivor]
    excess: Mapping[str, int]
    loses: str | None

    @property
    def losers(self) -> tuple[Side, ...]:
        """The players who have lost: both in a draw (104.4a)."""
        return tuple(side for side in Side if self.loses in (side.value, "both"))

    def to_dict(self) -> dict[str, Any]:
        """As a JSON object."""
        return {
            "dies": list(self.dies),
            "returned": list(self.returned),
            "attacking_player": {"life": self.attacking_life, "poison": self.attacking_poison},
            "defending_player": {"life": self.defending_life, "poison": self.defending_poison},
            "planeswalkers": dict(self.planeswalkers),
            "battles": dict(self.battles),
            "creatures": {name: survivor.to_dict() for name, survivor in self.creatures.items()},
            "excess": dict(self.excess),
            "loses": self.loses,
        }


def outcome_of(table: Table, position: Position, excess: Mapping[str, int]) -> Outcome:
    """The outcome of a combat that stands at a position."""
    creatures = (*table.combat.attackers, *table.combat.blockers)
    bodies = (*position.attackers, *position.blockers)
    left = position.permanents
    return Outcome(
        dies=tuple(one.id for one, body in zip(creatures, bodies, strict=True) if body.place == DEAD),
        returned=tuple(one.id for one, body in zip(creatures, bodies, strict=True) if body.place == RETURNED),
        attacking_life=position.attacker_life,
        attacking_poison=position.attacker_poison,
        defending_life=position.defender_life,
        defending_poison=position.defender_poison,
        planeswalkers=dict(zip(table.permanent_ids[: table.walkers], left, strict=False)),
        battles=dict(zip(table.permanent_ids[table.walkers :], left[table.walkers :], strict=True)),
        creatures={
            one.id: survivor_of(one.counters, body)
            for one, body in zip(creatures, bodies, strict=True)
            if body.place != DEAD
        },
        excess=excess,
        loses=losers(position),
    )


def survivor_of(counters: tuple[tuple[str, int], ...], body: Body) -> Survivor:
    """A body for a caller to read; what returned has none of the counters it had."""
    now = {} if body.place == RETURNED else dict(counters)
    now.update({"+1/+1": body.plus, "-1/-1": body.minus, "shield": body.shield})
    return Survivor(body.damage, body.power, body.toughness, {kind: n for kind, n in now.items() if n})
