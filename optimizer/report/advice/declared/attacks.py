"""Puts the advice on attacks together."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from ....model.board import Attacks
from ....rules.declarations.next_turn import board_after
from ....search.attacks.attack_search import Onslaught, Weighed
from ....search.attacks.best_attacks import best_attacks
from ....search.attacks.counter_attack import Reply as Replies
from ....search.attacks.counter_attack import sure_of
from ....search.attacks.counter_attack_total import is_small, worst_blocks
from ....search.attacks.losing_reply import losing_reply
from ....search.blocks.best_blocks import best_blocks
from ....search.blocks.play_out import Deadline
from ....search.context import TimeUp
from ....search.declaration_solution import AttackSolution, BlockSolution
from ....search.line import Limit
from ....search.near import near_attacks
from ..values import Term
from ..words import called
from .equals import EqualCreatures, differing
from .following import Following
from .values import EXACT, AttackAdvice, Compelled, Looked, Other, ReplyAdvice
from .words import Seen, consequences, other_attacks

__all__ = ["AttackAdviser"]

SHARE = 0.3
"""The part of the time for each other question than the runner-up."""

LISTED_TIME = 0.6
"""The part of the time for going through all attacks; if it isn't enough, the rest is for those a small step away."""


@dataclass(frozen=True, slots=True)
class Valued:
    """What attacks come to: the score, the reply taken off. `proven`: under best play by all; `sound`: at least the
    blocks are the best for the combat alone, and the reply to them is the best."""

    attacks: Attacks
    score: float
    proven: bool
    sound: bool
    defence: BlockSolution
    reply: float | None


class AttackAdviser:
    """A solution with what its advice needs."""

    def __init__(self, solution: AttackSolution, seconds: float) -> None:
        self.solution = solution
        self.board = solution.board
        self.seconds = seconds
        self.until = time.perf_counter() + seconds
        self.better: AttackSolution | None = None
        self.equals = EqualCreatures(self.board.creatures, self.board.defenders)
        self.own = self.equals.attacks_key(solution.attacks)
        self.seen = {self.own}
        self.small = self.board.crackback and is_small(self.board)
        self.names = called((*self.board.creatures, *self.board.defenders), self.board.targets[1:])

    def advice(self) -> AttackAdvice:
        """All of it. Where better attacks are found on the way, it is on those, in what time is left."""
        runner_up, looked = self.runner_up()
        if self.better is not None:
            return AttackAdviser(self.better, max(0.0, self.until - time.perf_counter())).advice()
        solution = self.solution
        following = Following(solution.defence)
        forbidden = self.board.violations({}) if solution.attacks else []
        terms = following.terms if solution.attacks else ()
        if solution.reply:
            terms = (*terms, Term("reply", -solution.reply))
        nothing = None if forbidden or not solution.attacks else self.told(self.value({}))
        compelled = self.compelled()
        reply = self.reply()
        return AttackAdvice(
            solution=solution,
            names=self.names,
            fights=following.fights,
            idle=tuple(one.id for one in self.board.creatures if one.id not in solution.attacks),
            unmoved=following.idle,
            steps=following.steps,
            orders=following.orders,
            changes=following.changes,
            terms=terms,
            nothing=nothing,
            forbidden=tuple(forbidden),
            runner_up=runner_up,
            looked=looked,
            compelled=compelled,
            reply=reply,
        )

    def limit(self, share: float = 1.0) -> Limit:
        """A part of the time that is left."""
        return Limit(max(0.0, share * (self.until - time.perf_counter())))

    def value(self, attacks: Attacks, share: float = 1.0) -> Valued:
        """What attacks come to."""
        deadline = Deadline(self.limit(share))
        board = self.board.attacked(attacks)
        if self.small:
            replies = Replies(self.board, deadline)
            defence = worst_blocks(board, attacks, replies, deadline)
            if defence is not None:
                cost, known = replies(attacks, defence.outcome)
                return Valued(attacks, defence.score, known, known, defence, cost)
        defence = best_blocks(board, limit=deadline.left())
        score = defence.score if attacks else 0.0
        best = defence.status == "optimal"
        if not self.board.crackback:
            return Valued(attacks, score, best, best, defence, None)
        cost, known = Replies(self.board, deadline)(attacks, defence.outcome)
        return Valued(attacks, score - cost, known and not attacks, known and best, defence, cost)

    def told(self, found: Valued) -> Other:
        """Other attacks in words."""
        attacks = self.equals.nearest(self.solution.attacks, found.attacks)
        creatures = [one.id for one in self.board.creatures]
        return Other(
            declaration=attacks,
            score=found.score,
            worse=round(self.solution.score - found.score, EXACT),
            proven=found.proven,
            differs=other_attacks(self.names, creatures, self.solution.attacks, attacks),
            then=consequences(
                self.names,
                Seen(self.solution.defence.play, self.solution.reply),
                Seen(found.defence.play, found.reply),
            ),
        )

    # The runner-up.

    def runner_up(self) -> tuple[Other | None, Looked]:
        """The best other attacks; of equally good ones the fewest, and then the most alike."""
        number = self.board.legal_declarations().count() if self.seconds > 0 else 0
        best: tuple[tuple[float, int, int], Weighed] | None = None
        exact = True
        try:
            for one in self.weighed():
                exact &= one.proven
                rank = -one.score, len(one.attacks), differing(self.solution.attacks, one.attacks)
                if best is None or rank < best[0]:
                    best = rank, one
        except TimeUp:
            exact = False
        looked = Looked(exact, len(self.seen) - 1, number)
        if best is None:
            return None, looked
        found = best[1]
        valued = replace(self.value(found.attacks), score=found.score, proven=found.proven)
        if round(valued.score - (self.solution.line_score or 0.0), EXACT) > 0 or (
            valued.proven and round(valued.score - self.solution.score, EXACT) > 0
        ):
            self.adopt(valued)
        return self.told(valued), looked

    def adopt(self, found: Valued) -> None:
        """Take better attacks for the solution; with crackback, what is sure of them may be less than what they come
        to against the blocks that are best for the combat."""
        known = self.solution
        deadline = Deadline(self.limit())
        other = replace(
            known, attacks=found.attacks, score=found.score, line_score=found.score, defence=found.defence,
            reply=found.reply, bound=max(known.bound, found.score), status="feasible",
            method=f"{known.method}, then close attacks",
        )  # fmt: skip
        if self.board.crackback and not found.proven:
            other = replace(other, score=min(found.score, sure_of(other, Replies(self.board, deadline), deadline)))
        elif not self.board.crackback:
            reply = losing_reply(self.board, found.attacks, found.defence.outcome, deadline)
            other = replace(other, losing_reply=reply)
        self.better = other

    def weighed(self) -> Iterator[Weighed]:
        """Other attacks with what they come to, in the end all; raises `TimeUp` when the time comes first.

        With crackback the score may be unproven, else it is left out then.
        """
        if self.until <= time.perf_counter():
            raise TimeUp
        near = near_attacks(self.board, self.solution.attacks)
        complete = True
        if self.board.crackback:
            for attacks in chain(near, self.board.legal_declarations()):
                yield from self.weigh(attacks)
            return
        try:
            for one in Onslaught(self.board, Deadline(self.limit(LISTED_TIME))).ranked(prune=False):
                complete &= one.proven
                if one.proven and self.is_new(one.attacks):
                    yield one
        except TimeUp:
            complete = False
        if not complete:
            for attacks in near:
                yield from self.weigh(attacks)
            raise TimeUp

    def weigh(self, attacks: dict[str, str]) -> Iterator[Weighed]:
        """These attacks, if they are new; raises `TimeUp` where there was no time for them."""
        if self.is_new(attacks):
            found = self.value(attacks) if self.until > time.perf_counter() else None
            if found is None or not found.sound:
                raise TimeUp
            yield Weighed(attacks, found.score, found.proven)

    def is_new(self, attacks: Attacks) -> bool:
        """Whether attacks haven't been looked at yet, nor others that only equal creatures make different."""
        key = self.equals.attacks_key(attacks)
        new = key not in self.seen
        self.seen.add(key)
        return new

    # Requirements and the reply.

    def compelled(self) -> Compelled | None:
        """Who attacks only because it must; None where the same would be done of their own will."""
        creatures = tuple(replace(one, must_attack=False, goaded_by=()) for one in self.board.creatures)
        if creatures == self.board.creatures or self.solution.status != "optimal":
            return None
        found = best_attacks(replace(self.board, creatures=creatures), limit=self.limit(SHARE))
        if found.status != "optimal" or self.equals.attacks_key(found.attacks) == self.own:
            return None
        usual = self.solution.attacks
        attacks = self.equals.nearest(usual, found.attacks)
        return Compelled(
            rule="508.1d",
            creatures=tuple(name for name, target in usual.items() if attacks.get(name) != target),
            free=attacks,
            gain=round(found.score - self.solution.score, EXACT),
            differs=other_attacks(self.names, [one.id for one in self.board.creatures], usual, attacks),
        )

    def reply(self) -> ReplyAdvice | None:
        """What the other player does next turn, and what would be done if that didn't count."""
        solution = self.solution
        if solution.reply is None:
            return None
        life = solution.outcome.attacking_life
        attacks: Attacks = {}
        left = life
        alone = replace(self.board, crackback=False)
        if not solution.attacks or solution.outcome.loses is None:
            found = best_attacks(board_after(alone, solution.attacks, solution.outcome), limit=self.limit(SHARE))
            attacks, left = found.attacks, found.outcome.defending_life
        without = best_attacks(alone, limit=self.limit(SHARE))
        known = without.status == "optimal"
        differs: tuple[str, ...] = ()
        if known and self.equals.attacks_key(without.attacks) != self.own:
            other = self.equals.nearest(solution.attacks, without.attacks)
            differs = other_attacks(self.names, [one.id for one in self.board.creatures], solution.attacks, other)
        return ReplyAdvice(solution.reply, attacks, (life, left), without.score if known else None, differs)
