"""No blocks lead to less than this: a bound by prices on blockers, on boards too large for anything exact.

Relaxation: a blocker may stand before as many attackers as it likes, but each time a price is paid for it; what it may
do for free is paid back. For any prices p >= 0, and a price m >= 0 on each point of life,

    sum over attackers of min over sets S (worth(a, S) + p(S) + m life(a, S)) - p(all) - m (life - 1)

is no more than what any blocks come to that leave the defending player more than 0 life: such blocks pay p for no more
than all blockers, and m for no more than life - 1 (weak duality). Blocks after which the attackers' damage is enough
come to no less than the same with m = 0, and the win. A creature that can block several is paid for as often as it can
block, and killing it counts nothing, so that no fight counts it twice.

worth(a, S) is what this play of the attacking player's comes to, for each attacker alone: kill the blockers of S in a
fixed order as far as the damage goes, trample over them where that kills all, and be hit by all of them that are left.
The least over all sets S follows by a dynamic programme over blockers: how much damage the attacker can still take, and
how much it has left to deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from ...model.combat import has_strike
from ..context import TimeUp
from .board_bounds import gained, steps, strength
from .fights import Fights
from .ordinary import everyday, fights_plainly
from .play_out import Deadline
from .single_fights import SingleFights

if TYPE_CHECKING:
    from .local_search import LocalSearch

__all__ = ["Bounds", "PriceBound"]

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

FAR = 1 << 50
FINE = 16
"""Prices are multiples of one part in so many of a unit."""

MOST = 14
"""Damage is counted in at most so many steps, rounded so that the bound holds."""

ROUNDS = 40
"""Changes of the prices between two runs of the programme."""


class Least(NamedTuple):
    """For each attacker the least worth with its prices, and the set that has it: the blockers, the life it takes."""

    worth: Ints
    use: Bools
    life: Ints


class Bounds(NamedTuple):
    """In whole units: what no `safe` blocks go below, and what no `losing` ones go below."""

    safe: int
    losing: int

    @property
    def least(self) -> int:
        """No blocks go below this."""
        return min(self)


class PriceBound:
    """The bound of one board whose attackers' fights have nothing in common but blockers and the player
    (`method.separable`, but for creatures that block several), no weight or value being negative."""

    def __init__(self, fights: Fights, singles: SingleFights) -> None:
        self.fights = fights
        board = fights.board
        self.count, self.blockers = len(board.attackers), len(fights.bits)
        self.caps: Ints = np.array([fights.pairs.capacity[place] for place in fights.bits], dtype=np.int64)
        self.point = fights.prices.life // fights.unit
        self.win = fights.prices.win // fights.unit
        self.life = board.defending_player.life
        self.attackers(singles)
        self.pairs(singles)
        self.early = any(has_strike(one) for one in (*board.attackers, *fights.blockers))
        self.prices: Ints = np.zeros(self.blockers, dtype=np.int64)
        self.per_life = 0
        self.pool_owner: list[int] = []
        self.pool_worth: list[int] = []
        self.pool_life: list[int] = []
        self.pool_use: list[Bools] = []
        self.known: set[tuple[int, bytes]] = set()
        self.fill(singles)

    # What the programme stands on.

    def attackers(self, singles: SingleFights) -> None:
        """What each attacker is: without blockers, what losing it costs, and what it can take and deal."""
        board, fights, count = self.fights.board, self.fights, self.count
        self.plain = [fights_plainly(board, one) for one in board.attackers]
        alone = [singles.of(a, 0) for a in range(count)]
        targets = [one.attacking for one in board.attackers]
        # what several deal to one planeswalker or battle may be less than what each could deal
        shared = [to != "player" and targets.count(to) > 1 for to in targets]
        self.empty: Ints = np.array([0 if both else one.value for one, both in zip(alone, shared, strict=True)])
        self.alone: Ints = np.array([one.life if plain else 0 for one, plain in zip(alone, self.plain, strict=True)])
        self.own: Ints = np.zeros(count, dtype=np.int64)
        self.need: Ints = np.ones(count, dtype=np.int64)
        self.power: Ints = np.zeros(count, dtype=np.int64)
        self.grain: Ints = np.ones(count, dtype=np.int64)
        self.coarse: Ints = np.ones(count, dtype=np.int64)
        self.linked: Ints = np.zeros(count, dtype=np.int64)
        self.first = np.array([has_strike(one) for one in board.attackers], dtype=bool)
        self.tramples = np.array(
            [plain and "trample" in one.keywords for one, plain in zip(board.attackers, self.plain, strict=True)],
            dtype=bool,
        )
        for a, one in enumerate(board.attackers):
            if self.plain[a]:
                self.own[a] = 0 if "indestructible" in one.keywords else singles.own[a]
                need, power = one.toughness - one.damage, max(0, one.power)
                self.linked[a] = self.point * power if "lifelink" in one.keywords else 0
            else:
                self.own[a] = -fights.bounds.attackers[a].low
                need, power = max(1, one.toughness - one.damage), 0
            self.coarse[a] = -(-need // MOST)
            self.need[a] = max(1, need // int(self.coarse[a]))
            self.grain[a] = max(1, -(-power // MOST))
            self.power[a] = power // int(self.grain[a])

    def pairs(self, singles: SingleFights) -> None:
        """What each blocker is before each attacker; before those that it can't block it costs too much."""
        fights = self.fights
        shape = (self.count, self.blockers)
        self.able = np.zeros(shape, dtype=bool)
        for bit, place in enumerate(fights.bits):
            self.able[list(fights.pairs.able[place]), bit] = True
        usual = [everyday(one) for one in fights.blockers]
        power = np.array([steps(one) * strength(one) for one in fights.blockers], dtype=np.int64)
        deadly = np.array(["deathtouch" in one.abilities for one in fights.blockers], dtype=bool)
        early = np.array([has_strike(one) for one in fights.blockers], dtype=bool)
        once = np.array([strength(one) * has_strike(one) for one in fights.blockers], dtype=np.int64)
        self.gain: Ints = np.array([
            int(power[bit]) * ("lifelink" in one.keywords) if usual[bit]
            else gained(one) + 2 * int(power[bit]) * one.excess_to_controller
            for bit, one in enumerate(fights.blockers)
        ], dtype=np.int64)  # fmt: skip
        low = [-self.point * int(self.gain[b]) if usual[b] else fights.bounds.blockers[b].low
               for b in range(self.blockers)]  # fmt: skip
        self.base: Ints = np.array(low, dtype=np.int64)
        need, coarse = self.need[:, None], self.coarse[:, None]
        self.damage: Ints = np.where(deadly, need, np.minimum(need, -(-power // coarse)))
        self.damage1: Ints = np.where(deadly & early, need, np.minimum(need, -(-once // coarse)))
        lethal = np.array([max(1, one.toughness - one.damage) for one in fights.blockers], dtype=np.int64)
        touching = np.array(singles.touching, dtype=bool)[:, None]
        cost = -(-np.where(touching, 1, lethal) // self.grain[:, None])
        mortal = np.array(
            [usual[b] and "indestructible" not in one.keywords for b, one in enumerate(fights.blockers)], dtype=bool
        )
        worth = np.array([singles.worth[b] if self.caps[b] == 1 else 0 for b in range(self.blockers)], dtype=np.int64)
        never = FAR >> 8
        known = np.array(self.plain)[:, None] & np.array(usual, dtype=bool)
        self.cost: Ints = np.where(known, cost, never)
        self.prize: Ints = np.where(known & mortal, worth, 0)
        # an attacker that strikes first isn't hit by those it has killed, unless they strike first too
        spared = self.first[:, None] & ~early & known & mortal
        self.late: Ints = np.where(spared, 0, self.damage)
        self.spared_gain: Ints = np.where(spared, self.gain, 0)
        density = -(self.prize + 1e-3) / np.minimum(self.cost, 1 << 20)
        self.order: Ints = np.argsort(density, axis=1, kind="stable")
        strong = (self.damage1 * self.able).sum(axis=1) >= self.need
        self.struck = np.flatnonzero(strong & ~self.first).tolist()

    # The programme.

    def least(self, prices: Ints, per_life: int, check: Deadline) -> Least:
        """For each attacker the least over all sets of blockers with these prices, in parts."""
        count, rows = self.count, np.arange(self.count)
        tall, wide = int(self.need.max(initial=1)) + 1, int(self.power.max(initial=0)) + 2
        point = self.point * FINE + per_life
        base = np.where(self.able, self.base * FINE + prices - per_life * self.gain, FAR)
        now = np.full((count, tall, wide), FAR, dtype=np.int64)
        history = [now]
        level, across = np.arange(tall), np.arange(wide)
        start = self.power + 1
        for step in range(self.blockers):
            if not step & 7:
                check.check()
            bit = self.order[:, step]
            damage, late = self.damage[rows, bit], self.late[rows, bit]
            cost, weight = self.cost[rows, bit], base[rows, bit]
            credit = weight + self.prize[rows, bit] * FINE + point * self.spared_gain[rows, bit]
            small = np.minimum.accumulate(now, axis=1)
            hit = self.hit(now, small, damage, level)
            killed = self.hit(now, small, late, level)
            # those that the damage is enough for are killed
            source = across[None, :] + cost[:, None]
            there = (across > 0) & (source < wide)
            came = np.take_along_axis(killed, np.where(there, source, 0)[:, None, :], axis=2)
            after = np.where(there[:, None, :], came + credit[:, None, None], FAR)
            short = (across[None, :] - 1) < cost[:, None]
            stays = np.where(short[:, None, :], hit, FAR) + weight[:, None, None]
            over = stays.min(axis=2)
            stays = np.where((self.tramples[:, None] & (across > 0))[:, None, :], FAR, stays)
            stays[:, :, 0] = np.where(self.tramples[:, None], over, stays[:, :, 0])
            after = np.minimum(np.minimum(now, after), stays)
            # and alone
            enough = cost < start
            row = np.maximum(0, self.need - np.where(enough, late, damage))
            column = np.where(enough, start - cost, np.where(self.tramples, 0, start))
            after[rows, row, column] = np.minimum(after[rows, row, column], np.where(enough, credit, weight))
            now = np.minimum(after, FAR)
            history.append(now)
        ends = now + FINE * self.linked[:, None, None]
        ends[:, 0, :] -= FINE * self.own[:, None]
        left = np.maximum(0, across - 1) * self.grain[:, None] * self.tramples[:, None]
        ends = ends + (left * point)[:, None, :]
        flat = ends.reshape(count, -1)
        best = flat.argmin(axis=1)
        worth = flat[rows, best]
        use = np.zeros((count, self.blockers), dtype=bool)
        life = self.alone.copy()
        nobody = FINE * self.empty + per_life * self.alone
        for a in range(count):
            if worth[a] < nobody[a]:
                at = int(best[a])
                use[a] = self.trace(history, a, at // wide, at % wide, base, point)
                life[a] = int(left[a, at % wide]) - int(self.gain[use[a]].sum())
        for a in self.struck:
            self.struck_first(a, base[a], worth, use, life)
        worth = np.minimum(worth, nobody)
        return Least(worth, use, life)

    def hit(self, now: Ints, small: Ints, damage: Ints, level: Ints) -> Ints:
        """The sums from which so much more damage leads to each level."""
        tall = now.shape[1]
        source = level[None, :] + damage[:, None]
        found = np.take_along_axis(now, np.minimum(source, tall - 1)[:, :, None], axis=1)
        found = np.where((source < tall)[:, :, None], found, FAR)
        found[:, 0, :] = small[np.arange(len(now)), np.minimum(damage, tall - 1), :]
        return found

    def struck_first(self, a: int, base: Ints, worth: Ints, use: Bools, life: Ints) -> None:
        """The sets of which those with first strike kill an attacker before it deals damage."""
        need = int(self.need[a])
        best: list[tuple[int, int]] = [(FAR, 0)] * (need + 1)  # by the damage still needed: the sum, and the set
        best[need] = (0, 0)
        spare, free = 0, 0
        for bit in np.flatnonzero(self.able[a]).tolist():
            weight = int(base[bit])
            hurt = int(self.damage1[a, bit])
            if hurt:
                after = best[:]
                for left, (total, chosen) in enumerate(best):
                    if total < FAR:
                        to = max(0, left - hurt)
                        after[to] = min(after[to], (total + weight, chosen | 1 << bit))
                best = after
            elif weight < 0:
                spare, free = spare + weight, free | 1 << bit
        total, chosen = best[0]
        if total < FAR and total + spare - FINE * int(self.own[a]) < worth[a]:
            worth[a] = total + spare - FINE * int(self.own[a])
            use[a] = [bool((chosen | free) >> bit & 1) for bit in range(self.blockers)]
            life[a] = -int(self.gain[use[a]].sum())

    def trace(self, history: list[Ints], a: int, row: int, column: int, base: Ints, point: int) -> Bools:
        """The set of blockers that leads to a state of the programme."""
        use = np.zeros(self.blockers, dtype=bool)
        tramples = bool(self.tramples[a])
        for step in range(self.blockers - 1, -1, -1):
            value = int(history[step + 1][a, row, column])
            before = history[step][a]
            if int(before[row, column]) == value:
                continue
            bit = int(self.order[a, step])
            use[bit] = True
            cost, weight = int(self.cost[a, bit]), int(base[a, bit])
            late, damage = int(self.late[a, bit]), int(self.damage[a, bit])
            credit = weight + int(self.prize[a, bit]) * FINE + point * int(self.spared_gain[a, bit])
            came = self.source(before, value, row, column, cost, late, damage, credit, weight, tramples)
            if came is None:
                break  # it was the first
            row, column = came
        return use

    @staticmethod
    def source(
        before: Ints, value: int, row: int, column: int, cost: int, late: int, damage: int, credit: int, weight: int,
        tramples: bool,
    ) -> tuple[int, int] | None:  # fmt: skip
        """The state before one more blocker; None where there was none before it."""
        tall, wide = before.shape
        if column > 0 and column + cost < wide:
            for was in range(late + 1) if row == 0 else (row + late,):
                if was < tall and int(before[was, column + cost]) + credit == value:
                    return was, column + cost
        columns = range(min(cost + 1, wide)) if tramples and column == 0 else (column,)
        for was in range(damage + 1) if row == 0 else (row + damage,):
            for there in columns:
                if was < tall and there - 1 < cost and int(before[was, there]) + weight == value:
                    return was, there
        return None

    # The bound.

    def floor(self, some: Bools) -> int:
        """No play of these attackers comes to less, even if combat ends after the first-strike step."""
        return -int(self.own[some].sum()) + int(self.base.sum())

    def of(self, found: Least, prices: Ints, per_life: int, some: Bools) -> int:
        """What the prices prove for some of the attackers, in whole units."""
        total = int(found.worth[some].sum()) - int((prices * self.caps).sum()) - per_life * max(0, self.life - 1)
        return -(-total // FINE)

    def bounds(self, some: Bools, deadline: Deadline, *, most: int = 8, target: int | None = None) -> Bounds:
        """The best bounds found for some of the attackers: so many runs of the programme, or as long as there is time.

        `target` is what blocks are known to come to: a bound that reaches it is enough.
        """
        losable = int(self.alone[some].sum()) >= self.life
        safe, prices, per_life = -FAR, self.prices, self.per_life if losable else 0
        plain: int | None = None
        try:
            for _ in range(most):
                found = self.least(prices, per_life, deadline)
                bound = self.of(found, prices, per_life, some)
                if bound > safe:
                    safe, self.prices, self.per_life = bound, prices, per_life
                if not per_life:
                    plain = bound if plain is None else max(plain, bound)
                self.remember(found, prices, per_life)
                if target is not None and safe >= target:
                    break
                prices, per_life = self.better(some, losable, deadline, target)
            if losable and plain is None:
                plain = self.of(self.least(self.prices, 0, deadline), self.prices, 0, some)
        except TimeUp:
            pass
        floor = self.floor(some)
        plain = floor if plain is None else max(floor, plain)
        safe = max(floor, safe)
        if not losable:
            return Bounds(safe, max(safe, plain))
        return Bounds(safe, (floor if self.early else plain) + self.win)

    def remember(self, found: Least, prices: Ints, per_life: int) -> None:
        """Keep the sets found, with their worth without prices, for the next prices."""
        for a in range(self.count):
            use, life = found.use[a], int(found.life[a])
            if use.any():
                self.keep(a, use, int(found.worth[a]) - int(prices[use].sum()) - per_life * life, life)

    def keep(self, a: int, use: Bools, worth: int, life: int) -> None:
        """Keep a set of blockers before an attacker, its worth in parts."""
        key = a, use.tobytes()
        if key not in self.known:
            self.known.add(key)
            self.pool_owner.append(a)
            self.pool_use.append(use)
            self.pool_worth.append(worth)
            self.pool_life.append(life)

    def fill(self, singles: SingleFights) -> None:
        """The first sets: nobody, and each blocker alone."""
        for a in range(self.count):
            self.fights.deadline.check()
            self.keep(a, np.zeros(self.blockers, dtype=bool), FINE * int(self.empty[a]), int(self.alone[a]))
            for bit in np.flatnonzero(self.able[a] & (self.cost[a] < FAR >> 8)).tolist():
                fight = singles.of(a, 1 << bit)
                worth = fight.value - (singles.worth[bit] if self.caps[bit] > 1 else 0)
                self.keep(a, np.arange(self.blockers) == bit, FINE * worth, fight.life)

    def guide(self, search: LocalSearch) -> None:
        """Blocks from the sets that are cheapest by these prices, one attacker after another, those first for which it
        makes the most difference."""
        owner = np.array(self.pool_owner)
        use = np.array(self.pool_use)
        costs = np.array(self.pool_worth) + use @ self.prices + self.per_life * np.array(self.pool_life)
        nobody = FINE * self.empty + self.per_life * self.alone
        gains = costs - nobody[owner]
        done: set[int] = set()
        free = np.ones(self.blockers, dtype=bool)
        for place in np.argsort(gains, kind="stable").tolist():
            a, mine = self.pool_owner[place], self.pool_use[place]
            if gains[place] >= 0:
                break
            if a in done or not free[mine].all():
                continue
            moves = tuple((int(bit), a) for bit in np.flatnonzero(mine))
            found = search.after(moves)
            if found is not None:
                search.move(moves, found)
                done.add(a)
                free &= ~mine

    def better(self, some: Bools, losable: bool, deadline: Deadline, target: int | None) -> tuple[Ints, int]:
        """Prices that are better as far as the sets known so far tell, by subgradient steps."""
        owner = np.array(self.pool_owner)
        keep = np.flatnonzero(some[owner])
        keep = keep[np.argsort(owner[keep], kind="stable")]
        owner = owner[keep]
        starts = np.flatnonzero(np.r_[True, owner[1:] != owner[:-1]])
        ends = np.r_[starts[1:], len(owner)]
        use = np.array([self.pool_use[c] for c in keep.tolist()]).astype(np.float64)
        worth = np.array([self.pool_worth[c] for c in keep.tolist()], dtype=np.float64)
        life = np.array([self.pool_life[c] for c in keep.tolist()], dtype=np.float64)
        caps = self.caps.astype(np.float64)
        prices, per_life = self.prices.astype(np.float64), float(self.per_life if losable else 0)
        best, best_prices, best_life = -np.inf, prices, per_life
        scale = 1.0
        for _ in range(ROUNDS):
            deadline.check()
            costs = worth + use @ prices + per_life * life
            picks = [int(costs[one:two].argmin()) + int(one) for one, two in zip(starts, ends, strict=True)]
            value = float(costs[picks].sum()) - float(prices @ caps) - per_life * max(0, self.life - 1)
            if value > best:
                best, best_prices, best_life = value, prices, per_life
            else:
                scale *= 0.9
            slope = use[picks].sum(axis=0) - caps
            slope[(slope < 0) & (prices <= 0)] = 0.0
            steep = float(life[picks].sum()) - max(0, self.life - 1) if losable else 0.0
            if steep < 0 and per_life <= 0:
                steep = 0.0
            size = float(slope @ slope) + steep * steep
            if not size:
                break
            high = target * FINE if target is not None else value + abs(value) * 0.1 + FINE * self.point
            step = scale * max(high - value, FINE) / size
            prices = np.maximum(0.0, prices + step * slope)
            per_life = min(max(0.0, per_life + step * steep), float(FINE * self.win))
        return np.rint(best_prices).astype(np.int64), round(best_life)
