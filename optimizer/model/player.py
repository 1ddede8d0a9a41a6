"""The players, what else can be attacked, and what the score counts each thing at."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Battle", "Planeswalker", "Player", "Weights"]


@dataclass(frozen=True, slots=True)
class Player:
    """A player; `commander_damage` is the combat damage that each commander has dealt to them this game (903.10a)."""

    life: int = 20
    poison: int = 0
    commander_damage: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Planeswalker:
    """A planeswalker that can be attacked."""

    id: str
    loyalty: int
    name: str = ""

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.id)


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle that can be attacked."""

    id: str
    defense: int
    name: str = ""

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What the score counts each thing at, from the attacking player's side."""

    creature: float = 1.0
    life: float = 1.0
    poison: float = 2.0
    loyalty: float = 1.0
    defense: float = 0.5
    win: float = 1000.0

    @property
    def least(self) -> float:
        """The least of them; where it is negative, much that bounds rely on is turned around.

        >>> Weights(win=-1.0).least
        -1.0
        """
        return min(self.creature, self.life, self.poison, self.loyalty, self.defense, self.win)
