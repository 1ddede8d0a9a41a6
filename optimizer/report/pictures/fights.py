"""Who fights whom: a combat's creatures in the groups that a picture keeps together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...model.combat import Combat, expand_bands
from .letters import clean
from .scene import Arrow, DrawnFight, DrawnTarget, Figure, Link

__all__ = ["fights_of"]

TOGETHER = 6
"""So many unblocked attackers with the same target are drawn together."""


def fights_of(
    combat: Combat,
    figures: Mapping[str, Figure],
    arrows: Iterable[Arrow],
    names: Mapping[str, str],
    numbers: Mapping[str, str],
) -> tuple[DrawnFight, ...]:
    """The fights, by the first attacker in each; `numbers` has what to say of what is attacked.

    >>> from optimizer import Side
    >>> combat = Combat.parse("Ox 3/3 <- Bear 2/2; Rat 1/1 <- Bear; Elf 1/1; Orc 2/2")
    >>> figures = {one.id: Figure(id=one.id, name=one.name, power=0, toughness=0, side=Side.ATTACKING)
    ...            for one in combat.creatures}
    >>> names = {name: name for name in (*figures, "player")}
    >>> for fight in fights_of(combat, figures, [], names, {"player": "life 20"}):
    ...     print([one.id for one in fight.attackers + fight.blockers], [one.id for one in fight.targets])
    ['ox', 'rat', 'bear'] []
    ['elf', 'orc'] ['player']
    """
    pairs = expand_bands(combat)
    by_source: dict[str, list[Arrow]] = {}
    for arrow in arrows:
        by_source.setdefault(arrow.source, []).append(arrow)
    fights = []
    for group in groups_of(combat, pairs, by_source):
        there = set(group)
        blockers = [name for name, targets in pairs.items() if not there.isdisjoint(targets)]
        inside = [arrow for name in (*group, *blockers) for arrow in by_source.get(name, ())]
        links = links_of(combat, there, pairs, inside, names)
        hit = [arrow.recipient for arrow in inside if arrow.recipient not in figures]
        hit += [link.other for link in links if link.other not in figures]
        fights.append(
            DrawnFight(
                attackers=tuple(figures[name] for name in group),
                blockers=tuple(figures[name] for name in ordered(blockers, group, pairs)),
                targets=tuple(DrawnTarget(name, clean(names[name]), numbers[name]) for name in dict.fromkeys(hit)),
                arrows=tuple(inside),
                links=tuple(links),
            )
        )
    return tuple(fights)


def groups_of(
    combat: Combat, pairs: Mapping[str, Sequence[str]], by_source: Mapping[str, Sequence[Arrow]]
) -> list[list[str]]:
    """The attackers in groups: with those that the same creatures block, or unblocked with what they attack."""
    group_of: dict[str, list[str]] = {one.id: [one.id] for one in combat.attackers}
    for targets in pairs.values():
        first = group_of[targets[0]]
        for target in targets[1:]:
            other = group_of[target]
            if other is not first:
                first += other
                group_of.update(dict.fromkeys(other, first))
    blocked = {target for targets in pairs.values() for target in targets}
    alone: dict[object, list[str]] = {}
    for one in combat.attackers:
        if one.id not in blocked:
            hits = tuple(dict.fromkeys(arrow.recipient for arrow in by_source.get(one.id, ())))
            where = one.blocked, hits or one.attacking
            group = alone.get(where)
            if group is None or len(group) == TOGETHER:
                alone[where] = group_of[one.id]
            else:
                group.append(one.id)
                group_of[one.id] = group
    place = {one.id: number for number, one in enumerate(combat.attackers)}
    found = {id(group): sorted(group, key=place.__getitem__) for group in group_of.values()}
    return sorted(found.values(), key=lambda group: (group[0] not in blocked, place[group[0]]))


def ordered(blockers: Sequence[str], group: Sequence[str], pairs: Mapping[str, Sequence[str]]) -> list[str]:
    """Blockers in the order in which their arrows cross least: by where those stand whom they block."""
    place = {name: number for number, name in enumerate(group)}
    return sorted(blockers, key=lambda name: sum(place[target] for target in pairs[name]) / len(pairs[name]))


def links_of(
    combat: Combat,
    group: set[str],
    pairs: Mapping[str, Sequence[str]],
    arrows: Iterable[Arrow],
    names: Mapping[str, str],
) -> list[Link]:
    """Who blocks whom, and who attacks what, as far as no damage shows it."""
    shown = {pair for arrow in arrows for pair in ((arrow.source, arrow.recipient), (arrow.recipient, arrow.source))}
    busy = {arrow.source for arrow in arrows}
    found = [
        Link(target, name, clean(f"{names[name]} blocks {names[target]}"))
        for name, targets in pairs.items()
        for target in targets
        if target in group and (target, name) not in shown
    ]
    blocked = {target for targets in pairs.values() for target in targets}
    for one in combat.attackers:
        if one.id in group - blocked - busy and not one.blocked and one.attacking is not None:
            found.append(Link(one.id, one.attacking, clean(f"{names[one.id]} attacks {names[one.attacking]}")))
    return found
