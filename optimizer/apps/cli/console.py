"""The console on which reports are printed: colours on a terminal only, plain text in a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Literal

from rich.console import Console, RenderableType

if TYPE_CHECKING:
    from ...report.advice import Advice
    from ...report.advice.declared import AttackAdvice, BlockAdvice

__all__ = ["IN_A_PIPE", "console_for_people", "print_report", "report_width", "tell"]

IN_A_PIPE: Final = 120
"""The width where no terminal says another."""

WIDEST: Final = 120
"""Columns of a report on a wide terminal at most."""


class Printed(Console):
    """A console that leaves it to the command line what happens when nobody reads on."""

    def on_broken_pipe(self) -> None:
        """Called while the error is handled."""
        raise  # noqa: PLE0704


def console_for_people() -> Console:
    """Standard output; what stands in names is never taken for markup. Only a terminal gets colours, and none gets any
    where `NO_COLOR` is set."""
    terminal = sys.stdout.isatty()
    width = None if terminal or "COLUMNS" in os.environ else IN_A_PIPE
    system: Literal["auto"] | None = "auto" if terminal and not os.environ.get("NO_COLOR") else None
    return Printed(
        width=width, markup=False, highlight=False, emoji=False, force_terminal=terminal, color_system=system
    )


def report_width(console: Console) -> int:
    """How wide text for people gets: as wide as a terminal is, within reason."""
    return min(console.width, WIDEST if console.is_terminal else 80)


def tell(parts: Iterable[RenderableType]) -> None:
    """Prints the parts of a report on standard output, one after the other."""
    console = console_for_people()
    for part in parts:
        console.print(part, crop=False)


def print_report(advice: Advice | BlockAdvice | AttackAdvice) -> None:
    """Prints what there is to say of an answer."""
    from ...report.advice import report_on

    tell([report_on(advice, report_width(console_for_people()))])
