"""The everyday combat, straight from its creatures: one step, each attacker with blockers of its own, nothing unusual.

Most combats that a game meets have this shape, and a host asks for thousands. So they skip compiling; the knapsack and
the rules are those of the other methods, and the tests hold the two against each other. Whatever isn't plainly
everyday is left to the engine.
"""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING

from ...model.terms import PLAYER, Edition, Step
from ...rules.damage.resolution import Event
from ...rules.position import POISON
from ..context import LineStep
from .knapsack import Item, Way, ways
from .thresholds import NEVER

if TYPE_CHECKING:
    from ...model.combat import Combat
    from ...model.creature import Creature

__all__ = ["quick"]

UNUSUAL = frozenset(
    ["first strike", "double strike", "wither", "infect", "undying", "persist", "banding",
     "trample over planeswalkers"]
)  # fmt: skip
PARAMETERS = ("toxic ", "poisonous ", "protection ")
SCALE = 16  # of a product of two quarters
LARGE = 1 << 24


SPECIAL = attrgetter(
    "counters", "prevent", "regeneration", "struck_first", "deals_no_damage", "assigns_no_damage",
    "damage_equal_to_toughness", "excess_to_controller",
)  # fmt: skip
NOTHING_SPECIAL = ((), 0, 0, False, False, False, False, False)


ATTACKS = attrgetter("attacking", "as_though_unblocked", "band", "commander")
AS_ANY = (PLAYER, False, None, False)


@lru_cache(maxsize=4096)
def usual(keywords: tuple[str, ...]) -> bool:
    """Keywords of everyday creatures; few sets of them come up in a game, again and again."""
    return UNUSUAL.isdisjoint(keywords) and not any(keyword.startswith(PARAMETERS) for keyword in keywords)


def everyday(creature: Creature) -> bool:
    """Nothing but lethal damage and deathtouch decides about it, and it deals what its power says."""
    value, keywords = creature.value, creature.keywords
    return (
        creature.damage < creature.toughness
        and 0 <= value < LARGE
        and not value * 4 % 1
        and SPECIAL(creature) == NOTHING_SPECIAL
        and (not keywords or usual(keywords))
    )


def quick(combat: Combat) -> tuple[float, LineStep] | None:
    """The best score and line of an everyday combat, None for any other."""
    weights = combat.weights
    creature_weight, life_weight, win = weights.creature, weights.life, weights.win
    if (
        combat.step is not Step.REGULAR
        or combat.pending
        or combat.planeswalkers
        or combat.battles
        or not combat.attackers
        or not (0 <= creature_weight < LARGE and 0 <= life_weight < LARGE and 0 <= win < LARGE)
        or creature_weight * 4 % 1
        or life_weight * 4 % 1
        or win * 4 % 1
        or combat.defending_player.life <= 0
        or combat.defending_player.poison >= POISON
        or combat.defending_player.commander_damage
        or combat.attacking_player.life <= 0
        or combat.attacking_player.poison >= POISON
    ):
        return None
    blockers: dict[str, list[int]] = {}
    for index, blocker in enumerate(combat.blockers):
        if len(blocker.blocks) != 1 or not everyday(blocker):
            return None
        blockers.setdefault(blocker.blocks[0], []).append(index)
    for attacker in combat.attackers:
        if ATTACKS(attacker) != AS_ANY or not everyday(attacker):
            return None
    price = creature_weight * SCALE
    point = int(life_weight * SCALE)
    score = sent = most = 0
    attacking: list[Event] = []
    defending: list[Event] = []
    for number, attacker in enumerate(combat.attackers):
        mine = blockers.get(attacker.id, [])
        score += strike_back(combat, number, mine, point, price, defending)
        amount = attacker.power
        if amount <= 0:
            continue
        tramples = "trample" in attacker.keywords
        if mine:
            outright = overrun(combat, number, mine, price, tramples, attacking)
            if outright is not None:
                value, onward = outright
                most += onward
            else:
                found, by = divide(combat, number, mine, price, tramples)
                way = found[0]
                if len(found) > 1:
                    way = max(found, key=lambda one: (one.value + point * one.onward, one.onward))
                    most += max([one.onward for one in found])
                value, onward = way.value, way.onward
                for index, n in zip(by, way.amounts, strict=True):
                    if n:
                        attacking.append((number, index, n))
                if onward:
                    attacking.append((number, -1, onward))
            score += value + point * onward
            sent += onward
        elif tramples or not attacker.blocked:
            score += point * amount
            sent += amount
            most += amount
            attacking.append((number, -1, amount))
        else:
            continue
        if "lifelink" in attacker.keywords:
            score += point * amount
    gained = sum([n for index, _, n in defending if "lifelink" in combat.blockers[index].keywords])
    life = combat.defending_player.life + gained
    if sent >= life:
        score += int(win * SCALE)  # the best without it wins as well
    elif most >= life:
        return None  # winning may be worth another division
    return score / SCALE, LineStep(False, tuple(attacking), tuple(sorted(defending)))


def overrun(
    combat: Combat, number: int, mine: list[int], price: float, tramples: bool, attacking: list[Event]
) -> tuple[int, int] | None:
    """What an attacker that can kill all its blockers gains by it, and what it sends on; also where one blocker is all
    there is to hit. None where there is something to choose."""
    attacker = combat.attackers[number]
    amount = left = attacker.power
    deathtouch = "deathtouch" in attacker.keywords
    value = 0
    events: list[Event] = []
    for index in mine:
        blocker = combat.blockers[index]
        need = 1 if deathtouch else blocker.toughness - blocker.damage
        left -= need
        sturdy = blocker.keywords and "indestructible" in blocker.keywords
        if left < 0 or sturdy:
            if len(mine) > 1 or (sturdy and tramples):
                return None
            attacking.append((number, index, amount))
            return 0, 0
        value += int(blocker.value * price)
        events.append((number, index, need))
    if left and tramples:
        events.append((number, -1, left))
    elif left:
        events[0] = (number, mine[0], events[0][2] + left)
    attacking += events
    return value, left if tramples else 0


def strike_back(combat: Combat, number: int, mine: list[int], point: int, price: float, defending: list[Event]) -> int:
    """What an attacker's blockers do, all of it to that attacker: its loss and their lifelink, both negative."""
    attacker = combat.attackers[number]
    damage = score = 0
    deadly = False
    for index in mine:
        blocker = combat.blockers[index]
        n = blocker.power
        if n > 0:
            damage += n
            defending.append((index, number, n))
            if blocker.keywords:
                deadly = deadly or "deathtouch" in blocker.keywords
                if "lifelink" in blocker.keywords:
                    score -= point * n
    if (deadly or damage >= attacker.toughness - attacker.damage) and "indestructible" not in attacker.keywords:
        score -= int(attacker.value * price)
    return score


def divide(combat: Combat, number: int, mine: list[int], price: float, tramples: bool) -> tuple[list[Way], list[int]]:
    """An attacker's divisions that can be best, and the blockers in the order of their amounts."""
    attacker = combat.attackers[number]
    if attacker.order is not None and len(mine) > 1:
        place = {name: at for at, name in enumerate(attacker.order)}
        mine = sorted(mine, key=lambda index: place[combat.blockers[index].id])
    deathtouch = "deathtouch" in attacker.keywords
    items = []
    for index in mine:
        blocker = combat.blockers[index]
        need = 1 if deathtouch else blocker.toughness - blocker.damage
        if "indestructible" in blocker.keywords:
            items.append(Item(need, NEVER, 0))
        else:
            items.append(Item(need, need, int(blocker.value * price)))
    found = ways(attacker.power, tuple(items), bound=combat.edition is Edition.ORDERED, tramples=tramples, free=False)
    return found, mine
