"""A part with shared creatures by looking at all its divisions at once, as columns of numbers.

Where the divisions are some thousands, their arrays (bulk.py) and a sum, a comparison and a product for each creature
are quicker than to build a constraint model. Only for creatures whose fate is a threshold (thresholds.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...model.terms import Side
from ...rules.damage.announcement import Announcement
from ...rules.position import TO_PLAYER, Position, Table
from ..context import Context
from .cp_model import onward_of
from .frontier import Effect, Frontier, events_from, gains_life, nowhere
from .thresholds import NEVER, Fates

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.int64]

__all__ = ["few_enough", "tabled_part"]

ROWS = 20_000
"""Up to so many divisions this is quicker than CP-SAT."""


def few_enough(part: Announcement) -> bool:
    """A quick bound on the divisions is within `ROWS`."""
    most = 1
    for source in part.sources:
        ways = 1
        for place in range(1, len(source.recipients)):
            ways = ways * (source.amount + place) // place
        most *= ways
        if most > ROWS:
            return False
    return True


def tabled_part(
    context: Context,
    table: Table,
    position: Position,
    part: Announcement,
    fates: Fates,
    races: bool,
) -> Frontier | None:
    """The part's best value, for each amount of life taken where the player may lose (`races`); None where poison or
    a planeswalker makes that amount another thing than points assigned to the player."""
    import numpy as np

    from ...rules.damage.bulk import arrays

    attacking = part.side is Side.ATTACKING
    mine = table.attackers if attacking else table.blockers
    traits = [mine[source.creature] for source in part.sources]
    if races and attacking and any(one.infect or one.toxic or one.poisonous or one.silent for one in traits):
        return None
    context.used("table")
    columns = {
        (place, recipient): number
        for number, (place, recipient) in enumerate(
            (place, recipient) for place, source in enumerate(part.sources) for recipient in source.recipients
        )
    }
    sign = 1 if attacking else -1
    gain = 0 if attacking else sum(s.amount for s, one in zip(part.sources, traits, strict=True) if gains_life(one))
    best: dict[int, tuple[int, Any]] = {}
    for rows in arrays(part):
        value = worth(context, table, position, part, fates, columns, rows)
        value *= sign
        if not races:
            at = int(value.argmax())
            if 0 not in best or value[at] > best[0][0]:
                best[0] = int(value[at]), rows[at].tolist()
            continue
        to_player = [number for (_, recipient), number in columns.items() if recipient == TO_PLAYER]
        life = rows[:, to_player].sum(axis=1, dtype=np.int64)
        for amount in np.unique(life).tolist():
            among = np.flatnonzero(life == amount)
            at = int(among[value[among].argmax()])
            if amount not in best or value[at] > best[amount][0]:
                best[amount] = int(value[at]), rows[at].tolist()
    zeros = nowhere(table)[2]
    return {
        (amount - gain, 0, zeros): Effect(sign * found, events_from(part, divided(part, row)))
        for amount, (found, row) in best.items()
    }


def worth(
    context: Context,
    table: Table,
    position: Position,
    part: Announcement,
    fates: Fates,
    columns: dict[tuple[int, int], int],
    rows: npt.NDArray[Any],
) -> Numbers:
    """What each division changes of the score, but for what is the same for all."""
    import numpy as np

    value = np.zeros(len(rows), dtype=np.int64)
    for c, (fate, places) in fates.items():
        if not fate.amount or not fate.price:
            continue
        lost = np.zeros(len(rows), dtype=np.bool_)
        hits = [columns[place, c] for place, at in places.items() if fate.counts[at]]
        if hits and fate.amount < NEVER:
            lost |= rows[:, hits].sum(axis=1) >= fate.amount
        for place, at in places.items():
            if fate.touches[at]:
                lost |= rows[:, columns[place, c]] > 0
        value += fate.price * lost
    onward = onward_of(context, table, part)
    taken: dict[int, tuple[int, Numbers]] = {}
    for (place, target), each in onward.items():
        points = rows[:, columns[place, target]].astype(np.int64)
        if each.once:
            value += each.once * (points > 0)
        if target == TO_PLAYER:
            value += each.price * points
        else:
            before = taken.get(target)
            taken[target] = each.price, points if before is None else before[1] + points
    for target, (price, points) in taken.items():
        value += price * np.minimum(points, position.permanents[-2 - target])
    return value


def divided(part: Announcement, row: list[int]) -> tuple[tuple[int, ...], ...]:
    """A row as a division."""
    found = []
    at = 0
    for source in part.sources:
        width = len(source.recipients)
        found.append(tuple(row[at : at + width]))
        at += width
    return tuple(found)
