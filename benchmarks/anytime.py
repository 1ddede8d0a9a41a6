"""Blocks and attacks under a limit: how good, how true and how late the answers are.

Each board is decided once with every limit and once with much time. Two things are held against each answer: the value
of its decision, and what it claims. Blocks are worth what the best line after them leaves; attacks are worth what they
leave against the best blocks that are known, those found with much time and those that came with the answer. A claim
is false where a line leaves more than the `score` of blocks, where blocks are known that leave less than the `score` of
attacks, where a decision is known that is better than `bound`, where `line_score` isn't what the line comes to, or
where the declaration isn't legal.

Time is the processor's (`time.process_time`): what other jobs take of the machine doesn't count.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from optimizer import (
    AttackSolution,
    BlockSolution,
    DeclareAttackers,
    DeclareBlockers,
    Limit,
    best_attacks,
    best_blocks,
    solve,
)

__all__ = [
    "AIM",
    "HEADS",
    "KINDS",
    "LIMITS",
    "SIZES",
    "Answer",
    "Instance",
    "Row",
    "faults",
    "instances",
    "measured",
    "rows",
]

Document = dict[str, Any]
Subject = DeclareBlockers | DeclareAttackers
Solved = BlockSolution | AttackSolution

SIZES: Final = (10, 20, 30, 40)
KINDS: Final = ("plain", "tokens", "multi-blockers")
LIVES: Final = (20, 5, 1)
LIMITS: Final = (0.02, 0.05, 0.2, 1.0, 2.0)
AIM: Final = 2.0
"""Points by which the median decision at 0.2 s may be worse than the best known."""

LATE: Final = 0.1
LEAST_LATE: Final = 0.02
"""An answer may come later than its limit by this part of it, and by so many seconds at least."""

EXACT: Final = 1e-6

WORDS: Final = ("flying", "reach", "trample", "first strike", "double strike", "lifelink", "deathtouch", "menace")


@dataclass(frozen=True)
class Instance:
    """A board: all of `size` creatures attack (before blocks) or may attack as many defenders."""

    decision: str
    size: int
    kind: str
    life: int

    def __str__(self) -> str:
        return f"{self.decision}, {self.size} a side, {self.kind}, {self.life} life"

    @property
    def subject(self) -> Subject:
        """The board itself; the same each time."""
        rng = Random(f"anytime {self.size} {self.kind} {self.life}")
        mine = [creature(rng, f"a{place}") for place in range(self.size)]
        theirs = [creature(rng, f"b{place}") for place in range(self.size)]
        if self.kind == "tokens":
            for side in (mine, theirs):
                token = creature(rng, "token") | {"keywords": []}
                for one in side[self.size // 4 :]:
                    one.update(token | {"id": one["id"]})
        elif self.kind == "multi-blockers":
            for one in theirs[: max(1, self.size // 8)]:
                one["can_block"] = 2
        document = {"defenders": theirs, "defending_player": {"life": self.life}}
        if self.decision == "blocks":
            return DeclareBlockers.from_document(document | {"attackers": mine})
        return DeclareAttackers.from_document(document | {"creatures": mine})


def creature(rng: Random, ident: str) -> Document:
    """One of the sizes that are played."""
    power, toughness = rng.randint(0, 6), rng.randint(1, 6)
    words = [word for word in WORDS if rng.random() < 0.12]
    return {"id": ident, "power": power, "toughness": toughness, "keywords": words}


def instances(sizes: Sequence[int] = SIZES) -> list[Instance]:
    """All boards."""
    return [
        Instance(decision, size, kind, life)
        for size in sizes
        for kind in KINDS
        for life in LIVES
        for decision in ("blocks", "attacks")
    ]


@dataclass
class Answer:
    """What came of one limit: `behind`, how many points the decision is worse than the best known; `unclaimed`, by how
    many points its `score` says less than the decision is known to be worth; `late`, seconds beyond the limit."""

    instance: Instance
    seconds: float
    late: float
    proven: bool
    behind: float
    unclaimed: float
    false: list[str] = field(default_factory=list)

    @property
    def overran(self) -> bool:
        """It came later than is allowed."""
        return self.late > max(LATE * self.seconds, LEAST_LATE)


def timed(subject: Subject, seconds: float) -> tuple[Solved, float]:
    """An answer, and how long it took by the processor's clock; none of it is in memory already."""
    limit = Limit(seconds, time.process_time)
    gc.collect()
    began = time.process_time()
    found: Solved = (
        best_blocks(subject, limit=limit)
        if isinstance(subject, DeclareBlockers)
        else best_attacks(subject, limit=limit)
    )
    return found, time.process_time() - began


def measured(
    some: Sequence[Instance], limits: Sequence[float], much: float, tick: Callable[[], None] = lambda: None
) -> Iterator[Answer]:
    """The answers to some boards, with every limit; `much`: seconds for the best that is to be known."""
    for instance in some:
        found = [(seconds, *timed(instance.subject, seconds)) for seconds in limits]
        reference, _ = timed(instance.subject, much)
        known = Known(instance, [one for _, one, _ in found] + [reference], much)
        for seconds, one, took in found:
            yield known.answer(one, seconds, took)
        tick()


class Known:
    """What is known of a board once it has been decided several times."""

    def __init__(self, instance: Instance, found: Sequence[Solved], much: float) -> None:
        self.instance, self.much = instance, much
        self.sign = 1.0 if instance.decision == "attacks" else -1.0
        self.memo: dict[frozenset[tuple[str, Any]], float] = {}
        self.found = found
        self.best = max(self.sign * self.worth(one) for one in found)

    def worth(self, one: Solved) -> float:
        """What a decision is worth, for the attacking player, as far as is known."""
        if isinstance(one, BlockSolution):
            key = frozenset(one.blocks.items())
            if key not in self.memo:
                self.memo[key] = after(one.board, one.blocks)
            return self.memo[key]
        key = frozenset(one.attacks.items())
        if key not in self.memo:
            self.memo[key] = min(self.answers(one)) if one.attacks else 0.0
        return self.memo[key]

    def answers(self, one: AttackSolution) -> Iterator[float]:
        """What attacks leave against blocks that are known."""
        attacked = one.board.attacked(one.attacks)
        for other in self.found:
            if isinstance(other, AttackSolution) and other.attacks == one.attacks:
                yield after(attacked, other.blocks)
        found, _ = timed(attacked, self.much)
        assert isinstance(found, BlockSolution)
        yield after(attacked, found.blocks)

    def answer(self, one: Solved, seconds: float, took: float) -> Answer:
        """One answer against what is known."""
        worth = self.worth(one)
        return Answer(
            self.instance, seconds, took - seconds, one.status == "optimal",
            max(0.0, self.best - self.sign * worth), self.sign * (worth - one.score), list(self.false(one, worth)),
        )  # fmt: skip

    def false(self, one: Solved, worth: float) -> Iterator[str]:
        """What an answer claims and isn't true."""
        if isinstance(one, BlockSolution):
            illegal = one.board.violations(one.blocks)
        else:
            illegal = one.board.violations(one.attacks) or one.board.attacked(one.attacks).violations(one.blocks)
        if illegal:
            yield f"illegal: {illegal[0].message}"
        if self.sign * (one.score - worth) > EXACT:
            yield f"score {one.score}, but it is {worth}"
        if self.sign * (one.bound - self.sign * self.best) < -EXACT:
            yield f"bound {one.bound}, but {self.sign * self.best} is known"
        play = one.play if isinstance(one, BlockSolution) else one.defence.play
        if isinstance(one, BlockSolution) or one.attacks:
            line = play.score
            if abs((one.line_score or 0.0) - line) > EXACT:
                yield f"line_score {one.line_score}, but the line comes to {line}"


def after(board: DeclareBlockers, blocks: Any) -> float:
    """What the best line after some blocks comes to, without a limit."""
    return solve(board.combat(blocks)).score


@dataclass(frozen=True)
class Row:
    """The answers with one limit to the boards of one decision."""

    decision: str
    seconds: float
    answers: Sequence[Answer]

    @property
    def median(self) -> float:
        """The median of the points behind."""
        return statistics.median(one.behind for one in self.answers)

    @property
    def cells(self) -> tuple[str, ...]:
        """What a table says of it."""
        plain = [one for one in self.answers if one.behind < 500]  # the rest lost or missed a win
        behind = sorted(one.behind for one in self.answers)
        unclaimed = statistics.median(one.unclaimed for one in self.answers)
        latest = max(one.late - max(0.0, LATE * one.seconds - LEAST_LATE) for one in self.answers)
        return (
            self.decision,
            f"{1000 * self.seconds:.0f} ms",
            f"{len(self.answers)}",
            f"{sum(one.proven for one in self.answers)}",
            f"{self.median:.1f}",
            f"{behind[int(0.9 * (len(behind) - 1))]:.1f}",
            f"{len(self.answers) - len(plain)}",
            f"{unclaimed:.1f}",
            f"{sum(bool(one.false) for one in self.answers)}",
            f"{1000 * max(one.late for one in self.answers):.0f} ms",
            f"{sum(one.overran for one in self.answers)}"
            + (f" ({1000 * latest:.0f} ms)" if latest > LEAST_LATE else ""),
        )


HEADS: Final = (
    "decision", "limit", "boards", "proven", "points behind, median", "9 in 10 within", "a game behind",
    "unclaimed, median", "false claims", "latest", "overran",
)  # fmt: skip


def rows(answers: Sequence[Answer]) -> list[Row]:
    """By decision and limit."""
    keys = dict.fromkeys((one.instance.decision, one.seconds) for one in answers)
    return [
        Row(*key, [one for one in answers if (one.instance.decision, one.seconds) == key])
        for key in sorted(keys)
    ]  # fmt: skip


def faults(answers: Sequence[Answer]) -> list[str]:
    """What misses an aim: false claims, answers later than allowed, and the median at 0.2 s."""
    found = [f"{one.instance}, {one.seconds:g} s: {false}" for one in answers for false in one.false]
    found += [
        f"{one.instance}, {one.seconds:g} s: {1000 * one.late:.0f} ms late" for one in answers if one.overran
    ]  # fmt: skip
    for row in rows(answers):
        if row.seconds == 0.2 and row.median > AIM:
            found.append(f"{row.decision} at 200 ms: the median is {row.median:.1f} points behind, aim {AIM:g}")
    return found
