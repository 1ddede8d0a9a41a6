"""What a picture shows, as values: creatures, what is attacked, damage, who fights whom. Nothing has a place yet."""

from __future__ import annotations

from dataclasses import dataclass

from ...model.terms import Side
from ..advice import Fate, Fortune

__all__ = ["Arrow", "DrawnFight", "DrawnTarget", "Figure", "Link", "Panel", "Scene"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A creature. `fate` None: nothing is known of it, or it stays out; `alike`: another has the same name."""

    id: str
    name: str
    power: int
    toughness: int
    side: Side
    keywords: tuple[str, ...] = ()
    damage: int = 0
    marks: tuple[str, ...] = ()
    alike: bool = False
    out: bool = False
    fate: Fate | None = None

    @property
    def fortune(self) -> Fortune | None:
        """What becomes of it."""
        return None if self.fate is None else self.fate.fortune

    @property
    def told(self) -> str:
        """What becomes of it, in a few words that a card has room for.

        >>> fate = Fate("ox", Side.ATTACKING, Fortune.SURVIVES, 3, 3, 2)
        >>> Figure(id="ox", name="Ox", power=2, toughness=3, side=Side.ATTACKING, fate=fate).told
        'survives as 3/3, 2 damage'
        """
        fate = self.fate
        if fate is None or fate.fortune is Fortune.DIES:
            return "" if fate is None else "dies"
        words = str(fate.fortune)
        if (fate.power, fate.toughness) != (self.power, self.toughness):
            words += f" as {fate.power}/{fate.toughness}"
        return f"{words}, {fate.damage} damage" if fate.damage else words


@dataclass(frozen=True, slots=True)
class DrawnTarget:
    """What is attacked in a fight: the defending player, a planeswalker or a battle, and its numbers in words."""

    id: str
    name: str
    numbers: str


@dataclass(frozen=True, slots=True)
class Panel:
    """A player or permanent with its numbers, before and after in words; `lost`: it is gone, or has lost the game."""

    name: str
    numbers: str
    side: Side
    lost: str = ""


@dataclass(frozen=True, slots=True)
class Arrow:
    """Damage from one to another in one step; `words` say it in full."""

    source: str
    recipient: str
    amount: int
    first: bool
    side: Side
    words: str

    @property
    def label(self) -> str:
        """What stands at its head.

        >>> Arrow("ox", "player", 3, True, Side.ATTACKING, "").label
        '1st 3'
        """
        return f"1st {self.amount}" if self.first else str(self.amount)


@dataclass(frozen=True, slots=True)
class Link:
    """An attacker and who blocks it, or what it attacks, between which no damage is dealt."""

    attacker: str
    other: str
    words: str


@dataclass(frozen=True, slots=True)
class DrawnFight:
    """Attackers, and on the other side who blocks them and what they attack, with the damage between them."""

    attackers: tuple[Figure, ...]
    blockers: tuple[Figure, ...]
    targets: tuple[DrawnTarget, ...]
    arrows: tuple[Arrow, ...]
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture. `home` and `idle` are the creatures that stay out of it; `story` tells it in words."""

    title: str
    story: str
    panels: tuple[Panel, ...]
    fights: tuple[DrawnFight, ...]
    home: tuple[Figure, ...]
    idle: tuple[Figure, ...]
    out_words: tuple[str, str]
    answered: bool

    @property
    def arrows(self) -> tuple[Arrow, ...]:
        """The damage of all fights."""
        return tuple(arrow for fight in self.fights for arrow in fight.arrows)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All creatures."""
        fighting = (figure for fight in self.fights for figure in fight.attackers + fight.blockers)
        return (*fighting, *self.home, *self.idle)
