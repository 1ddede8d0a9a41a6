"""The fights of a board: each attacker against each set of blockers that may block it, by the solver's methods."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np

from ..boards import BoardCreature, DeclareBlockers
from ..boards.creature import as_blocker
from ..boards.pairs import Pairs
from ..combat import Combat, has_strike, unchecked
from ..creature import Blocker
from ..score import Prices
from ..solver.context import Context
from ..solver.engine import excerpt, play_on
from ..solver.plays import Play, play_value
from ..solver.strikes import fights_of
from ..table import Position, Table
from ..terms import Edition, Step
from .everyday import Everyday
from .whole import Deadline
from .worth import NOWHERE, Worth, Worths

__all__ = ["Fights"]

SAFE = 10**9
"""Life enough that nobody loses."""


class Fights:
    """All fights of a board whose blockers block one attacker each. `bits` are the defenders that can block something,
    in document order: a set of blockers is a number with their bits."""

    def __init__(self, board: DeclareBlockers, pairs: Pairs, deadline: Deadline, at_stake: bool) -> None:
        self.board = board
        self.pairs = pairs
        self.deadline = deadline
        self.bits = [place for place, capacity in enumerate(pairs.capacity) if capacity]
        self.blockers = [board.defenders[place] for place in self.bits]
        self.prices = prices_of(board, self.blockers)
        self.unit = self.prices.spread
        self.strikes_first = any(map(has_strike, board.attackers))
        self.kinds = kinds_of([*board.attackers, *self.blockers])
        self.memo: dict[tuple[int, ...], Worth] = {}
        self.least = -self.largest() // self.unit - 1
        self.early = self.strikes_first  # combat may end before all damage is dealt
        self.at_stake = at_stake
        self.pending = board.pending
        self.empty = Combat(**{**board.common, "pending": False}, attackers=())

    @property
    def scale(self) -> int:
        """How many units make a point of the score."""
        return self.prices.scale // self.unit

    def largest(self) -> int:
        """More than everything there is could change the score by."""
        prices = self.prices
        powers = sum(abs(one.power) + abs(one.toughness) + 8 for one in (*self.board.attackers, *self.blockers))
        return (
            abs(prices.win)
            + sum(map(abs, prices.attackers + prices.blockers))
            + 4
            * powers
            * max(
                abs(prices.life), abs(prices.poison), abs(prices.loyalty), abs(prices.defense), abs(prices.product(1.0))
            )
        )

    def worths(self, attacker: int) -> Worths:
        """The worths of one attacker's fights."""
        count = 1 << len(self.bits)
        sets = np.arange(count)
        able = sum(1 << bit for bit, place in enumerate(self.bits) if attacker in self.pairs.points[place])
        sizes = np.bitwise_count(sets.astype(np.uint64)).astype(np.int64)
        allowed = np.array([self.pairs.allowed(attacker, number) for number in range(len(self.bits) + 1)])
        legal = ((sets & ~able) == 0) & allowed[sizes]
        met = np.array([self.pairs.attacker_met(attacker, number) for number in range(len(self.bits) + 1)])[sizes]
        for bit, place in enumerate(self.bits):
            if able >> bit & 1:
                met = met + (sets >> bit & 1) * self.pairs.met(place, (attacker,))
        everyday = Everyday.of(self, attacker)
        value, life, poison, push = (np.full(count, NOWHERE, dtype=np.int64) for _ in range(4))
        known = np.zeros(count, dtype=bool)
        sure = simple = True
        if everyday is not None:
            known = legal & ((sets & ~everyday.plain) == 0)
            found = everyday.arrays()
            value[known], life[known] = found.value[known], found.life[known]
            poison[known], push[known] = 0, found.push[known]
            sure = found.sure
        for chosen in np.flatnonzero(legal & ~known):
            worth = self.worth(attacker, int(chosen))
            value[chosen], life[chosen], poison[chosen], push[chosen] = worth[:4]
            sure &= worth.sure
            simple = False
        return Worths(legal, met, value, life, poison, push, sure, simple)

    def worth(self, attacker: int, chosen: int) -> Worth:
        """The worth of one fight, by the solver; fights that look alike are fought once."""
        blockers = [bit for bit in range(len(self.bits)) if chosen >> bit & 1]
        offset = len(self.board.attackers)
        key = (self.kinds[attacker], *sorted(self.kinds[offset + bit] for bit in blockers))
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self.fight(attacker, blockers)
        return found

    def fight(self, attacker: int, bits: list[int]) -> Worth:
        """Fight a fight; in `ordered` with the attacking player's best order."""
        if self.board.edition is Edition.ORDERED and len(bits) > 1:
            found = [self.fight_in(attacker, bits, order) for order in permutations(bits)]
            return Worth(
                max(one.value for one in found),
                max(one.life for one in found),
                max(one.poison for one in found),
                min(one.push for one in found),
                sure=False,
            )
        return self.fight_in(attacker, bits, bits)

    def fight_in(self, attacker: int, bits: list[int], order: Sequence[int]) -> Worth:
        """Fight a fight with a damage assignment order."""
        table, start = self.compiled(attacker, bits, order)
        context = Context(self.prices.restricted([attacker], bits), self.deadline.at)
        before = context.prices.score(table, start)  # what triggers did
        taken = self.board.defending_player.life - start.defender_life
        position = start._replace(defender_life=SAFE, defender_poison=-SAFE, dealt=(0,) * len(start.dealt))
        if self.at_stake:
            fights = fights_of(context, table, position, [0], race=True)
            if fights is not None:
                return self.of_plays(fights[0].plays, before, taken)
        value = (play_on(context, table, position).value + before) // self.unit
        return Worth(value, taken + most_life(table, position), most_poison(table, position), self.least, sure=False)

    def compiled(self, attacker: int, bits: list[int], order: Sequence[int]) -> tuple[Table, Position]:
        """The fight as a table and a position, triggers resolved."""
        one = self.board.attacking[attacker]
        blockers = tuple(self.blocker(bit, one.id) for bit in bits)
        if len(bits) > 1 and self.board.edition is Edition.ORDERED:
            one = replace(one, order=tuple(self.blockers[bit].id for bit in order))
        if self.pending:
            attackers = tuple(one if place == attacker else other for place, other in enumerate(self.board.attacking))
            whole = Combat(**self.board.common, attackers=attackers, blockers=blockers)
            table = whole.table
            return excerpt(table, table.start, [attacker], list(range(len(bits))))
        first = self.strikes_first or any(map(has_strike, blockers))
        small = unchecked(
            self.empty, attackers=(one,), blockers=blockers, step=Step.FIRST_STRIKE if first else Step.REGULAR
        )
        table = Table(small)
        return table, table.start

    def blocker(self, bit: int, attacker: str) -> Blocker:
        """A blocker of one attacker."""
        return as_blocker(self.blockers[bit], (attacker,))

    def of_plays(self, plays: Sequence[Play], before: int, taken: int) -> Worth:
        """The worth of a fight all of whose plays are known; what triggers did comes on top."""
        prices, unit = self.prices, self.unit
        value = max(play_value(prices, play) for play in plays)
        first = max(play.life1 for play in plays)
        life = max(play.life1 + play.life2 for play in plays)
        poison = max(play.poison1 + play.poison2 for play in plays)
        push = min(
            self.pushed(plays, lambda play: play.life1),
            self.pushed(plays, lambda play: play.life1 + play.life2),
            self.pushed(plays, lambda play: play.poison1 + play.poison2),
        )
        return Worth(
            (value + before) // unit,
            max(0, first, life) + taken,
            max(0, poison),
            (push + before) // unit,
            sure=life >= max(0, first),
        )

    def pushed(self, plays: Sequence[Play], taken: Callable[[Play], int]) -> int:
        """What is left to the attacking player at worst by the plays that take the most, whenever combat ends."""
        most = max(map(taken, plays))
        prices = self.prices
        return min(
            min(play_value(prices, play), play.value1 + prices.player * play.life1 + prices.poison * play.poison1)
            for play in plays
            if taken(play) == most
        )


def prices_of(board: DeclareBlockers, blockers: Sequence[BoardCreature]) -> Prices:
    """The prices of all creatures that may fight; ties between lines don't count here."""
    combat = Combat(**{**board.common, "pending": False}, attackers=board.attacking)
    first = board.attackers[0].id if board.attackers else ""
    universe = unchecked(combat, blockers=tuple(as_blocker(one, (first,)) for one in blockers))
    prices = copy.copy(Prices(universe))
    prices.player = prices.life
    return prices


def kinds_of(creatures: Sequence[BoardCreature]) -> list[int]:
    """A number for each creature, the same for those that differ in nothing but their names."""
    seen: dict[BoardCreature, int] = {}
    return [seen.setdefault(replace(one, id="x", name="x"), len(seen)) for one in creatures]


def most_life(table: Table, position: Position) -> int:
    """The most life that a fight's attacker could take, by the most it could deal."""
    traits, body = table.attackers[0], position.attackers[0]
    if traits.silent or (traits.infect and not traits.excess):
        return 0
    past = not table.blocked[0] or traits.trample or traits.free or traits.excess
    return 2 * traits.amount(body) if past else 0


def most_poison(table: Table, position: Position) -> int:
    """The same of poison."""
    traits, body = table.attackers[0], position.attackers[0]
    if not (not table.blocked[0] or traits.trample or traits.free or traits.excess) or traits.silent:
        return 0
    return 2 * (traits.toxic + traits.poisonous + (traits.amount(body) if traits.infect else 0))
