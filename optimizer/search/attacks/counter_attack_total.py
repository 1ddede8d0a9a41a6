"""Small boards with crackback, by definition: every attack, block and line weighed by the score less the reply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...model.board import DeclareAttackers, DeclareBlockers
from ...model.combat import Combat
from ...model.creature import default_value
from ...model.terms import Edition
from ...rules.damage.outcome import Outcome
from ..blocks.play_out import Deadline
from ..declaration_solution import AttackSolution, BlockSolution
from ..line import Solution, solve

if TYPE_CHECKING:
    from .counter_attack import Reply

__all__ = ["best_total", "is_small", "score_of"]

FEW = 200
"""So many blocks over all attacks are weighed."""

SMALL = 3
"""So many creatures a side at most: each line asks for the best attack of the other side."""


def is_small(board: DeclareAttackers) -> bool:
    """Whether all blocks after all attacks can be played out."""
    if max(len(board.creatures), len(board.defenders)) > SMALL or board.edition is Edition.ORDERED:
        return False
    number = 0
    for attacks in board.legal_declarations():
        number += board.attacked(attacks).legal_declarations().count()
        if number > FEW:
            return False
    return True


def best_total(board: DeclareAttackers, reply: Reply, deadline: Deadline) -> AttackSolution | None:
    """The attacks of the greatest total; None where the limit came first."""
    best: tuple[float, Mapping[str, str], BlockSolution] | None = None
    attacks: Mapping[str, str]
    for attacks in board.legal_declarations():
        least = None if best is None else (best[0], -len(best[1]) + len(attacks))
        defence = worst_blocks(board.attacked(attacks), attacks, reply, deadline, least)
        if defence is None:
            return None
        if best is None or (defence.score, -len(attacks)) > (best[0], -len(best[1])):
            best = defence.score, attacks, defence
    assert best is not None
    total, attacks, defence = best
    cost, proven = reply(attacks, defence.outcome)
    if not proven:
        return None
    return AttackSolution(
        board=board, attacks=attacks, score=total, bound=total, status="optimal", method="every attack and block",
        seconds=deadline.seconds, defence=defence, reply=cost,
    )  # fmt: skip


def worst_blocks(
    board: DeclareBlockers,
    attacks: Mapping[str, str],
    reply: Reply,
    deadline: Deadline,
    least: tuple[float, int] | None = None,
) -> BlockSolution | None:
    """The blocks of the least total, with their line; None where the limit came first.

    Once they come to less than the `least` of other attacks (or to as much, with more attackers), any such will do.
    """

    best: tuple[float, Mapping[str, tuple[str, ...]], Solution] | None = None
    for blocks in board.legal_declarations():
        combat = board.combat(blocks)

        def total(outcome: Outcome, combat: Combat = combat) -> float:
            cost, _ = reply(attacks, outcome)
            return (score_of(combat, outcome) if attacks else 0.0) - cost

        line = solve(combat, score=total, limit=deadline.left())
        if line.status != "optimal" or deadline.passed:
            return None
        if best is None or (line.score, len(blocks)) < (best[0], len(best[1])):
            best = line.score, blocks, line
        if least is not None and (line.score < least[0] or (line.score == least[0] and least[1] >= 0)):
            break
    assert best is not None
    return BlockSolution(
        board=board, blocks=best[1], score=best[0], bound=best[0], status="optimal", method="every block",
        seconds=deadline.seconds, play=best[2],
    )  # fmt: skip


def score_of(combat: Combat, outcome: Outcome) -> float:
    """The score of an outcome.

    >>> from optimizer import Combat, solve
    >>> best = solve(Combat.parse("Wurm 6/4 trample <- Bear 2/2, Wall 0/3"))
    >>> score_of(best.combat, best.outcome) == best.score
    True
    """
    weights = combat.weights
    gone = set(outcome.dies)
    creatures = 0.0
    for sign, side in ((-1, combat.attackers), (1, combat.blockers)):
        for one in side:
            if one.id in gone:
                creatures += sign * one.value
            elif one.id in outcome.returned:
                now = outcome.creatures[one.id]
                before = default_value(one.power, one.toughness, one.abilities)
                creatures += sign * (before - default_value(now.power, now.toughness, one.keywords))
    theirs, ours = combat.defending_player, combat.attacking_player
    lost = (theirs.life - outcome.defending_life) - (ours.life - outcome.attacking_life)
    loyalty = sum(one.loyalty - outcome.planeswalkers[one.id] for one in combat.planeswalkers)
    defense = sum(one.defense - outcome.battles[one.id] for one in combat.battles)
    return (
        weights.creature * creatures
        + weights.life * lost
        + weights.poison * (outcome.defending_poison - theirs.poison)
        + weights.loyalty * loyalty
        + weights.defense * defense
        + {"defending": weights.win, "attacking": -weights.win}.get(outcome.loses or "", 0.0)
    )
