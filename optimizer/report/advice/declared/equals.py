"""Declarations that differ only in which of equal creatures do something are the same to a person."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TypeVar

from ....model.board import Attacks, Blocks
from ....model.board_creature import BoardCreature

__all__ = ["EqualCreatures"]

Declaration = TypeVar(
    "Declaration", bound=Mapping[str, Sequence[str]]
)  # a text, in attacks, is a sequence of texts too


class EqualCreatures:
    """Which creatures of a board are the same but for their names: those of one number in `kinds`.

    >>> bear, elf = ({"id": name, "power": 2, "toughness": 2} for name in ("bear", "elf"))
    >>> equals = EqualCreatures([BoardCreature(**bear)], [BoardCreature(**elf), BoardCreature(**elf | {"id": "cub"})])
    >>> equals.blocks_key({"elf": ["bear"]}) == equals.blocks_key({"cub": ["bear"]})
    True
    """

    def __init__(self, attackers: Iterable[BoardCreature], defenders: Iterable[BoardCreature]) -> None:
        sides = list(attackers), list(defenders)
        named = {name for one in sides[1] for name in one.provoked_by}
        seen: dict[Hashable, int] = {}
        self.kinds: dict[str, int] = {}
        for side in sides:
            for one in side:
                unique = one.id in named or one.commander  # others speak of it by its id
                key = one.id if unique else (side is sides[0], replace(one, id="x", name="x"))
                self.kinds[one.id] = seen.setdefault(key, len(seen))
        self.places = {name: place for place, name in enumerate(self.kinds)}
        self.numbers: dict[Hashable, int] = {}

    def attacks_key(self, attacks: Attacks) -> Hashable:
        """The same for attacks that differ only in which of equal creatures attack."""
        return tuple(sorted((self.kinds[name], target) for name, target in attacks.items()))

    def blocks_key(self, blocks: Blocks) -> Hashable:
        """The same for blocks that differ only in which of equal creatures block or are blocked.

        Creatures are told apart by their kind and by those that they block or are blocked by, over and over until that
        tells no more apart; blocks that are alike in all that are alike.
        """
        beside: dict[str, list[str]] = {}
        for blocker, targets in blocks.items():
            for target in targets:
                beside.setdefault(blocker, []).append(target)
                beside.setdefault(target, []).append(blocker)
        looks = {name: self.number((self.kinds[name], "kind")) for name in beside}
        apart = 0
        while len(set(looks.values())) > apart:
            apart = len(set(looks.values()))
            looks = {
                name: self.number((looks[name], *sorted(looks[other] for other in others)))
                for name, others in beside.items()
            }
        return tuple(sorted(tuple(sorted(looks[name] for name in group)) for group in groups(beside)))

    def number(self, look: Hashable) -> int:
        """A number for a look, always the same one."""
        return self.numbers.setdefault(look, len(self.numbers))

    def nearest(self, usual: Declaration, other: Declaration) -> Declaration:
        """The other declaration made by those of equal creatures that let it differ from the usual one the least."""
        found = self.in_order(other)
        used = names_in(usual) | names_in(other)
        pairs = [
            (one, another)
            for one, another in combinations(self.kinds, 2)
            if self.kinds[one] == self.kinds[another] and (one in used or another in used)
        ]
        better = True
        while better:
            better = False
            for one, another in pairs:
                swapped = self.in_order(exchanged(found, one, another))
                if differing(usual, swapped) < differing(usual, found):
                    found, better = swapped, True
        return found

    def in_order(self, declaration: Declaration) -> Declaration:
        """A declaration in the document's order."""
        return {  # type: ignore[return-value]
            name: value if isinstance(value, str) else tuple(sorted(value, key=lambda target: self.places[target]))
            for name, value in sorted(declaration.items(), key=lambda pair: self.places[pair[0]])
            if value
        }


def groups(beside: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Those that are connected with each other."""
    found: list[list[str]] = []
    seen: set[str] = set()
    for name in beside:
        if name in seen:
            continue
        seen.add(name)
        group = [name]
        for one in group:
            for other in beside[one]:
                if other not in seen:
                    seen.add(other)
                    group.append(other)
        found.append(group)
    return found


def names_in(declaration: Declaration) -> set[str]:
    """The creatures that a declaration speaks of."""
    targets = (value for value in declaration.values() if not isinstance(value, str))
    return {*declaration}.union(*targets)


def exchanged(declaration: Declaration, one: str, another: str) -> Declaration:
    """A declaration with two creatures in each other's place."""
    names = {one: another, another: one}
    return {  # type: ignore[return-value]
        names.get(name, name): value if isinstance(value, str) else tuple(names.get(it, it) for it in value)
        for name, value in declaration.items()
    }


def differing(one: Declaration, other: Declaration) -> int:
    """How much two declarations differ: creatures that do something else, doing it at all counted on top."""
    return sum(1 + ((name in one) != (name in other)) for name in {*one, *other} if one.get(name) != other.get(name))
