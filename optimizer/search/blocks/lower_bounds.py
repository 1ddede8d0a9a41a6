"""What a fight comes to at least, for all sets of blockers at once: enough to leave most sets unfought.

The attacking player can always do this much: bear the worst that can become of the attacker, if the blockers' damage
could change it at all, and of the blockers; let the blockers gain and send on what they can (`bounds`); and with the
attacker's own damage kill what a knapsack of it kills, where it is sure to deal it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...model.board_creature import BoardCreature
from ...model.combat import has_strike
from ...rules.damage.damage import settle
from ...rules.position import FIGHTING, Traits, body_of
from ..bounds import fate_range
from .board_bounds import steps, strength
from .fight_values import Ints

if TYPE_CHECKING:
    from .fights import Fights

__all__ = ["Floor", "Ground", "floors", "most_kills", "totals"]


NEVER_HERE = 1 << 40
UNKNOWN = 1 << 40
"""More than there is."""


def totals(amounts: list[int]) -> Ints:
    """For every set the sum of what its members have."""
    sums = np.zeros(1 << len(amounts), dtype=np.int64)
    for bit, amount in enumerate(amounts):
        if amount:
            sums.reshape(-1, 2, 1 << bit)[:, 1] += amount
    return sums


def most_kills(costs: Ints, prizes: Ints, power: int) -> Ints:
    """For every set the best of its subsets that so much damage kills: a running maximum over subsets."""
    best = np.where(costs <= power, prizes, 0)
    bit = 1
    while bit < len(best):
        pairs = best.reshape(-1, 2, bit)
        np.maximum(pairs[:, 1], pairs[:, 0], out=pairs[:, 1])
        bit <<= 1
    return best


class Floor(NamedTuple):
    """For every set no less than its value and push, no more than its life and poison (`worth.Worth`)."""

    value: Ints
    push: Ints
    life: Ints
    poison: Ints


class Ground:
    """What the floors of one attacker's fights stand on. What `SUMMED` names is a list with an amount for each blocker;
    for a set of blockers their sum counts."""

    SUMMED = ("damage", "deadly", "low", "cost", "prize", "odd", "shielded", "slow", "lethal")

    def __init__(self, fights: Fights, attacker: int) -> None:
        board, blockers, bounds = fights.board, fights.blockers, fights.bounds
        weights = board.weights
        self.one = one = board.attackers[attacker]
        self.source = source = Traits(board.attacking[attacker], 0)
        self.point = fights.prices.life // fights.unit
        self.own = -bounds.attacker_fates[attacker].low
        self.whole = bounds.attackers[attacker].low
        """The least that the attacker alone can come to, where no more is known."""
        self.need = one.toughness - one.damage if one.damage < one.toughness else 0
        negative = min(weights.creature, weights.life, weights.poison, weights.loyalty, weights.defense) < 0
        self.blind = board.pending or negative
        """Nothing more is known of what the fights come to."""
        self.low = [-each.low for each in bounds.blockers]
        """The most that a blocker takes from the score by what it gains, sends on, and by what becomes of it."""
        items = [item(fights, one, bit, source) for bit in range(len(blockers))]
        self.cost, self.prize, self.shielded = ([each[at] for each in items] for at in range(3))
        banded = ["banding" in b.abilities for b in blockers]  # 702.22j: the other player divides
        self.odd = [int(b or fate.low < 0) for b, fate in zip(banded, bounds.blocker_fates, strict=True)]
        self.damage = [steps(b) * strength(b) for b in blockers]
        self.deadly = [int("deathtouch" in b.abilities) for b in blockers]
        self.slow = [int(has_strike(b)) for b in blockers]
        needs = [max(0, b.toughness - b.damage) for b in blockers]
        self.lethal = [min(1, need) if source.deathtouch else need for need in needs]

    def floor(self, total: Callable[[str], Ints], kills: Callable[[int], Ints], sizes: Ints) -> Floor:
        """The floors of some sets: `total` sums one of `SUMMED` over each, `kills` tells what so much damage kills of
        each at most, `sizes` how many blockers are in each.

        `push` holds whenever combat ends: the attacker's fate changes for the worse only by as much damage as it has
        toughness left (marked or as -1/-1 counters) or by deathtouch; all else is in `low`. The attacker's own damage
        takes nothing from the score but by the blockers' fates, which are in `low` too.
        `value`, where combat goes on to the end, has besides what is sure to be killed. That asks that the attacker
        deals its damage: with first or double strike in the first step, else if no blocker strikes before it and it
        isn't doomed; to one blocker or another, since there are some, as the attacking player likes (no banding, and
        with an order announced by that player). What is killed is a set of blockers that die of lethal damage (`item`),
        paid for out of the damage of one step, or of two where it strikes twice and nobody strikes before the second.
        The rest of the damage has to go somewhere too; it does no harm where no blocker's fate is bad for the
        attacking player (`odd`). By lifelink that damage gains as much life, where nothing prevents it (`shielded`).
        """
        one, source, power = self.one, self.source, strength(self.one)
        falls = (total("damage") >= self.need) | (total("deadly") > 0)
        push = -self.own * falls - total("low")
        slow = total("slow") > 0
        first, twice = has_strike(one), "double strike" in one.abilities
        doomed = settle(source, body_of(one), False).place != FIGHTING  # after the first step, whatever is dealt
        if not source.ordinary or source.free or not power or (doomed and not first):
            killed = np.zeros_like(push)
        elif twice and not doomed:
            killed = np.where(slow, kills(power), kills(2 * power))
        else:
            killed = kills(power) if first else np.where(slow, 0, kills(power))
        if source.lifelink and source.ordinary and not source.free and (first or not doomed):
            killed = killed + np.where((total("shielded") == 0) & (first | ~slow), self.point * power, 0)
        value = push + np.where((total("odd") == 0) & (sizes > 0), killed, 0)
        past = self.past(total("lethal"), sizes)
        life = past if not source.infect or source.excess else np.zeros_like(past)
        once = 2 * (source.toxic + source.poisonous)
        return Floor(value, push, life, np.where(past > 0, once + (past if source.infect else 0), 0))

    def past(self, lethal: Ints, sizes: Ints) -> Ints:
        """How much of the attacker's damage can get past blockers at most, of whom so much is lethal to all."""
        source, power = self.source, steps(self.one) * strength(self.one)
        if source.silent:
            return np.zeros_like(lethal)
        if source.free or source.excess:
            return np.full_like(lethal, power)
        return np.where(sizes == 0, power, np.maximum(0, power - lethal) if source.trample else 0)


def floors(fights: Fights, attacker: int) -> Floor:
    """The floors of an attacker's fights, by set."""
    ground = Ground(fights, attacker)
    if ground.blind:
        low, wide = ground.whole - totals(ground.low), np.full(len(fights.sets), UNKNOWN)
        return Floor(low, low.copy(), wide, wide.copy())
    cost, prize = totals(ground.cost), totals(ground.prize)
    return ground.floor(
        lambda name: totals(getattr(ground, name)), lambda power: most_kills(cost, prize, power), fights.sizes
    )


def item(fights: Fights, one: BoardCreature, bit: int, source: Traits) -> tuple[int, int, int]:
    """A blocker as something to kill: the damage that is sure to kill it, what that is worth, and whether (1) damage
    dealt to it may be prevented. What doesn't simply die of lethal damage is killed by no damage."""
    blocker = fights.blockers[bit]
    foe, body = Traits(fights.blocker(bit, one.id), bit), body_of(blocker)
    shielded = int(bool(body.prevent or body.shield or foe.shrugs(source)))
    mortal = foe.simple and not shielded and not body.regeneration and body.toughness > body.damage >= 0
    if not mortal or fate_range(fights.prices, foe, body).high <= 0:
        return NEVER_HERE, 0, shielded
    need = 1 if source.deathtouch else body.toughness - body.damage
    return need, fights.prices.blockers[bit] // fights.unit, 0
