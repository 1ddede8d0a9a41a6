"""What a fight comes to at least, for all sets of blockers at once: enough to leave most sets unfought.

The attacking player can always do this much: lose the attacker where the blockers' damage could kill it at all, let the
blockers with lifelink gain what they can, and with the attacker's own damage kill what a knapsack of it kills, where no
first strike can come before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..boards import BoardCreature
from ..damage import settle
from ..solver.thresholds import threshold
from ..table import DEAD, FIGHTING, Traits, body_of
from .worth import Ints

if TYPE_CHECKING:
    from .fights import Fights

__all__ = ["Floor", "floors", "most_kills", "totals"]


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


@dataclass(frozen=True)
class Floor:
    """For every set no less than its value and push, no more than its life and poison (`worth.Worth`)."""

    value: Ints
    push: Ints
    life: Ints
    poison: Ints


def floors(fights: Fights, attacker: int) -> Floor:
    """The floors of an attacker's fights, by set."""
    board = fights.board
    weights = board.weights
    one = board.attackers[attacker]
    count = 1 << len(fights.blockers)
    bold = min(weights.creature, weights.life, weights.poison, weights.loyalty, weights.defense) < 0
    if board.pending or bold:
        far = np.full(count, fights.least, dtype=np.int64)
        return Floor(far, far, np.full(count, UNKNOWN), np.full(count, UNKNOWN))
    prices, unit = fights.prices, fights.unit
    point, step = prices.life // unit, 2 * (prices.product(1.0) // unit)
    blockers = fights.blockers
    source = Traits(board.attacking[attacker], 0)
    items = [item(fights, one, bit, source) for bit in range(len(blockers))]
    damage = totals([strikes(b) * strength(b) for b in blockers])
    deadly = totals([int("deathtouch" in b.abilities) for b in blockers]) > 0
    back = [strikes(b) * strength(b) * (("lifelink" in b.abilities) + b.excess_to_controller) for b in blockers]
    need = one.toughness - one.damage if one.damage < one.toughness else 0
    own = most_lost(fights, attacker, source)
    push = -own * ((damage >= need) | deadly) - point * totals(back)
    push = push - totals([spite + step for _, _, spite, _ in items])
    cost, worth = totals([cost for cost, _, _, _ in items]), totals([worth for _, worth, _, _ in items])
    known = totals([int(not through) for _, _, _, through in items]) == 0
    slow = totals([int(quick(b)) for b in blockers]) > 0
    power = strength(one)
    once = most_kills(cost, worth, power)
    first = quick(one)
    doomed = settle(source, body_of(one), False).place != FIGHTING  # after the first step, whatever is dealt
    if source.silent or source.idle or source.free or source.excess or (doomed and not first):
        kills = np.zeros_like(once)
    elif doomed:
        kills = once
    elif "double strike" in one.abilities:
        kills = np.where(slow, once, most_kills(cost, worth, 2 * power))
    else:
        kills = once if first else np.where(slow, 0, once)
    if source.lifelink and not source.silent:
        kills = kills + np.where(known & (first | ~slow), point * power, 0)
    # what returns better than it was is killed only where nothing else can take the damage
    calm = totals([int(cost > 0 and spite == 0 and through) for cost, _, spite, through in items]) > 0
    banded = totals([int("banding" in b.abilities) for b in blockers]) > 0  # 702.22j: the other player divides
    # what takes the damage of the first step may be gone in the second
    calm = calm & ~banded & ("double strike" not in one.abilities)
    kills = np.where(banded, 0, kills)
    value = -own * ((damage >= need) | deadly) - point * totals(back) + kills
    value = value - np.where(calm, 0, totals([spite for _, _, spite, _ in items]))
    value = value - np.where(calm, totals([spite if not cost else 0 for cost, _, spite, _ in items]), 0)
    past = most_past(one, source, blockers, count)
    life = past if not source.infect or source.excess else np.zeros_like(past)
    once_more = 2 * (source.toxic + source.poisonous)
    poison = np.where(past > 0, once_more + (past if source.infect else 0), 0)
    return Floor(value, np.minimum(value, push), life, poison)


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


def most_past(one: BoardCreature, source: Traits, blockers: list[BoardCreature], count: int) -> Ints:
    """How much of the attacker's damage can get past its blockers at most."""
    power = strikes(one) * strength(one)
    if source.silent:
        return np.zeros(count, dtype=np.int64)
    if source.free or source.excess:
        return np.full(count, power, dtype=np.int64)
    left = np.zeros(count, dtype=np.int64)
    if source.trample:
        needs = [max(0, b.toughness - b.damage) for b in blockers]
        left = np.maximum(0, power - totals([min(1, need) if source.deathtouch else need for need in needs]))
    left[0] = power
    return left
