"""A solution in words: the headline of its picture, and what the picture's description says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...model.uncounted import Uncounted, best
from ...search.line.solution import Announced, Solution
from ..advice import Change, Fate, Fortune
from ..advice.page import STEPS, points
from ..advice.words import joined
from .letters import clean

__all__ = ["NAMED", "dealt", "headline", "left_out", "moved", "step_words", "story"]


NAMED = 3
"""Creatures that a headline names at most."""


def headline(
    what: str, score: float, status: str, bound: float, most: str, not_counted: tuple[Uncounted, ...] = ()
) -> str:
    """What was found, its score, whether it is proven, and of how many things that aren't counted.

    >>> headline("Best line", 11, "optimal", 11, "no line scores more than")
    'Best line: score 11.0 for the attacking player, proven best'
    >>> headline("Best line", 11, "feasible", 12, "no line scores more than")
    'Line found: score 11.0 for the attacking player, not proven (no line scores more than 12.0)'
    """
    proof = best(not_counted) if status == "optimal" else f"not proven ({most} {points(bound)})"
    if status != "optimal":
        what = f"{what.removeprefix('Best ').capitalize()} found"
    return f"{what}: score {points(score)} for the attacking player, {proof}"


def left_out(names: Mapping[str, str], not_counted: Iterable[Uncounted]) -> str:
    """Whose abilities or counters aren't counted, for the end of a headline; empty where all are.

    >>> left_out({"ox": "Ox"}, [Uncounted("ox", "It grows."), Uncounted("ox", "1 charge counter")])
    '; not counted: something of Ox'
    """
    those = [names[ident] for ident in dict.fromkeys(one.id for one in not_counted)]
    if len(those) > NAMED:
        those = [*those[: NAMED - 1], f"{len(those) - NAMED + 1} others"]
    return f"; not counted: something of {joined(those)}" if those else ""


def dealt(names: Mapping[str, str], source: str, recipient: str, amount: int, step: str) -> str:
    """Damage in words; an arrow's."""
    return clean(f"{names[source]} deals {amount} to {names[recipient]} ({step})")


def step_words(first: bool) -> str:
    """A damage step in words."""
    return "first-strike damage" if first else "regular damage"


def moved(change: Change) -> str:
    """A number before and after.

    >>> moved(Change("jace", "loyalty", 4, 1)), moved(Change("jace", "loyalty", 4, 4))
    ('loyalty 4 → 1', 'loyalty 4')
    """
    return f"{change.what} {change.before}" + (f" → {change.after}" if change.after != change.before else "")


def story(
    names: Mapping[str, str],
    play: Solution,
    line: Iterable[Announced],
    fates: Iterable[Fate],
    changes: Iterable[Change],
    out: Iterable[str],
    not_counted: Sequence[Uncounted] = (),
) -> str:
    """A line in words, what comes of it, and what isn't counted."""
    told = []
    for one in line:
        shares = [
            f"{names[source]} deals {joined([f'{n} to {names[recipient]}' for recipient, n in division.items() if n])}"
            for side in (one.attacking, one.defending)
            for source, division in side.items()
            if any(division.values())
        ]
        told.append(f"{STEPS[one.step]}: {'; '.join(shares) or 'none'}.")
    if not told:
        told.append("No damage is dealt.")
    blocked = [
        f"{names[one.id]} blocks {joined([names[target] for target in one.blocks])}" for one in play.combat.blockers
    ]
    if blocked:
        told.insert(0, f"{'; '.join(blocked)}.")
    all_fates = list(fates)
    for fortune, verb in ((Fortune.DIES, "die"), (Fortune.RETURNS, "return"), (Fortune.REGENERATES, "regenerate")):
        those = [names[fate.creature] for fate in all_fates if fate.fortune is fortune]
        if those:
            told.append(f"{joined(those)} {str(fortune) if len(those) == 1 else verb}.")
    for change in changes:
        if change.what != "poison" or change.before or change.after:
            owner = names.get(change.owner, change.owner)
            told.append(f"{owner[:1].upper()}{owner[1:]}: {moved(change)}.")
    losers = play.outcome.losers
    if losers:
        told.append("Both players lose the game." if len(losers) == 2 else f"The {losers[0]} player loses the game.")
    resting = [names[one] for one in out]
    if resting:
        told.append(f"Not in combat: {joined(resting)}.")
    if not_counted:
        told.append(f"Not counted: {'; '.join(f'{names[one.id]}: {one.text}' for one in not_counted)}")
    return clean(" ".join(told))
