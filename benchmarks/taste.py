"""How much score the greedy fillers leave on the table, and how often. The other player plays its best throughout."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from optimizer import Combat, solve

from . import families
from .peers import byrules
from .peers.greedy import FILLERS
from .peers.plain import plain

__all__ = ["FAMILIES", "Left", "left_on_the_table", "played"]

Document = dict[str, Any]
WIN = 500.0
"""More than this can only be lost with the game itself."""


def several_against_one(seed: int) -> Document:
    """The gang that blocks somewhere in `typical`, alone."""
    for number in range(10):
        document = families.typical(1_000_000 + 10 * seed + number, several=0.0)
        for attacker in document["attackers"]:
            gang = [one for one in document["blockers"] if attacker["id"] in one["blocks"]]
            if len(gang) > 1:
                return document | {"attackers": [attacker], "blockers": gang}
    return families.small(seed)


FAMILIES: dict[str, Callable[[int], Document]] = {
    "one attacker, a gang of 2 to 4": several_against_one,
    "typical, 2 to 5 attackers": lambda seed: families.typical(seed, several=0.0),
    "typical, a third of the blockers block two": lambda seed: families.typical(seed, several=0.33),
    "typical, the player at 3 life": lambda seed: families.typical(seed, life=3),
    "first and double strike, 2 attackers": lambda seed: families.strikes(seed, 2, 3),
}


@dataclass(frozen=True)
class Left:
    """What a filler left over the combats of a family in which the attacking player had a choice."""

    family: str
    filler: str
    combats: int
    worse: int
    wins_missed: int
    total: float
    """Points lost over all of them, games that weren't won aside."""
    most: float

    @property
    def often(self) -> float:
        """The share of combats in which it lost something."""
        return self.worse / self.combats if self.combats else 0.0

    @property
    def mean(self) -> float:
        """Points lost where it lost some, games that weren't won aside."""
        plain_losses = self.worse - self.wins_missed
        return self.total / plain_losses if plain_losses else 0.0


def played(document: Document, filler: Callable[[Document], Any]) -> list[Document]:
    """The line in which the filler announces for the attacking player, and the other one answers with its best."""
    line: list[Document] = []
    now: Document | None = document
    while now is not None:
        combat = plain(now)
        best = solve(Combat.from_document(now)).line
        assert not (combat.first and combat.shared), "what is best for the defence would depend on the filler"
        step = best[0].to_dict()["step"]
        defending = best[0].to_dict()["defending"]
        attacking = filler(now)
        line.append({"step": step, "attacking": attacking, "defending": defending})
        _, now = byrules.module().resolve(now, attacking, defending)
    return line


def left_on_the_table(
    combats: int, families_: dict[str, Callable[[int], Document]] = FAMILIES, tick: Callable[[], object] = lambda: None
) -> Iterator[Left]:
    """Plays the first so many combats of each family that leave the attacking player a choice."""
    for family, make in families_.items():
        losses: dict[str, list[float]] = {name: [] for name in FILLERS}
        seed = 0
        while len(losses["Forge"]) < combats:
            document = make(seed)
            seed += 1
            combat = Combat.from_document(document)
            if combat.legal_assignments("attacking").count() == 1:
                continue
            best = solve(combat).score
            for name, filler in FILLERS.items():
                lost = best - byrules.legal_line_score(document, played(document, filler))
                assert lost >= 0, f"{name} beats the best line of {combat} by {-lost}"
                losses[name].append(lost)
            tick()
        for name, lost_by in losses.items():
            some = [lost for lost in lost_by if 0 < lost < WIN]
            wins = sum(lost >= WIN for lost in lost_by)
            yield Left(family, name, len(lost_by), len(some) + wins, wins, sum(some), max(some, default=0.0))
