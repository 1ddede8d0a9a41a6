"""Good blocks at once, on boards whose blockers block one attacker each: greedy, then local search.

Greedy: attackers by falling power; each gets the free blocker, or the two, that lower the score the most. Local search
moves one blocker, swaps two, or puts two before one attacker as long as that is better; then it tries again from blocks
that are a few random moves away. What blocks come to is estimated by the sum of their fights, and the win where the
most that all fights take is enough: exact where nobody can lose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple

from ...model.combat import has_strike
from ...rules.position import POISON
from .fights import Fights
from .play_out import Deadline
from .single_fights import SingleFights

__all__ = ["LocalSearch"]

NOBODY = -1
"""Where a blocker stands that blocks nobody."""

DEADLY = 1 << 40
"""Damage that is enough for anybody."""

KICK = 3
"""So many random moves lead to where the search starts again."""

STEEP = 64
"""Each point of life beyond what is safe counts as this part of a win, so that the search finds its way to safety."""

Moves = tuple[tuple[int, int], ...]
"""Blockers, as bits, and the attackers to which they go."""


class Total(NamedTuple):
    """What blocks come to: sums over the fights, the requirements met, and how many block."""

    value: int
    life: int
    poison: int
    met: int
    blocking: int


class LocalSearch:
    """The search on one board. With `clipped`, a fight that is good for the defending player counts 0: the sum is no
    less than what any part of the attackers comes to against their part of the blocks."""

    def __init__(self, fights: Fights, deadline: Deadline, *, clipped: bool = False) -> None:
        self.fights, self.deadline, self.clipped = fights, deadline, clipped
        board, pairs = fights.board, fights.pairs
        self.singles = SingleFights(fights)
        self.able = [pairs.able[place] for place in fights.bits]
        self.points = [{a: pairs.met(place, (a,)) for a in pairs.able[place]} for place in fights.bits]
        counts = range(len(fights.bits) + 1)
        self.allowed = [[pairs.allowed(a, n) for n in counts] for a in range(len(board.attackers))]
        self.demands = [[pairs.attacker_met(a, n) for n in counts] for a in range(len(board.attackers))]
        self.alone = [one.cant_block_alone for one in fights.blockers]
        self.most = len(fights.bits) if board.max_blocking is None else board.max_blocking
        self.win = fights.prices.win // fights.unit
        self.reach = board.defending_player.life, POISON - board.defending_player.poison
        self.each = len(fights.bits) + 1
        self.large = (2 * fights.largest + 2) * self.each * (len(board.attackers) + 1)
        self.needs = [one.toughness - one.damage for one in board.attackers]
        # what each does at once; unknown where it isn't ordinary or strikes first
        self.hits = [
            None if not self.singles.plain >> bit & 1 or has_strike(one)
            else DEADLY if "deathtouch" in one.keywords and one.power > 0 else max(0, one.power)
            for bit, one in enumerate(fights.blockers)
        ]  # fmt: skip
        self.where = [NOBODY] * len(fights.bits)
        self.chosen = [0] * len(board.attackers)
        self.total = self.sum_up()
        self.teams: list[list[tuple[int, int]] | None] = [None] * len(board.attackers)

    def blocks(self) -> dict[str, tuple[str, ...]]:
        """The blocks as they are, in the order of the document."""
        attackers = self.fights.board.attackers
        return {
            blocker.id: (attackers[at].id,)
            for blocker, at in zip(self.fights.blockers, self.where, strict=True)
            if at != NOBODY
        }

    @property
    def cost(self) -> int:
        """What the blocks as they are cost; see `cost_of`."""
        return self.cost_of(self.total)

    @property
    def safe(self) -> bool:
        """No play of these fights takes what loses."""
        return self.total.life < self.reach[0] and self.total.poison < self.reach[1]

    @property
    def score(self) -> float:
        """The score that the blocks are estimated to leave."""
        return (self.total.value + (0 if self.safe else self.win)) / self.fights.scale

    def cost_of(self, total: Total) -> int:
        """Least is best: requirements first, then the score, then how many block. Losing by more costs more."""
        over = max(0, total.life + 1 - self.reach[0], total.poison + 1 - self.reach[1])
        lost = self.win + over * max(1, self.win // STEEP) if over else 0
        return (total.value + lost) * self.each + total.blocking - total.met * self.large

    def fight(self, attacker: int, chosen: int) -> tuple[int, int, int]:
        """An attacker's fight, as it counts here."""
        one = self.singles.of(attacker, chosen)
        return (max(0, one.value), one.life, one.poison) if self.clipped else one

    def sum_up(self) -> Total:
        """What the blocks as they are come to."""
        found = [self.fight(a, chosen) for a, chosen in enumerate(self.chosen)]
        met = sum(self.demands[a][chosen.bit_count()] for a, chosen in enumerate(self.chosen))
        met += sum(self.points[bit][at] for bit, at in enumerate(self.where) if at != NOBODY)
        blocking = sum(at != NOBODY for at in self.where)
        value, life, poison = (sum(one[part] for one in found) for part in range(3))
        return Total(value, life, poison, met, blocking)

    def after(self, moves: Moves) -> tuple[Total, dict[int, int]] | None:
        """The total after some moves, and the sets of blockers that change; None where a restriction is broken."""
        sets: dict[int, int] = {}
        value, life, poison, met, blocking = self.total
        for bit, to in moves:
            at = self.where[bit]
            if at != NOBODY:
                sets[at] = sets.get(at, self.chosen[at]) & ~(1 << bit)
                met -= self.points[bit][at]
                blocking -= 1
            if to != NOBODY:
                sets[to] = sets.get(to, self.chosen[to]) | 1 << bit
                met += self.points[bit][to]
                blocking += 1
        if blocking > self.most:
            return None
        for a, now in sets.items():
            before = self.chosen[a]
            if not self.allowed[a][now.bit_count()]:
                return None
            old, new = self.fight(a, before), self.fight(a, now)
            value, life, poison = value + new[0] - old[0], life + new[1] - old[1], poison + new[2] - old[2]
            met += self.demands[a][now.bit_count()] - self.demands[a][before.bit_count()]
        if blocking == 1 and any(self.alone) and self.lonely(moves):
            return None
        return Total(value, life, poison, met, blocking), sets

    def lonely(self, moves: Moves) -> bool:
        """The only blocker after some moves can't block alone (509.1b)."""
        after = dict(enumerate(self.where)) | dict(moves)
        return any(self.alone[bit] for bit, at in after.items() if at != NOBODY)

    def move(self, moves: Moves, found: tuple[Total, dict[int, int]]) -> None:
        """Make some moves."""
        self.total = found[0]
        for a, now in found[1].items():
            self.chosen[a] = now
        for bit, to in moves:
            self.where[bit] = to

    def better(self, choices: Iterable[Moves]) -> bool:
        """Make the best of some moves if that is better than to stay; whether it was. Ends with the time."""
        best = None
        least = self.cost
        for moves in choices:
            if self.deadline.passed:
                break
            found = self.after(moves)
            if found is not None and (cost := self.cost_of(found[0])) < least:
                least, best = cost, (moves, found)
        if best is not None:
            self.move(*best)
        return best is not None

    # The search.

    def greedy(self) -> None:
        """Attackers by falling power, each blocked by the one or two free blockers that lower the score the most."""
        board = self.fights.board
        for a in sorted(range(len(board.attackers)), key=lambda a: -board.attackers[a].power):
            free = [bit for bit, at in enumerate(self.where) if at == NOBODY and a in self.points[bit]]
            if not self.better(((bit, a),) for bit in free):
                self.better(((one, a), (other, a)) for one, other in combinations(free, 2))
            if self.deadline.passed:
                return

    def shift(self, bit: int) -> bool:
        """The best move of one blocker alone, if that is better than to stay: what leaving costs is looked up once."""
        if self.deadline.passed or self.most < len(self.where) or any(self.alone):
            return self.better(((bit, to),) for to in (NOBODY, *self.able[bit]) if to != self.where[bit])
        value, life, poison, met, blocking = self.total
        at, flag = self.where[bit], 1 << bit
        if at != NOBODY:
            mine = self.chosen[at]
            number = mine.bit_count()
            if not self.allowed[at][number - 1]:
                return False
            old, new = self.fight(at, mine), self.fight(at, mine ^ flag)
            value, life, poison = value + new[0] - old[0], life + new[1] - old[1], poison + new[2] - old[2]
            met += self.demands[at][number - 1] - self.demands[at][number] - self.points[bit][at]
            blocking -= 1
        least, best = self.cost, None
        free = Total(value, life, poison, met, blocking)
        if at != NOBODY and self.cost_of(free) < least:
            least, best = self.cost_of(free), (NOBODY, free)
        for to in self.able[bit]:
            theirs = self.chosen[to]
            number = theirs.bit_count()
            if to == at or not self.allowed[to][number + 1]:
                continue
            old, new = self.fight(to, theirs), self.fight(to, theirs | flag)
            demand = self.demands[to][number + 1] - self.demands[to][number] + self.points[bit][to]
            total = Total(
                value + new[0] - old[0], life + new[1] - old[1], poison + new[2] - old[2], met + demand, blocking + 1
            )
            if (cost := self.cost_of(total)) < least:
                least, best = cost, (to, total)
        if best is None:
            return False
        to, self.total = best
        if at != NOBODY:
            self.chosen[at] ^= flag
        if to != NOBODY:
            self.chosen[to] |= flag
        self.where[bit] = to
        return True

    def swaps(self, bit: int) -> Iterator[Moves]:
        """A blocker's swaps with later ones."""
        at = self.where[bit]
        for other in range(bit + 1, len(self.where)):
            there = self.where[other]
            if there != at and self.may(bit, there) and self.may(other, at):
                yield ((bit, there), (other, at))

    def may(self, bit: int, attacker: int) -> bool:
        """Whether a blocker can stand there."""
        return attacker == NOBODY or attacker in self.points[bit]

    def pairs(self, attacker: int) -> Iterator[Moves]:
        """Two blockers that do more together go before one attacker, whose own blockers stay or leave it."""
        here = [bit for bit, at in enumerate(self.where) if at == attacker]
        leave = tuple((bit, NOBODY) for bit in here)
        if here:
            yield leave
        for one, other in self.together(attacker):
            if self.where[one] != attacker and self.where[other] != attacker:
                yield (*leave, (one, attacker), (other, attacker))
                if here:
                    yield ((one, attacker), (other, attacker))

    def together(self, attacker: int) -> list[tuple[int, int]]:
        """The pairs of blockers that are better before an attacker than the better of them alone, the best first."""
        if self.teams[attacker] is None:
            able = [bit for bit in range(len(self.where)) if attacker in self.points[bit]]
            alone = {bit: self.fight(attacker, 1 << bit)[0] for bit in able}
            found = []
            for one, other in combinations(able, 2):
                if self.deadline.passed:
                    return []
                if self.idle_together(attacker, one, other):
                    continue
                both = self.fight(attacker, 1 << one | 1 << other)[0]
                if both < min(alone[one], alone[other]) or not self.allowed[attacker][1]:
                    found.append((both, one, other))
            self.teams[attacker] = [(one, other) for _, one, other in sorted(found)]
        return self.teams[attacker] or []

    def idle_together(self, attacker: int, one: int, other: int) -> bool:
        """Two blockers without first strike do no more together than the better of them: they don't kill the attacker,
        or one of them does alone."""
        singles = self.singles
        if not singles.ordinary[attacker] or not self.allowed[attacker][1]:
            return False
        first, second = self.hits[one], self.hits[other]
        if first is None or second is None or "trample" in self.fights.board.attackers[attacker].keywords:
            return False
        need = self.needs[attacker]
        return not max(first, second) < need <= first + second

    def descend(self) -> None:
        """Moves of one blocker at a time until none is better, or the time is up."""
        moved = 1
        while moved and not self.deadline.passed:
            moved = sum(self.shift(bit) for bit in range(len(self.where)))

    def settle(self) -> None:
        """Local search until nothing is better, or the time is up."""
        quiet = 0
        places = [*range(len(self.where)), *range(-1, -len(self.chosen) - 1, -1)]
        while quiet < len(places):
            for place in places:
                if place >= 0:
                    better = self.shift(place) or self.better(self.swaps(place))
                else:
                    better = self.better(self.pairs(-1 - place))
                quiet = 0 if better else quiet + 1
                if self.deadline.passed:
                    return
                if quiet >= len(places):
                    break

    def state(self) -> tuple[list[int], list[int], Total]:
        """The blocks as they are, to come back to."""
        return self.where[:], self.chosen[:], self.total

    def clear(self) -> None:
        """Nobody blocks."""
        self.where, self.chosen = [NOBODY] * len(self.where), [0] * len(self.chosen)
        self.total = self.sum_up()

    def restore(self, state: tuple[list[int], list[int], Total]) -> None:
        """Back to earlier blocks."""
        self.where, self.chosen, self.total = state[0][:], state[1][:], state[2]

    def wander(self, tries: int, seed: int = 0) -> None:
        """Search again from random moves away, so many times or until the time is up; the best blocks stay."""
        rng = Random(seed)
        movable = [bit for bit, able in enumerate(self.able) if able]
        for _ in range(tries if movable else 0):
            if self.deadline.passed:
                return
            before, least = self.state(), self.cost
            for _ in range(KICK):
                bit = rng.choice(movable)
                moves = ((bit, rng.choice((NOBODY, *self.able[bit]))),)
                found = self.after(moves)
                if found is not None:
                    self.move(moves, found)
            self.settle()
            if self.cost > least:
                self.restore(before)
