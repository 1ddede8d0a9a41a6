"""A damage step: both announcements dealt at once, state-based actions, and what comes next (510.2, 704.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ...model.creature import changed_by
from ...model.errors import IllegalAssignment
from ...model.terms import ALL, PLAYER, Side, Step
from ..position import DEAD, FIGHTING, TO_PLAYER, UNLIMITED, Body, Position, Table, Traits, decided
from .announcement import announcement
from .damage import Hit, receive, settle
from .outcome import Outcome, outcome_of

if TYPE_CHECKING:
    from ...model.combat import Assignment, Combat
    from ...model.creature import Creature

__all__ = [
    "Event", "Hits", "Resolution", "Struck", "events_of", "excess_of", "inflict", "next_combat", "resolve",
    "strike",
]  # fmt: skip

Event = tuple[int, int, int]
"""A source's number, a recipient's number or code, and an amount of damage."""


class Struck(NamedTuple):
    """The position after a step, and the excess damage dealt: by creature (blockers after attackers) and permanent."""

    position: Position
    excess_creatures: tuple[int, ...]
    excess_permanents: tuple[int, ...]


class Hits(NamedTuple):
    """Damage to be dealt at once: to creatures by number, to planeswalkers and battles by place, to each player."""

    attackers: dict[int, list[Hit]]
    blockers: dict[int, list[Hit]]
    permanents: list[tuple[int, Traits, int]]
    defending: dict[Traits, int]
    attacking: dict[Traits, int]


@dataclass(frozen=True, slots=True)
class Resolution:
    """What one step did: its outcome, and the combat that is left, None where no damage step is left to play."""

    outcome: Outcome
    next: Combat | None


def strike(table: Table, position: Position, attacking: Iterable[Event], defending: Iterable[Event]) -> Struck:
    """Deals what was announced. Private to the package: it doesn't ask whether the announcements are legal."""
    hits = Hits({}, {}, [], {}, {})
    for source, recipient, n in attacking:
        traits = table.attackers[source]
        if recipient >= 0:
            hits.blockers.setdefault(recipient, []).append((traits, n))
        elif recipient == TO_PLAYER:
            hits.defending[traits] = hits.defending.get(traits, 0) + n
        else:
            hits.permanents.append((-2 - recipient, traits, n))
    for source, recipient, n in defending:
        hits.attackers.setdefault(recipient, []).append((table.blockers[source], n))
    struck = inflict(table.attackers, table.blockers, position, hits)
    after = struck.position
    took_part = position.struck
    if position.first:
        for bit, (traits, body) in enumerate(
            zip((*table.attackers, *table.blockers), (*position.attackers, *position.blockers), strict=True)
        ):
            if body.place == FIGHTING and (traits.first or traits.double):
                took_part |= 1 << bit
    ended = not position.first or decided(after) or all(body.place != FIGHTING for body in after.attackers)
    return struck._replace(position=after._replace(first=False, struck=took_part, over=ended))


def inflict(attackers: Sequence[Traits], blockers: Sequence[Traits], position: Position, hits: Hits) -> Struck:
    """Deals damage, all at once, and looks at state-based actions; the position stays at its step (120.4, 704.3)."""
    gains = [0, 0]
    blocking, over_blockers = take(blockers, position.blockers, hits.blockers, gains, hits.defending)
    attacking, over_attackers = take(attackers, position.attackers, hits.attackers, gains, hits.attacking)
    permanents = list(position.permanents)
    for place, traits, n in hits.permanents:
        if not traits.silent:
            permanents[place] -= n
            if traits.lifelink:
                gains[0 if traits.attacking else 1] += n
    life, poison = hit_player(hits.defending, gains)
    active_life, active_poison = hit_player(hits.attacking, gains)
    dealt = list(position.dealt)
    for traits, n in hits.defending.items():
        if traits.commander and not traits.silent:
            dealt[traits.index] += n
    after = Position(
        first=position.first,
        attackers=attacking,
        blockers=blocking,
        struck=position.struck,
        attacker_life=position.attacker_life - active_life + gains[0],
        attacker_poison=position.attacker_poison + active_poison,
        defender_life=position.defender_life - life + gains[1],
        defender_poison=position.defender_poison + poison,
        permanents=tuple([max(0, left) for left in permanents]),
        dealt=tuple(dealt),
        over=position.over,
    )
    return Struck(after, over_attackers + over_blockers, tuple([max(0, -left) for left in permanents]))


def take(
    all_traits: Sequence[Traits],
    bodies: tuple[Body, ...],
    hits: dict[int, list[Hit]],
    gains: list[int],
    redirected: dict[Traits, int],
) -> tuple[tuple[Body, ...], tuple[int, ...]]:
    """One side's creatures after their hits; lifelink goes to `gains`, excess sent on to `redirected`."""
    after: list[Body] = []
    excess: list[int] = []
    for index, (traits, body) in enumerate(zip(all_traits, bodies, strict=True)):
        mine = hits.get(index)
        if mine is None:
            after.append(settle(traits, body, False) if body.place < DEAD else body)
            excess.append(0)
            continue
        received = receive(traits, body, mine)
        after.append(received.body)
        excess.append(received.excess)
        for place, (source, _) in enumerate(mine):
            if source.lifelink:
                gains[0 if source.attacking else 1] += received.dealt[place]
            if source.excess and received.sent[place]:
                redirected[source] = redirected.get(source, 0) + received.sent[place]
    return tuple(after), tuple(excess)


def hit_player(hits: dict[Traits, int], gains: list[int]) -> tuple[int, int]:
    """The life and the poison counters that a player's hits cost them (120.3a, b, g; 702.70a, 702.164c)."""
    life = poison = 0
    for source, n in hits.items():
        if not n or source.silent:
            continue
        poison += source.toxic + source.poisonous
        if source.infect:
            poison += n
        else:
            life += n
        if source.lifelink:
            gains[0 if source.attacking else 1] += n
    return life, poison


def events_of(table: Table, assignment: Assignment, side: Side) -> list[Event]:
    """A legal assignment as events, in the order of the document's creatures."""
    mine, theirs = table.attackers, table.blockers
    if side is Side.DEFENDING:
        mine, theirs = theirs, mine
    numbers = {traits.id: traits.index for traits in theirs}
    numbers[PLAYER] = TO_PLAYER
    numbers.update((name, -2 - place) for place, name in enumerate(table.permanent_ids))
    return [
        (traits.index, numbers[recipient], n)
        for traits in mine
        for recipient, n in sorted(
            ((recipient, n) for recipient, n in assignment.get(traits.id, {}).items() if n),  # 0 may go to anybody
            key=lambda entry: numbers[entry[0]],
        )
    ]


def resolve(combat: Combat, attacking: Assignment | None, defending: Assignment | None) -> Resolution:
    """What one step's announcements do (see `Combat.resolve`)."""
    table = combat.table
    struck = strike(
        table,
        table.start,
        events_of(table, checked(combat, attacking, Side.ATTACKING), Side.ATTACKING),
        events_of(table, checked(combat, defending, Side.DEFENDING), Side.DEFENDING),
    )
    return Resolution(outcome_of(table, struck.position, excess_of(table, struck)), next_combat(table, struck.position))


def excess_of(table: Table, struck: Struck) -> dict[str, int]:
    """The excess damage dealt in a step, by id."""
    names = [traits.id for traits in (*table.attackers, *table.blockers)] + table.permanent_ids
    amounts = struck.excess_creatures + struck.excess_permanents
    return {name: n for name, n in zip(names, amounts, strict=True) if n}


def checked(combat: Combat, assignment: Assignment | None, side: Side) -> Assignment:
    """A side's assignment, judged; or what is forced where there is none."""
    if assignment is None:
        ways = iter(combat.legal_assignments(side))
        forced = next(ways)
        if next(ways, None) is not None:
            problem = announcement(combat.table, combat.table.start, side)
            mine = combat.table.attackers if side is Side.ATTACKING else combat.table.blockers
            names = ", ".join(mine[source.creature].id for source in problem.sources if len(source.recipients) > 1)
            raise IllegalAssignment(f"{side.value}: the assignment of {names} is not forced, so it must be given")
        return forced
    broken = combat.violations(assignment, side)
    if broken:
        raise IllegalAssignment(f"{side.value}: {broken[0]} (in {combat})")
    return assignment


def next_combat(table: Table, position: Position) -> Combat | None:
    """The combat that is left before the step a position stands at, None where no step is left."""
    if position.over:
        return None
    combat = table.combat
    names = [traits.id for traits in table.attackers]
    alive = [body.place == FIGHTING for body in position.attackers]
    blocking = [
        body.place == FIGHTING and any(alive[a] for a in table.blocks[index])
        for index, body in enumerate(position.blockers)
    ]
    there = {names[index] for index, yes in enumerate(alive) if yes}
    there |= {combat.blockers[index].id for index, yes in enumerate(blocking) if yes}
    attackers = []
    for index, (creature, body) in enumerate(zip(combat.attackers, position.attackers, strict=True)):
        if not alive[index]:
            continue
        target = table.targets[index]
        gone = target is not None and target < TO_PLAYER and not position.permanents[-2 - target]
        keywords = creature.keywords
        if gone and target is not None and -2 - target >= table.walkers:
            # over planeswalkers is plain trample on a battle, and must not become 702.19e once that is gone
            keywords = tuple("trample" if word == "trample over planeswalkers" else word for word in keywords)
        attackers.append(
            replace(
                creature,
                **changes(creature, body, bool(position.struck >> index & 1)),
                keywords=keywords,
                attacking=None if gone else creature.attacking,
                blocked=table.blocked[index],
                order=left_of(creature.order, there),
            )
        )
    offset = len(names)
    blockers = [
        replace(
            creature,
            **changes(creature, body, bool(position.struck >> offset + index & 1)),
            blocks=tuple(names[a] for a in table.blocks[index] if alive[a]),
            order=left_of(creature.order, there),
        )
        for index, (creature, body) in enumerate(zip(combat.blockers, position.blockers, strict=True))
        if blocking[index]
    ]
    walkers = [
        replace(walker, loyalty=left)
        for walker, left in zip(combat.planeswalkers, position.permanents, strict=False)
        if left
    ]
    battles = [
        replace(battle, defense=left)
        for battle, left in zip(combat.battles, position.permanents[table.walkers :], strict=True)
        if left
    ]
    marks = dict(combat.defending_player.commander_damage)
    marks.update({names[index]: n for index, n in enumerate(position.dealt) if n})
    return replace(
        combat,
        attackers=tuple(attackers),
        blockers=tuple(blockers),
        attacking_player=replace(combat.attacking_player, life=position.attacker_life, poison=position.attacker_poison),
        defending_player=replace(
            combat.defending_player,
            life=position.defender_life,
            poison=position.defender_poison,
            commander_damage=tuple(marks.items()),
        ),
        planeswalkers=tuple(walkers),
        battles=tuple(battles),
        step=None if position.first else Step.REGULAR,  # type: ignore[arg-type]  # None: as the creatures left have it
        pending=False,
    )


def changes(creature: Creature, body: Body, struck: bool) -> dict[str, Any]:
    """What of a creature's fields changed by damage, or by triggers that were pending; its `base` stays as it was."""
    counters = counters_of(creature.counters, body)
    more = changed_by(counters)
    base = creature.unchanged
    return {
        "power": body.power,
        "toughness": body.toughness,
        "damage": body.damage,
        "counters": counters,
        "regeneration": body.regeneration,
        "prevent": ALL if body.prevent == UNLIMITED else body.prevent,
        "struck_first": struck,
        "base": None if base == (body.power - more[0], body.toughness - more[1]) else base,
    }


def counters_of(counters: tuple[tuple[str, int], ...], body: Body) -> tuple[tuple[str, int], ...]:
    """A creature's counters now, given those it had in the document."""
    now = dict(counters)
    now.update({"+1/+1": body.plus, "-1/-1": body.minus, "shield": body.shield})
    return tuple((kind, number) for kind, number in now.items() if number)


def left_of(order: tuple[str, ...] | None, there: set[str]) -> tuple[str, ...] | None:
    """A damage assignment order without those that left combat (509.2a until 2024)."""
    return None if order is None else tuple(name for name in order if name in there)
