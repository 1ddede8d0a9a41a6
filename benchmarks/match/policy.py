"""What a player of the arena decides, and the damage of those who fill greedily."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from optimizer import Combat

from ..peers.greedy import FILLERS
from ..peers.plain import FIELDS, VALUES
from .draft import Document

__all__ = ["Assignment", "Attacks", "Blocks", "Filler", "Policy"]

Attacks = Mapping[str, str]
"""From each attacking creature to what it attacks."""

Blocks = Mapping[str, list[str]]
"""From each blocking creature to the attackers it blocks."""

Assignment = Mapping[str, Mapping[str, int]]


class Policy(Protocol):
    """A way to decide. Boards are documents."""

    name: str

    def attacks(self, board: Document) -> Attacks:
        """Which of `creatures` attack."""

    def blocks(self, board: Document) -> Blocks:
        """Which of `defenders` block which of `attackers`."""

    def damage(self, combat: Combat) -> Assignment:
        """What the attacking player assigns in the step at hand, where there is a choice. The defending player has none
        in this arena, as each creature blocks one."""


class Filler:
    """Divides damage as one of the greedy fillers (benchmarks/peers/greedy.py)."""

    def __init__(self, name: str) -> None:
        self.fill = FILLERS[name]

    def damage(self, combat: Combat) -> Assignment:
        """The filler's division; it knows nothing of poison and counters, and doesn't need to."""
        document = combat.to_document()
        return self.fill(
            {
                "defending_player": {"life": combat.defending_player.life},
                "attackers": [known(one) for one in document["attackers"]],
                "blockers": [known(one) for one in document.get("blockers", [])],
            }
            | ({"step": document["step"]} if "step" in document else {})
        )


def known(creature: Mapping[str, Any]) -> Document:
    """A creature without what the fillers don't know."""
    kept = {field: value for field, value in creature.items() if field in FIELDS}
    return kept | {"keywords": [word for word in creature.get("keywords", []) if word in VALUES]}
