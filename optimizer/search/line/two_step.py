"""One attacker and its own blockers over all steps that are left: first strike, double strike, killing early.

A blocker killed in the first-strike step doesn't strike back in the regular one, and damage marked in the first counts
in the second. Each blocker offers a few regions of (damage now, damage later), each with one effect; a dynamic
programme adds them up, its state being what the attacker has used and what will strike back.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.damage.announcement import target_of
from ...rules.damage.damage import Hit, receive
from ...rules.position import DEAD, FIGHTING, TO_PLAYER, UNLIMITED, Body, Position, Table, Traits
from ..context import Context
from .knapsack import Item, item_of, ways
from .plays import Fight, Option, Play, State, play_value, roomier
from .regions import Region, lay, region
from .thresholds import NEVER, Threshold, threshold

__all__ = ["fights_of"]


def fights_of(
    context: Context, table: Table, position: Position, attackers: Sequence[int], *, race: bool = False
) -> list[Fight] | None:
    """The fights of some attackers, each with its own blockers; None where one of them has another shape.

    With `race` the player may lose after the first step, so all that may go on in it is a play of its own.
    """
    fights = []
    for attacker in attackers:
        fight = fight_of(context, table, position, attacker, race)
        if fight is None:
            return None
        fights.append(fight)
    return fights


def plain(traits: Traits, body: Body, first: bool) -> bool:
    """Damage to this blocker over two steps has the regions below."""
    if body.prevent > 0:
        return False
    return not first or not (body.shield or body.regeneration or traits.undying or traits.persist)


def fight_of(context: Context, table: Table, position: Position, attacker: int, race: bool) -> Fight | None:
    """All plays of one attacker that can be best; None where its fight has another shape."""
    me, body = table.attackers[attacker], position.attackers[attacker]
    if body.place != FIGHTING:
        return Fight(attacker, None, (), [Play(0, 0, 0, 0, 0, 0, (), 0, (), 0)])
    creatures = tuple(b for b in table.blocked_by[attacker] if position.blockers[b].place == FIGHTING)
    foes = [table.blockers[b] for b in creatures]
    if me.free or me.excess or me.commander or me.banding or any(foe.banding or foe.excess for foe in foes):
        return None
    target = target_of(table, position, attacker)
    if target is not None and target < TO_PLAYER and (me.over or (me.trample and creatures)):
        return None
    if creatures and position.first and me.wither:
        return None
    bodies = [position.blockers[b] for b in creatures]
    if not all(plain(foe, one, position.first) for foe, one in zip(foes, bodies, strict=True)):
        return None
    if race and me.trample and me.amount(body) > MOST_PLAYS:
        return None
    return Duel(context, table, position, attacker, creatures, race).fight()


class Duel:
    """What the plays of one fight are made of."""

    def __init__(
        self, context: Context, table: Table, position: Position, attacker: int, creatures: tuple[int, ...], race: bool
    ) -> None:
        self.context = context
        self.race = race
        self.table, self.position, self.prices = table, position, context.prices
        self.attacker, self.creatures = attacker, creatures
        self.me = table.attackers[attacker]
        self.target = target_of(table, position, attacker)
        self.blocked = table.blocked[attacker]
        self.foes = [table.blockers[b] for b in creatures]
        self.bodies = [position.blockers[b] for b in creatures]

    def fight(self) -> Fight | None:
        """The plays that can be best."""
        plays = self.two_steps() if self.position.first else self.one_step(self.position, self.position.attackers)
        return None if plays is None else Fight(self.attacker, self.target, self.creatures, plays)

    def hits(self, position: Position) -> list[Hit]:
        """What the blockers assign to the attacker in the step of a position; all of it, as each blocks nobody else."""
        table, offset = self.table, len(self.table.attackers)
        found = []
        for foe, b in zip(self.foes, self.creatures, strict=True):
            body = position.blockers[b]
            if body.place == FIGHTING and table.assigns(position, foe, offset + b):
                amount = foe.amount(body)
                if amount:
                    found.append((foe, amount))
        return found

    def taken(self, body: Body, hits: list[Hit]) -> tuple[Body, int, int]:
        """The attacker after hits, what that is worth, and the life that the defending player gains by them."""
        received = receive(self.me, body, hits)
        gain = sum(n for (foe, _), n in zip(hits, received.dealt, strict=True) if foe.lifelink)
        return received.body, -self.prices.lost(self.me, received.body), gain

    def gained(self, amount: int) -> int:
        """What the attacker's lifelink is worth, where nothing of its damage is prevented."""
        return self.prices.life * amount if self.me.lifelink and not self.me.silent else 0

    def player(self, amount: int) -> tuple[int, int]:
        """The life and poison that the attacker's damage to the player costs them."""
        if not amount or self.me.silent or self.target != TO_PLAYER:
            return 0, 0
        poison = self.me.toxic + self.me.poisonous
        return (0, amount + poison) if self.me.infect else (amount, poison)

    def attacked(self, amount: int) -> int:
        """What damage to a planeswalker or battle is worth."""
        if not amount or self.me.silent or self.target is None or self.target == TO_PLAYER:
            return 0
        place = -2 - self.target
        price = self.prices.loyalty if place < self.table.walkers else self.prices.defense
        return price * min(amount, self.position.permanents[place])

    def source(self, position: Position) -> int:
        """What the attacker assigns in the step of a position, if it is there then."""
        body = position.attackers[self.attacker]
        if body.place != FIGHTING or not self.table.assigns(position, self.me, self.attacker):
            return 0
        return self.me.amount(body)

    def items(self) -> tuple[Item, ...] | None:
        """The blockers as a knapsack's items, for a step that is the last; None where one has another shape."""
        items = []
        for foe, body in zip(self.foes, self.bodies, strict=True):
            fate = threshold(self.prices, foe, body, [self.me])
            if fate is None:
                return None
            need = max(0, body.toughness - body.damage)
            items.append(item_of(fate, 0, min(1, need) if self.me.deathtouch else need))
        return tuple(items)

    def one_step(self, position: Position, bodies: tuple[Body, ...], first: bool = False) -> list[Play] | None:
        """The plays where the attacker has one step to assign in and its blockers strike back whatever it does."""
        body = bodies[self.attacker]
        _, cost, gain = self.taken(body, self.hits(position))
        amount = self.source(position)
        items = self.items()
        if items is None:
            return None
        if not amount or not (self.creatures or (self.target is not None and (not self.blocked or self.me.trample))):
            doomed = sum(item.price for item in items if not item.kill)
            found = [(0, doomed, (0,) * len(items))]
            amount = 0
        else:
            free = self.target is not None and (not self.blocked or (self.me.trample and not self.creatures))
            tramples = self.me.trample and self.target is not None and self.blocked
            bound = self.table.ordered
            every = (first and self.race) or min(self.prices.player, self.prices.poison, self.prices.life) < 0
            found = [
                (way.onward, way.value, way.amounts)
                for way in ways(amount, items, bound=bound, tramples=tramples, free=free, every=every)
            ]
        plays = []
        for onward, value, amounts in found:
            life, poison = self.player(onward)
            worth = value + cost + self.gained(amount) + self.attacked(onward)
            if first:
                plays.append(Play(worth, 0, life - gain, 0, poison, 0, amounts, onward, (), 0))
            else:
                plays.append(Play(0, worth, 0, life - gain, 0, poison, (), 0, amounts, onward))
        return plays

    # Two steps.

    def two_steps(self) -> list[Play] | None:
        """The plays from the first-strike step on."""
        position = self.position
        first_hits = self.hits(position)
        after, cost1, gain1 = self.taken(position.attackers[self.attacker], first_hits)
        one = self.source(position)
        if after.place != FIGHTING:
            return self.one_step(position, position.attackers, first=True)
        attackers = list(position.attackers)
        attackers[self.attacker] = after
        second = position._replace(first=False, attackers=tuple(attackers), struck=self.struck())
        if not one or not self.creatures:
            return self.apart(second, one, cost1, gain1)
        two = self.source(second)
        back = dict(self.hits(second))
        fate = threshold(self.prices, self.me, after, list(back))
        if fate is None:
            return None
        return self.joined(one, two, back, fate, cost1, gain1)

    def struck(self) -> int:
        """The bits of the creatures of this fight that take part in the first-strike step."""
        bits = self.position.struck
        if self.me.first or self.me.double:
            bits |= 1 << self.attacker
        for foe, b in zip(self.foes, self.creatures, strict=True):
            if foe.first or foe.double:
                bits |= 1 << len(self.table.attackers) + b
        return bits

    def apart(self, second: Position, one: int, cost1: int, gain1: int) -> list[Play] | None:
        """The plays where what the attacker does in the first step is forced: nothing, or all to its target."""
        if any(receive(foe, body, ()).body.place != FIGHTING for foe, body in zip(self.foes, self.bodies, strict=True)):
            return None  # toughness of zero or less, or marks, end a blocker after the first step
        onward1 = one if self.target is not None and (not self.blocked or self.me.trample) else 0
        if onward1 and self.target != TO_PLAYER:
            return None
        plays = self.one_step(second, second.attackers)
        if plays is None:
            return None
        life, poison = self.player(onward1)
        worth = cost1 + self.gained(onward1)
        return [play._replace(value1=worth, life1=life - gain1, poison1=poison, onward1=onward1) for play in plays]

    def options(
        self, foe: Traits, body: Body, back: dict[Traits, int], fate: Threshold, order: list[Traits]
    ) -> list[Option]:
        """What can be done to one blocker over both steps."""
        price = self.prices.lost(foe, DEAD_BODY)
        need = max(0, body.toughness - body.damage)
        deathtouch = self.me.deathtouch
        through = not (body.prevent == UNLIMITED or self.me.silent or foe.shrugs(self.me))
        strikes = gain = 0
        if foe in back:
            place = order.index(foe)
            if fate.touches[place]:
                strikes = fate.amount if fate.amount < NEVER else 0
            elif fate.counts[place]:
                strikes = back[foe]
            gain = back[foe] if foe.lifelink and not foe.silent else 0
        found: list[Option] = []

        def add(area: Region | None, v1: int, v2: int, alive: bool, lethal1: bool, lethal2: bool) -> None:
            if area is not None:
                found.append(
                    Option(area, v1, v2, strikes if alive else 0, gain if alive else 0, alive, lethal1, lethal2)
                )

        if body.toughness <= 0 or (body.damage >= body.toughness and not foe.indestructible):
            add(region(high2=0), price, 0, False, True, True)
            return found
        need = min(1, need) if deathtouch else need
        if not through:
            for lethal1 in (False, True):
                for lethal2 in (False, True):
                    add(
                        region(
                            low1=need if lethal1 else 0,
                            high1=INF if lethal1 else need - 1,
                            low2=need if lethal2 else 0,
                            high2=INF if lethal2 else need - 1,
                        ),
                        0, 0, True, lethal1, lethal2,
                    )  # fmt: skip
        elif not foe.indestructible:
            add(region(low1=need, high2=0), price, 0, False, True, True)
            add(region(high1=need - 1, low2=1, low=need), 0, price, True, False, True)
            add(region(high=need - 1), 0, 0, True, False, False)
        elif not deathtouch or not need:
            add(region(low1=need), 0, 0, True, True, True)
            add(region(high1=need - 1, low=need), 0, 0, True, False, True)
            add(region(high=need - 1), 0, 0, True, False, False)
        else:
            marks = body.toughness - body.damage
            add(region(low1=1, low2=1), 0, 0, True, True, True)
            add(region(low1=marks), 0, 0, True, True, True)
            add(region(low1=1, high1=marks - 1, high2=0), 0, 0, True, True, False)
            add(region(high1=0, low2=1), 0, 0, True, False, True)
            add(region(high1=0, high2=0), 0, 0, True, False, False)
        return found

    def joined(
        self, one: int, two: int, back: dict[Traits, int], fate: Threshold, cost1: int, gain1: int
    ) -> list[Play] | None:
        """The plays where the attacker divides in the first step, and perhaps in the second too."""
        through = [
            not (body.prevent == UNLIMITED or self.me.silent or foe.shrugs(self.me))
            for foe, body in zip(self.foes, self.bodies, strict=True)
        ]
        if self.me.lifelink and not self.me.silent and not all(through):
            return None
        order = list(back)
        options = [self.options(foe, body, back, fate, order) for foe, body in zip(self.foes, self.bodies, strict=True)]
        tramples = self.me.trample and self.target is not None
        plays: list[Play] = []
        for onward1 in (False, True) if tramples else (False,):
            for onward2 in (False, True) if tramples and two else (False,):
                for choices in self.frames(options, onward1, onward2):
                    plays += self.add_up(choices, one, two, onward1, onward2, fate, cost1, gain1)
        return plays

    def frames(self, options: list[list[Option]], onward1: bool, onward2: bool) -> list[list[list[Option]]]:
        """The options that go together: what goes on needs everything lethal, an order everything before the last."""
        count = len(options)
        if not self.table.ordered:
            lasts = [(count, count)]
        else:
            lasts = [
                (first, second)
                for first in ([count] if onward1 else range(count))
                for second in ([count] if onward2 else range(count))
            ]
        frames = []
        for first, second in lasts:
            frame = []
            for place, mine in enumerate(options):
                fitting = []
                for option in mine:
                    must1 = onward1 or (self.table.ordered and place < first)
                    must2 = onward2 or (self.table.ordered and place < second)
                    if (must1 and not option.lethal1) or (must2 and not option.lethal2):
                        continue
                    a, b, c, d, e, f = option.region
                    none1 = self.table.ordered and place > first
                    none2 = self.table.ordered and place > second
                    area = region(a, 0 if none1 else b, c, 0 if none2 else d, e, f)
                    if area is not None:
                        fitting.append(option._replace(region=area))
                frame.append(fitting)
            frames.append(frame)
        return frames

    def add_up(
        self,
        choices: list[list[Option]],
        one: int,
        two: int,
        onward1: bool,
        onward2: bool,
        fate: Threshold,
        cost1: int,
        gain1: int,
    ) -> list[Play]:
        """The dynamic programme over blockers; its states are damage used, what strikes back, and life gained.

        Where more damage to a blocker never hurts (`more_is_better`), only the least damage of a state counts: if the
        rest doesn't fit in it, some of it kills more, and that is a state of its own that is at least as good.
        """
        cap = fate.amount if fate.amount < NEVER else 0
        coarse = self.more_is_better(choices, fate)
        start = Region(0, 0, 0, 0, 0, 0)
        states: dict[tuple[object, ...], State] = {(): State(0, start, 0, 0, False, 0, 0, ())}
        for options in choices:
            after: dict[tuple[object, ...], State] = {}
            for number, (_, area, strikes, gain, alive, value1, value2, picked) in enumerate(states.values()):
                if not number & 1023:
                    self.context.check()
                for option in options:
                    total = (area + option.region).clip(one, two)
                    if total.low1 > one or total.low2 > two or total.low > one + two:
                        continue
                    back = min(cap, strikes + option.strikes)
                    living = alive or option.alive
                    gained = gain + option.gain
                    now, later = value1 + option.value1, value2 + option.value2
                    worth = now + later - self.prices.player * gained
                    key: tuple[object, ...]
                    if coarse:
                        key = (total.low1, total.low2, total.low, back, living)
                    else:
                        key = (total, back, living, gained, now)
                    before = after.get(key)
                    if before is None or (worth, roomier(total)) > (before.worth, roomier(before.area)):
                        after[key] = State(worth, total, back, gained, living, now, later, (*picked, option))
            states = after
        plays: list[Play] = []
        best = None
        for number, (_, area, strikes, gain, alive, value1, value2, picked) in enumerate(states.values()):
            if not number & 1023:
                self.context.check()
            dies = not fate.amount or (cap and strikes >= cap)
            value2 = value2 + (fate.price if dies else 0)
            for x, y in self.sent(area, one, two, onward1, onward2, alive):
                on1, on2 = one - x, self.second_amount(two, alive) - y
                life1, poison1 = self.player(on1)
                life2, poison2 = self.player(on2)
                play = Play(
                    value1 + cost1 + self.gained(one),
                    value2 + self.gained(self.second_amount(two, alive)),
                    life1 - gain1, life2 - gain, poison1, poison2, (), on1, (), on2,
                )  # fmt: skip
                if not self.race:  # then only the best is asked for
                    worth = play_value(self.prices, play)
                    if best is not None and worth <= best:
                        continue
                    best = worth
                    plays.clear()
                firsts, seconds = lay(x, y, [option.region for option in picked])
                plays.append(play._replace(amounts1=firsts, amounts2=seconds))
        return plays

    def more_is_better(self, choices: list[list[Option]], fate: Threshold) -> bool:
        """Killing more, and sooner, is never worse, and the game isn't at stake."""
        prices = self.prices
        return (
            not self.race
            and not self.me.lifelink
            and min(prices.player, prices.poison, prices.life) >= 0
            and fate.price <= 0
            and all(option.value1 >= 0 and option.value2 >= 0 for options in choices for option in options)
        )

    def second_amount(self, two: int, alive: bool) -> int:
        """What is assigned in the second step: nothing where no blocker is left and it can't trample (510.1c)."""
        return two if alive or (self.me.trample and self.target is not None) else 0

    def sent(
        self, area: Region, one: int, two: int, onward1: bool, onward2: bool, alive: bool
    ) -> list[tuple[int, int]]:
        """What the creatures get in both steps, given what may go on: as little as they can, and as much."""
        second = self.second_amount(two, alive)
        if not alive:
            # nothing is left to assign to: all of the second step goes on, or there is none
            least = area.low1 if onward1 else one
            lows = [(x, 0) for x in (range(least, one + 1) if self.race else (least, one))]
            if second and not onward2 and self.me.trample:
                return []  # counted where something goes on in the second step
        else:
            x_range = (area.low1, min(area.high1, one - 1)) if onward1 else (one, one)
            y_range = (area.low2, min(area.high2, second - 1)) if onward2 else (second, second)
            mine = region(
                max(area.low1, x_range[0]), min(area.high1, x_range[1]), max(area.low2, y_range[0]),
                min(area.high2, y_range[1]), area.low, area.high,
            )  # fmt: skip
            if mine is None:
                return []
            lows = [
                (mine.low1, max(mine.low2, mine.low - mine.low1)),
                (mine.high1, min(mine.high2, mine.high - mine.high1)),
            ]
            if self.race:
                lows += [(x, max(mine.low2, mine.low - x)) for x in range(mine.low1, mine.high1 + 1)]
        return [point for point in dict.fromkeys(lows) if area.holds(*point)]


INF = 1 << 40
MOST_PLAYS = 2000
DEAD_BODY = Body(0, 0, place=DEAD)
