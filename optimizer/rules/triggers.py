"""The triggered abilities on attacking, blocking and becoming blocked that change power, toughness or life.

They resolve before damage, the defending player's before the attacking player's where both wait; their sum and one look
at state-based actions give the same, since nobody can die of the positive ones.
"""

from __future__ import annotations

from .damage.damage import settle
from .position import FIGHTING, TO_PLAYER, Body, Position, Table, Traits, decided

__all__ = ["after_triggers"]


def instances(traits: Traits, name: str) -> int:
    """How many instances of an ability a creature has; each triggers on its own."""
    return sum(keyword == name for keyword in traits.keywords)


def numbers(traits: Traits, name: str) -> list[int]:
    """N of each of a creature's instances of an ability with a number."""
    prefix = name + " "
    return [int(keyword.removeprefix(prefix)) for keyword in traits.keywords if keyword.startswith(prefix)]


def strength(traits: Traits, name: str) -> int:
    """The sum of those numbers."""
    return sum(numbers(traits, name))


def after_triggers(table: Table, position: Position) -> Position:
    """The position once every trigger on attack and block has resolved and state-based actions were looked at."""
    attackers = [raise_attacker(table, index, body) for index, body in enumerate(position.attackers)]
    blockers = [raise_blocker(table, index, body) for index, body in enumerate(position.blockers)]
    life = position.defender_life
    for one in table.attackers:
        for number in numbers(one, "afflict") if table.blocked[one.index] else ():  # 702.130a
            if life > 0:  # a player who has lost loses no more to the triggers still waiting
                life -= number
    settled = tuple(settle(traits, body, False) for traits, body in zip(table.attackers, attackers, strict=True))
    after = position._replace(
        attackers=settled,
        blockers=tuple(settle(traits, body, False) for traits, body in zip(table.blockers, blockers, strict=True)),
        defender_life=life,
    )
    return after._replace(over=decided(after) or not any(body.place == FIGHTING for body in settled))


def raise_attacker(table: Table, index: int, body: Body) -> Body:
    """An attacker with what triggers gave it until end of turn."""
    me = table.attackers[index]
    blockers = len(table.blocked_by[index])
    both = power = 0
    if len(table.attackers) == 1:
        counters = table.combat.attackers[index].counter("exalted")  # 122.1b: each gives an instance
        both += instances(me, "exalted") + counters  # 702.83a: it attacks alone
    if any(target == TO_PLAYER for target in table.targets):
        both += instances(me, "melee")  # 702.121a: one opponent at most was attacked
    if table.blocked[index]:
        both += strength(me, "bushido")  # 702.45a
        both += strength(me, "rampage") * max(0, blockers - 1)  # 702.23a
    else:
        power += strength(me, "frenzy")  # 702.68a
    power += sum(instances(other, "battle cry") for other in table.attackers if other is not me)  # 702.91a
    return body._replace(power=body.power + both + power, toughness=body.toughness + both)


def raise_blocker(table: Table, index: int, body: Body) -> Body:
    """A blocker with what triggers did to it until end of turn."""
    me = table.blockers[index]
    both = strength(me, "bushido")
    if not instances(me, "flanking"):
        both -= sum(instances(table.attackers[a], "flanking") for a in table.blocks[index])  # 702.25a
    return body._replace(power=body.power + both, toughness=body.toughness + both)
