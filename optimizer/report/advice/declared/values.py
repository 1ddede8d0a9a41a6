"""Advice on blocks and attacks as values, in ids and points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ....model.board import Attacks, Blocks
from ....rules.damage.legality import Violation
from ....search.declaration_solution import AttackSolution, BlockSolution
from ..values import Change, Fate, StepAdvice, Term

__all__ = [
    "EXACT",
    "AttackAdvice",
    "BlockAdvice",
    "Compelled",
    "Declared",
    "FightAdvice",
    "Looked",
    "Other",
    "ReplyAdvice",
]

EXACT = 9
"""Digits of a difference of scores that mean something: scores are decimal fractions, and floats nearly so."""


@dataclass(frozen=True, slots=True)
class FightAdvice:
    """Attackers that are blocked together, or one that isn't blocked, and what comes of it.

    `damage`: how much the attackers assign to the player and to planeswalkers and battles, as far as they deal damage.
    """

    attackers: tuple[str, ...]
    blockers: tuple[str, ...]
    fates: tuple[Fate, ...]
    damage: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Other:
    """Another legal declaration: what it comes to, and how much worse that is for the player who declares.

    `differs` says in words who does something else, `then` what else would happen. `proven`: the score is that of the
    best play after it, else that of what was found in time.
    """

    declaration: Blocks | Attacks
    score: float
    worse: float
    proven: bool
    differs: tuple[str, ...]
    then: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Looked:
    """How far was looked for a runner-up. `exact`: all `legal` declarations were weighed, of those that differ only in
    which of equal creatures do something one each; else `tried` of those that are a small step away and of others.
    `legal` None: they weren't counted in time."""

    exact: bool
    tried: int
    legal: int | None


@dataclass(frozen=True, slots=True)
class Compelled:
    """What would be declared if no creature had to do anything: `creatures` do what they do only because it must be
    (508.1d, 509.1c), `free` would be better by `gain`."""

    rule: str
    creatures: tuple[str, ...]
    free: Blocks | Attacks
    gain: float
    differs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReplyAdvice:
    """The other player's best attack next turn: what it is worth to them, and the attacking player's life after it.

    `without`: the best that attacks come to where the reply doesn't count, by doing what `differs` says; None where
    that wasn't found in time.
    """

    worth: float
    attacks: Attacks
    life: tuple[int, int]
    without: float | None
    differs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """What is told of every declaration, in points and ids; `names` has what to call each id.

    `idle`: creatures of the player who declares that do nothing. `steps`: the damage that somebody chose how to divide.
    `orders`: the damage assignment orders announced. `nothing`: declaring no creature at all; None where that is what
    was declared, or isn't legal for the reasons in `forbidden`. `runner_up` None: there is no other legal declaration,
    or none was found in time.
    """

    names: Mapping[str, str]
    fights: tuple[FightAdvice, ...]
    idle: tuple[str, ...]
    steps: tuple[StepAdvice, ...]
    orders: Mapping[str, tuple[str, ...]]
    changes: tuple[Change, ...]
    terms: tuple[Term, ...]
    nothing: Other | None
    forbidden: tuple[Violation, ...]
    runner_up: Other | None
    looked: Looked
    compelled: Compelled | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockAdvice(Declared):
    """Everything about the best blocks that a person wants to hear."""

    solution: BlockSolution

    def __str__(self) -> str:
        from .. import text

        return text(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackAdvice(Declared):
    """Everything about the best attacks that a person wants to hear; `unmoved` are the other player's creatures that
    don't block, `reply` what the board's crackback comes to."""

    solution: AttackSolution
    unmoved: tuple[str, ...] = field(default=())
    reply: ReplyAdvice | None = None

    def __str__(self) -> str:
        from .. import text

        return text(self)
