"""Exact game search: both players choose, perhaps in both steps.

It searches over what matters of an announcement, not over announcements: divisions that leave every creature, player
and permanent alike are one choice. Within a step the order is that of 510.1 with 702.22: the attacking player, whoever
divides for banding on that side, the defending player, whoever divides for banding there. Alpha-beta cuts what the
other player would never allow; positions met again are remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from ...model.terms import Side
from ...rules.damage.announcement import announcement
from ...rules.damage.listing import divisions
from ...rules.damage.resolution import Event, Struck, strike
from ...rules.position import Position, Table
from ..context import Context, LineStep, Plan, TimeUp
from .dominance import Effects, kindly, most_after, rough_after
from .frontier import events_from

__all__ = ["choices", "minimax", "minimax_by"]

Choice = tuple[Event, ...]

LISTING_SHARE = 0.3
"""Of the time left, for listing one side's choices."""

RANKING_SHARE = 0.4
"""Of the time left, for ranking the attacking player's choices."""

Rest = Callable[[Position], Plan]
"""The best play from a position on."""


class Group(NamedTuple):
    """What goes with one choice of a side's own player: the choices of who divides for banding (one where nobody does),
    and how good the first of them looks."""

    replies: list[Choice]
    promise: int


def choices(
    context: Context, table: Table, position: Position, side: Side, *, monotone: bool = False, share: float = 1.0
) -> tuple[list[Group], bool]:
    """A side's choices that differ in what they do, the most promising for that side first.

    With `monotone` (dominance.py), only those that no other is at least as good as. Under a limit, what isn't listed in
    a `share` of the time left is left out; the second answer is whether all are there.
    """
    until = context.share(share)
    complete = True
    ann = announcement(table, position, side)
    own = [place for place, source in enumerate(ann.sources) if not source.substitute]
    banding = len(own) < len(ann.sources)
    effects = Effects(table, position, ann) if monotone else None
    seen: dict[object, dict[Position, Choice]] = {}

    def note(key: object, events: Choice) -> None:
        after = strike(table, position, *((events, ()) if side is Side.ATTACKING else ((), events))).position
        seen.setdefault(after if key is None else key, {}).setdefault(after, events)

    for number, division in enumerate(divisions(ann)):
        if not number & 63 and number and until is not None and context.clock() > until:
            complete = False
            break
        events = events_from(ann, division)
        if effects is not None:
            effects.add(events)
        else:
            note(tuple(division[place] for place in own) if banding else None, events)
    if effects is not None:
        kept, whole = effects.front(until, context.clock)
        complete = complete and whole
        for events in kept:
            note(None, events)
    sign = 1 if side is Side.ATTACKING else -1
    groups = []
    for replies in seen.values():
        first = next(iter(replies))
        groups.append(Group(list(replies.values()), sign * context.change(table, position, first)))
    groups.sort(key=lambda group: -group.promise)
    return groups, complete


def minimax(context: Context, table: Table, position: Position, rest: Rest, top: int) -> Plan:
    """The best play from a step on; `rest` plays what follows it, `top` bounds every value from above.

    Under a limit a share of the time goes into listing. Where that leaves some choices out and the search among the
    others ends early, what is left of the time goes into another turn with more of them.
    """
    context.used("search")
    share = LISTING_SHARE
    while True:
        plan, complete = among(context, table, position, rest, top, share)
        if complete:
            return plan
        if context.out_of_time():
            context.proven, context.loose = False, True
            return plan
        share = (1 + share) / 2


def among(context: Context, table: Table, position: Position, rest: Rest, top: int, share: float) -> tuple[Plan, bool]:
    """The best play among the choices that a share of the time lists, and whether those are all."""
    monotone = position.first and kindly(context, table, position)
    attacks, all_attacks = choices(context, table, position, Side.ATTACKING, monotone=monotone, share=share)
    defences, all_defences = choices(context, table, position, Side.DEFENDING, monotone=monotone, share=share)
    complete = all_attacks and all_defences
    ranked = by_promise(context, table, position, attacks, top) if monotone else ((top, attack) for attack in attacks)
    best: Plan | None = None
    bound = top
    try:
        for bound, attack in ranked:
            if best is not None and bound <= best.value:
                break  # none of the rest can be better
            worst = worst_reply(context, table, position, rest, attack, defences, best)
            if worst is not None and (best is None or worst.value > best.value):
                best = worst
    except TimeUp:
        if best is None:
            return straight_on(context, table, position, attacks[0].replies[0], defences[0].replies[0]), False
        if complete:
            context.proven = False
            context.gap += max(0, bound - best.value)
    assert best is not None
    return best, complete


def by_promise(
    context: Context, table: Table, position: Position, attacks: list[Group], top: int
) -> Iterator[tuple[int, Group]]:
    """The attacking player's choices by falling bounds on what each can come to.

    A rough bound is had at once; the close one is worked out for a choice only once its rough one is the highest left.
    """
    heap: list[tuple[int, bool, int]] = []
    until = context.share(RANKING_SHARE)
    for number, attack in enumerate(attacks):
        if not number & 63 and number and until is not None and context.clock() > until:
            context.proven, context.loose = False, True  # the rest is left out: there is no time for them anyway
            break
        heap.append((-min(top, rough_after(context, table, position, attack.replies[0])), False, number))
    heapify(heap)
    while heap:
        bound, close, number = heappop(heap)
        if close:
            yield -bound, attacks[number]
            continue
        context.check()
        most = most_after(context, table, position, attacks[number].replies[0])
        heappush(heap, (bound if most is None else max(bound, -most), True, number))


def straight_on(context: Context, table: Table, position: Position, ours: Choice, theirs: Choice) -> Plan:
    """A line where no time is left to look for the best: these choices, then each side's first legal ones."""
    start, steps = position, [LineStep(position.first, ours, theirs)]
    position = strike(table, position, ours, theirs).position
    while not position.over:
        sides = [announcement(table, position, side) for side in Side]
        ours, theirs = (events_from(ann, next(divisions(ann))) for ann in sides)
        steps.append(LineStep(position.first, ours, theirs))
        position = strike(table, position, ours, theirs).position
    return Plan(context.change(table, start, position), tuple(steps))


def worst_reply(
    context: Context,
    table: Table,
    position: Position,
    rest: Rest,
    attack: Group,
    defences: list[Group],
    best: Plan | None,
) -> Plan | None:
    """What the defending player makes of the attacking player's choice; None once it is no better than `best`.

    Where the time is up before there is any `best`, it is the worst of the replies tried so far, and nothing is proven.
    """
    worst: Plan | None = None
    for ours in attack.replies:
        for defence in defences:
            answer: Plan | None = None
            for theirs in defence.replies:
                if context.out_of_time():
                    if best is None and worst is not None:
                        context.proven, context.loose = False, True
                        return worst
                    raise TimeUp
                after = strike(table, position, ours, theirs).position
                tail = rest(after)
                value = context.change(table, position, after) + tail.value
                if answer is None or value > answer.value:
                    answer = Plan(value, (LineStep(position.first, ours, theirs), *tail.steps))
                if worst is not None and answer.value >= worst.value:
                    break
            assert answer is not None
            if worst is None or answer.value < worst.value:
                worst = answer
            if best is not None and worst.value <= best.value:
                return None
    return worst


def minimax_by(
    context: Context, table: Table, position: Position, score: Callable[[Position, tuple[Struck, ...]], float]
) -> tuple[float, tuple[LineStep, ...]]:
    """The same for a score of the caller's own, which is a function of everything that happened."""
    context.used("search by outcome")
    memo: dict[tuple[Position, tuple[Struck, ...]], tuple[float, tuple[LineStep, ...]]] = {}

    def play(at: Position, past: tuple[Struck, ...]) -> tuple[float, tuple[LineStep, ...]]:
        if at.over:
            return score(at, past), ()
        key = (at, past)
        if key not in memo:
            memo[key] = step(at, past)
        return memo[key]

    def step(at: Position, past: tuple[Struck, ...]) -> tuple[float, tuple[LineStep, ...]]:
        best: tuple[float, tuple[LineStep, ...]] | None = None
        attacks = all_choices(context, table, at, Side.ATTACKING)
        defences = all_choices(context, table, at, Side.DEFENDING)
        for attack in attacks:
            worst: tuple[float, tuple[LineStep, ...]] | None = None
            for ours in attack:
                for defence in defences:
                    answer: tuple[float, tuple[LineStep, ...]] | None = None
                    for theirs in defence:
                        context.check()
                        struck = strike(table, at, ours, theirs)
                        value, tail = play(struck.position, (*past, struck))
                        if answer is None or value > answer[0]:
                            answer = value, (LineStep(at.first, ours, theirs), *tail)
                    assert answer is not None
                    if worst is None or answer[0] < worst[0]:
                        worst = answer
            assert worst is not None
            if best is None or worst[0] > best[0]:
                best = worst
        assert best is not None
        return best

    return play(position, ())


def all_choices(context: Context, table: Table, position: Position, side: Side) -> list[list[Choice]]:
    """A side's choices that differ in anything an outcome tells, excess damage included."""
    ann = announcement(table, position, side)
    own = [place for place, source in enumerate(ann.sources) if not source.substitute]
    banding = len(own) < len(ann.sources)
    groups: dict[object, list[Choice]] = {}
    for number, division in enumerate(divisions(ann)):
        if not number & 63:
            context.check()
        events = events_from(ann, division)
        if banding:
            groups.setdefault(tuple(division[place] for place in own), []).append(events)
        else:
            effect = strike(table, position, *((events, ()) if side is Side.ATTACKING else ((), events)))
            groups.setdefault(effect, [events])
    return list(groups.values())
