"""What differs between two answers, for a person who changed a number: score, fates, amounts, life."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from ...report.advice.page import points
from ...report.advice.words import changes, names_of
from ...report.styles import DIES, WINS
from ...rules.damage.outcome import Outcome
from ...search.line import Solution

__all__ = ["differences", "headline"]

Row = tuple[str, Text]


def headline(before: Solution, now: Solution) -> str:
    """The score, against that before.

    >>> from optimizer import Combat, solve
    >>> old, new = (solve(Combat.parse(f"Wurm {n}/4 trample <- Bear 2/2")) for n in (6, 7))
    >>> headline(old, new), headline(old, old)
    ('Score 8.0 -> 9.0: proven best.', 'Score 8.0 as before: proven best.')
    """
    was, now_is = points(before.score), points(now.score)
    score = f"{now_is} as before" if was == now_is else f"{was} -> {now_is}"
    if now.status == "optimal":
        return f"Score {score}: proven best."
    return f"Score {score}: the best found in time, not proven (no line scores more than {points(now.bound)})."


def differences(before: Solution, now: Solution) -> list[Row]:
    """Rows of a name and what is different: who dies, who assigns how much, where the players end."""
    names = names_of(now.combat)
    return [*fates(before.outcome, now, names), *amounts(before, now, names), *ends(before, now)]


def fates(old: Outcome, now: Solution, names: dict[str, str]) -> Iterator[Row]:
    """Creatures that something else becomes of."""
    for creature in now.combat.creatures:
        was, is_now = fate(old, creature.id), fate(now.outcome, creature.id)
        if was != is_now:
            style = DIES if is_now == "dies" else ""
            yield names[creature.id], Text.assemble((is_now, style), f", {was} before")


def fate(outcome: Outcome, ident: str) -> str:
    """What becomes of a creature."""
    if ident in outcome.dies:
        return "dies"
    return "returns" if ident in outcome.returned else "survives"


def amounts(before: Solution, now: Solution, names: dict[str, str]) -> Iterator[Row]:
    """Who assigns another amount to whom, in which step where there are two."""
    old, new = assigned(before), assigned(now)
    steps = {step for step, _, _ in (*old, *new)}
    rows: dict[tuple[str, str], list[str]] = {}
    for key in dict.fromkeys((*new, *old)):
        was, is_now = old.get(key, 0), new.get(key, 0)
        if was != is_now:
            step, source, recipient = key
            rows.setdefault((step, source), []).append(f"{was} -> {is_now} to {names[recipient]}")
    for (step, source), told in rows.items():
        yield names[source], Text(", ".join(told) + (f" ({step} step)" if len(steps) > 1 else ""))


def assigned(solution: Solution) -> dict[tuple[str, str, str], int]:
    """The amounts of a line by step, source and recipient."""
    return {
        (one.step.value, source, recipient): n
        for one in solution.line
        for side in (one.attacking, one.defending)
        for source, division in side.items()
        for recipient, n in division.items()
    }


def ends(before: Solution, now: Solution) -> Iterator[Row]:
    """Players, planeswalkers and battles that end elsewhere."""
    old = {(one.owner, one.what): one.after for one in changes(before.combat, before.outcome)}
    for one in changes(now.combat, now.outcome):
        was = old.get((one.owner, one.what), one.after)
        if was != one.after:
            yield one.owner, Text(f"ends at {one.after} {one.what}, {was} before")
    if now.outcome.loses != before.outcome.loses:
        lost = now.outcome.loses is not None
        owner = f"the {now.outcome.loses or before.outcome.loses} player"
        yield owner, Text.assemble(("loses the game" if lost else "doesn't lose", WINS if lost else ""))
