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

from ..solver import Solution
from .temptations import Temptation
from .values import Advice, Change, Fate, Fortune, Lethal, Move, Past, RunnerUp, Share, StepAdvice, Term

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "Advice", "Change", "Fate", "Fortune", "Lethal", "Move", "Past", "RunnerUp", "Share", "StepAdvice", "Temptation",
    "Term", "advise", "render", "text",
]  # fmt: skip


def advise(solution: Solution, *, seconds: float = 1.0) -> Advice:
    """What there is to say of a solution. `seconds` is how long to look for the runner-up and for temptations.

    >>> from optimizer import Combat, solve
    >>> advice = advise(solve(Combat.parse("Slime 2/2 deathtouch <- Wurm 5/4, Mastodon 3/5, Bear 2/2")))
    >>> advice.runner_up.worse, advice.runner_up.differs, advice.runner_up.exact
    (4.0, ('kill Bear instead of Mastodon',), True)

    Raises ValueError where `seconds` is negative.
    """
    if not seconds >= 0:
        raise ValueError(f"seconds must be a number of 0 or more, not {seconds!r}")
    from .adviser import Adviser

    return Adviser(solution, time.perf_counter(), seconds).advice()


def render(advice: Advice, console: Console) -> None:
    """Prints a report of at most 80 columns."""
    from .report import render as render_on

    render_on(advice, console)


def text(advice: Advice) -> str:
    """The report as plain text."""
    from .report import text as text_of

    return text_of(advice)
