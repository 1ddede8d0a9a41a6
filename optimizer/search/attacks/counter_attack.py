"""The counter-attack counted: what the other player's best attack next turn is worth is part of the score.

On small boards every attack, every block and every line that an outcome can tell apart is weighed by that total. On
larger ones two answers are looked at, the blocks that are best for the combat alone and not to block, and the reply is
taken off what they come to: that is the best found, and no attack comes to more than it does without a reply.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace

from ...model.board import DeclareAttackers
from ...model.board_creature import BoardCreature
from ...model.creature import default_value
from ...model.player import Weights
from ...rules.damage.outcome import Outcome
from ...rules.declarations.next_turn import board_after
from ..blocks.best_blocks import best_blocks
from ..blocks.board_bounds import BoardBounds, least_weight
from ..blocks.play_out import Deadline, play_out
from ..context import TimeUp
from ..declaration_solution import AttackSolution, BlockSolution
from .attack_search import Onslaught, Weighed
from .counter_attack_total import best_total, is_small
from .limited_attacks import LimitedAttacks

__all__ = ["Reply", "best_with_reply", "sure_of"]

TRYING = 0.4
"""Of the time, for the exact way on a small board."""

SHARE = 0.4
"""Of the time, for the attacks without their replies."""

REPLYING = 0.15
"""Of the time that is left, for one reply."""


class Reply:
    """What the other player's best attack is worth to them on the board that a combat leaves; each board once."""

    def __init__(self, board: DeclareAttackers, deadline: Deadline) -> None:
        self.board = replace(board, crackback=False)
        self.deadline = deadline
        self.memo: dict[DeclareAttackers, tuple[float, bool]] = {}
        self.forced = any(one.must_attack or one.goaded_by for one in board.defenders)
        self.bounded = not self.forced and bounded(board)

    def __call__(self, attacks: Mapping[str, str], outcome: Outcome) -> tuple[float, bool]:
        """Its worth, and whether that is proven. There is none once a player has lost; nobody has without attacks."""
        if attacks and outcome.loses is not None:
            return 0.0, True
        after = board_after(self.board, attacks, outcome)
        if after not in self.memo:
            self.memo[after] = self.best(after)
        return self.memo[after]

    def best(self, after: DeclareAttackers) -> tuple[float, bool]:
        """The worth of the best attack on a board, or under a limit what is sure of the best found."""
        if self.deadline.at is not None:
            limited = LimitedAttacks(after, self.deadline.part(REPLYING)).solution()
            return limited.score, limited.status == "optimal"
        found = Onslaught(after, self.deadline).best()
        return found.score, found.proven

    def most(self, attacks: Mapping[str, str], deadline: Deadline) -> float:
        """No reply is worth more, whatever happens in combat.

        Without attacks, and where the board is `bounded`: what it is worth against the creatures that stay untapped and
        can't fall, with all of the other player's, and with the life that there is now. Otherwise `anything`.
        """
        if attacks and not self.bounded:
            return self.anything(deadline)
        board = self.board
        staying = tuple(one for one in board.creatures if one.id not in attacks)
        fewer = replace(board, creatures=staying, defenders=tuple(
            replace(one, provoked_by=tuple(name for name in one.provoked_by if name not in attacks))
            for one in board.defenders
        ))  # fmt: skip
        return self.bound_on(fewer, deadline)

    @staticmethod
    def bound_on(board: DeclareAttackers, deadline: Deadline) -> float:
        """No reply is worth more where nobody attacks on a board."""
        outcome = play_out(board.attacked({}), {}, deadline).solution.outcome
        after = board_after(board, {}, outcome)
        found = Onslaught(after, deadline).best() if deadline.at is None else LimitedAttacks(after, deadline).solution()
        return found.bound

    def anything(self, deadline: Deadline) -> float:
        """No reply is worth more, whatever combat left and whatever the weights.

        Every term of a reply's worth is at most its size: the win, all creatures as they are and as they come back,
        what the attacking player's creatures deal, and what the other player's deal where nobody blocks, each as large
        as undying could bring it back.
        """
        board = self.board
        sizes = Weights(**{field.name: abs(getattr(board.weights, field.name)) for field in fields(board.weights)})
        large = tuple(largest(one) for one in board.defenders)
        alone = replace(board, creatures=(), defenders=large, weights=sizes)
        ours = [largest(one) for one in board.creatures]
        worth = sum(one.value or 0.0 for one in (*board.creatures, *board.defenders, *ours, *large))
        dealt = 2 * sum(one.power for one in ours)
        return self.bound_on(alone, deadline) + sizes.win + sizes.creature * worth + (sizes.life + sizes.poison) * dealt


def largest(one: BoardCreature) -> BoardCreature:
    """A creature with the higher of its power and toughness now and at its base, one more of each, able to attack."""
    base = one.unchanged
    power, toughness = max(one.power, base[0]) + 1, max(one.toughness, base[1]) + 1
    value = max(one.value or 0.0, default_value(power, toughness, one.abilities))
    return replace(
        one, power=power, toughness=toughness, value=value, base=None, tapped=False, summoning_sick=False,
        provoked_by=(), damage=0,
    )  # fmt: skip


def bounded(board: DeclareAttackers) -> bool:
    """Whether combat can only make a reply worse that nobody is forced to make: fewer creatures that reply, none of
    them larger, more that block, and no less life of the attacking player.

    Undying and persist bring back what may be larger, or worth something else; `excess_to_controller` takes life; a
    creature that has to block may make things worse for its player; negative weights turn the signs around.
    """
    creatures = (*board.creatures, *board.defenders)
    return (
        not any(one.excess_to_controller or {"undying", "persist"} & set(one.abilities) for one in creatures)
        and not any(one.must_block or one.provoked_by for one in board.creatures)
        and not any(one.lure or one.must_be_blocked or one.must_be_blocked_by for one in board.defenders)
        and least_weight(board.weights, creatures) >= 0
    )


def best_with_reply(board: DeclareAttackers, deadline: Deadline) -> AttackSolution:
    """The best attacks with the counter-attack counted."""
    if is_small(board):
        part = deadline.part(TRYING)
        found = best_total(board, Reply(board, part), part)
        if found is not None:
            return found
    return by_estimate(board, Reply(board, deadline), deadline)


def by_estimate(board: DeclareAttackers, reply: Reply, deadline: Deadline) -> AttackSolution:
    """The best of attacks whose blocks and line look at the combat alone."""
    search = Onslaught(board, deadline.part(SHARE))
    found: dict[tuple[tuple[str, str], ...], Weighed] = {}
    complete = True
    try:
        for one in search.ranked(prune=False):
            found.setdefault(tuple(sorted(one.attacks.items())), one)
    except TimeUp:
        complete = False
    if not found:
        attacks = next(iter(search.legal))
        least = BoardBounds.of(board.attacked(attacks)).lowest if attacks else 0.0
        found[tuple(sorted(attacks.items()))] = Weighed(attacks, least, False)
    # staying at home comes first, then what is worth most
    ranked = sorted(found.values(), key=lambda one: (bool(one.attacks), -one.score, len(one.attacks)))
    proven = complete and search.complete and all(one.proven for one in ranked)
    # an attack that the other player has to make may cost them something
    top = max(one.score for one in ranked) if proven and not reply.forced else search.ceiling
    best: AttackSolution | None = None
    idle: AttackSolution | None = None
    for one in ranked:
        if best is not None and (deadline.passed or (one.score < best.score and not reply.forced)):
            break
        answered = answer(board, one.attacks, reply, deadline)
        if best is None or (answered.score, -len(one.attacks)) > (best.score, -len(best.attacks)):
            best = answered
        if not one.attacks:
            idle = answered
    assert best is not None
    # where every block loses, there is no reply whatever the blocks
    proven = best.status == "optimal" and best.score >= top > search.bounds.highest_short_of_winning
    if proven:
        return replace(best, bound=best.score, status="optimal", seconds=deadline.seconds)
    sure = min(best.score, sure_of(best, reply, deadline))
    if idle is not None and best.attacks:
        staying = min(idle.score, sure_of(idle, reply, deadline))
        if staying > sure:
            best, sure = idle, staying
    return replace(
        best, score=sure, line_score=best.score, bound=max(top, best.score), status="feasible",
        seconds=deadline.seconds,
    )  # fmt: skip


def sure_of(found: AttackSolution, reply: Reply, deadline: Deadline) -> float:
    """The attacks come to no less than this, whatever the blocks and the reply."""
    combat = found.defence.bound if found.attacks else 0.0
    return combat - reply.most(found.attacks, deadline.part(0.5))


def answer(board: DeclareAttackers, attacks: Mapping[str, str], reply: Reply, deadline: Deadline) -> AttackSolution:
    """What attacks come to by the worse for them of two answers: the best blocks of the combat, or not to block and to
    strike back with everything."""
    attacked = board.attacked(attacks)
    defence = best_blocks(attacked, limit=deadline.left(0.3))
    cost, known = reply(attacks, defence.outcome)
    total = (defence.score if attacks else 0.0) - cost
    found = solution(board, attacks, defence, total, cost, known, deadline)
    if not attacks or not defence.blocks or {} not in attacked.legal_declarations():
        return found
    whole = play_out(attacked, {}, deadline)
    cost, known = reply(attacks, whole.solution.outcome)
    if whole.score - cost >= total:
        return found
    idle = replace(
        defence, blocks={}, score=whole.score, bound=min(defence.bound, whole.score), play=whole.solution,
        method="no block, for the reply",
    )  # fmt: skip
    return solution(board, attacks, idle, whole.score - cost, cost, known, deadline)


def solution(
    board: DeclareAttackers,
    attacks: Mapping[str, str],
    defence: BlockSolution,
    total: float,
    cost: float,
    known: bool,
    deadline: Deadline,
) -> AttackSolution:
    """One of the answers."""
    proven = known and defence.status == "optimal"
    return AttackSolution(
        board=board, attacks=attacks, score=total, bound=total, status="optimal" if proven else "feasible",
        method="attacks less the reply", seconds=deadline.seconds, defence=defence, reply=cost,
    )  # fmt: skip
