"""What one measurement found, in a form that JSON keeps and another run can be compared with."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from .clock import Sample, human

__all__ = ["Reading", "reading_of"]


@dataclass(frozen=True)
class Reading:
    """A figure: work per second (`unit` ends in "/s"), seconds, or megabytes.

    `spread` is half the distance between the quartiles, as a share. `relative` is the same figure in terms of a fixed
    piece of plain Python timed in turns with it (clock.control), with the spread of that: what is left of it once the
    machine was slower or faster as a whole. `peak_mb` is the most memory that its process held.
    """

    name: str
    what: str
    unit: str
    value: float
    spread: float
    relative: float
    relative_spread: float
    repeat: int
    peak_mb: float = 0.0

    @property
    def more_is_better(self) -> bool:
        """It is a rate."""
        return self.unit.endswith("/s")

    def __str__(self) -> str:
        if self.unit == "MB":
            return f"{self.value:.0f} MB"
        figure = f"{self.value:,.4g} {self.unit}" if self.more_is_better else human(self.value)
        return f"{figure} ± {self.spread:.0%}"

    def to_dict(self) -> dict[str, Any]:
        """Its fields."""
        return asdict(self)


def reading_of(
    name: str, what: str, unit: str, amount: float, sample: Sample, control: Sample, *, peak_mb: float = 0.0
) -> Reading:
    """The reading of a sample of calls that each do `amount` of work, and of the control timed in turns with it."""
    if unit == "MB":
        return Reading(name, what, unit, peak_mb, 0.0, peak_mb, 0.0, len(sample.seconds), peak_mb)
    pairs = [one / other for one, other in zip(sample.seconds, control.seconds, strict=True)]
    turns = Sample(tuple(pairs))
    rate = unit.endswith("/s")
    return Reading(
        name, what, unit,
        amount / sample.median if rate else sample.median,
        sample.spread,
        amount / turns.median if rate else turns.median,
        turns.spread,
        len(sample.seconds),
        peak_mb,
    )  # fmt: skip
