"""Sums over sets of blockers that grow attacker by attacker, so that all sets of attackers share their beginnings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..blocks.separate import MOST_CELLS, factors
from ..blocks.set_partition import FAR, Column, Costs, Sums, columns

if TYPE_CHECKING:
    from ..blocks.fights import Fights
    from .attack_search import Onslaught, Weighed

__all__ = ["Frame", "OneByOne", "Together"]


class Frame(NamedTuple):
    """Attackers chosen so far, with the sums of their values and of their pushes, where sums are grown."""

    attacks: dict[str, str]
    values: Sums | None = None
    pushes: Sums | None = None
    sure: bool = True


class OneByOne:
    """The same steps without sums: every declaration is weighed on its own."""

    def __init__(self, search: Onslaught) -> None:
        self.search = search

    def start(self) -> Frame:
        """Nobody attacks yet."""
        return Frame({})

    def then(self, frame: Frame, place: int, target: str | None) -> Frame:
        """Once the creature at a place has decided."""
        if target is None:
            return frame
        return Frame(frame.attacks | {self.search.board.creatures[place].id: target})

    def ceiling(self, frame: Frame, place: int) -> float:
        """Nothing is known of what can come of it."""
        return float("inf")

    def weigh(self, frame: Frame, best: tuple[float, int] | None) -> Weighed | None:
        """What the attacks come to."""
        from .attack_search import Weighed

        chosen = self.search.weigh(frame.attacks)
        return Weighed(frame.attacks, chosen.score, chosen.proven)


class Together:
    """The sums of one board. Costs are those of `set_partition`: requirements, worth, and how many block."""

    @classmethod
    def of(cls, search: Onslaught, fights: Fights) -> Together | None:
        """None where the numbers, or the arrays, are too large."""
        costs = factors(fights)
        if costs is None:
            return None
        self = cls(search, fights, costs)
        cells = (1 << len(fights.bits)) * (self.life or 1) * (self.poison or 1) * len(search.board.creatures)
        return None if cells > MOST_CELLS else self

    def __init__(self, search: Onslaught, fights: Fights, costs: Costs) -> None:
        self.search, self.fights, self.costs = search, fights, costs
        board = search.board
        self.win = int(fights.prices.win // fights.unit)
        self.all = [search.worths_of(*pair) for pair in search.index]
        self.life, self.poison = fights.stakes(self.all)
        self.at_stake = self.life is not None or self.poison is not None
        self.allowed = fights.allowed
        thin, check = fights.thin, search.deadline.check
        self.groups: dict[tuple[str, str], tuple[list[Column], list[Column]]] = {
            pair: (
                columns(one, self.costs, "value", at_stake=self.at_stake, thin=thin, check=check),
                columns(one, self.costs, "push", at_stake=False, thin=thin, check=check) if self.at_stake else [],
            )
            for pair, one in zip(search.index, self.all, strict=True)
        }
        self.bounded = not fights.pairs.demanding and board.weights.least >= 0
        names = [one.id for one in board.creatures]
        more = [0.0] * (len(names) + 1)
        best = dict.fromkeys(names, 0.0)
        for (name, _), one in zip(search.index, self.all, strict=True):
            best[name] = max(best[name], int(one.value[0]) / fights.scale)
        for place in range(len(names) - 1, -1, -1):
            more[place] = more[place + 1] + best[names[place]]
        self.more = more
        # the most that a second step takes from the score, which isn't played once the game is won in the first
        self.spared = -search.bounds.anything.low / search.bounds.scale

    def start(self) -> Frame:
        """Nobody attacks yet."""
        values = Sums(len(self.fights.bits), self.life, self.poison, self.search.deadline.check)
        return Frame(
            {},
            values,
            Sums(len(self.fights.bits), None, None, self.search.deadline.check) if self.at_stake else values,
            True,
        )

    def then(self, frame: Frame, place: int, target: str | None) -> Frame:
        """Once the creature at a place has decided."""
        if target is None:
            return frame
        assert frame.values is not None and frame.pushes is not None
        name = self.search.board.creatures[place].id
        valued, pushed = self.groups[name, target]
        values = frame.values.then(valued)
        return Frame(
            frame.attacks | {name: target},
            values,
            frame.pushes.then(pushed) if self.at_stake else values,
            frame.sure and self.search.worths_of(name, target).sure,
        )

    def ceiling(self, frame: Frame, place: int) -> float:
        """No more than this can come of it, whoever else attacks of the creatures from a place on."""
        if not self.bounded:
            return float("inf")
        assert frame.values is not None
        anyway, _ = frame.values.ends(self.allowed)
        top = self.costs.parts(anyway)[1] / self.fights.scale + self.more[place]
        if self.at_stake:
            top += self.win / self.fights.scale + self.spared
        return top

    def weigh(self, frame: Frame, best: tuple[float, int] | None) -> Weighed | None:
        """What the attacks come to; None where that is no better than the best."""
        from .attack_search import Weighed

        if not frame.attacks:
            return Weighed({}, 0.0, True)
        assert frame.values is not None and frame.pushes is not None
        anyway, safe = frame.values.ends(self.allowed)
        if self.search.coupled(frame.attacks):
            return self.played(frame, anyway, safe, best)
        if not self.at_stake:
            return Weighed(frame.attacks, self.points(anyway), True)
        pushed, _ = frame.pushes.ends(self.allowed)
        met = self.costs.parts(pushed)[0]
        won = self.win * self.costs.worth
        least = pushed + won if frame.sure else min(pushed + won, anyway)
        if safe < FAR // 2 and self.costs.parts(safe)[0] == met:
            if safe <= least:
                return Weighed(frame.attacks, self.points(safe), True)
        elif frame.sure and not self.fights.early and anyway == pushed:
            return Weighed(frame.attacks, self.points(anyway + won), True)
        return self.played(frame, anyway, safe, best)

    def played(self, frame: Frame, anyway: int, safe: int, best: tuple[float, int] | None) -> Weighed | None:
        """What attacks come to whose sums don't say it; None where they can't be better than the best."""
        from .attack_search import Weighed

        if best is not None and self.bounded:
            most = self.points(anyway)
            if self.at_stake:
                most += self.win / self.fights.scale + self.spared
                if safe < FAR // 2:
                    most = min(most, self.points(safe))
            if (most, -len(frame.attacks)) <= best:
                return None
        chosen = self.search.weigh(frame.attacks)
        return Weighed(frame.attacks, chosen.score, chosen.proven)

    def points(self, cost: int) -> float:
        """A cost's worth in points."""
        return self.costs.parts(cost)[1] / self.fights.scale
