"""The arena of whole games in the engine `phase-python`: its AI with our decisions of combat against its AI alone.

On one seat the AI's attacks, blocks and divisions of damage are replaced by ours, all else is its own; each seed is
played from both sides with the same decks on the same seats. The AI's answers follow from the seed alone, so against
itself it wins exactly one game of each pair: the control.
"""

from __future__ import annotations

import importlib.metadata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

from rich.table import Table

from ..runs import ticking
from .mean_attacks import MeanAttacks
from .ours import Ours
from .phase_decks import DECKS, faces
from .phase_game import Result, play_game
from .policy import Policy
from .results import Decided, Times, spoken

__all__ = ["AIM", "DIFFICULTIES", "VERSION", "Games", "available", "play", "run", "table"]

Json = dict[str, Any]

VERSION = "0.103.0"
DIFFICULTIES = ("Easy", "Medium")
AIM = 0.6
"""Of the decided games, with the interval clear of one half."""
PLAYERS: tuple[tuple[Callable[[float | None], Policy] | None, int, float | None], ...] = (
    (MeanAttacks, 1, AIM),
    (Ours, 4, None),
    (None, 4, None),
)
"""Who decides combat, in one of how many of the games asked for, and the aim. None: the AI itself, the control."""


def available() -> bool:
    """The engine is installed, in the version that this was written for."""
    try:
        return importlib.metadata.version("phase-python") == VERSION
    except importlib.metadata.PackageNotFoundError:
        return False


def play(console: Any, games: int, seed: int, limit: float | None) -> Json:
    """Plays so many games against each of its difficulties; what goes into the JSON."""
    if not available():
        console.print(f"phase: skipped, it needs phase-python {VERSION} (pip install -e .[referee])")
        return {"skipped": f"phase-python {VERSION} isn't installed", "missed": []}
    pairs = [max(1, games // (2 * share)) for _, share, _ in PLAYERS]
    found = []
    with ticking(console, "phase", 2 * len(DIFFICULTIES) * sum(pairs)) as tick:
        for difficulty in DIFFICULTIES:
            for (make, _, aim), number in zip(PLAYERS, pairs, strict=True):
                policy = make(limit) if make is not None else None
                found.append(run(number, seed, policy, difficulty, tick, aim))
    console.print(table(found))
    return {
        "games": games, "seed": seed, "limit": limit, "opponents": [one.to_dict() for one in found],
        "missed": [fault for one in found for fault in one.missed],
    }  # fmt: skip


def run(
    pairs: int,
    seed: int,
    policy: Policy | None,
    difficulty: str,
    tick: Callable[[], object] = lambda: None,
    aim: float | None = None,
) -> Games:
    """So many pairs of games; without a policy the AI plays itself."""
    from phase import Engine

    engine = Engine.from_json(faces())
    found = Games(difficulty, policy.name if policy is not None else "itself (control)", aim)
    for number, decks in pairings(seed):
        if len(found.pairs) == pairs:
            return found
        policies = [{} if policy is None else {seat: policy} for seat in (0, 1)]
        results = [play_game(engine, decks, number, one, difficulty) for one in policies]
        found.add(number, decks, results)
        if any(result.fought for result in results):
            tick()
            tick()
    return found


def pairings(seed: int) -> Iterator[tuple[int, tuple[str, str]]]:
    """Seeds, and two decks for each, for ever: every deck meets every other before any meets one again."""
    names = list(DECKS)
    number = 0
    while True:
        first = number % len(names)
        second = (first + 1 + number // len(names) % (len(names) - 1)) % len(names)
        yield 1000 * seed + number, (names[first], names[second])
        number += 1


@dataclass
class Games(Decided):
    """What came of games against one difficulty."""

    difficulty: str
    policy: str
    aim: float | None = None
    pairs: list[Json] = field(default_factory=list)
    without_combat: int = 0
    """Pairs in which nobody ever had a creature to attack with; they don't count. On some seeds Easy plays no lands."""
    seconds: float = 0.0
    turns: list[int] = field(default_factory=list)
    times: dict[str, list[float]] = field(default_factory=lambda: {"attacks": [], "blocks": [], "damage": []})
    refused: Counter[str] = field(default_factory=Counter)
    decks: dict[str, list[int]] = field(default_factory=lambda: {name: [0, 0] for name in DECKS})
    """Decided games won with a deck, and all of them."""

    def add(self, number: int, decks: tuple[str, str], results: Sequence[Result]) -> None:
        """The two games of a seed; in the first, seat 0 is ours."""
        if not any(result.fought for result in results):
            self.without_combat += 1
            return
        self.pairs.append({"seed": number, "decks": decks, "results": [
            one.told(seat) for seat, one in enumerate(results)
        ]})  # fmt: skip
        for seat, result in enumerate(results):
            self.seconds += result.seconds
            self.turns.append(result.turns)
            for decision in result.decisions:
                self.times[decision.kind].append(decision.seconds)
                if decision.refused:
                    self.refused[decision.refused] += 1
            if result.winner is not None:
                tally = self.decks[decks[seat]]
                tally[0] += result.winner == seat
                tally[1] += 1

    @property
    def ends(self) -> Iterator[str]:
        """How each game ended for ours."""
        return (word for pair in self.pairs for word in pair["results"])

    @property
    def missed(self) -> list[str]:
        """The aim, in words, where it was missed."""
        low, high = self.interval
        if self.aim is None or (self.rate >= self.aim and low > 0.5):
            return []
        found = f"{self.rate:.1%} ({low:.1%} to {high:.1%}) of the decided games"
        return [f"phase {self.difficulty}: {found}, aim {self.aim:.0%} and the interval clear of 50%"]

    def to_dict(self) -> Json:
        """For the JSON."""
        return {
            "difficulty": self.difficulty,
            "policy": self.policy,
            "games": 2 * len(self.pairs),
            **{word: self.count(word) for word in ("won", "lost", "drawn", "unfinished")},
            "rate": self.rate,
            "interval": list(self.interval),
            "aim": self.aim,
            "reached": None if self.aim is None else not self.missed,
            "pairs without combat": self.without_combat,
            "games a second": self.pace,
            "turns": median(self.turns) if self.turns else 0,
            "times": {kind: asdict(Times.of(times)) for kind, times in self.times.items()},
            "refused": dict(self.refused),
            "decks": {name: {"won": won, "decided": decided} for name, (won, decided) in self.decks.items()},
            "pairs": self.pairs,
        }

    @property
    def pace(self) -> float:
        """Games a second."""
        return 2 * len(self.pairs) / self.seconds if self.seconds else 0.0


def table(found: Sequence[Games]) -> Table:
    """The games, a difficulty a row, and the control."""
    heads = ("against", "with", "games", "won", "lost", "drawn", "unfinished", "won of those decided (95 %)", "aim",
             "turns", "games/s", "attacks: median, 99 %, most", "blocks", "refused", "no combat")  # fmt: skip
    grid = Table(*heads, title="Whole games in phase-python, each seed from both sides")
    for one in found:
        low, high = one.interval
        aim = "" if one.aim is None else f"{one.aim:.0%} " + ("MISSED" if one.missed else "reached")
        grid.add_row(
            one.difficulty, one.policy, str(2 * len(one.pairs)),
            *(str(one.count(word)) for word in ("won", "lost", "drawn", "unfinished")),
            f"{one.rate:.1%} ({low:.1%} to {high:.1%})", aim, f"{median(one.turns):g}" if one.turns else "",
            f"{one.pace:.2f}", *(spoken(Times.of(one.times[kind])) for kind in ("attacks", "blocks")),
            str(one.refused.total()), str(2 * one.without_combat),
        )  # fmt: skip
    return grid
