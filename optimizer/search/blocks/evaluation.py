"""What whole declarations come to, by their components where that is exact, else played out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...model.board import DeclareBlockers
from .board_bounds import BoardBounds, least_weight
from .components import Components
from .lethality import Stakes
from .play_out import Deadline, play_out

__all__ = ["Weighing"]


class Weighing:
    """Weighs declarations of one board in whole units of the score."""

    def __init__(self, board: DeclareBlockers, deadline: Deadline) -> None:
        self.board = board
        self.deadline = deadline
        self.components = Components(board, deadline)
        self.stakes = Stakes(board)
        self.kind = least_weight(board.weights, (*board.attackers, *board.defenders)) >= 0
        prices = self.components.prices
        self.win = int(prices.win // prices.spread)
        self.floor = BoardBounds(board, prices, board.defenders).anything.low
        """No line changes the score by less, whenever combat ends, but for winning."""

    @property
    def scale(self) -> int:
        """How many units make a point of the score."""
        return self.components.scale

    def bound(self, value: int, masks: Sequence[int]) -> int | None:
        """No line after a declaration where losing is at stake is worth less; `value` is the sum of its components.

        The attacking player can play for the components' values: that comes to their sum, and the win on top if it so
        happens. Only where it happens in the first-strike step the rest of the plays is cut off.
        """
        if not self.kind or self.board.pending:
            return None
        if self.stakes.one_step:
            return value + (self.win if self.stakes.must_lose(masks) else 0)
        return min(value, self.floor + self.win)

    def weigh(
        self, blocks: Mapping[str, Sequence[str]], masks: Sequence[int], best: int | None
    ) -> tuple[int, bool] | None:
        """What a declaration comes to and whether that is proven; None where that is no less than `best`, for all that
        can be told without playing it out."""
        ours = self.stakes.attacker_can_lose(masks)
        if not ours and not self.stakes.can_lose(masks):
            return self.components.total(masks)
        if not ours and best is not None and self.kind and not self.board.pending:
            value, proven = self.components.total(masks)
            bound = self.bound(value, masks)
            if proven and bound is not None and bound >= best:
                return None
            if proven and self.stakes.one_step and self.stakes.must_lose(masks) and not self.stakes.lost:
                return value + self.win, True
        whole = play_out(self.board, blocks, self.deadline)
        return round(whole.score * self.scale), whole.proven
