"""What came of many games: win rates with their intervals, pairs, times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from math import sqrt
from statistics import median, quantiles
from typing import Any

from rich.table import Table

from ..clock import human
from .game import DECISIONS

__all__ = ["Decided", "Result", "Times", "results", "times", "wilson"]

AIM = 0.7
"""Of the decided games against the greedy players."""


def wilson(won: int, decided: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95 % interval of a share after Wilson.

    >>> [round(bound, 3) for bound in wilson(70, 100)]
    [0.604, 0.781]
    """
    if not decided:
        return 0.0, 1.0
    share = won / decided
    centre = share + z * z / (2 * decided)
    reach = z * sqrt(share * (1 - share) / decided + z * z / (4 * decided * decided))
    scale = 1 + z * z / decided
    return max(0.0, (centre - reach) / scale), min(1.0, (centre + reach) / scale)


@dataclass(frozen=True)
class Times:
    """How long a player's decisions of one kind took, in seconds."""

    decisions: int
    median: float
    percentile_99: float
    most: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Times:
        """What to say of measured times."""
        if not seconds:
            return cls(0, 0.0, 0.0, 0.0)
        last = quantiles(seconds, n=100, method="inclusive")[98] if len(seconds) > 1 else seconds[0]
        return cls(len(seconds), median(seconds), last, max(seconds))


class Decided:
    """Games that ended one way or another, and the share of those decided that ours won."""

    @property
    def ends(self) -> Iterator[str]:
        """How each game ended for ours: won, lost, or undecided in one way or another."""
        raise NotImplementedError

    def count(self, word: str) -> int:
        """How many games ended like that for ours."""
        return sum(word == one for one in self.ends)

    @property
    def decided(self) -> int:
        """Games that somebody won."""
        return self.count("won") + self.count("lost")

    @property
    def rate(self) -> float:
        """The share of decided games that ours won."""
        return self.count("won") / self.decided if self.decided else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % interval."""
        return wilson(self.count("won"), self.decided)


@dataclass
class Result(Decided):
    """Games of ours against one opponent, two for each board, one from each side."""

    opponent: str
    aim: float | None = None
    pairs: list[tuple[str, str]] = field(default_factory=list)
    """For each board what ours did when it began, and when it didn't: won, lost, or undecided (the turns ran out)."""
    turns: list[int] = field(default_factory=list)
    ahead: int = 0
    """Undecided games at whose end ours had more life and creatures' worth."""
    seconds: dict[str, dict[str, list[float]]] = field(
        default_factory=lambda: {who: {kind: [] for kind in DECISIONS} for who in ("ours", "theirs")}
    )
    note: str = ""

    @property
    def ends(self) -> Iterator[str]:
        """How each game ended for ours."""
        return (word for pair in self.pairs for word in pair)

    @property
    def missed(self) -> list[str]:
        """The aim, in words, where it was missed."""
        if self.aim is None or self.rate >= self.aim:
            return []
        return [f"boards against {self.opponent}: {self.rate:.1%} of the decided games, aim {self.aim:.0%}"]

    @property
    def swept(self) -> tuple[int, int, int]:
        """Boards that ours won from both sides, that it lost from both, and the others."""
        kinds = Counter(frozenset(pair) for pair in self.pairs)
        both, none = kinds[frozenset({"won"})], kinds[frozenset({"lost"})]
        return both, len(self.pairs) - both - none, none

    def to_dict(self) -> dict[str, Any]:
        """For the JSON."""
        low, high = self.interval
        both, split, none = self.swept
        return {
            "opponent": self.opponent,
            "games": 2 * len(self.pairs),
            "won": self.count("won"),
            "lost": self.count("lost"),
            "undecided": self.count("undecided"),
            "ahead": self.ahead,
            "rate": self.rate,
            "interval": [low, high],
            "aim": self.aim,
            "reached": None if self.aim is None else not self.missed,
            "boards": {"won from both sides": both, "otherwise": split, "lost from both sides": none},
            "turns": median(self.turns) if self.turns else 0,
            "times": {
                who: {kind: asdict(Times.of(seconds)) for kind, seconds in kinds.items()}
                for who, kinds in self.seconds.items()
            },
            "pairs": self.pairs,
            "note": self.note,
        }


def results(found: Sequence[Result]) -> Table:
    """The games, an opponent a row."""
    heads = ("against", "games", "won", "lost", "undecided (ahead)", "won of those decided (95 %)", "aim",
             "boards won both ways", "otherwise", "lost both ways", "turns")  # fmt: skip
    table = Table(*heads, title="Random boards, each from both sides", caption=caption(found))
    for one in found:
        low, high = one.interval
        aim = "" if one.aim is None else f"{one.aim:.0%} " + ("MISSED" if one.missed else "reached")
        rate = f"{one.rate:.1%} ({low:.1%} to {high:.1%})" if one.decided else "—"
        table.add_row(
            one.opponent, str(2 * len(one.pairs)), str(one.count("won")), str(one.count("lost")),
            f"{one.count('undecided')} ({one.ahead})", rate, aim, *map(str, one.swept),
            f"{median(one.turns):g}" if one.turns else "",
        )  # fmt: skip
    return table


def caption(found: Sequence[Result]) -> str | None:
    """The notes."""
    return "\n".join(f"{one.opponent}: {one.note}" for one in found if one.note) or None


def times(found: Sequence[Result]) -> Table:
    """How long decisions took, a player a row."""
    table = Table("who", *(f"{kind}: median, 99 %, most" for kind in DECISIONS), title="Time for a decision")
    for one in found:
        for who, name in (("ours", f"ours against {one.opponent}"), ("theirs", one.opponent)):
            table.add_row(name, *(spoken(Times.of(one.seconds[who][kind])) for kind in DECISIONS))
    return table


def spoken(found: Times) -> str:
    """Times in a cell."""
    if not found.decisions:
        return "—"
    return f"{human(found.median)}, {human(found.percentile_99)}, {human(found.most)} ({found.decisions})"
