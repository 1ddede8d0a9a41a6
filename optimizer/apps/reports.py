"""The reports of commands of which a combat and a board each have their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import RenderableType

from ..model.board import Subject
from ..model.combat import Combat
from ..report.board_tables import declaration_count, declaration_verdict
from ..report.tables import assignment_counts, assignment_verdict
from .requests import Options

__all__ = ["check", "count"]


def count(subject: Subject, options: Options, counts: Mapping[str, Any]) -> Iterator[RenderableType]:
    """How many there are."""
    return assignment_counts(subject, counts) if isinstance(subject, Combat) else declaration_count(subject, counts)


def check(subject: Subject, options: Options, verdict: Mapping[str, Any]) -> Iterator[RenderableType]:
    """What is broken, if anything is."""
    if isinstance(subject, Combat):
        return assignment_verdict(subject, options.side, verdict["violations"])
    return declaration_verdict(subject, verdict["violations"])
