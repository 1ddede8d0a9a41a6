"""One step with shared creatures as a constraint model for OR-tools' CP-SAT.

Variables are the points of every pair; booleans say which creatures are lethal for the rules and which are lost. Only
creatures whose fate is a threshold are modelled (thresholds.py).

Every condition is one linear inequality, so that the relaxation alone says much: a creature costs its lethal damage in
full or in part, as in a fractional knapsack. With the conditions as enforced literals instead, CP-SAT does not prove
in ten seconds what it proves here in thirty milliseconds (20 attackers, 40 blockers that block three each).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from ...rules.damage.announcement import Announcement
from ...rules.position import TO_PLAYER
from .thresholds import NEVER, Fates, Threshold

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar, LinearExprT

__all__ = ["Answer", "Onward", "Race", "solve_part"]


PARAMETERS: dict[str, int | bool] = {
    "num_workers": 1,
    "random_seed": 1,
    "linearization_level": 2,
    "cp_model_presolve": False,
}
"""What measures fastest on the shared family (`python -m benchmarks parameters`); one worker is also deterministic."""


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
    fates: Fates,
    onward: Mapping[tuple[int, int], Onward],
    caps: Mapping[int, int],
    *,
    spread: int,
    sign: int = 1,
    race: Race | None = None,
    seconds: float | None = None,
) -> Answer:
    """The division of the greatest value (`sign` 1) or the least (`sign` -1).

    `fates`: by creature, its threshold and the place of each source in it. `onward`: by (source's place, target), what
    its damage is worth; `caps`: the loyalty or defense past which damage to a target is worth no more. `spread` is that
    of the prices: what is left of a price beside a multiple of it only breaks ties.
    """
    from ortools.sat.python import cp_model

    builder = Builder(ann, sign)
    builder.rules()
    for c, (fate, places) in fates.items():
        builder.fate(c, fate, places)
    builder.targets(onward, caps)
    if race is not None:
        builder.race(race)
    builder.maximize(spread)
    solver = cp_model.CpSolver()
    for name, setting in PARAMETERS.items():
        setattr(solver.parameters, name, setting)
    if seconds is not None:
        solver.parameters.max_time_in_seconds = max(0.01, seconds)
    status = solver.solve(builder.model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Answer((), 0, 0, False)
    values = list(solver.response_proto.solution)
    division = tuple(
        tuple([values[builder.points[place, recipient].index] for recipient in source.recipients])
        for place, source in enumerate(ann.sources)
    )
    value = builder.fixed + sum([price * values[term.index] for price, term in builder.terms])
    proven = status == cp_model.OPTIMAL
    bound = value if proven else builder.bound(solver.best_objective_bound, spread)
    return Answer(division, sign * value, sign * bound, proven)


@cache
def lean(model: type[CpModel]) -> type[CpModel]:
    """The model class without the old CamelCase names of its methods, which take most of the time of making a model."""

    class Lean(model):  # type: ignore[misc, valid-type]
        def _add_pre_pep8_methods(self) -> None:
            pass

    return Lean


class Builder:
    """The model while it is put together; `terms` are prices of expressions, `fixed` what is sure."""

    def __init__(self, ann: Announcement, sign: int) -> None:
        from ortools.sat.python import cp_model

        self.ann, self.sign = ann, sign
        self.model: CpModel = lean(cp_model.CpModel)()
        self.points: dict[tuple[int, int], IntVar] = {
            (place, recipient): self.model.new_int_var(0, source.amount, "")
            for place, source in enumerate(ann.sources)
            for recipient in source.recipients
        }
        self.givers: dict[int, list[int]] = {}
        for place, source in enumerate(ann.sources):
            for c in source.creatures:
                self.givers.setdefault(c, []).append(place)
        self.lethal: dict[int, IntVar] = {}
        self.touched: dict[tuple[int, int], IntVar] = {}
        self.terms: list[tuple[int, IntVar]] = []
        self.fixed = 0
        self.unit = self.size = 1

    def touch(self, place: int, recipient: int) -> IntVar:
        """A boolean: the source gives the recipient 1 or more."""
        key = (place, recipient)
        if key not in self.touched:
            flag = self.touched[key] = self.model.new_bool_var("")
            self.model.add(self.points[key] >= flag)
            self.model.add(self.points[key] <= self.ann.sources[place].amount * flag)
        return self.touched[key]

    def is_lethal(self, creature: int) -> IntVar:
        """A boolean that is true only if the creature is assigned lethal damage (702.19b, 702.2c)."""
        if creature not in self.lethal:
            flag = self.lethal[creature] = self.model.new_bool_var("")
            need = self.ann.needs[creature]
            if need:
                places = self.givers[creature]
                deadly = [place for place in places if self.ann.sources[place].deathtouch]
                self.reaches(creature, places, deadly, need, flag)
        return self.lethal[creature]

    def reaches(self, creature: int, places: list[int], deadly: list[int], amount: int, flag: IntVar) -> None:
        """`flag` only if the places' points reach the amount, or one of the deadly gives any."""
        points = [self.points[place, creature] for place in places]
        total = sum([*points, *(amount * self.touch(place, creature) for place in deadly)])
        self.model.add(total >= amount * flag)

    def rules(self) -> None:
        """What makes a division legal (510.1)."""
        model = self.model
        for place, source in enumerate(self.ann.sources):
            mine = sum(self.points[place, recipient] for recipient in source.recipients)
            used: LinearExprT = source.amount
            if source.optional:
                used = source.amount * model.new_bool_var("")
            model.add(mine == used)
            away = [self.points[place, r] for r in source.recipients if r < 0]
            if away and source.creatures:
                self.goes_on(place, away)
            if source.bound:
                for at in range(1, len(source.creatures)):
                    reached = model.new_bool_var("")
                    later = sum(self.points[place, c] for c in source.creatures[at:])
                    model.add(later <= source.amount * reached)
                    model.add(reached <= self.is_lethal(source.creatures[at - 1]))
            if source.over and source.target is not None and (place, TO_PLAYER) in self.points:
                onto = sum(x for (_, recipient), x in self.points.items() if recipient == source.target)
                model.add(onto >= self.ann.loyalty[-2 - source.target] * self.touch(place, TO_PLAYER))

    def goes_on(self, place: int, away: list[IntVar]) -> None:
        """Something goes past the creatures only if all are lethal, or if nothing goes to them and that is allowed."""
        model, source = self.model, self.ann.sources[place]
        modes = []
        if source.tramples:
            over = model.new_bool_var("")
            for c in source.creatures:
                model.add(over <= self.is_lethal(c))
            modes.append(over)
        if source.free:
            free = model.new_bool_var("")
            model.add(sum(self.points[place, c] for c in source.creatures) <= source.amount * (1 - free))
            modes.append(free)
        model.add(sum(away) <= source.amount * sum(modes))

    def fate(self, creature: int, fate: Threshold, places: Mapping[int, int]) -> None:
        """What it is worth that a creature is lost."""
        price = self.sign * fate.price
        if not fate.amount:
            self.fixed += price
            return
        hits = [place for place, at in places.items() if fate.counts[at]]
        deadly = [place for place, at in places.items() if fate.touches[at]]
        if not price or fate.amount >= NEVER:
            return
        if price > 0:
            same = fate.amount == self.ann.needs[creature] and len(hits) == len(places)
            if same and deadly == [place for place in places if self.ann.sources[place].deathtouch]:
                lost = self.is_lethal(creature)  # one boolean is enough
            else:
                lost = self.model.new_bool_var("")
                self.reaches(creature, hits, deadly, fate.amount, lost)
        else:
            lost = self.model.new_bool_var("")
            most = sum(self.ann.sources[place].amount for place in hits)
            total = sum(self.points[place, creature] for place in hits)
            self.model.add(total <= fate.amount - 1 + max(0, most - fate.amount + 1) * lost)
            for place in deadly:
                self.model.add(self.points[place, creature] <= self.ann.sources[place].amount * lost)
        self.terms.append((price, lost))

    def targets(self, onward: Mapping[tuple[int, int], Onward], caps: Mapping[int, int]) -> None:
        """What damage to a player, planeswalker or battle is worth."""
        for target, cap in caps.items():
            pairs = [(place, onward[place, r]) for place, r in self.points if r == target and (place, r) in onward]
            price = self.sign * max((worth.price for _, worth in pairs), key=abs, default=0)
            if not price:
                continue
            counted = self.model.new_int_var(0, cap, "")
            self.model.add_min_equality(counted, [cap, sum(self.points[place, target] for place, _ in pairs)])
            self.terms.append((price, counted))
        for (place, target), worth in onward.items():
            if (place, target) not in self.points:
                continue
            if worth.price and target not in caps:
                self.terms.append((self.sign * worth.price, self.points[place, target]))
            if worth.once:
                self.terms.append((self.sign * worth.once, self.touch(place, target)))

    def race(self, race: Race) -> None:
        """A boolean worth `race.win` that is true where enough life or poison is taken."""
        model = self.model
        hits = [(race.counts[place], place, x) for (place, r), x in self.points.items() if r == TO_PLAYER]
        life: LinearExprT = sum(counts[0] * x for counts, _, x in hits)
        once = [counts[2] * self.touch(place, TO_PLAYER) for counts, place, _ in hits if counts[2]]
        poison: LinearExprT = sum([*(counts[1] * x for counts, _, x in hits), *once])
        won = model.new_bool_var("")
        amounts = sum(self.ann.sources[place].amount * (c[0] + c[1]) + c[2] for c, place, _ in hits)
        if race.win > 0:
            by_life, by_poison = model.new_bool_var(""), model.new_bool_var("")
            model.add(life >= race.life * by_life)
            model.add(poison >= race.poison * by_poison)
            model.add(won <= by_life + by_poison)
        else:
            for taken, enough in ((life, race.life), (poison, race.poison)):
                model.add(taken <= enough - 1 + max(0, amounts - enough + 1) * won)
        self.terms.append((self.sign * race.win, won))

    def maximize(self, spread: int) -> None:
        """The objective, with numbers as small as they can be: a common unit of the prices, then what breaks ties."""
        whole = [price // spread for price, _ in self.terms]
        ties = [price % spread for price, _ in self.terms]
        self.unit = gcd(*whole) or 1
        most = sum(tie * source.amount for tie in set(ties) for source in self.ann.sources)
        self.size = most + 1
        self.model.maximize(
            sum(
                (number // self.unit * self.size + tie) * term
                for number, tie, (_, term) in zip(whole, ties, self.terms, strict=True)
            )
        )

    def bound(self, objective: float, spread: int) -> int:
        """A bound on the value, given CP-SAT's on the objective."""
        steps = int(objective / self.size) + 2 if objective > 0 else int(objective / self.size) + 1
        return self.fixed + steps * self.unit * spread
