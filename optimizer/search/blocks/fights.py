"""The fights of a board: each attacker against each set of blockers that may block it, by the solver's methods."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import permutations

import numpy as np

from ...model.board import DeclareBlockers
from ...model.board_creature import BoardCreature, as_blocker
from ...model.combat import Combat, has_strike, unchecked
from ...model.creature import Blocker
from ...model.terms import Edition, Step
from ...rules.declarations.pairs import Pairs
from ...rules.position import POISON, Position, Table
from ..context import Context
from ..line.dispatch import excerpt, play_on
from ..line.plays import Play, play_value
from ..line.two_step import fights_of
from .board_bounds import BoardBounds, gained, prices_of
from .fight_values import NOWHERE, Bools, Ints, Worth, Worths
from .lower_bounds import floors, totals
from .ordinary import Everyday, Sums
from .play_out import Deadline

__all__ = ["Fights"]

SAFE = 10**9
"""Life enough that nobody loses."""

FEW = 2
"""Up to so many blockers all plays of a trampling attacker are worked out where the game is at stake."""


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
        self.memo: dict[tuple[int, ...], Worth] = {}
        self.bounds = BoardBounds(board, self.prices, self.blockers)
        self.largest = max(-self.bounds.with_win.low, self.bounds.with_win.high)
        """No sum of the worths of fights that can be together is larger in size."""
        self.early = self.strikes_first  # combat may end before all damage is dealt
        self.at_stake = at_stake
        self.pending = board.pending
        self.thin = not any(one.cant_block_alone for one in self.blockers)
        self.empty = unchecked(board.unblocked, attackers=(), pending=False)

    @cached_property
    def kinds(self) -> list[int]:
        """A number for each attacker and each blocker, the same for equal ones."""
        return kinds_of([*self.board.attackers, *self.blockers])

    @cached_property
    def sums(self) -> Sums:
        """What all sets of everyday blockers do together."""
        return Sums(self.blockers)

    @cached_property
    def sets(self) -> Ints:
        """Every set of blockers."""
        return np.arange(1 << len(self.bits))

    @cached_property
    def sizes(self) -> Ints:
        """How many blockers are in each set."""
        return totals([1] * len(self.bits))

    @property
    def gains_each(self) -> list[int]:
        """The most life that each blocker gains by lifelink."""
        return [gained(blocker, pending=self.pending) for blocker in self.blockers]

    @cached_property
    def gains(self) -> Ints:
        """The most life that each set gains by lifelink."""
        return totals(self.gains_each)

    @cached_property
    def allowed(self) -> Bools:
        """The sets of creatures that may block together (509.1b)."""
        allowed = np.ones(len(self.sets), dtype=bool)
        if self.board.max_blocking is not None:
            allowed &= self.sizes <= self.board.max_blocking
        for bit, blocker in enumerate(self.blockers):
            if blocker.cant_block_alone:
                allowed[1 << bit] = False
        return allowed

    def stakes(self, worths: Iterable[Worths]) -> tuple[int | None, int | None]:
        """The life and the poison that lose the game, each None where these attackers can't take so much."""
        if not self.at_stake:
            return None, None
        worths, player = list(worths), self.board.defending_player
        life = sum(int(one.life[one.legal].max()) for one in worths)
        poison = sum(int(one.poison[one.legal].max()) for one in worths)
        left = POISON - player.poison
        return (player.life if life >= player.life else None), (left if poison >= left else None)

    @property
    def scale(self) -> int:
        """How many units make a point of the score."""
        return self.prices.scale // self.unit

    def worths(self, attacker: int) -> Worths:
        """The worths of one attacker's fights; sets of several odd creatures are left open. Raises `TimeUp`."""
        check = self.deadline.check
        check()
        sets, sizes, gain = self.sets, self.sizes, self.gains
        able = sum(1 << bit for bit, place in enumerate(self.bits) if attacker in self.pairs.points[place])
        numbers = range(len(self.bits) + 1)
        legal = np.array([self.pairs.allowed(attacker, number) for number in numbers])[sizes]
        if able < len(sets) - 1:
            legal &= (sets & ~able) == 0
        met = np.array([self.pairs.attacker_met(attacker, number) for number in numbers], dtype=np.int64)[sizes]
        for bit, place in enumerate(self.bits):
            if able >> bit & 1 and (points := self.pairs.met(place, (attacker,))):
                met = met + (sets >> bit & 1) * points
        check()
        unknown = legal
        sure = True
        simple = not self.early
        everyday = Everyday.of(self, attacker)
        if everyday is None:
            value, life, poison, push = (np.full(len(sets), NOWHERE, dtype=np.int64) for _ in range(4))
        else:
            found = everyday.arrays()
            value, life, push, sure = found
            poison = np.zeros(len(sets), dtype=np.int64)
            unknown = legal & ((sets & ~everyday.plain) != 0)
        if unknown.any():
            simple = False
            least = floors(self, attacker)
            value[unknown], push[unknown] = least.value[unknown], least.push[unknown]
            life[unknown], poison[unknown] = least.life[unknown], least.poison[unknown]
            sure = sure and not (unknown & ((least.life > 0) | (least.poison > 0) | (gain > 0)) & (sets > 0)).any()
        worths = Worths(legal, met, value, life, poison, push, gain, unknown.copy(), sure, simple)
        for chosen in np.flatnonzero(unknown & (sizes <= 1)).tolist():
            if chosen:
                check()
            self.fight_now(worths, attacker, chosen)
        return worths

    def fight_now(self, worths: Worths, attacker: int, chosen: int) -> None:
        """Fight an open fight."""
        worth = self.worth(attacker, chosen)
        for side, found in zip((worths.value, worths.life, worths.poison, worths.push), worth, strict=False):
            side[chosen] = found
        worths.open[chosen] = False
        if chosen and not worth.sure:
            object.__setattr__(worths, "sure", False)

    def close(self, worths: Worths, attacker: int, until: Deadline) -> bool:
        """Fight all that is open but for sets that can't be better than smaller ones, which are left out; so is what
        there was no time for, and then the answer is no."""
        if not worths.open.any():
            return True
        complete = True
        for size in range(2, len(self.bits) + 1):
            layer = np.flatnonzero(worths.open & (self.sizes == size))
            if self.thin and not (self.at_stake and self.early):
                layer = self.undominated(layer, worths)
            for chosen in layer.tolist():
                if until.passed:
                    complete = False
                    break
                self.fight_now(worths, attacker, chosen)
        worths.legal[worths.open] = False
        worths.open[:] = False
        return complete

    def undominated(self, layer: Ints, worths: Worths) -> Ints:
        """Of open sets of one size those that may be better than with one blocker less; the others take over what that
        is worth, as far as larger sets are compared with it.

        Where the game is at stake, that is the same only if the set with fewer takes nothing, no blocker gains life,
        and combat doesn't end before all damage is dealt: then both change nothing but the sum of the values."""
        left = np.ones(len(layer), dtype=bool)
        sides = (worths.value, worths.life, worths.poison, worths.push)
        least = worths.value[layer]
        for bit in range(len(self.bits)):
            self.deadline.check()
            fewer = layer ^ (1 << bit)
            better = left & ((layer >> bit & 1) == 1) & (worths.value[fewer] <= least)
            better &= worths.legal[fewer] & (worths.met[fewer] >= worths.met[layer])
            if self.at_stake:
                better &= (worths.life[fewer] <= 0) & (worths.poison[fewer] <= 0)
                better &= worths.gain[layer] == 0
            for side in sides:
                side[layer[better]] = side[fewer[better]]
            left &= ~better
        return layer[left]

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
        context = Context(self.prices.restricted([attacker], bits), self.deadline.at, clock=self.deadline.clock)
        before = context.prices.score(table, start)  # what triggers did
        taken = self.board.defending_player.life - start.defender_life
        position = start._replace(defender_life=SAFE, defender_poison=-SAFE, dealt=(0,) * len(start.dealt))
        if self.at_stake and (len(bits) <= FEW or not goes_past(table)):
            fights = fights_of(context, table, position, [0], race=goes_past(table))
            if fights is not None and goes_past(table):
                return self.of_plays(fights[0].plays, before, taken)
        value = (play_on(context, table, position).value + before) // self.unit
        if not self.at_stake:
            return Worth(value, 0, 0, 0, sure=True)
        life = taken + most_life(table, position)
        poison = most_poison(table, position)
        modest = not life and not poison and not self.early
        gains = any("lifelink" in self.blockers[bit].abilities for bit in bits)
        return Worth(
            value, life, poison, value if modest else self.bounds.fight(attacker, bits).low, sure=modest and not gains
        )

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


def kinds_of(creatures: Sequence[BoardCreature]) -> list[int]:
    """A number for each creature, the same for those that differ in nothing but their names."""
    seen: dict[BoardCreature, int] = {}
    return [seen.setdefault(replace(one, id="x", name="x"), len(seen)) for one in creatures]


def goes_past(table: Table) -> bool:
    """Some of the attacker's damage may get past its blockers."""
    traits = table.attackers[0]
    return not table.blocked[0] or traits.trample or traits.free or traits.excess


def most_past(table: Table, position: Position) -> int:
    """How much at most: all of it, less what is lethal to the blockers where it tramples over them."""
    traits, body = table.attackers[0], position.attackers[0]
    if not goes_past(table) or traits.silent:
        return 0
    times = 2 if traits.double else 1
    amount = times * traits.amount(body)
    if traits.trample and table.blocked[0] and not traits.free and not traits.excess:
        needs = [max(0, one.toughness - one.damage) for one in position.blockers]
        amount -= sum(min(1, need) if traits.deathtouch else need for need in needs)
    return max(0, amount)


def most_life(table: Table, position: Position) -> int:
    """The most life that a fight's attacker could take."""
    traits = table.attackers[0]
    return most_past(table, position) if not traits.infect or traits.excess else 0


def most_poison(table: Table, position: Position) -> int:
    """The most poison counters it could give."""
    traits = table.attackers[0]
    past = most_past(table, position)
    return 2 * (traits.toxic + traits.poisonous) + (past if traits.infect else 0) if past else 0
