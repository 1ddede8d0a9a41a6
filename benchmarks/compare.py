"""Two runs' readings side by side: what changed beyond noise, as ratios."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .reading import Reading

__all__ = ["Change", "Run", "changes", "read_run", "signature_changes"]

LEAST = 0.05
"""Less than this is noise whatever the spreads say: where code lies in memory moves times by as much."""

Run = Mapping[str, Any]
"""What `--json` writes."""


@dataclass(frozen=True)
class Change:
    """A reading in both runs. `ratio` above 1: the new one is better, by so many times. `noise`: how far from 1 it may
    be and mean nothing. `verdict`: "better", "worse", "same", "new" or "gone"."""

    name: str
    old: Reading | None
    new: Reading | None
    ratio: float
    noise: float
    verdict: str


def read_run(run: Run) -> dict[str, Reading]:
    """The readings of a run by name."""
    return {one["name"]: Reading(**one) for one in run.get("readings", [])}


def changes(old: Run, new: Run) -> list[Change]:
    """What became of each reading, in the order of the new run, then what is gone.

    Compared is `relative`, the figure in terms of the plain Python timed with it, so that a machine that was slower as
    a whole doesn't count. Beyond noise is a ratio off by more than twice both spreads together, and by 5% or more.
    """
    before, after = read_run(old), read_run(new)
    found = [change(before.get(name), reading) for name, reading in after.items()]
    return found + [change(reading, None) for name, reading in before.items() if name not in after]


def change(old: Reading | None, new: Reading | None) -> Change:
    """One reading's change."""
    if old is None or new is None:
        one = old or new
        assert one is not None
        return Change(one.name, old, new, float("nan"), float("nan"), "new" if new else "gone")
    noise = max(LEAST, 2 * (old.relative_spread + new.relative_spread))
    ratio = new.relative / old.relative
    if not new.more_is_better:
        ratio = 1 / ratio
    verdict = "better" if ratio > 1 + noise else "worse" if ratio < 1 / (1 + noise) else "same"
    return Change(new.name, old, new, ratio, noise, verdict)


def signature_changes(old: Run, new: Run) -> list[str]:
    """Signatures that both runs have and that differ, in words: the answers changed, not the speed."""
    before, after = old.get("signature", {}), new.get("signature", {})
    return [
        f"{name}: {before[name]} became {after[name]}"
        for name in after
        if name in before and before[name] != after[name]
    ]
