"""A part of the last step with shared creatures, put to CP-SAT."""

from __future__ import annotations

from ...model.terms import Side
from ...rules.damage.announcement import Announcement
from ...rules.damage.listing import divisions
from ...rules.position import POISON, TO_PLAYER, Position, Table
from ..context import Context
from .cpsat import Onward, Race, solve_part
from .frontier import Coordinates, Effect, NeedsSearch, events_from, permanent_price
from .thresholds import Fates, threshold

__all__ = ["fates_of", "model_part", "onward_of", "race_model"]

LARGEST = 1 << 58
"""CP-SAT counts in 64 bits."""

ATTACKERS_SHARE = 0.6
"""Of the time left, so that the defending player's announcement gets some too."""


def fates_of(context: Context, table: Table, position: Position, part: Announcement) -> Fates | None:
    """Every creature's threshold against the part's sources; None where one has another shape."""
    attacking = part.side is Side.ATTACKING
    mine = table.attackers if attacking else table.blockers
    theirs = table.blockers if attacking else table.attackers
    bodies = position.blockers if attacking else position.attackers
    traits = [mine[source.creature] for source in part.sources]
    if any(one.excess or one.commander for one in traits):
        return None
    fates: Fates = {}
    total = 0
    givers: dict[int, list[int]] = {}
    for place, source in enumerate(part.sources):
        for c in source.creatures:
            givers.setdefault(c, []).append(place)
    for c, at in sorted(givers.items()):
        fate = threshold(context.prices, theirs[c], bodies[c], [traits[place] for place in at])
        if fate is None:
            return None
        fates[c] = (fate, {place: number for number, place in enumerate(at)})
        total += abs(fate.price)
    prices = context.prices
    most = max(abs(prices.player), abs(prices.poison), abs(prices.loyalty), abs(prices.defense))
    total += abs(prices.win) + 2 * most * sum(source.amount + 20 for source in part.sources)
    return fates if total < LARGEST else None


def onward_of(context: Context, table: Table, part: Announcement) -> dict[tuple[int, int], Onward]:
    """What damage to targets is worth, by source's place and target."""
    found: dict[tuple[int, int], Onward] = {}
    prices = context.prices
    for place, source in enumerate(part.sources):
        me = table.attackers[source.creature] if part.side is Side.ATTACKING else None
        for recipient in source.recipients:
            if recipient >= 0 or me is None or me.silent:
                continue
            if recipient == TO_PLAYER:
                once = (me.toxic + me.poisonous) * prices.poison
                found[place, recipient] = Onward(prices.poison if me.infect else prices.player, once)
            else:
                found[place, recipient] = Onward(permanent_price(context, table, recipient), 0)
    return found


def model_part(
    context: Context, table: Table, position: Position, part: Announcement, fates: Fates, race: Race | None = None
) -> Effect:
    """A part's best division by CP-SAT."""
    context.check()
    context.check_loaded()
    context.used("cp-sat")
    sign = 1 if part.side is Side.ATTACKING else -1
    onward = onward_of(context, table, part)
    caps = {r: position.permanents[-2 - r] for _, r in onward if r < TO_PLAYER}
    left = context.left()
    seconds = None if left is None else left * (ATTACKERS_SHARE if sign > 0 else 1)
    answer = solve_part(part, fates, onward, caps, spread=context.prices.spread, sign=sign, race=race, seconds=seconds)
    if not answer.division:
        context.proven, context.loose = False, True
        return Effect(0, events_from(part, next(divisions(part))))
    if not answer.proven:
        context.proven = False
        if sign > 0:
            context.gap += answer.bound - answer.value
    return Effect(answer.value, events_from(part, answer.division))


def race_model(context: Context, table: Table, position: Position, ann: Announcement, gains: Coordinates) -> Effect:
    """The whole announcement as one model, in which the game may be won."""
    fates = None if any(source.substitute for source in ann.sources) else fates_of(context, table, position, ann)
    if fates is None:
        raise NeedsSearch
    counts = []
    for source in ann.sources:
        me = table.attackers[source.creature]
        once = me.toxic + me.poisonous
        counts.append((0, 0, 0) if me.silent else (0, 1, once) if me.infect else (1, 0, once))
    race = Race(
        life=position.defender_life - gains[0],
        poison=POISON - position.defender_poison,
        win=context.prices.win,
        counts=tuple(counts),
    )
    return model_part(context, table, position, ann, fates, race)
