"""What differs between two answers, for a person who changed a number: score, declarations, fates, amounts, life."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.text import Text

from ...model.combat import Combat
from ...model.creature import Creature
from ...model.terms import Side
from ...model.uncounted import best
from ...report.advice.page import points
from ...report.advice.words import called, changes, joined
from ...report.styles import DIES, WINS
from ...rules.damage.outcome import Outcome
from ...search.declaration_solution import AttackSolution, BlockSolution
from ...search.line import Solution

__all__ = ["Answer", "differences", "headline"]

Answer = Solution | BlockSolution | AttackSolution

Row = tuple[str, Text]


def headline(before: Answer, now: Answer) -> str:
    """The score, against that before.

    >>> from optimizer import Combat, solve
    >>> old, new = (solve(Combat.parse(f"Wurm {n}/4 trample <- Bear 2/2")) for n in (6, 7))
    >>> headline(old, new), headline(old, old)
    ('Score 8.0 -> 9.0: proven best.', 'Score 8.0 as before: proven best.')
    """
    was, now_is = points(before.score), points(now.score)
    score = f"{now_is} as before" if was == now_is else f"{was} -> {now_is}"
    if now.status == "optimal":
        return f"Score {score}: {best(now.not_counted)}."
    than = "no blocks score less" if isinstance(now, BlockSolution) else "nothing scores more"
    return f"Score {score}: the best found in time, not proven ({than} than {points(now.bound)})."


def differences(before: Answer, now: Answer) -> list[Row]:
    """Rows of a name and what is different: who attacks and blocks, who dies, who assigns how much, where the players
    end."""
    names = called(everybody(before), permanents(before)) | called(everybody(now), permanents(now))
    return [
        *declared(before, now, names), *fates(before.outcome, now, names), *amounts(before, now, names),
        *ends(before, now),
    ]  # fmt: skip


def everybody(answer: Answer) -> tuple[Creature, ...]:
    """The creatures of a combat or board."""
    if isinstance(answer, Solution):
        return answer.combat.creatures
    first: tuple[Creature, ...] = (
        answer.board.creatures if isinstance(answer, AttackSolution) else answer.board.attackers
    )
    return (*first, *answer.board.defenders)


def permanents(answer: Answer) -> list[str]:
    """What can be attacked besides the player."""
    subject = answer.combat if isinstance(answer, Solution) else answer.board
    return [*(one.id for one in subject.planeswalkers), *(one.id for one in subject.battles)]


def fought(answer: Answer) -> Combat:
    """The combat that was decided, or that follows what was declared."""
    if isinstance(answer, AttackSolution):
        return answer.defence.play.combat
    return answer.play.combat if isinstance(answer, BlockSolution) else answer.combat


def declared(before: Answer, now: Answer, names: Mapping[str, str]) -> Iterator[Row]:
    """Creatures that attack or block otherwise."""
    for what in (attack_of, block_of):
        for creature in everybody(now):
            was, is_now = what(before, creature.id, names), what(now, creature.id, names)
            if was != is_now:
                yield names[creature.id], Text(f"{is_now}, {was} before")


def attack_of(answer: Answer, ident: str, names: Mapping[str, str]) -> str:
    """What a creature attacks, where that was decided."""
    if not isinstance(answer, AttackSolution):
        return ""
    target = answer.attacks.get(ident)
    return "doesn't attack" if target is None else f"attacks {names[target]}"


def block_of(answer: Answer, ident: str, names: Mapping[str, str]) -> str:
    """What a creature blocks, where that was decided."""
    if isinstance(answer, Solution):
        return ""
    targets = answer.blocks.get(ident, ())
    return f"blocks {joined([names[name] for name in targets])}" if targets else "doesn't block"


def fates(old: Outcome, now: Answer, names: dict[str, str]) -> Iterator[Row]:
    """Creatures that something else becomes of."""
    for creature in everybody(now):
        was, is_now = fate(old, creature.id), fate(now.outcome, creature.id)
        if was != is_now:
            style = DIES if is_now == "dies" else ""
            yield names[creature.id], Text.assemble((is_now, style), f", {was} before")


def fate(outcome: Outcome, ident: str) -> str:
    """What becomes of a creature."""
    if ident in outcome.dies:
        return "dies"
    return "returns" if ident in outcome.returned else "survives"


def amounts(before: Answer, now: Answer, names: dict[str, str]) -> Iterator[Row]:
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


def assigned(solution: Answer) -> dict[tuple[str, str, str], int]:
    """The amounts of a line by step, source and recipient."""
    return {
        (one.step.value, source, recipient): n
        for one in solution.line
        for side in (one.attacking, one.defending)
        for source, division in side.items()
        for recipient, n in division.items()
    }


def ends(before: Answer, now: Answer) -> Iterator[Row]:
    """Players, planeswalkers and battles that end elsewhere."""
    old = {(one.owner, one.what): one.after for one in changes(fought(before), before.outcome)}
    for one in changes(fought(now), now.outcome):
        was = old.get((one.owner, one.what), one.after)
        if was != one.after:
            yield one.owner, Text(f"ends at {one.after} {one.what}, {was} before")
    for side in Side:
        lost = side in now.outcome.losers
        if lost != (side in before.outcome.losers):
            style = (WINS if side is Side.DEFENDING else DIES) if lost else ""
            yield f"the {side} player", Text.assemble(("loses the game" if lost else "doesn't lose", style))
