"""What a person wants to hear of a solution: the line creature by creature, what comes of it, and what else there was.

>>> from optimizer import Combat, solve
>>> combat = Combat.parse("Acidic Slime 2/2 deathtouch <- Spined Wurm 5/4, Siege Mastodon 3/5, Runeclaw Bear 2/2")
>>> advice = advise(solve(combat))
>>> print(text(advice))  # doctest: +ELLIPSIS
Score 11.0 for the attacking player: proven best.
Method: knapsack; ... ms.
<BLANKLINE>
Combat damage
  Acidic Slime    1 to Spined Wurm (lethal: deathtouch)     choice
                  1 to Siege Mastodon (lethal: deathtouch)
...
Runner-up for the attacking player: kill Runeclaw Bear instead of Siege
Mastodon: 4.0 worse.
  Acidic Slime  1 to Spined Wurm (lethal: deathtouch) and 1 to Runeclaw Bear
                (lethal: deathtouch)
  It is the second best of all.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ...search.line import Solution
from .temptations import Temptation
from .values import Advice, Change, Fate, Fortune, Lethal, Move, Past, RunnerUp, Share, StepAdvice, Term

if TYPE_CHECKING:
    from ...search.declaration_solution import AttackSolution, BlockSolution
    from .declared import AttackAdvice, BlockAdvice
    from .page import Page

__all__ = [
    "Advice", "Change", "Fate", "Fortune", "Lethal", "Move", "Past", "RunnerUp", "Share", "StepAdvice", "Temptation",
    "Term", "advise", "advise_attacks", "advise_blocks", "report_on", "text",
]  # fmt: skip


def advise(solution: Solution, *, seconds: float = 1.0) -> Advice:
    """What there is to say of a solution. `seconds` is how long to look for the runner-up and for temptations.

    >>> from optimizer import Combat, solve
    >>> advice = advise(solve(Combat.parse("Slime 2/2 deathtouch <- Wurm 5/4, Mastodon 3/5, Bear 2/2")))
    >>> advice.runner_up.worse, advice.runner_up.differs, advice.runner_up.exact
    (4.0, ('kill Bear instead of Mastodon',), True)

    Raises ValueError where `seconds` is negative.
    """
    check_seconds(seconds)
    from .adviser import Adviser

    return Adviser(solution, time.perf_counter(), seconds).advice()


def advise_blocks(solution: BlockSolution, *, seconds: float = 1.0) -> BlockAdvice:
    """What there is to say of the best blocks. `seconds` is how long to look for what else there was.

    >>> from optimizer import DeclareBlockers, best_blocks
    >>> board = DeclareBlockers.from_document({
    ...     "attackers": [{"id": "ox", "power": 3, "toughness": 3}, {"id": "rat", "power": 1, "toughness": 1}],
    ...     "defenders": [{"id": "bear", "power": 2, "toughness": 2}],
    ... })
    >>> advice = advise_blocks(best_blocks(board))
    >>> advice.nothing.worse, advice.nothing.then
    (3.0, ('4 damage would come through instead of 3', 'rat would survive'))
    >>> advice.runner_up.differs, advice.runner_up.worse, advice.looked.exact
    (('nobody blocks',), 3.0, True)

    Raises ValueError where `seconds` is negative.
    """
    check_seconds(seconds)
    from .declared import BlockAdviser

    return BlockAdviser(solution, seconds).advice()


def advise_attacks(solution: AttackSolution, *, seconds: float = 1.0) -> AttackAdvice:
    """What there is to say of the best attacks, and of the best blocks against them; `seconds` as for blocks.

    >>> from optimizer import DeclareAttackers, best_attacks
    >>> board = DeclareAttackers.from_document({
    ...     "creatures": [{"id": "ox", "power": 3, "toughness": 3}, {"id": "rat", "power": 1, "toughness": 1}],
    ...     "defenders": [{"id": "bear", "power": 2, "toughness": 2}],
    ... })
    >>> advice = advise_attacks(best_attacks(board))
    >>> advice.runner_up.differs, advice.runner_up.worse
    (('rat attacks as well',), 2.0)

    Raises ValueError where `seconds` is negative.
    """
    check_seconds(seconds)
    from .declared import AttackAdviser

    return AttackAdviser(solution, seconds).advice()


def check_seconds(seconds: float) -> None:
    """Time can't be negative."""
    if not seconds >= 0:
        raise ValueError(f"seconds must be a number of 0 or more, not {seconds!r}")


def report_on(advice: Advice | BlockAdvice | AttackAdvice, widest: int = 80) -> Page:
    """The report, which a console of `rich` prints, in `widest` columns at most."""
    if isinstance(advice, Advice):
        from .report import LineReport

        return LineReport(advice, widest)
    from .declared.report import AttackReport, BlockReport
    from .declared.values import BlockAdvice

    return BlockReport(advice, widest) if isinstance(advice, BlockAdvice) else AttackReport(advice, widest)


def text(advice: Advice | BlockAdvice | AttackAdvice, width: int = 80) -> str:
    """The report as plain text, of at most 80 columns."""
    from .page import plain

    return plain([report_on(advice)], min(width, 80))
