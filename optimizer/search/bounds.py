"""The least and the most that one creature can change the score by, in the damage steps left: one formula for each.

The score is a sum over creatures, players and permanents (`score.Prices.parts`), and every term comes of one creature:
what becomes of it, whom its damage is dealt to, and the life its lifelink gains. So sums of these ranges hold for any
part of a combat, whoever divides the damage, and whether or not combat ends after the first step: a step that isn't
dealt adds 0, which is in every range. Winning isn't in them; it is counted once for a combat.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..model.creature import default_value
from ..rules.position import DEAD, FIGHTING, Body, Traits
from ..rules.score import Prices

__all__ = ["Range", "fate_range", "of_attacker", "of_blocker", "total", "win_range"]


class Range(NamedTuple):
    """No change of the score is less than `low` or more than `high`; `low <= 0 <= high`."""

    low: int
    high: int

    @classmethod
    def of(cls, *changes: int) -> Range:
        """From the changes that there can be, none among them."""
        return cls(min(0, *changes), max(0, *changes))


def total(ranges: Iterable[Range]) -> Range:
    """The range of a sum."""
    low = high = 0
    for one in ranges:
        low += one.low
        high += one.high
    return Range(low, high)


def win_range(prices: Prices) -> Range:
    """What winning adds: all of it or nothing, however many of the conditions are met (704.5a, 704.5c)."""
    return Range.of(0, prices.win)


def fate_range(prices: Prices, traits: Traits, body: Body) -> Range:
    """What may become of a creature on the battlefield.

    It stays, it is lost, or it comes back by undying with a +1/+1 counter or by persist with a -1/-1 counter
    (`damage.come_back`), and then loses what its default value has moved by. It comes back smaller or larger than its
    counters were, and an explicit value doesn't count then, so each of these may be the most or the least. All that is
    left out: with undying and no +1/+1 counter it is never lost, if what comes back has toughness, since nothing puts
    such counters on it in combat.
    """
    if body.place >= DEAD:
        return Range(0, 0)
    sign = -1 if traits.attacking else 1
    changes = [0]
    certain = False
    for able, step in ((traits.undying, 1), (traits.persist, -1)):
        power, toughness = traits.returns
        if able and toughness + step > 0:
            left = default_value(power + step, toughness + step, traits.keywords)
            changes.append(sign * prices.product(traits.default - left))
            certain |= step > 0 and not body.plus
    if not certain:
        price = prices.attackers if traits.attacking else prices.blockers
        changes.append(sign * price[traits.index])
    return Range.of(*changes)


def of_attacker(prices: Prices, traits: Traits, body: Body, times: int, *, past: bool) -> Range:
    """All that an attacker may do in so many steps, and what may become of it; `past`: some of its damage may go to
    the player, a planeswalker or a battle.

    No body assigns more later than now: damage and -1/-1 counters only lower its power and toughness, and what comes
    back is out of combat. Each point of damage goes to one recipient: to a creature it changes that creature's fate
    alone; to the player it is life or, with infect, poison, or excess sent to its controller; to a permanent it is
    loyalty or defense. Toxic and poisonous count once a hit, and there is one hit on the player in a step. Lifelink
    gains each point at most once.
    """
    fate = fate_range(prices, traits, body)
    damage = times * traits.amount(body) if body.place == FIGHTING and not traits.silent else 0
    if not damage:
        return fate
    parts = [fate]
    if traits.lifelink:
        parts.append(Range.of(damage * prices.life))
    if past:
        point = (prices.poison,) if traits.infect else (prices.life, prices.player)
        each = Range.of(*point, prices.loyalty, prices.defense)
        parts.append(Range(damage * each.low, damage * each.high))
        parts.append(Range.of(times * (traits.toxic + traits.poisonous) * prices.poison))
    return total(parts)


def of_blocker(prices: Prices, traits: Traits, body: Body, times: int) -> Range:
    """All that a blocker may do in so many steps, and what may become of it.

    Its damage goes to attackers, whose fates count as theirs. Each point may gain its controller one life (lifelink),
    and as excess sent to the attackers' controller it may take one (120.4a; none with infect, and poison of the
    attacking player isn't in the score).
    """
    fate = fate_range(prices, traits, body)
    damage = times * traits.amount(body) if body.place == FIGHTING and not traits.silent else 0
    if not damage:
        return fate
    parts = [fate]
    if traits.lifelink:
        parts.append(Range.of(-damage * prices.life, -damage * prices.player))
    if traits.excess and not traits.infect:
        parts.append(Range.of(-damage * prices.life))
    return total(parts)
