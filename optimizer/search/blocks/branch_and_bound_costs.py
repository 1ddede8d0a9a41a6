"""What an attacker and a set of blockers come to at least, whatever else those block: costs for `branch_and_bound`.

A creature that blocks several is taken as copies, one for each attacker it blocks. Each copy deals all of its damage
and is worth nothing: a relaxed board on which the fights are independent. No real block comes to less than its fights
there, by what the attacking player can do: play each fight as if it were alone. Then
* an attacker is dealt no more than its copies would deal, since the creature divides what each copy deals whole;
* a creature is dealt at least what its copy would be, so it dies no later; that is worth 0 or more to the attacking
  player, and the copy nothing. Where it dies earlier, in the first-strike step, its attackers may put damage elsewhere
  that was meant for it, on creatures that are worth 0 or more or on the player; only lifelink may miss it;
* an attacker that its copies kill in the first step may live longer. What it deals then is worth 0 or more, but
  blockers with lifelink may gain by it: where there are two steps, all that they could gain is taken off (`missed`);
* trample asks for no more: what others assign to the creature counts as well.
That takes creatures about which nothing but lethal damage and deathtouch decides. For others a fight with copies
counts for no more than what it can't fall short of: the attacker lost, life gained, what returns better than it was.

Attackers of one planeswalker or battle get shares of its loyalty or defense: no sum of what each takes of its share is
more than what they take together. Life gained by creatures that block several is left to `RelaxedCosts.gains`.

An attacker that strikes once assigns its damage whatever the copies do to it. So a fight with copies costs either what
it comes to without their damage, or what it comes to with it and a price for the damage that it takes to kill the
attacker (`need`): the creatures have no more than their power to give (`RelaxedCosts.priced`). With first strike it can
either play for the one or ignore the copies, and be lost where they deal that much (`low`).

A creature may have its worth in one of its fights; there the attacking player plays for it as well. So costs come by
`worthy`, the creatures whose copies have it; which fight counts it is decided in the order of the attackers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...model.board import DeclareBlockers
from ...model.board_creature import BoardCreature
from ...model.combat import Battle, Planeswalker, has_strike
from ...rules.declarations.pairs import Pairs
from ..context import TimeUp
from .board_bounds import gained, steps, strength
from .fight_values import Bools, Ints
from .fights import Fights
from .lethality import Stakes
from .lower_bounds import floors, totals
from .ordinary import everyday
from .play_out import Deadline

__all__ = ["RelaxedCosts", "relaxed"]

FEW_COPIES = 3
"""Up to so many creatures that block several have their worth counted in one of their fights."""


def relaxed(
    board: DeclareBlockers, pairs: Pairs, shared: Sequence[Sequence[int]], worthy: Sequence[int], calm: bool
) -> DeclareBlockers:
    """The board with copies in place of creatures that block several, and shares in place of what several attack."""
    defenders = tuple(
        copied(one, place in worthy, calm) if pairs.capacity[place] > 1 else one
        for place, one in enumerate(board.defenders)
    )
    attackers = [replace(one, band=None, commander=False) for one in board.attackers]
    walkers, battles = list(board.planeswalkers), list(board.battles)
    taken = {one.id for one in (*attackers, *defenders)} | {one.id for one in walkers} | {one.id for one in battles}
    for places in shared:
        name = attackers[places[0]].attacking
        walker = next((one for one in board.planeswalkers if one.id == name), None)
        whole = next(one.defense for one in board.battles if one.id == name) if walker is None else walker.loyalty
        for place, share in zip(places, shares(whole, [board.attackers[place] for place in places]), strict=True):
            one = attackers[place]
            words = tuple("trample" if word == "trample over planeswalkers" else word for word in one.keywords)
            part = f"{name} {place}"
            while part in taken:
                part += "'"
            taken.add(part)
            if share and walker is not None:
                walkers.append(Planeswalker(part, share))
            elif share:
                battles.append(Battle(part, share))
            attackers[place] = replace(one, keywords=tuple(dict.fromkeys(words)), attacking=part if share else None)
    return replace(
        board, attackers=tuple(attackers), defenders=defenders, planeswalkers=tuple(walkers), battles=tuple(battles)
    )


def copied(one: BoardCreature, worthy: bool, calm: bool) -> BoardCreature:
    """A copy of a creature that blocks several; a calm one deals no damage."""
    return replace(
        one,
        power=0 if calm else one.power,
        value=one.value if worthy else 0.0,
        can_block=1,
        keywords=tuple(word for word in one.keywords if word != "lifelink"),
        counters=tuple((kind, number) for kind, number in one.counters if kind != "lifelink"),
    )


def shares(whole: int, attackers: Sequence[BoardCreature]) -> list[int]:
    """Loyalty or defense shared out by how much each attacker could take."""
    left = [max(0, one.power) * (2 if "double strike" in one.abilities else 1) for one in attackers]
    found = [0] * len(attackers)
    for _ in range(min(whole, sum(left))):
        room = [more - 2 * so_far if more > so_far else -1 << 30 for more, so_far in zip(left, found, strict=True)]
        found[room.index(max(room))] += 1
    return found


class RelaxedCosts:
    """For each attacker and every set of blockers a lower bound, in units, by the creatures whose copies are `worthy`:
    `value` with all the copies' damage, `calm` without it; `need` is how much damage lies between the two. `legal`: as
    far as the attacker decides; `met`: the requirements met, without what a creature that blocks several meets by
    blocking at all. `closed`: exact for the attacker and those blockers alone, once all of them are worthy."""

    def __init__(
        self, board: DeclareBlockers, pairs: Pairs, stakes: Stakes, shared: Sequence[Sequence[int]], deadline: Deadline
    ) -> None:
        self.board, self.stakes, self.pairs, self.deadline = board, stakes, pairs, deadline
        places = [place for place, capacity in enumerate(pairs.capacity) if capacity]
        self.several = sum(1 << bit for bit, place in enumerate(places) if pairs.capacity[place] > 1)
        self.copies = [bit for bit in range(len(places)) if self.several >> bit & 1]
        variants = range(1 << len(self.copies)) if len(self.copies) <= FEW_COPIES else [0]
        self.all_fights, self.calm_fights = (
            [
                Fights(relaxed(board, pairs, shared, worthy, calm), pairs, deadline, at_stake=False)
                for worthy in ([places[bit] for number, bit in enumerate(self.copies) if variant >> number & 1]
                               for variant in variants)
            ]
            for calm in (False, True)
        )  # fmt: skip
        self.fights = self.all_fights[0]
        self.loose = self.fights.board
        self.bits = self.fights.bits
        self.blockers = [board.defenders[place] for place in self.bits]
        self.sets = np.arange(1 << len(self.bits))
        self.with_copies: Bools = (self.sets & self.several) > 0
        banding = sum(1 << bit for bit, one in enumerate(self.blockers) if "banding" in one.abilities)
        linked = sum(1 << bit for bit in self.copies if "lifelink" in self.blockers[bit].abilities)
        self.with_banding: Bools = (self.sets & banding) > 0
        self.with_linked: Bools = (self.sets & linked) > 0
        self.ordinary = sum(1 << bit for bit, one in enumerate(self.blockers) if everyday(one))
        self.slow = sum(1 << bit for bit, one in enumerate(self.blockers) if everyday(one) and not has_strike(one))
        self.point = self.fights.prices.life // self.fights.unit
        count = len(board.attackers)
        self.value: list[list[Ints]] = []
        self.calm: list[list[Ints]] = []
        self.low: list[list[Ints]] = []
        self.need: list[Ints] = [np.zeros(len(self.sets), dtype=np.int64)] * count
        self.legal: list[Bools] = []
        self.met: list[Ints] = []
        self.closed: list[Bools] = [np.ones(len(self.sets), dtype=bool)] * count
        self.shared = {place for places in shared for place in places}
        for fights, without in zip(self.all_fights, self.calm_fights, strict=True):
            self.value.append([])
            self.calm.append([])
            self.low.append([])
            for attacker in range(count):
                self.add(fights, without, attacker)

    def add(self, fights: Fights, without: Fights, attacker: int) -> None:
        """Work out an attacker's costs in one variant."""
        if self.deadline.passed:
            raise TimeUp
        worths = fights.worths(attacker)
        value = np.where(worths.legal, worths.value, 0)
        if fights is self.fights:
            met = worths.met.copy()
            for bit in self.copies:
                met -= (self.sets >> bit & 1) * self.board.defenders[self.bits[bit]].must_block
            self.met.append(met)
            self.legal.append(worths.legal)
        one = self.board.attackers[attacker]
        plain = everyday(one) and one.band is None and not self.board.pending
        sound: Bools = ~self.with_copies
        if plain:
            sound |= (self.sets & ~self.ordinary) == 0
        sound &= ~(worths.open & self.with_banding)
        if attacker in self.shared and not self.stakes.one_step:
            # once what it attacks is gone, damage meant for that goes to its blockers
            sound &= (((self.sets & ~self.ordinary) == 0) & plain) | (self.sets == 0)
        if one.band is not None:
            sound[:] = False
        if self.board.pending:
            sound &= ~worths.open
        if not sound.all():
            value = np.where(sound, value, self.least(fights, attacker, value))
        closed = sound & ~worths.open
        missed = self.missed(one, attacker)
        value = value - missed
        closed &= ~self.with_linked & (attacker not in self.shared) & (missed == 0)
        self.closed[attacker] = self.closed[attacker] & closed
        calm, low, need = value.copy(), value.copy(), np.zeros_like(value)
        if plain and not {"double strike", "indestructible"} & set(one.keywords):
            calm, need = self.without(without, attacker, sound, value, missed)
            if "first strike" in one.keywords:
                low = calm - self.own(attacker)
        self.value[-1].append(value)
        self.calm[-1].append(calm)
        self.low[-1].append(low)
        self.need[attacker] = need

    def missed(self, one: BoardCreature, attacker: int) -> Ints:
        """What lifelink may change, by set, that a fight with copies doesn't have, where there are two steps: what the
        attacker doesn't gain, since nobody is left to hit; and what the other blockers gain, since an attacker that its
        copies kill in the first step may live to be hit in the second."""
        if self.stakes.one_step:
            return np.zeros(len(self.sets), dtype=np.int64)
        full = steps(one) * strength(one) if "lifelink" in one.abilities else 0
        back = totals([0 if self.several >> bit & 1 else gained(b) for bit, b in enumerate(self.blockers)])
        less = np.where(self.with_copies | (attacker in self.shared), self.point * full, 0)
        return less + np.where(self.with_copies, self.point * back, 0)

    def own(self, attacker: int) -> int:
        """What an attacker is worth, in units."""
        return self.fights.prices.attackers[attacker] // self.fights.unit

    def least(self, fights: Fights, attacker: int, known: Ints) -> Ints:
        """What an attacker's fights can't fall short of, whatever becomes of it."""
        if self.board.attackers[attacker].band is None and not self.board.pending:
            return np.minimum(known, floors(fights, attacker).push)
        bounds = fights.bounds
        return bounds.attackers[attacker].low + totals([one.low for one in bounds.blockers])

    def without(self, fights: Fights, attacker: int, sound: Bools, value: Ints, missed: Ints) -> tuple[Ints, Ints]:
        """What an attacker's fights come to without the copies' damage, and how much of that it takes to kill it, where
        the damage of the others doesn't."""
        one = self.board.attackers[attacker]
        worths = fights.worths(attacker)
        amounts = [max(0, b.power) * (2 if "double strike" in b.keywords else 1) for b in self.blockers]
        alone = totals([0 if self.several >> bit & 1 else n for bit, n in enumerate(amounts)])
        touched = totals([
            int("deathtouch" in b.abilities and b.power > 0 and not self.several >> bit & 1)
            for bit, b in enumerate(self.blockers)
        ])  # fmt: skip
        left = one.toughness - one.damage - alone
        only: Bools = sound & self.with_copies & (left > 0) & (touched == 0) & ((self.sets & ~self.ordinary) == 0)
        only &= worths.legal & ~worths.open
        calm = np.where(only, np.maximum(value, worths.value - missed), value)
        return calm, np.where(only & (calm > value), left, 0)

    def priced(self, worthy: int, attacker: int, prices: Sequence[int]) -> Ints:
        """The costs in a variant where a point of each copy's damage has a price."""
        if not any(prices):
            return self.value[worthy][attacker]
        cheapest = np.full(len(self.sets), 1 << 40, dtype=np.int64)
        for bit, price in zip(self.copies, prices, strict=True):
            one = self.blockers[bit]
            there = (self.sets >> bit & 1) == 1
            each = np.full(len(self.sets), price) if "deathtouch" in one.abilities else price * self.need[attacker]
            cheapest = np.where(there & (each < cheapest), each, cheapest)
        charge = np.where(self.need[attacker] > 0, cheapest, 0)
        found: Ints = np.minimum(self.calm[worthy][attacker], self.low[worthy][attacker] + charge)
        np.maximum(found, self.value[worthy][attacker], out=found)
        return found

    def gains(self, bit: int) -> int:
        """The most that a creature that blocks several can gain its controller by lifelink."""
        one = self.blockers[bit]
        return self.point * gained(one, pending=self.board.pending)
