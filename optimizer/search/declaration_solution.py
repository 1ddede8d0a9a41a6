"""What was decided: the declaration, the line that follows it, and the proof."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..model.board import DeclareAttackers, DeclareBlockers
from ..model.repr import Told
from ..model.terms import Edition
from ..rules.damage.outcome import Outcome
from .line.solution import Announced, Solution

__all__ = ["AttackSolution", "BlockSolution"]


@dataclass(frozen=True, eq=False)
class BlockSolution(Told):
    """The best blocks of a board, and the best line after them.

    `score` is that of the line, from the attacking player's side; no legal blocks lead to less than `bound`, which
    equals it where `status` is "optimal".
    """

    board: DeclareBlockers
    blocks: Mapping[str, tuple[str, ...]]
    score: float
    bound: float
    status: str
    method: str
    seconds: float
    play: Solution

    @property
    def line(self) -> tuple[Announced, ...]:
        """The announcements of damage that follow."""
        return self.play.line

    @property
    def outcome(self) -> Outcome:
        """What the line comes to. Creatures that neither attack nor block aren't in it."""
        return self.play.outcome

    def to_dict(self) -> dict[str, Any]:
        """The shape of the contract for `blocks`; in `ordered` with the orders that the players announce."""
        return {
            "status": self.status,
            "score": self.score,
            "bound": self.bound,
            "blocks": {name: list(targets) for name, targets in self.blocks.items()},
            **self.told(),
            **how(self),
        }

    def told(self) -> dict[str, Any]:
        """What follows the blocks."""
        return {
            **({"orders": orders_of(self.play)} if self.board.edition is Edition.ORDERED else {}),
            "line": [one.to_dict() for one in self.line],
            "outcome": self.outcome.to_dict(),
        }


def how(found: BlockSolution | AttackSolution) -> dict[str, Any]:
    """How it was found, and how long that took."""
    return {"method": found.method, "time_ms": round(found.seconds * 1000, 3)}


def orders_of(play: Solution) -> dict[str, list[str]]:
    """The damage assignment orders announced."""
    return {one.id: list(one.order) for one in play.combat.creatures if one.order is not None}


@dataclass(frozen=True, eq=False)
class AttackSolution(Told):
    """The best attacks of a board, the best blocks against them, and the best line after those.

    No legal attacks lead to more than `bound`, which equals `score` where `status` is "optimal". With crackback the
    score is less by `reply`, what the other player's best attack next turn is worth to them.
    """

    board: DeclareAttackers
    attacks: Mapping[str, str]
    score: float
    bound: float
    status: str
    method: str
    seconds: float
    defence: BlockSolution
    reply: float | None = None

    @property
    def blocks(self) -> Mapping[str, tuple[str, ...]]:
        """The best blocks against these attacks."""
        return self.defence.blocks

    @property
    def line(self) -> tuple[Announced, ...]:
        """The announcements of damage that follow."""
        return self.defence.line

    @property
    def outcome(self) -> Outcome:
        """What the line comes to. Creatures that neither attack nor block aren't in it."""
        return self.defence.outcome

    def to_dict(self) -> dict[str, Any]:
        """The shape of the contract for `attacks`, with the blocks that the line rests on."""
        return {
            "status": self.status,
            "score": self.score,
            "bound": self.bound,
            "attacks": dict(self.attacks),
            "blocks": {name: list(targets) for name, targets in self.blocks.items()},
            **({} if self.reply is None else {"reply": self.reply}),
            **self.defence.told(),
            **how(self),
        }
