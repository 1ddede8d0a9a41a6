"""Ids for what a document only names: `acidic-slime`, and `acidic-slime-2` for a second one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from ...model.errors import Fault
from ...model.terms import PLAYER
from ...model.words import LONGEST_NAME

__all__ = ["name_creatures", "slug"]

LONGEST_SLUG: Final = LONGEST_NAME - 20
KINDS: Final = {"planeswalkers": "planeswalker", "battles": "battle"}


def name_creatures(
    values: dict[str, Any], sides: Sequence[str] = ("attackers", "blockers"), also: Iterable[str] = ()
) -> list[Fault]:
    """Give ids to what stands in the lists and has only a name, numbered where one is taken; with neither is a fault.

    `also` are ids that others have.
    """
    places = [
        (f"{side}[{index}]", creature)
        for side in sides
        for index, creature in enumerate(values.get(side, ()))
        if "id" not in creature
    ]
    if not places:
        return []
    faults = []
    taken = {PLAYER, *also} | {
        thing["id"] for kind in {*KINDS, *sides} for thing in values.get(kind, ()) if "id" in thing
    }
    numbers: dict[str, int] = {}
    for path, creature in places:
        if "name" not in creature:
            creature["id"] = path
            kind = KINDS.get(path.partition("[")[0], "creature")
            faults.append(Fault(f"{path}.id", f"a {kind} needs an id or a name"))  # unless one couldn't be read
            continue
        word = ident = slug(creature["name"])
        while ident in taken:
            numbers[word] = numbers.get(word, 1) + 1
            ident = f"{word}-{numbers[word]}"
        taken.add(ident)
        creature["id"] = ident
    return faults


def slug(name: str) -> str:
    """An id made from a name: its letters and digits in lower case, joined by hyphens; it can be numbered.

    >>> slug("Acidic Slime"), slug("Jötun, the Old")
    ('acidic-slime', 'jötun-the-old')
    """
    return re.sub(r"[\W_]+", "-", name.lower())[:LONGEST_SLUG].strip("-") or "creature"
