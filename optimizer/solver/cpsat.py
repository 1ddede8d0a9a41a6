"""One step with shared creatures as a constraint model for OR-tools' CP-SAT.

Variables are the points of every pair; booleans say which creatures are lethal for the rules and which are lost. Only
creatures whose fate is a threshold are modelled (thresholds.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..announcement import Announcement
from ..table import TO_PLAYER
from .thresholds import NEVER, Threshold

__all__ = ["Answer", "Onward", "Race", "solve_part"]


class Onward(NamedTuple):
    """What damage of one source to one target is worth: `price` a point, `once` if it is any at all."""

    price: int
    once: int


class Race(NamedTuple):
    """What wins the game: life and poison that are left to take, and what each source's points to the player count."""

    life: int
    poison: int
    win: int
    counts: tuple[tuple[int, int, int], ...]
    """By source: life a point, poison a point, poison once."""


class Answer(NamedTuple):
    """The best division found, its value, an upper bound, and whether the two were proven to meet."""

    division: tuple[tuple[int, ...], ...]
    value: int
    bound: int
    proven: bool


def solve_part(
    ann: Announcement,
    fates: Mapping[int, tuple[Threshold, dict[int, int]]],
    onward: Mapping[tuple[int, int], Onward],
    caps: Mapping[int, int],
    *,
    sign: int = 1,
    race: Race | None = None,
    seconds: float | None = None,
) -> Answer:
    """The division of the greatest value (`sign` 1) or the least (`sign` -1).

    `fates`: by creature, its threshold and the place of each source in it. `onward`: by (source's place, target), what
    its damage is worth; `caps`: the loyalty or defense past which damage to a target is worth no more.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    points: dict[tuple[int, int], cp_model.IntVar] = {}
    for place, source in enumerate(ann.sources):
        for recipient in source.recipients:
            points[place, recipient] = model.new_int_var(0, source.amount, f"x{place},{recipient}")
    needed = sorted({c for source in ann.sources for c in source.creatures})
    lethal = {c: model.new_bool_var(f"lethal{c}") for c in needed}
    touched: dict[tuple[int, int], cp_model.IntVar] = {}

    def touch(place: int, recipient: int) -> cp_model.IntVar:
        """A boolean: the source gives the recipient 1 or more."""
        if (place, recipient) not in touched:
            flag = model.new_bool_var(f"touch{place},{recipient}")
            model.add(points[place, recipient] >= 1).only_enforce_if(flag)
            model.add(points[place, recipient] == 0).only_enforce_if(~flag)
            touched[place, recipient] = flag
        return touched[place, recipient]

    by_creature: dict[int, list[int]] = {c: [] for c in needed}
    for place, source in enumerate(ann.sources):
        for c in source.creatures:
            by_creature[c].append(place)
    bonds = any(source.bound for source in ann.sources)
    wanted = {c for source in ann.sources if source.tramples or bonds for c in source.creatures}
    for c in wanted:
        need = ann.needs[c]
        if not need:
            continue
        total = sum(points[place, c] for place in by_creature[c])
        deadly = [place for place in by_creature[c] if ann.sources[place].deathtouch]
        enough = model.new_bool_var(f"enough{c}")
        model.add(total >= need).only_enforce_if(enough)
        model.add_bool_or([enough, *(touch(place, c) for place in deadly)]).only_enforce_if(lethal[c])
    terms: list[cp_model.LinearExprT] = []
    for place, source in enumerate(ann.sources):
        mine = [points[place, recipient] for recipient in source.recipients]
        if source.optional:
            used = model.new_bool_var(f"used{place}")
            model.add(sum(mine) == source.amount * used)
        else:
            model.add(sum(mine) == source.amount)
        away = [points[place, r] for r in source.recipients if r < 0]
        if away and source.creatures:
            goes = model.new_bool_var(f"goes{place}")
            model.add(sum(away) == 0).only_enforce_if(~goes)
            modes = []
            if source.tramples:
                over = model.new_bool_var(f"over{place}")
                for c in source.creatures:
                    model.add_implication(over, lethal[c])
                modes.append(over)
            if source.free:
                free = model.new_bool_var(f"free{place}")
                model.add(sum(points[place, c] for c in source.creatures) == 0).only_enforce_if(free)
                modes.append(free)
            model.add_bool_or(modes).only_enforce_if(goes)
        if source.bound:
            for earlier, later in zip(source.creatures, source.creatures[1:], strict=False):
                reached = model.new_bool_var(f"reach{place},{later}")
                later_points = sum(points[place, c] for c in source.creatures[source.creatures.index(later) :])
                model.add(later_points == 0).only_enforce_if(~reached)
                model.add_implication(reached, lethal[earlier])
        if source.over and source.target is not None and (place, TO_PLAYER) in points:
            onto = [
                points[other, source.target] for other in range(len(ann.sources)) if (other, source.target) in points
            ]
            past = touch(place, TO_PLAYER)
            model.add(sum(onto) >= ann.loyalty[-2 - source.target]).only_enforce_if(past)
    for c, (fate, places) in fates.items():
        price = sign * fate.price
        if not fate.amount:
            terms.append(price)
            continue
        if not price:
            continue
        hits = [points[place, c] for place, at in places.items() if fate.counts[at]]
        flags = [touch(place, c) for place, at in places.items() if fate.touches[at]]
        lost = model.new_bool_var(f"lost{c}")
        terms.append(price * lost)
        if price > 0:
            ways = list(flags)
            if hits and fate.amount < NEVER:
                sum_enough = model.new_bool_var(f"falls{c}")
                model.add(sum(hits) >= fate.amount).only_enforce_if(sum_enough)
                ways.append(sum_enough)
            model.add_bool_or([*ways, ~lost])
        else:
            for flag in flags:
                model.add_implication(flag, lost)
            if hits and fate.amount < NEVER:
                model.add(sum(hits) <= fate.amount - 1).only_enforce_if(~lost)
    for target, cap in caps.items():
        pairs = [(place, onward[place, target]) for place, r in points if r == target and (place, target) in onward]
        if not pairs:
            continue
        counted = model.new_int_var(0, cap, f"taken{target}")
        total = sum(points[place, target] for place, worth in pairs if worth.price)
        model.add_min_equality(counted, [cap, total])
        price = max((worth.price for _, worth in pairs), key=abs)
        terms.append(sign * price * counted)
    for (place, target), worth in onward.items():
        if (place, target) not in points:
            continue
        if worth.price and target not in caps:
            terms.append(sign * worth.price * points[place, target])
        if worth.once:
            terms.append(sign * worth.once * touch(place, target))
    if race is not None:
        add_race(model, points, touch, race, terms)
    model.maximize(sum(terms))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    if seconds is not None:
        solver.parameters.max_time_in_seconds = max(0.01, seconds)
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Answer((), 0, 0, False)
    division = tuple(
        tuple(solver.value(points[place, recipient]) for recipient in source.recipients)
        for place, source in enumerate(ann.sources)
    )
    value = sum(solver.value(term) if not isinstance(term, int) else term for term in terms)
    proven = status == cp_model.OPTIMAL
    bound = value if proven else int(solver.best_objective_bound)
    return Answer(division, sign * value, sign * bound, proven)


def add_race(model, points, touch, race, terms) -> None:  # type: ignore[no-untyped-def]
    """A boolean worth `race.win` that is true where enough life or poison is taken."""
    won = model.new_bool_var("won")
    life = sum(race.counts[place][0] * x for (place, r), x in points.items() if r == TO_PLAYER)
    poison = sum(race.counts[place][1] * x for (place, r), x in points.items() if r == TO_PLAYER)
    poison += sum(
        race.counts[place][2] * touch(place, r) for place, r in points if r == TO_PLAYER and race.counts[place][2]
    )
    by_life, by_poison = model.new_bool_var("by life"), model.new_bool_var("by poison")
    if race.win > 0:
        model.add(life >= race.life).only_enforce_if(by_life)
        model.add(poison >= race.poison).only_enforce_if(by_poison)
        model.add_bool_or([by_life, by_poison, ~won])
    else:
        model.add(life < race.life).only_enforce_if(~won)
        model.add(poison < race.poison).only_enforce_if(~won)
    terms.append(race.win * won)
