"""Boards whose blockers block one attacker each: fights worth by set, and the best partition of the blockers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..boards import DeclareBlockers
from ..boards.pairs import Pairs
from ..resolution import POISON
from ..solver.frontier import can_lose
from .chosen import Chosen
from .fights import Fights
from .partition import columns, costs_of, partition
from .rivals import Rivals
from .whole import Deadline, play_out
from .worth import Bools, Worths

__all__ = ["separate"]

MOST_BLOCKERS = 16
MOST_CELLS = 1 << 25
"""So many states of the dynamic programme at most, counted over the attackers."""

FITS = 1 << 58


def separate(board: DeclareBlockers, pairs: Pairs, deadline: Deadline) -> Chosen | None:
    """The best blocks; None where there are too many sets of blockers, or numbers too large for arrays."""
    fights = fights_on(board, pairs, deadline)
    if fights is None:
        return None
    return decide(board, fights, [fights.worths(attacker) for attacker in range(len(board.attackers))], deadline)


def fights_on(board: DeclareBlockers, pairs: Pairs, deadline: Deadline) -> Fights | None:
    """The fights of a board; None where there are too many sets of blockers."""
    if sum(capacity > 0 for capacity in pairs.capacity) > MOST_BLOCKERS:
        return None
    table = board.combat({}).table
    return Fights(board, pairs, deadline, at_stake=board.pending or can_lose(table, table.start))


def decide(board: DeclareBlockers, fights: Fights, worths: Sequence[Worths], deadline: Deadline) -> Chosen | None:
    """The best blocks of a board whose attackers' fights are worth so much; its fights may be those of a larger board
    with more attackers."""
    at_stake = fights.at_stake
    n = len(fights.bits)
    costs = costs_of(-fights.least, n)
    most_met = 2 * len(board.attackers) + sum(1 + sum(points.values()) for points in fights.pairs.points)
    win = int(fights.prices.win // fights.unit)
    if costs.met * (most_met + 1) > FITS or win * costs.worth > FITS:
        return None
    allowed = allowed_unions(board, fights.bits)
    thin = not any(board.defenders[place].cant_block_alone for place in fights.bits)
    player = board.defending_player
    reach = (player.life, POISON - player.poison)
    bleeds = at_stake and sum(int(one.life[one.legal].max()) for one in worths) >= reach[0]
    sickens = at_stake and sum(int(one.poison[one.legal].max()) for one in worths) >= reach[1]
    at_stake = bleeds or sickens
    life, poison = reach[0] if bleeds else None, reach[1] if sickens else None
    if (1 << n) * (life or 1) * (poison or 1) * len(board.attackers) > MOST_CELLS:
        return None

    def blocks_of(choice: list[int]) -> dict[str, tuple[str, ...]]:
        names = {}
        for attacker, chosen in enumerate(choice):
            for bit, place in enumerate(fights.bits):
                if chosen >> bit & 1:
                    names[place] = (board.attackers[attacker].id,)
        return {board.defenders[place].id: names[place] for place in sorted(names)}

    def points(cost: int) -> float:
        return costs.parts(cost)[1] / fights.scale

    def exactly(found: tuple[int, list[int]]) -> Chosen:
        score = points(found[0])
        return Chosen(blocks_of(found[1]), score, score, True, "partition")

    groups = [columns(one, costs, "value", at_stake=at_stake, thin=thin) for one in worths]
    if not at_stake:
        found = partition(groups, n, allowed)
        assert found is not None
        return exactly(found)
    safe = partition(groups, n, allowed, life, poison)
    pushed = partition([columns(one, costs, "push", at_stake=False, thin=thin) for one in worths], n, allowed)
    assert pushed is not None
    most = costs.parts(pushed[0])[0]
    if safe is not None and costs.parts(safe[0])[0] < most:
        safe = None
    least = pushed[0] + win * costs.worth
    anyway = partition(groups, n, allowed, life, poison, safe=False)
    assert anyway is not None
    sure = all(one.sure for one in worths)
    if not sure:
        least = min(least, anyway[0])
    if safe is not None and safe[0] <= least:
        return exactly(safe)
    if safe is None and sure and not fights.early and anyway[0] == pushed[0]:
        # whatever they do they lose, and the plays that score the most win as well
        return exactly((anyway[0] + win * costs.worth, anyway[1]))

    def play(choice: list[int]) -> tuple[int, bool]:
        whole = play_out(board, blocks_of(choice), deadline)
        return round(whole.score * fights.scale), whole.proven

    best = safe
    worth, proven = play(pushed[1])
    _, _, blocking = costs.parts(pushed[0])
    rival = (costs.of(most, worth, blocking), pushed[1])
    if best is None or rival[0] < best[0]:
        best = rival
    search = Rivals(
        worths,
        [columns(one, costs, "value", at_stake=True, thin=thin and one.simple, both=True) for one in worths],
        [columns(one, costs, "push", at_stake=True, thin=thin and one.simple, both=True) for one in worths],
        costs, allowed, win, reach, play, deadline,
    )  # fmt: skip
    best = search.search(best)
    assert best is not None
    proven = proven and search.proven
    score = points(best[0])
    bound = score if proven else min(score, points(search.least))
    return Chosen(blocks_of(best[1]), score, bound, proven, "partition + branch and bound")


def allowed_unions(board: DeclareBlockers, bits: list[int]) -> Bools:
    """The sets of creatures that may block together (509.1b)."""
    sets = np.arange(1 << len(bits))
    sizes = np.bitwise_count(sets.astype(np.uint64))
    allowed = np.ones(len(sets), dtype=bool)
    if board.max_blocking is not None:
        allowed &= sizes <= board.max_blocking
    for bit, place in enumerate(bits):
        if board.defenders[place].cant_block_alone:
            allowed[1 << bit] = False
    return allowed
