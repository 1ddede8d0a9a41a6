"""What was decided: the declaration, the line that follows it, and the proof."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..model.board import DeclareAttackers, DeclareBlockers
from ..model.repr import DrawnWithTable
from ..model.terms import Edition
from ..model.uncounted import Uncounted, listed
from ..rules.damage.outcome import Outcome
from .line.solution import Announced, Solution

__all__ = ["AttackSolution", "BlockSolution"]


@dataclass(frozen=True, eq=False)
class BlockSolution(DrawnWithTable):
    """The best blocks of a board, and the best line after them.

    No line after them leaves the attacking player with more than `score`, and no legal blocks lead to less than
    `bound`, which equals it where `status` is "optimal". The line that follows is worth `line_score`.
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
    def line_score(self) -> float:
        """The score of the line that follows, from the attacking player's side."""
        return self.score if self.status == "optimal" else self.play.score

    @property
    def line(self) -> tuple[Announced, ...]:
        """The announcements of damage that follow."""
        return self.play.line

    @property
    def outcome(self) -> Outcome:
        """What the line comes to. Creatures that neither attack nor block aren't in it."""
        return self.play.outcome

    @property
    def not_counted(self) -> tuple[Uncounted, ...]:
        """What the board's creatures have that touches combat and isn't in the numbers."""
        return self.board.not_counted

    def to_dict(self) -> dict[str, Any]:
        """What the command `blocks` answers in JSON; in `ordered` with the orders that the players announce."""
        return {
            "status": self.status,
            "score": self.score,
            "bound": self.bound,
            "blocks": {name: list(targets) for name, targets in self.blocks.items()},
            **self.told(),
            "line_score": self.line_score,
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
    """How it was found, how long that took, and what isn't counted."""
    return {**listed(found.not_counted), "method": found.method, "time_ms": round(found.seconds * 1000, 3)}


def orders_of(play: Solution) -> dict[str, list[str]]:
    """The damage assignment orders announced."""
    return {one.id: list(one.order) for one in play.combat.creatures if one.order is not None}


@dataclass(frozen=True, eq=False)
class AttackSolution(DrawnWithTable):
    """The best attacks of a board, the best blocks against them, and the best line after those.

    Whatever the blocks, they come to no less than `score`, from the attacking player's side; no legal attacks lead to
    more than `bound`, which equals it where `status` is "optimal". The line that follows is worth `line_score`. With
    crackback the scores are less by `reply`, what the other player's best attack next turn is worth to them; without,
    `losing_reply` is an attack of theirs next turn that wins whatever is blocked, where one was found.
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
    line_score: float | None = None
    losing_reply: Mapping[str, str] | None = None

    def __post_init__(self) -> None:
        if self.line_score is None:
            of_line = self.defence.line_score - (self.reply or 0.0) if self.attacks else self.score
            object.__setattr__(self, "line_score", self.score if self.status == "optimal" else of_line)

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

    @property
    def not_counted(self) -> tuple[Uncounted, ...]:
        """What the board's creatures have that touches combat and isn't in the numbers."""
        return self.board.not_counted

    def to_dict(self) -> dict[str, Any]:
        """What the command `attacks` answers in JSON, with the blocks that the line rests on."""
        return {
            "status": self.status,
            "score": self.score,
            "bound": self.bound,
            "attacks": dict(self.attacks),
            "blocks": {name: list(targets) for name, targets in self.blocks.items()},
            **({} if self.reply is None else {"reply": self.reply}),
            **self.defence.told(),
            "line_score": self.line_score,
            **({"reply_loses": self.losing_reply is not None} if self.reply is None else {}),
            **how(self),
        }
