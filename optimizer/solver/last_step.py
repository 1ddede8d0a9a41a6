"""The last damage step: what one side assigns and what the other does touch different creatures.

So each side's announcement is solved on its own, part by part, each by the cheapest exact method that fits it. The two
meet only in whether the defending player loses: where that is open, a part hands over its best value for each amount of
life and poison it can take, and the amounts are combined at the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..announcement import Announcement, Source, announcement
from ..listing import divisions
from ..resolution import COMMANDER, POISON, Event, lost, strike
from ..table import FIGHTING, TO_PLAYER, Position, Table, Traits
from ..terms import Side
from .context import Context, LineStep, Plan, TimeUp
from .cpsat import Onward, Race, solve_part
from .knapsack import Way, ways
from .parts import parts_of
from .strikes import item_of
from .thresholds import Threshold, threshold

__all__ = ["Effect", "NeedsSearch", "can_lose", "events_from", "last_step"]

Coordinates = tuple[int, int, tuple[int, ...]]
"""Life and poison that the defending player is left with less or more, and commander damage dealt, by attacker."""

Division = tuple[tuple[int, ...], ...]

SMALL = 150
"""Up to so many divisions, listing them is quicker than a constraint model."""

LARGEST = 1 << 58
"""CP-SAT counts in 64 bits."""


class Effect(NamedTuple):
    """A value, and the events that bring it about."""

    value: int
    events: tuple[Event, ...]


class NeedsSearch(Exception):
    """The step has a shape that only trying everything solves (search.py); private to the solver."""


Frontier = dict[Coordinates, Effect]


def can_lose(table: Table, position: Position) -> bool:
    """The defending player could lose in the steps left, by the most that attackers could deal."""
    if lost(position):
        return True
    life = poison = 0
    for index, (traits, body) in enumerate(zip(table.attackers, position.attackers, strict=True)):
        if body.place != FIGHTING or traits.silent:
            continue
        reaches = (traits.excess or traits.over or table.targets[index] == TO_PLAYER) and (not table.blocked[index] or traits.trample or traits.free or traits.excess)
        if not reaches:
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


def times_to_strike(table: Table, position: Position, index: int) -> int:
    """In how many of the steps left an attacker may assign damage."""
    traits = table.attackers[index]
    if not position.first:
        return int(table.assigns(position, traits, index))
    return 2 if traits.double else 1


def last_step(context: Context, table: Table, position: Position) -> Plan:
    """The best play of the last step from a position."""
    attack = announcement(table, position, Side.ATTACKING)
    defend = announcement(table, position, Side.DEFENDING)
    races = can_lose(table, position)
    ours = solve_side(context, table, position, attack, races)
    theirs = solve_side(context, table, position, defend, races)
    if races and context.prices.win:
        assert theirs is not None
        if ours is None:
            gains = only(theirs)
            if gains is None:
                raise NeedsSearch
            chosen = race_model(context, table, position, attack, gains)
            reply = next(iter(theirs.values()))
        else:
            chosen, reply = combine(context, position, ours, theirs)
    else:
        assert ours is not None and theirs is not None
        chosen = best(ours.values())
        reply = best(theirs.values(), sign=-1)
    step = LineStep(position.first, chosen.events, reply.events)
    end = strike(table, position, step.attacking, step.defending).position
    return Plan(context.change(table, position, end), (step,))


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


def solve_side(
    context: Context, table: Table, position: Position, ann: Announcement, races: bool
) -> Frontier | None:
    """One side's best value for all coordinates it can reach (one entry where they don't matter).

    None where a part is too large to list and the coordinates matter.
    """
    nothing: Coordinates = (0, 0, (0,) * len(table.attackers))
    total: Frontier = {nothing: Effect(0, ())}
    races = races and bool(context.prices.win)
    for part in parts_of(ann):
        frontier = solve_small(context, table, position, part, races)
        if frontier is None and ann.side is Side.DEFENDING:
            # thresholds mean that all lifelink comes through, so one amount of life is gained
            gain = sum(source.amount for source in part.sources if gains_life(table.blockers[source.creature]))
            frontier = {(-gain, 0, nothing[2]): model_part(context, table, position, part)}
        elif frontier is None:
            if races:
                return None
            frontier = {nothing: model_part(context, table, position, part)}
        total = merge(context, total, frontier, keep=races, sign=1 if ann.side is Side.ATTACKING else -1)
    return total


def merge(context: Context, left: Frontier, right: Frontier, *, keep: bool, sign: int) -> Frontier:
    """The sums of two parts' effects, the best for each coordinates."""
    found: Frontier = {}
    for (life, poison, dealt), one in left.items():
        context.check()
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


def solve_small(
    context: Context, table: Table, position: Position, part: Announcement, races: bool
) -> Frontier | None:
    """A part's frontier by a knapsack or by listing; None where it needs a model."""
    if len(part.sources) == 1 and context.method in (None, "knapsack"):
        frontier = knapsack_part(context, table, position, part, part.sources[0])
        if frontier is not None:
            return frontier
    if context.method in (None, "cp-sat") and not any(source.substitute for source in part.sources):
        small = context.method is None and few(part)
        if not small and fates_of(context, table, position, part) is not None:
            return None
    return listed_part(context, table, position, part, races)


def few(part: Announcement) -> bool:
    """Not more than `SMALL` divisions."""
    product = 1
    for source in part.sources:
        count = len(source.recipients)
        for place in range(1, count):
            product = product * (source.amount + place) // place
            if product > SMALL * 8:
                return False
    return product <= SMALL


# Knapsack: one source with creatures of its own.


def knapsack_part(
    context: Context, table: Table, position: Position, part: Announcement, source: Source
) -> Frontier | None:
    """The frontier of a single source; None where a creature's fate is no threshold."""
    attacking = part.side is Side.ATTACKING
    me = (table.attackers if attacking else table.blockers)[source.creature]
    theirs = table.blockers if attacking else table.attackers
    bodies = position.blockers if attacking else position.attackers
    if source.optional or source.substitute or me.excess:
        return None
    items = []
    for c in source.creatures:
        fate = threshold(context.prices, theirs[c], bodies[c], [me])
        if fate is None:
            return None
        item = item_of(fate, 0, min(1, part.needs[c]) if source.deathtouch else part.needs[c])
        items.append(item if attacking else item._replace(price=-item.price))
    prices = context.prices
    every = min(prices.player, prices.life, prices.poison, prices.loyalty, prices.defense, prices.win) < 0
    found = ways(
        source.amount, tuple(items), bound=source.bound, tramples=source.tramples, free=source.free, every=every
    )
    context.used("knapsack")
    frontier: Frontier = {}
    gained = 0
    if gains_life(me):
        gained = prices.life * source.amount if attacking else -prices.player * source.amount
    sign = 1 if attacking else -1
    for way in found:
        for value, life, poison, events in onward_ways(context, table, position, part, source, me, way):
            worth = sign * way.value + value + gained
            dealt = [0] * len(table.attackers)
            if me.commander and not me.silent:
                dealt[source.creature] = sum(n for _, recipient, n in events if recipient == TO_PLAYER)
            back = source.amount if not attacking and gains_life(me) else 0
            key = (life - back, poison, tuple(dealt))
            laid = tuple((source.creature, c, n) for c, n in zip(source.creatures, way.amounts, strict=True) if n)
            if key not in frontier or sign * worth > sign * frontier[key].value:
                frontier[key] = Effect(worth, laid + events)
    return frontier


def onward_ways(
    context: Context, table: Table, position: Position, part: Announcement, source: Source, me: Traits, way: Way
) -> list[tuple[int, int, int, tuple[Event, ...]]]:
    """What goes on, as (value, life taken, poison given, events): to the target, or past a planeswalker to the player."""
    if not way.onward or source.target is None:
        return [(0, 0, 0, ())]
    found = []
    splits = [(way.onward, 0)]
    if source.over:
        loyalty = part.loyalty[-2 - source.target]
        splits += [(loyalty, way.onward - loyalty)] if way.onward > loyalty else []
    for first, past in splits:
        value = life = poison = 0
        for recipient, n in ((source.target, first), (TO_PLAYER, past)):
            if not n or me.silent:
                continue
            if recipient == TO_PLAYER:
                life1, poison1 = player_hit(me, n)
                life, poison = life + life1, poison + poison1
                value += context.prices.player * life1 + context.prices.poison * poison1
            else:
                value += permanent_price(context, table, recipient) * min(n, position.permanents[-2 - recipient])
        events = tuple((source.creature, r, n) for r, n in ((source.target, first), (TO_PLAYER, past)) if n)
        found.append((value, life, poison, events))
    return found


def player_hit(me: Traits, n: int) -> tuple[int, int]:
    """The life and poison that one hit costs the defending player."""
    once = me.toxic + me.poisonous
    return (0, n + once) if me.infect else (n, once)


def permanent_price(context: Context, table: Table, target: int) -> int:
    """What a point of loyalty or defense is worth."""
    return context.prices.loyalty if -2 - target < table.walkers else context.prices.defense


# Listing: every division, each judged by what it does.


def listed_part(
    context: Context, table: Table, position: Position, part: Announcement, races: bool
) -> Frontier:
    """The frontier by trying every legal division of the part."""
    context.used("listing")
    choices: dict[Division, Frontier] = {}
    mine = [place for place, source in enumerate(part.sources) if not source.substitute]
    sign = 1 if part.side is Side.ATTACKING else -1
    for number, division in enumerate(divisions(part)):
        if not number & 63:
            context.check()
        events = events_from(part, division)
        attacking, defending = (events, ()) if part.side is Side.ATTACKING else ((), events)
        end = strike(table, position, attacking, defending).position
        life = position.defender_life - end.defender_life
        poison = end.defender_poison - position.defender_poison
        dealt = tuple(b - a for a, b in zip(position.dealt, end.dealt, strict=True))
        value = context.change(table, position, end)
        value += context.prices.win * (lost(position) - lost(end))
        key: Coordinates = (life, poison, dealt) if races else (0, 0, (0,) * len(dealt))
        frontier = choices.setdefault(tuple(division[place] for place in mine), {})
        # the substitute chooses among what goes with the same choice of the side's own player
        if key not in frontier or -sign * value > -sign * frontier[key].value:
            frontier[key] = Effect(value, events)
    if len(mine) == len(part.sources) or not races or not context.prices.win:
        total: Frontier = {}
        for frontier in choices.values():
            if len(mine) < len(part.sources):
                reply = best(frontier.values(), sign=-sign)
                frontier = {(0, 0, (0,) * len(table.attackers)): reply}
            for key, effect in frontier.items():
                if key not in total or sign * effect.value > sign * total[key].value:
                    total[key] = effect
        return rebase(context, table, position, total)
    raise NeedsSearch  # banding with the game at stake


def rebase(context: Context, table: Table, position: Position, frontier: Frontier) -> Frontier:
    """The frontier less what happens whatever is assigned, so that parts may be added up."""
    base = strike(table, position, (), ()).position
    value = context.change(table, position, base) + context.prices.win * (lost(position) - lost(base))
    return {key: Effect(effect.value - value, effect.events) for key, effect in frontier.items()}


def events_from(part: Announcement, division: Division) -> tuple[Event, ...]:
    """A division as events."""
    return tuple(
        (source.creature, recipient, n)
        for source, amounts in zip(part.sources, division, strict=True)
        for recipient, n in zip(source.recipients, amounts, strict=True)
        if n
    )


# CP-SAT: parts with shared creatures.


def fates_of(
    context: Context, table: Table, position: Position, part: Announcement
) -> dict[int, tuple[Threshold, dict[int, int]]] | None:
    """Every creature's threshold against the part's sources; None where one has another shape."""
    attacking = part.side is Side.ATTACKING
    mine = table.attackers if attacking else table.blockers
    theirs = table.blockers if attacking else table.attackers
    bodies = position.blockers if attacking else position.attackers
    traits = [mine[source.creature] for source in part.sources]
    if any(one.excess or one.commander for one in traits):
        return None
    fates: dict[int, tuple[Threshold, dict[int, int]]] = {}
    total = 0
    for c in sorted({c for source in part.sources for c in source.creatures}):
        at = [place for place, source in enumerate(part.sources) if c in source.creatures]
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
    context: Context, table: Table, position: Position, part: Announcement, race: Race | None = None
) -> Effect:
    """A part's best division by CP-SAT."""
    fates = fates_of(context, table, position, part)
    assert fates is not None
    context.check()
    context.used("cp-sat")
    sign = 1 if part.side is Side.ATTACKING else -1
    onward = onward_of(context, table, part)
    caps = {r: position.permanents[-2 - r] for _, r in onward if r < TO_PLAYER}
    answer = solve_part(part, fates, onward, caps, sign=sign, race=race, seconds=context.left())
    if not answer.division:
        raise TimeUp
    if not answer.proven:
        context.proven = False
        if sign > 0:
            context.gap += answer.bound - answer.value
    return Effect(answer.value, events_from(part, answer.division))


def race_model(
    context: Context, table: Table, position: Position, ann: Announcement, gains: Coordinates
) -> Effect:
    """The whole announcement as one model, in which the game may be won."""
    if fates_of(context, table, position, ann) is None or any(source.substitute for source in ann.sources):
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
    return model_part(context, table, position, ann, race)
