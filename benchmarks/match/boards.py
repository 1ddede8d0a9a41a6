"""The arena of boards: ours against the others, each board played from both sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..runs import ticking
from .anyone import Anyone
from .draft import Deal, draft
from .forge import Forge
from .game import DECISIONS
from .game import play as play_game
from .mean_attacks import MeanAttacks
from .orders import Orders
from .policy import Policy
from .results import AIM, Result, results, times
from .xmage import XMage

__all__ = ["CONTESTS", "Contest", "contest", "play"]


@dataclass(frozen=True)
class Contest:
    """An opponent and the boards it meets."""

    opponent: Callable[[int], Policy]
    boards: Callable[[int], Deal]
    share: int = 1
    """One in so many of the games asked for."""
    aim: float | None = None


def small(seed: int) -> Deal:
    """Boards on which trying everything finishes: three a side, and a creature every third turn."""
    return draft(seed, least=3, most=3, turns=10, every=3)


CONTESTS = (
    Contest(lambda seed: Forge(), draft, aim=AIM),
    Contest(lambda seed: XMage(), draft, aim=AIM),
    Contest(lambda seed: Orders(), small, share=4),
    Contest(Anyone, draft, share=2),
)


def play(console: Any, games: int, seed: int, limit: float | None) -> dict[str, Any]:
    """Plays about so many games against each opponent; what goes into the JSON."""
    pairs = [max(1, games // (2 * one.share)) for one in CONTESTS]
    found = []
    with ticking(console, "boards", 2 * sum(pairs)) as tick:
        for one, number in zip(CONTESTS, pairs, strict=True):
            found.append(contest(one, number, seed, limit, tick))
    console.print(results(found))
    console.print(times(found))
    return {
        "games": games, "seed": seed, "limit": limit, "opponents": [one.to_dict() for one in found],
        "missed": [fault for one in found for fault in one.missed],
    }  # fmt: skip


def contest(
    one: Contest, pairs: int, seed: int, limit: float | None, tick: Callable[[], object] = lambda: None
) -> Result:
    """Plays so many boards from both sides."""
    found = Result(one.opponent(0).name, one.aim)
    unfinished = decided = 0
    for number in range(pairs):
        deal = one.boards(1000 * seed + number)
        pair = []
        for seat in (0, 1):
            ours, theirs = MeanAttacks(limit), one.opponent(deal.seed)
            game = play_game(deal, (ours, theirs) if seat == 0 else (theirs, ours))
            pair.append("undecided" if game.winner is None else "won" if game.winner == seat else "lost")
            found.turns.append(game.turns)
            found.ahead += game.winner is None and (game.lead > 0) == (seat == 0) and game.lead != 0
            for who, place in (("ours", seat), ("theirs", 1 - seat)):
                for kind in DECISIONS:
                    found.seconds[who][kind] += game.seconds[place][kind]
            if isinstance(theirs, Orders):
                unfinished, decided = unfinished + theirs.unfinished, decided + theirs.decided
            tick()
        found.pairs.append((pair[0], pair[1]))
    if decided:
        found.note = f"{unfinished} of {decided} decisions beyond its budget, decided as Forge"
    return found
