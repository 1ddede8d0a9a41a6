"""What a part of the last step can do: its best value for each amount of life and poison it can take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...rules.damage.announcement import Announcement
from ...rules.damage.resolution import Event
from ...rules.position import COMMANDER, FIGHTING, POISON, TO_PLAYER, Position, Table, Traits, attacker_lost, lost
from ..context import Context

__all__ = [
    "Coordinates", "Division", "Effect", "Frontier", "NeedsSearch", "attacker_can_lose", "attacker_must_lose", "best",
    "can_lose", "combine", "events_from", "gains_life", "merge", "nowhere", "only", "permanent_price", "player_hit",
    "times_to_strike",
]  # fmt: skip

Coordinates = tuple[int, int, tuple[int, ...]]
"""Life and poison that the defending player is left with less or more, and commander damage dealt, by attacker."""

Division = tuple[tuple[int, ...], ...]


class Effect(NamedTuple):
    """A value, and the events that bring it about."""

    value: int
    events: tuple[Event, ...]


class NeedsSearch(Exception):
    """The step has a shape that only trying everything solves (search.py); private to the solver."""


Frontier = dict[Coordinates, Effect]


def nowhere(table: Table) -> Coordinates:
    """The coordinates of what takes nothing from the player."""
    return (0, 0, (0,) * len(table.attackers))


def can_lose(table: Table, position: Position) -> bool:
    """The defending player could lose in the steps left, by the most that attackers could deal."""
    if lost(position):
        return True
    life = poison = 0
    for index, (traits, body) in enumerate(zip(table.attackers, position.attackers, strict=True)):
        if body.place != FIGHTING or traits.silent:
            continue
        past = not table.blocked[index] or traits.trample or traits.free
        if not (traits.excess or (past and (traits.over or table.targets[index] == TO_PLAYER))):
            continue
        times = times_to_strike(table, position, index)
        amount = traits.amount(body)
        if not amount:
            continue
        dealt = amount * times
        poison += times * (traits.toxic + traits.poisonous)
        if traits.infect:
            poison += dealt
        else:
            life += dealt
        if traits.commander and position.dealt[index] + dealt >= COMMANDER:
            return True
    return life >= position.defender_life or position.defender_poison + poison >= POISON


def attacker_can_lose(table: Table, position: Position) -> bool:
    """The attacking player could lose in the steps left, by the most that blockers could send on (120.4a).

    Blockers assign damage to attackers only (510.1d), so the attacking player is damaged by those with
    `excess_to_controller` alone. In a step such a blocker sends on no more than it assigns, as one hit; nothing makes
    power or toughness grow between the steps; and lifelink only adds to the player's life. Who starts at 0 life or 10
    poison can lose whatever is sent.
    """
    life = poison = 0
    times = 2 if position.first else 1
    for traits, body in zip(table.blockers, position.blockers, strict=True):
        if not traits.excess or traits.silent or body.place != FIGHTING:
            continue
        amount = traits.amount(body)
        if not amount:
            continue
        poison += times * (traits.toxic + traits.poisonous)
        if traits.infect:
            poison += times * amount
        else:
            life += times * amount
    return life >= position.attacker_life or position.attacker_poison + poison >= POISON


def attacker_must_lose(table: Table, position: Position) -> bool:
    """The attacking player will have lost after the step at hand, whatever is assigned: nothing takes poison counters
    away, and only lifelink of attackers gains that player life."""
    if position.attacker_poison >= POISON:
        return True
    return attacker_lost(position) and not any(
        gains_life(traits) and body.place == FIGHTING
        for traits, body in zip(table.attackers, position.attackers, strict=True)
    )


def times_to_strike(table: Table, position: Position, index: int) -> int:
    """In how many of the steps left an attacker may assign damage."""
    traits = table.attackers[index]
    if not position.first:
        return int(table.assigns(position, traits, index))
    return 2 if traits.double else 1


def gains_life(traits: Traits) -> bool:
    """Its damage gains its controller life, unless something on the other end prevents it."""
    return traits.lifelink and not traits.silent


def best(effects: Iterable[Effect], sign: int = 1) -> Effect:
    """The effect of the greatest value, or the least; the first of equals."""
    return max(effects, key=lambda effect: sign * effect.value)


def only(frontier: Frontier) -> Coordinates | None:
    """The coordinates of a frontier that has but one."""
    return next(iter(frontier)) if len(frontier) == 1 else None


def combine(context: Context, position: Position, ours: Frontier, theirs: Frontier) -> tuple[Effect, Effect]:
    """The attacking player's best choice, the defending player answering it."""
    found: tuple[int, Effect, Effect] | None = None
    for (life, poison, dealt), mine in ours.items():
        answer: tuple[int, Effect] | None = None
        for (back, _, _), yours in theirs.items():
            value = mine.value + yours.value
            if loses(position, life + back, poison, dealt):
                value += context.prices.win
            if answer is None or value < answer[0]:
                answer = value, yours
        assert answer is not None
        if found is None or answer[0] > found[0]:
            found = answer[0], mine, answer[1]
    assert found is not None
    return found[1], found[2]


def loses(position: Position, life: int, poison: int, dealt: tuple[int, ...]) -> bool:
    """The defending player has lost once so much has changed."""
    return (
        position.defender_life - life <= 0
        or position.defender_poison + poison >= POISON
        or any(a + b >= COMMANDER for a, b in zip(position.dealt, dealt, strict=True))
    )


def merge(left: Frontier, right: Frontier, *, keep: bool, sign: int) -> Frontier:
    """The sums of two parts' effects, the best for each coordinates."""
    found: Frontier = {}
    for (life, poison, dealt), one in left.items():
        for (more_life, more_poison, more_dealt), two in right.items():
            key = (
                (life + more_life, poison + more_poison, tuple(map(int.__add__, dealt, more_dealt)))
                if keep
                else (0, 0, dealt)
            )
            value = one.value + two.value
            if key not in found or sign * value > sign * found[key].value:
                found[key] = Effect(value, one.events + two.events)
    return found


def player_hit(me: Traits, n: int) -> tuple[int, int]:
    """The life and poison that one hit costs the defending player."""
    once = me.toxic + me.poisonous
    return (0, n + once) if me.infect else (n, once)


def permanent_price(context: Context, table: Table, target: int) -> int:
    """What a point of loyalty or defense is worth."""
    return context.prices.loyalty if -2 - target < table.walkers else context.prices.defense


def events_from(part: Announcement, division: Division) -> tuple[Event, ...]:
    """A division as events."""
    return tuple(
        (source.creature, recipient, n)
        for source, amounts in zip(part.sources, division, strict=True)
        for recipient, n in zip(source.recipients, amounts, strict=True)
        if n
    )
