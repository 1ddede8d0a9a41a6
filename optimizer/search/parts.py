"""The parts that fall apart: sources of an announcement that share nothing, attackers that share no blocker."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..rules.damage.announcement import Announcement
from ..rules.position import FIGHTING, TO_PLAYER, Position, Table

__all__ = ["groups", "parts_of", "table_parts"]


def groups(links: Sequence[Iterable[object]]) -> list[list[int]]:
    """The places of `links` grouped so that those that share an element are together, each group in rising order.

    >>> groups([("a", "b"), ("c",), ("b",), ()])
    [[0, 2], [1], [3]]
    """
    parent = list(range(len(links)))

    def root(place: int) -> int:
        while parent[place] != place:
            parent[place] = parent[parent[place]]
            place = parent[place]
        return place

    owner: dict[object, int] = {}
    for place, elements in enumerate(links):
        for element in elements:
            other = root(owner.setdefault(element, place))
            mine = root(place)
            parent[max(mine, other)] = min(mine, other)
    found: dict[int, list[int]] = {}
    for place in range(len(links)):
        found.setdefault(root(place), []).append(place)
    return list(found.values())


def parts_of(ann: Announcement) -> list[Announcement]:
    """An announcement split into announcements whose legality and results don't touch each other.

    Sources are together where they may damage the same creature, or the same planeswalker or battle.
    """
    if len(ann.sources) == 1:
        return [ann]
    links = [
        [*source.creatures, *(target for target in source.recipients if target < TO_PLAYER)] for source in ann.sources
    ]
    return [ann._replace(sources=tuple(ann.sources[place] for place in group)) for group in groups(links)]


def table_parts(table: Table, position: Position) -> list[tuple[list[int], list[int]]]:
    """Attackers and blockers split into fights that have nothing to do with each other over all steps left.

    Attackers are together where they share a blocker, or attack the same planeswalker or battle and not all of them
    are sure to damage nothing else.
    """
    links: list[list[object]] = []
    for index, by in enumerate(table.blocked_by):
        shared: list[object] = [b for b in by if position.blockers[b].place == FIGHTING]
        target = table.targets[index]
        if target is not None and target < TO_PLAYER:
            shared.append(("target", target))
        links.append(shared)
    found = []
    for group in groups(links):
        attackers = [a for a in group if position.attackers[a].place == FIGHTING]
        blockers = sorted({b for a in attackers for b in table.blocked_by[a] if position.blockers[b].place == FIGHTING})
        if attackers:
            found.append((attackers, blockers))
    return found
