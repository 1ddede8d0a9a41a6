"""One source, its own creatures: whom to kill is a knapsack (Kellerer, Pferschy, Pisinger, "Knapsack Problems", 2004).

A division of a source's damage among creatures that nobody else damages is judged by whom it kills and by what goes on
to the target. Where killing never hurts, that is a 0/1 knapsack over (damage needed, price), solved by dynamic
programming over the undominated states. Where killing may hurt (a creature that returns bigger, a negative value), each
creature offers intervals of damage instead, and the states are sums of intervals.
"""

from __future__ import annotations

from typing import NamedTuple

from .thresholds import NEVER, Threshold

__all__ = ["Item", "Way", "item_of", "ways"]


class Item(NamedTuple):
    """A creature: `need` is what makes it lethal for the rules, `kill` what loses it, `price` what that is worth."""

    need: int
    kill: int
    price: int


def item_of(fate: Threshold, place: int, need: int) -> Item:
    """A creature as an item for the one source at a place among those its threshold is against."""
    if not fate.amount:
        return Item(need, 0, fate.price)
    kill = 1 if fate.touches[place] else fate.amount if fate.counts[place] else NEVER
    return Item(need, kill, fate.price)


class Way(NamedTuple):
    """A division: `onward` goes to the target, `amounts` to the creatures, and those killed are worth `value`."""

    onward: int
    value: int
    amounts: tuple[int, ...]


DENSE = 400
"""Up to so much damage the recurrence over every amount is quicker than that over undominated states."""

State = tuple[int, int, int]
"""Damage used, value, and the creatures killed as bits."""


def ways(
    amount: int, items: tuple[Item, ...], *, bound: bool, tramples: bool, free: bool, every: bool = False
) -> list[Way]:
    """The divisions that can be best, one for each amount onward that no other beats.

    With `every`, the best one for every legal amount onward, for a target of which more isn't better.

    >>> ways(6, (Item(2, 2, 3), Item(5, 5, 10)), bound=False, tramples=False, free=False)
    [Way(onward=0, value=10, amounts=(0, 6))]
    """
    found: list[Way] = []
    if free:
        found.append(Way(amount, sum(item.price for item in items if not item.kill), (0,) * len(items)))
    if not items:
        return found
    if all(item.price >= 0 for item in items):
        found.append(most_within_order(amount, items) if bound else most(amount, items))
        if tramples:
            found += overflows(amount, items, every)
    else:
        found += interval_ways(amount, items, bound, tramples, every)
    return found


def undominated(states: list[State], cost: int, price: int, bit: int, capacity: int) -> list[State]:
    """The states with or without one more creature, by rising damage and value."""
    merged: list[State] = []
    fresh = [(used + cost, value + price, kills | bit) for used, value, kills in states if used + cost <= capacity]
    if not fresh:
        return states
    left = right = 0
    best = -1
    while left < len(states) or right < len(fresh):
        if right == len(fresh) or (left < len(states) and states[left][0] <= fresh[right][0]):
            state = states[left]
            left += 1
        else:
            state = fresh[right]
            right += 1
        if state[1] > best:
            if merged and merged[-1][0] == state[0]:
                merged[-1] = state
            else:
                merged.append(state)
            best = state[1]
    return merged


def fullest(amount: int, open_items: list[tuple[int, int, int]], count: int) -> tuple[int, int]:
    """The knapsack's value and the creatures it kills, by the textbook recurrence over all amounts of damage.

    A state is one integer, the value above and the creatures below it, the first creature's bit the highest, so that
    one comparison also settles ties for the creatures that come first.
    """
    best = [0] * (amount + 1)
    for cost, price, bit in open_items:
        add = (price << count) + (1 << count - bit.bit_length())
        best = best[:cost] + [
            kept if kept > taken + add else taken + add for kept, taken in zip(best[cost:], best, strict=False)
        ]
    value, picked = best[-1] >> count, best[-1]
    return value, sum(bit for _, _, bit in open_items if picked >> count - bit.bit_length() & 1)


def most(amount: int, items: tuple[Item, ...]) -> Way:
    """The most valuable creatures that `amount` kills, the rest of it onto the first of them."""
    value = spent = kills = 0
    open_items: list[tuple[int, int, int]] = []
    total = 0
    for place, (_, kill, price) in enumerate(items):
        if not kill:
            value += price
        elif price and kill <= amount:
            open_items.append((kill, price, 1 << place))
            total += kill
    if total <= amount:  # everything that can be killed is
        for cost, price, bit in open_items:
            spent, value, kills = spent + cost, value + price, kills | bit
    elif amount <= min(DENSE, 2 << len(open_items)):
        more, kills = fullest(amount, open_items, len(items))
        value += more
        spent = sum(cost for cost, _, bit in open_items if kills & bit)
    else:
        states: list[State] = [(0, value, 0)]
        for cost, price, bit in open_items:
            states = undominated(states, cost, price, bit, amount)
        spent, value, kills = states[-1]
    amounts = [item.kill if kills >> place & 1 else 0 for place, item in enumerate(items)]
    sink = next((place for place in range(len(items)) if kills >> place & 1), 0)
    amounts[sink] += amount - spent
    return Way(0, value, tuple(amounts))


def most_within_order(amount: int, items: tuple[Item, ...]) -> Way:
    """The same under a damage assignment order: all before the last creature damaged are assigned lethal damage."""
    value = sum(item.price for item in items if not item.kill)
    states: list[State] = [(0, value, 0)]
    best: tuple[int, int, int, int] = (-1, 0, 0, 0)
    for last, (need, kill, price) in enumerate(items):
        reach = undominated(states, kill, price, 1 << last, amount) if kill and price else states
        if reach[-1][1] > best[0]:
            best = (reach[-1][1], reach[-1][0], reach[-1][2], last)
        if kill <= need:  # lethal is enough to lose it
            worth = price if kill else 0
            states = [(c + need, v + worth, k | 1 << last if kill else k) for c, v, k in states if c + need <= amount]
        else:
            lifted = [(c + need, v, k) for c, v, k in states if c + need <= amount]
            states = undominated(lifted, kill - need, price, 1 << last, amount) if lifted else lifted
        if not states:
            break
    value, _, kills, last = best
    amounts = [
        (max(item.need, item.kill) if place < last else item.kill)
        if kills >> place & 1
        else (item.need if place < last else 0)
        for place, item in enumerate(items)
    ]
    amounts[0] += amount - sum(amounts)
    return Way(0, value, tuple(amounts))


def overflows(amount: int, items: tuple[Item, ...], every: bool) -> list[Way]:
    """Ways that send something on: every creature is assigned lethal damage first (702.19b)."""
    left = amount - sum(item.need for item in items)
    if left < 1:
        return []
    value = sum(item.price for item in items if item.kill <= item.need)
    states: list[State] = [(0, value, 0)]
    for place, (need, kill, price) in enumerate(items):
        if need < kill <= need + left - 1 and price:
            states = undominated(states, kill - need, price, 1 << place, left - 1)
    found: list[Way] = []
    for number, (extra, worth, kills) in enumerate(states):
        until = states[number + 1][0] if number + 1 < len(states) else left
        amounts = tuple([item.kill if kills >> place & 1 else item.need for place, item in enumerate(items)])
        for spare in range(until - extra if every else 1):
            found.append(Way(left - extra - spare, worth, (amounts[0] + spare, *amounts[1:])))
    return found


class Interval(NamedTuple):
    """Damage from `low` to `high` that has one effect on a creature."""

    low: int
    high: int
    value: int


def intervals(item: Item, *, low: int, high: int) -> list[Interval]:
    """What damage from `low` to `high` can do to a creature."""
    if low > high:
        return []
    if not item.kill:
        return [Interval(low, high, item.price)]
    found = []
    if low < item.kill:
        found.append(Interval(low, min(high, item.kill - 1), 0))
    if high >= item.kill and item.kill < NEVER:
        found.append(Interval(max(low, item.kill), high, item.price))
    return found


def interval_ways(amount: int, items: tuple[Item, ...], bound: bool, tramples: bool, every: bool) -> list[Way]:
    """The ways where killing may hurt: the sums of one interval for each creature that `amount` fits."""
    found: dict[int, Way] = {}
    if bound:
        frames = [
            [(item.need, amount) if place < last else (0, amount if place == last else 0)
             for place, item in enumerate(items)]
            for last in range(len(items))
        ]  # fmt: skip
    else:
        frames = [[(0, amount)] * len(items)]
    for frame in frames:
        choices = [intervals(item, low=low, high=high) for item, (low, high) in zip(items, frame, strict=True)]
        for low, high, value, picked in sums(choices, amount):
            if low <= amount <= high and (0 not in found or value > found[0].value):
                found[0] = Way(0, value, spread(amount, picked))
    if tramples:
        choices = [intervals(item, low=item.need, high=amount) for item in items]
        for low, high, value, picked in sums(choices, amount - 1):
            most_on, least_on = amount - low, max(1, amount - high)
            for onward in range(least_on, most_on + 1) if every else {least_on, most_on}:
                if onward >= 1 and (onward not in found or value > found[onward].value):
                    found[onward] = Way(onward, value, spread(amount - onward, picked))
    return list(found.values())


def sums(choices: list[list[Interval]], capacity: int) -> list[tuple[int, int, int, tuple[Interval, ...]]]:
    """All sums of one interval each, the best value for each pair of ends; ends past `capacity` are one."""
    states: dict[tuple[int, int], tuple[int, tuple[Interval, ...]]] = {(0, 0): (0, ())}
    for options in choices:
        after: dict[tuple[int, int], tuple[int, tuple[Interval, ...]]] = {}
        for (low, high), (value, picked) in states.items():
            for option in options:
                ends = (low + option.low, min(high + option.high, capacity + 1))
                if ends[0] <= capacity and (ends not in after or value + option.value > after[ends][0]):
                    after[ends] = (value + option.value, (*picked, option))
        states = after
    return [(low, high, value, picked) for (low, high), (value, picked) in states.items()]


def spread(amount: int, picked: tuple[Interval, ...]) -> tuple[int, ...]:
    """`amount` laid into intervals, each to its low end first, the rest from the first on."""
    left = amount - sum(interval.low for interval in picked)
    laid = []
    for interval in picked:
        more = min(left, interval.high - interval.low)
        laid.append(interval.low + more)
        left -= more
    return tuple(laid)
