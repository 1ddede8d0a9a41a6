"""The best line of a combat, proven: the way in."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from ...model.combat import Weights, misfits, unchecked
from ...model.errors import CombatError, InvalidDocument
from ...model.terms import Side
from ...rules.damage.announcement import announcement
from ...rules.damage.listing import divisions
from ...rules.damage.outcome import Outcome, outcome_of
from ...rules.damage.resolution import Event, Struck, excess_of, strike
from ...rules.position import Position
from ...rules.score import Prices
from ..context import Context, LineStep, TimeUp, replay
from ..parts import parts_of
from .dispatch import optimistic, play_on
from .frontier import best, events_from
from .ordinary import quick
from .search import minimax_by
from .single_source import knapsack_part
from .solution import Limit, Solution

if TYPE_CHECKING:
    from ...model.combat import Combat

__all__ = ["solve", "solve_all"]

METHODS = (None, "engine", "knapsack", "strikes", "cp-sat", "listing", "search")


def solve(
    combat: Combat,
    *,
    weights: Weights | None = None,
    limit: Limit | None = None,
    score: Callable[[Outcome], float] | None = None,
    method: str | None = None,
) -> Solution:
    """The line in which both sides do the best they can over every step that is left, with its proof.

    `weights` replaces those of the combat. `score`, a function of the outcome at the end of combat, replaces the score
    altogether; it is maximized exactly too, by trying everything that matters. `limit` ends the search early: the best
    line found is then "feasible", and `bound` still holds. `method` forces one of "knapsack", "strikes", "cp-sat",
    "listing" or "search" wherever it applies, for comparing them; "engine" chooses as ever, but compiles even everyday
    combats.

    Of lines with the same score, the one that leaves the defending player less life is taken; of those, the first that
    the method finds, which depends on nothing but the combat.

    >>> from optimizer import Combat, solve
    >>> best = solve(Combat.parse("Wurm 6/4 trample <- Bear 2/2, Wall 0/3"))
    >>> best.status, best.score, best.line[0].attacking
    ('optimal', 8.0, {'wurm': {'bear': 2, 'wall': 3, 'player': 1}})
    """
    if method not in METHODS:
        raise ValueError(f"method: expected one of {', '.join(name for name in METHODS if name)}, not {method!r}")
    Limit.check(limit)
    clock = time.perf_counter if limit is None else limit.clock
    began = clock()
    if weights is not None and not isinstance(weights, Weights):
        raise TypeError(f"weights: expected Weights, such as Weights(life=2), not {weights!r}")
    if weights is not None:
        combat = unchecked(combat, weights=weights)
        faults = misfits(combat)
        if faults:
            raise InvalidDocument(faults)
    if score is None and method is None:
        found = quick(combat)
        if found is not None:
            return Solution(combat, found[0], found[0], "optimal", "knapsack", clock() - began, (found[1],))
    deadline = None if limit is None or limit.seconds is None else began + limit.seconds
    context = Context(Prices(combat), deadline, None if method == "engine" else method, clock=clock)
    if score is not None:
        return solve_by(context, combat, score, began)
    table = combat.table
    start = table.start
    prices = context.prices
    if start.over:
        steps: tuple[LineStep, ...] = ()
        context.used("nothing to decide")
    else:
        try:
            steps = play_on(context, table, start, valued=False).steps
        except TimeUp:
            context.proven = False
            context.loose = True
            steps = any_line(context, combat)
    value = prices.score(table, replay(table, start, steps))
    bound = value
    if not context.proven:
        bound = prices.score(table, start) + optimistic(prices, table, start)
        if not context.loose:
            bound = min(bound, value + context.gap)
    return Solution(
        combat=combat,
        score=prices.points(value),
        bound=prices.points(max(bound, value)),
        status="optimal" if context.proven else "feasible",
        method=" + ".join(context.methods) or "forced",
        seconds=clock() - began,
        steps=steps,
    )


def points_of(score: Callable[[Outcome], float], outcome: Outcome) -> float:
    """What the caller's function makes of an outcome; `CombatError` where that is no number to compare."""
    points = score(outcome)
    if isinstance(points, bool) or not isinstance(points, (int, float)) or math.isnan(points):
        raise CombatError(f"score: expected a number for an outcome, and the function answered {points!r}")
    return float(points)


def any_line(context: Context, combat: Combat) -> tuple[LineStep, ...]:
    """A legal line, where the limit came before any other was found: in each step what is best in that step for each
    source with creatures of its own, and the first legal division of the others."""
    table, position = combat.table, combat.table.start
    context.used("step by step")
    steps: list[LineStep] = []
    while not position.over:
        events = []
        for side in (Side.ATTACKING, Side.DEFENDING):
            chosen: list[Event] = []
            for part in parts_of(announcement(table, position, side)):
                single = part.sources[0] if len(part.sources) == 1 else None
                ways = None if single is None else knapsack_part(context, table, position, part, single)
                if ways:
                    chosen += best(ways.values(), 1 if side is Side.ATTACKING else -1).events
                else:
                    chosen += events_from(part, next(divisions(part)))
            events.append(tuple(sorted(chosen)))
        steps.append(LineStep(position.first, *events))
        position = strike(table, position, *events).position
    return tuple(steps)


def solve_by(context: Context, combat: Combat, score: Callable[[Outcome], float], began: float) -> Solution:
    """The best line for a score of the caller's own."""
    table = combat.table

    def judge(position: Position, past: tuple[Struck, ...]) -> float:
        excess: dict[str, int] = {}
        for struck in past:
            for name, n in excess_of(table, struck).items():
                excess[name] = excess.get(name, 0) + n
        return points_of(score, outcome_of(table, position, excess))

    try:
        value, steps = minimax_by(context, table, table.start, judge)
        bound, status = value, "optimal"
    except TimeUp:
        steps = any_line(context, combat)
        value, bound, status = math.nan, math.inf, "feasible"
    solution = Solution(
        combat=combat,
        score=value,
        bound=bound,
        status=status,
        method=" + ".join(context.methods),
        seconds=context.clock() - began,
        steps=steps,
    )
    return solution if status == "optimal" else replace(solution, score=points_of(score, solution.outcome))


def solve_all(
    combats: Iterable[Combat],
    *,
    weights: Weights | None = None,
    limit: Limit | None = None,
    processes: int = 1,
) -> Iterator[Solution]:
    """The solutions of many combats, in their order; lazily, so that a stream of any length stays small.

    `limit` is for each combat. `processes` above 1 spreads them over so many processes, this one among them.

    >>> from optimizer import Combat, solve_all
    >>> [one.score for one in solve_all([Combat.parse("Bear 2/2"), Combat.parse("Ox 3/3")])]
    [2.0, 3.0]
    """
    if processes < 1:
        raise ValueError(f"processes: expected 1 or more, not {processes}")
    if processes == 1:
        for combat in combats:
            yield solve(combat, weights=weights, limit=limit)
        return
    from .pool import solve_in_pool

    yield from solve_in_pool(combats, weights, limit, processes)
