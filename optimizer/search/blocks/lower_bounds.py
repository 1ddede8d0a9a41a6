"""What a fight comes to at least, for all sets of blockers at once: enough to leave most sets unfought.

The attacking player can always do this much: lose the attacker where the blockers' damage could kill it at all, let the
blockers with lifelink gain what they can, and with the attacker's own damage kill what a knapsack of it kills, where no
first strike can come before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...model.board_creature import BoardCreature
from ...rules.damage.damage import settle
from ...rules.position import DEAD, FIGHTING, Traits, body_of
from ..line.thresholds import threshold
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


def strikes(creature: BoardCreature) -> int:
    """In how many steps it may deal damage."""
    return 2 if "double strike" in creature.abilities else 1


def strength(creature: BoardCreature) -> int:
    """The most damage it deals in a step."""
    if creature.assigns_no_damage:
        return 0
    return max(0, creature.toughness if creature.damage_equal_to_toughness else creature.power)


def quick(creature: BoardCreature) -> bool:
    """It deals damage in the first-strike step."""
    has = creature.abilities
    return "first strike" in has or "double strike" in has


class Floor(NamedTuple):
    """For every set no less than its value and push, no more than its life and poison (`worth.Worth`)."""

    value: Ints
    push: Ints
    life: Ints
    poison: Ints


class Ground:
    """What the floors of one attacker's fights stand on. What `SUMMED` names is a list with an amount for each blocker;
    for a set of blockers their sum counts."""

    SUMMED = ("damage", "deadly", "back", "cost", "prize", "spite", "lost", "calm", "vague", "banded", "slow", "lethal")

    def __init__(self, fights: Fights, attacker: int) -> None:
        board, blockers = fights.board, fights.blockers
        weights, prices, unit = board.weights, fights.prices, fights.unit
        self.one = one = board.attackers[attacker]
        self.source = source = Traits(board.attacking[attacker], 0)
        self.point, self.step = prices.life // unit, 2 * (prices.product(1.0) // unit)
        self.own = most_lost(fights, attacker, source)
        self.need = one.toughness - one.damage if one.damage < one.toughness else 0
        bold = min(weights.creature, weights.life, weights.poison, weights.loyalty, weights.defense) < 0
        self.blind = board.pending or bold
        """Nothing is known of what the fights come to."""
        items = [item(fights, one, bit, source) for bit in range(len(blockers))]
        self.cost, self.prize, self.spite = ([one[at] for one in items] for at in range(3))
        self.lost = [0 if cost else spite for cost, _, spite, _ in items]
        """Of the spite what comes whatever is killed."""
        self.calm = [int(cost > 0 and spite == 0 and through) for cost, _, spite, through in items]
        """Whether damage that is left over can be put there without harm."""
        self.vague = [int(not through) for _, _, _, through in items]
        self.damage = [strikes(b) * strength(b) for b in blockers]
        self.deadly = [int("deathtouch" in b.abilities) for b in blockers]
        self.back = [
            strikes(b) * strength(b) * (("lifelink" in b.abilities) + b.excess_to_controller) for b in blockers
        ]
        self.banded = [int("banding" in b.abilities) for b in blockers]
        self.slow = [int(quick(b)) for b in blockers]
        needs = [max(0, b.toughness - b.damage) for b in blockers]
        self.lethal = [min(1, need) if source.deathtouch else need for need in needs]

    def floor(self, total: Callable[[str], Ints], kills: Callable[[int], Ints], sizes: Ints) -> Floor:
        """The floors of some sets: `total` sums one of `SUMMED` over each, `kills` tells what so much damage kills of
        each at most, `sizes` how many blockers are in each."""
        one, source, power = self.one, self.source, strength(self.one)
        falls = (total("damage") >= self.need) | (total("deadly") > 0)
        base = -self.own * falls - self.point * total("back")
        spite = total("spite")
        slow, banded = total("slow") > 0, total("banded") > 0  # 702.22j: with banding the other player divides
        first, twice = quick(one), "double strike" in one.abilities
        doomed = settle(source, body_of(one), False).place != FIGHTING  # after the first step, whatever is dealt
        if source.silent or source.idle or source.free or source.excess or (doomed and not first):
            killed = np.zeros_like(base)
        elif twice and not doomed:
            killed = np.where(slow, kills(power), kills(2 * power))
        else:
            killed = kills(power) if first else np.where(slow, 0, kills(power))
        if source.lifelink and not source.silent:
            killed = killed + np.where((total("vague") == 0) & (first | ~slow), self.point * power, 0)
        # what returns better than it was is killed only where nothing else can take the damage; what takes that of the
        # first step may be gone in the second
        calm = (total("calm") > 0) & ~banded & (not twice)
        value = base + np.where(banded, 0, killed) - np.where(calm, total("lost"), spite)
        push = np.minimum(value, base - spite - self.step * sizes)
        past = self.past(total("lethal"), sizes)
        life = past if not source.infect or source.excess else np.zeros_like(past)
        once = 2 * (source.toxic + source.poisonous)
        return Floor(value, push, life, np.where(past > 0, once + (past if source.infect else 0), 0))

    def past(self, lethal: Ints, sizes: Ints) -> Ints:
        """How much of the attacker's damage can get past blockers at most, of whom so much is lethal to all."""
        source, power = self.source, strikes(self.one) * strength(self.one)
        if source.silent:
            return np.zeros_like(lethal)
        if source.free or source.excess:
            return np.full_like(lethal, power)
        return np.where(sizes == 0, power, np.maximum(0, power - lethal) if source.trample else 0)


def floors(fights: Fights, attacker: int) -> Floor:
    """The floors of an attacker's fights, by set."""
    ground = Ground(fights, attacker)
    if ground.blind:
        far, wide = np.full(len(fights.sets), fights.least), np.full(len(fights.sets), UNKNOWN)
        return Floor(far, far, wide, wide)
    cost, prize = totals(ground.cost), totals(ground.prize)
    return ground.floor(
        lambda name: totals(getattr(ground, name)), lambda power: most_kills(cost, prize, power), fights.sizes
    )


def most_lost(fights: Fights, attacker: int, source: Traits) -> int:
    """What losing the attacker costs at most, however it is lost; one that returns is worth something still."""
    prices = fights.prices.restricted([attacker], [])
    body = body_of(fights.board.attackers[attacker])
    ends = [
        settle(source, body._replace(toughness=0), False),
        settle(source, body._replace(toughness=0, minus=body.minus + 1), False),
        settle(source, body._replace(damage=1 << 30), False),
    ]
    return max(0, *(prices.lost(source, end) for end in ends)) // fights.unit


def item(fights: Fights, one: BoardCreature, bit: int, source: Traits) -> tuple[int, int, int, bool]:
    """A blocker as something to kill: the damage it takes, what that is worth, what killing it may cost instead, and
    whether that is known."""
    prices, unit = fights.prices, fights.unit
    blocker = fights.blockers[bit]
    foe, body = Traits(fights.blocker(bit, one.id), bit), body_of(blocker)
    known = threshold(prices, foe, body, [source])
    if known is None:
        doomed = settle(foe, body, False).place >= DEAD
        spite = (abs(prices.blockers[bit]) + 2 * abs(prices.product(1.0))) // unit
        return 0 if doomed else NEVER_HERE, 0, spite, False
    price = known.price // unit
    amount = known.amount if known.counts[0] else NEVER_HERE
    amount = 0 if not known.amount else 1 if known.touches[0] else min(amount, NEVER_HERE)
    if not amount:
        return 0, max(0, price), max(0, -price), True  # it is lost whatever happens
    return (amount if price > 0 else NEVER_HERE), max(0, price), max(0, -price), True
