"""Legal declarations of blockers (509.1): listed, counted without listing, and judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ...model.words import show
from .attacker_classes import Crowds
from .judge import BlockJudge
from .layered_count import Layers
from .pairs import Pairs

if TYPE_CHECKING:
    from ...model.board import DeclareBlockers
    from ..damage.legality import Violation

__all__ = ["LegalBlocks"]


class LegalBlocks:
    """Every legal declaration of blockers, without listing them in advance.

    Iterating gives each once as `{blocker id: (attacker ids)}` without those that don't block, `in` judges one,
    `count()` counts. Restrictions are obeyed (509.1b); of the requirements as many are met as any declaration that
    obeys the restrictions can meet (509.1c). There is always at least one, so a view is true.

    >>> from optimizer.model.board import DeclareBlockers
    >>> board = DeclareBlockers.from_document({
    ...     "attackers": [{"id": "rat", "power": 2, "toughness": 2, "keywords": ["menace"]}],
    ...     "defenders": [{"id": "x", "power": 1, "toughness": 1, "must_block": True},
    ...                   {"id": "y", "power": 1, "toughness": 1}],
    ... })
    >>> list(board.legal_declarations())
    [{'x': ('rat',), 'y': ('rat',)}]
    >>> print(board.violations({"x": ["rat"]})[0])
    702.111b: rat can't be blocked except by 2 or more creatures, and 1 blocks it
    """

    def __init__(self, board: DeclareBlockers, check: Callable[[], object] = lambda: None) -> None:
        self.board = board
        self.pairs = Pairs(board)
        self.check = check  # called while requirements are counted, which it may break off by an exception

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<LegalBlocks: {self.count()}>"

    def __contains__(self, declaration: object) -> bool:
        return not self.violations(declaration)

    def count(self) -> int:
        """How many there are, exactly, without listing them.

        >>> from optimizer.model.board import DeclareBlockers
        >>> some = lambda side, n: [{"id": f"{side}{i}", "power": 1, "toughness": 1} for i in range(n)]
        >>> DeclareBlockers.from_document({"attackers": some("a", 10), "defenders": some("b", 10)}
        ...     ).legal_declarations().count() == 11 ** 10
        True
        """
        return self.layers.total.ways

    @property
    def most_met(self) -> int:
        """The most requirements that a declaration can meet without breaking a restriction; where there are none,
        nothing has to be counted."""
        return self.layers.total.met if self.pairs.demanding else 0

    @cached_property
    def crowds(self) -> Crowds:
        """The attackers in crowds of equals."""
        return Crowds(self.pairs)

    @cached_property
    def layers(self) -> Layers:
        """What the blockers from each one on can do."""
        crowds = self.crowds
        return Layers(len(self.board.defenders), crowds.start, crowds.moves, crowds.last, self.check)

    @cached_property
    def never_alone(self) -> frozenset[str]:
        """The creatures that can't block alone."""
        return frozenset(one.id for one in self.board.defenders if one.cant_block_alone)

    def __iter__(self) -> Iterator[dict[str, tuple[str, ...]]]:
        defenders = self.board.defenders
        at = [self.further(0, (0,) * len(self.board.attackers), 0, {})]
        while at:  # one level for each creature that has decided, each as far as it has been asked for
            node = next(at[-1], None)
            if node is None:
                at.pop()
            elif len(at) == len(defenders) + 1:
                yield node[2]
            else:
                at.append(self.further(len(at), *node))

    def further(
        self, place: int, numbers: tuple[int, ...], met: int, chosen: dict[str, tuple[str, ...]]
    ) -> Iterator[tuple[tuple[int, ...], int, dict[str, tuple[str, ...]]]]:
        """What can become of blocks chosen so far once the creature at a place has decided: how many block each
        attacker, the requirements met, and the blocks."""
        board, layers = self.board, self.layers
        if place == len(board.defenders):
            yield numbers, met, chosen
            return
        for targets in self.options(place):
            now, choice = numbers, chosen
            if targets:
                counted = list(numbers)
                for target in targets:
                    counted[target] += 1
                now = tuple(counted)
                choice = chosen | {board.defenders[place].id: tuple(board.attackers[a].id for a in targets)}
            needy = bool(self.never_alone) and not self.never_alone.isdisjoint(choice)
            sum_met = met + self.pairs.met(place, targets)
            left = layers.rest[place + 1].get(self.crowds.state(now, len(choice), needy))
            if left is not None and sum_met + left.met == layers.total.met:
                yield now, sum_met, choice

    def options(self, place: int) -> Iterator[tuple[int, ...]]:
        """The sets of attackers that a creature may block, as far as it alone and each of them decide: those that meet
        the most requirements first, then the small ones."""
        points = self.pairs.points[place]
        wanted = [a for a in self.pairs.able[place] if points[a]]
        others = [a for a in self.pairs.able[place] if not points[a]]
        most = self.pairs.capacity[place]
        for number in range(min(most, len(wanted)), -1, -1):
            for some in combinations(wanted, number):
                for size in range(min(most - number, len(others)) + 1):
                    for more in combinations(others, size):
                        yield tuple(sorted(some + more))

    def violations(self, declaration: Any) -> list[Violation]:
        """Every clause that a declaration breaks; empty where it is legal. Anything may be asked about."""
        from ..damage.legality import Violation

        if not isinstance(declaration, Mapping):
            return [Violation("509.1", "", f"expected {{blocker: [attackers]}}, not {show(declaration)}")]
        return BlockJudge(self).judge(declaration)
