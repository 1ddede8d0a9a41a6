"""What isn't counted of a combat or board, so that every answer can say it: nothing known is left out in silence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from .creature import ACTING

if TYPE_CHECKING:
    from .creature import Creature

__all__ = ["NOT_COUNTED", "Uncounted", "best", "listed", "uncounted"]

NOT_COUNTED: Final = "not_counted"
"""Where answers in JSON hold it."""


CHANGE: Final = re.compile(r"[-+][0-9]+/[-+][0-9]+")

ON_ATTACK: Final = frozenset(
    ["annihilator", "dethrone", "enlist", "mentor", "mobilize", "myriad", "provoke", "training"]
)
"""Keyword abilities that do something as their creature attacks; after that, the numbers hold what they did."""

LATER: Final = frozenset(["decayed", "renown"])
"""Keyword abilities that do something in combat after blocks."""


class Uncounted(NamedTuple):
    """Something that isn't counted, in words, and the id of the creature that has it."""

    id: str
    text: str

    def to_dict(self) -> dict[str, str]:
        """As answers in JSON hold it."""
        return {"id": self.id, "text": self.text}


def uncounted(creatures: Iterable[Creature], *, attacks: bool) -> tuple[Uncounted, ...]:
    """What creatures have that touches combat and isn't in the numbers: lines of their cards' text, counters without a
    known effect, keyword abilities that the project doesn't act on, and bands whose right to be one can't be seen.

    `attacks`: what triggers on attack is still to come, so that abilities of that kind matter.

    >>> from optimizer import Combat
    >>> for one in Combat.parse('Ox 3/3 renown 1 counters(charge 2, flying) not-counted("It grows.")').not_counted:
    ...     print(one.text)
    It grows.
    renown 1
    2 charge counters
    """
    everybody = tuple(creatures)
    found = [Uncounted(one.id, text) for one in everybody for text in of_creature(one, attacks)]
    return (*found, *of_bands(everybody))


def of_creature(creature: Creature, attacks: bool) -> Iterator[str]:
    """What isn't counted of one creature."""
    yield from creature.not_counted
    for keyword in dict.fromkeys(creature.abilities):
        name = keyword.partition(" ")[0]
        if name in LATER or (attacks and name in ON_ATTACK):
            yield keyword
    for kind, number in creature.counters:
        if number and kind not in ACTING and not CHANGE.fullmatch(kind):
            yield f"{number} {kind} counter{'s' if number > 1 else ''}"


def of_bands(creatures: Iterable[Creature]) -> Iterator[Uncounted]:
    """Bands that couldn't be announced as they are now: two creatures without banding. It may have been lost since
    (702.22c, 702.22e), so that they are taken at their word."""
    without: dict[str, list[str]] = {}
    for one in creatures:
        band = getattr(one, "band", None)
        if band is not None and "banding" not in one.abilities:
            without.setdefault(band, []).append(one.id)
    for band, names in without.items():
        if len(names) > 1:
            yield Uncounted(
                names[0],
                f"band {band!r}: {' and '.join(names)} are without banding, which only one of a band may be when it is "
                "announced (702.22c); that they had it then is taken for granted (702.22e)",
            )


def listed(found: Iterable[Uncounted]) -> dict[str, list[dict[str, str]]]:
    """The member of an answer in JSON."""
    return {NOT_COUNTED: [one.to_dict() for one in found]}


def best(found: tuple[Uncounted, ...]) -> str:
    """What a proof says.

    >>> best(()), best((Uncounted("ox", "It grows."),))
    ('proven best', 'proven best of what is counted')
    """
    return "proven best of what is counted" if found else "proven best"
