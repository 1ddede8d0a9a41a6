"""Boards whose blockers block one attacker each: fights worth by set, and the best partition of the blockers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..boards import DeclareBlockers
from ..boards.pairs import Pairs
from ..resolution import POISON
from ..solver.frontier import can_lose
from .chosen import Chosen
from .every import nobody_knows
from .fights import Fights
from .partition import Costs, columns, costs_of, partition
from .rivals import Rivals
from .whole import Deadline, play_out
from .worth import Bools, Worths

__all__ = ["separate"]

MOST_BLOCKERS = 16
MOST_CELLS = 1 << 25
"""So many states of the dynamic programme at most, counted over the attackers."""

FITS = 1 << 58

MOST_EAGER = 16
"""So many open fights are fought at once, at most, for each that is asked for."""


def separate(board: DeclareBlockers, pairs: Pairs, deadline: Deadline) -> Chosen | None:
    """The best blocks; None where there are too many sets of blockers, or numbers too large for arrays."""
    fights = fights_on(board, pairs, deadline)
    if fights is None:
        return None
    numbers = range(len(board.attackers))
    return decide(board, fights, numbers, [fights.worths(attacker) for attacker in numbers], deadline)


def fights_on(board: DeclareBlockers, pairs: Pairs, deadline: Deadline) -> Fights | None:
    """The fights of a board; None where there are too many sets of blockers."""
    if sum(capacity > 0 for capacity in pairs.capacity) > MOST_BLOCKERS:
        return None
    table = board.unblocked.table
    return Fights(board, pairs, deadline, at_stake=board.pending or can_lose(table, table.start))


def decide(
    board: DeclareBlockers, fights: Fights, numbers: Sequence[int], worths: Sequence[Worths], deadline: Deadline
) -> Chosen | None:
    """The best blocks of a board whose attackers' fights are worth so much; its fights may be those of a larger board,
    where these attackers have other `numbers`."""
    at_stake = fights.at_stake
    n = len(fights.bits)
    costs = costs_of(-fights.least, n)
    most_met = 2 * len(board.attackers) + sum(1 + sum(points.values()) for points in fights.pairs.points)
    win = int(fights.prices.win // fights.unit)
    if costs.met * (most_met + 1) > FITS or win * costs.worth > FITS:
        return None
    allowed = allowed_unions(board, fights.bits)
    thin = fights.thin
    player = board.defending_player
    reach = (player.life, POISON - player.poison)
    bleeds = at_stake and sum(int(one.life[one.legal].max()) for one in worths) >= reach[0]
    sickens = at_stake and sum(int(one.poison[one.legal].max()) for one in worths) >= reach[1]
    at_stake = bleeds or sickens
    life, poison = reach[0] if bleeds else None, reach[1] if sickens else None
    if (1 << n) * ((life or 0) + 1) * ((poison or 0) + 1) * len(board.attackers) > MOST_CELLS:
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

    def hurried(anyway: tuple[int, list[int]]) -> Chosen:
        """The best of what has been fought, where the limit came first."""
        fought = [replace(one, legal=one.legal & ~one.open) for one in worths]
        groups = [columns(one, costs, "value", at_stake=at_stake, thin=thin) for one in fought]
        found = partition(groups, n, allowed)
        if found is not None and at_stake:
            found = safest(fought, costs, found, (life, poison), allowed, thin) or found
        if found is None or costs.parts(found[0])[0] < costs.parts(anyway[0])[0]:
            found = anyway  # some requirement can't be met otherwise
        bound = min(points(anyway[0]), points(anyway[0]) if not at_stake else nobody_knows(board))
        return Chosen(blocks_of(found[1]), points(found[0]), bound, False, "partition, cut short")

    eager = 1
    sizes = np.bitwise_count(np.arange(1 << n).astype(np.uint64))

    def settle(choice: list[int]) -> bool:
        """Fight what a choice leaves open, and what else looks as good; whether there was anything."""
        nonlocal eager
        left = [(at, chosen) for at, chosen in enumerate(choice) if worths[at].open[chosen]]
        for at, chosen in left:
            one = worths[at]
            others = np.flatnonzero(one.open & one.legal & (sizes <= chosen.bit_count()))
            others = others[np.lexsort((sizes[others], one.value[others]))[:eager]]
            for more in dict.fromkeys([chosen, *others.tolist()]):
                if deadline.passed:
                    return False
                fights.fight_now(one, numbers[at], more)
        eager = min(2 * eager, MOST_EAGER)
        return bool(left)

    while True:  # what is still open is worth no less than it says, so a choice without any of it is the best
        anyway = partition([columns(one, costs, "value", at_stake=False, thin=thin) for one in worths], n, allowed)
        assert anyway is not None
        if not settle(anyway[1]):
            break
    if deadline.passed and any(one.open.any() for one in worths):
        return hurried(anyway)
    if not at_stake:
        return exactly(anyway)
    pushed = partition([columns(one, costs, "push", at_stake=False, thin=thin) for one in worths], n, allowed)
    assert pushed is not None
    most = costs.parts(pushed[0])[0]
    while True:
        safe = safest(worths, costs, anyway, (life, poison), allowed, thin)
        if safe is None or not settle(safe[1]):
            break
        if deadline.passed:
            return hurried(anyway)
    if safe is not None and costs.parts(safe[0])[0] < most:
        safe = None
    least = pushed[0] + win * costs.worth
    sure = all(one.sure for one in worths)
    if not sure:
        least = min(least, anyway[0])
    if safe is not None and safe[0] <= least:
        return exactly(safe)
    settled = not any(one.open.any() for one in worths)
    if safe is None and sure and settled and not fights.early and anyway[0] == pushed[0]:
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


def safest(
    worths: Sequence[Worths],
    costs: Costs,
    anyway: tuple[int, list[int]],
    reach: tuple[int | None, int | None],
    allowed: Bools,
    thin: bool,
) -> tuple[int, list[int]] | None:
    """The least cost of blocks after which the defending player can't lose, `anyway` being the least of all."""
    life, poison = reach
    taken = [(int(one.life[chosen]), int(one.poison[chosen])) for one, chosen in zip(worths, anyway[1], strict=True)]
    if (life is None or sum(a for a, _ in taken) < life) and (poison is None or sum(b for _, b in taken) < poison):
        return anyway
    n = len(allowed).bit_length() - 1
    groups = [columns(one, costs, "value", at_stake=True, thin=thin) for one in worths]
    for limit, place in ((life, 2), (poison, 3)):
        if limit is not None:
            least = partition([[one._replace(cost=one[place]) for one in group] for group in groups], n, allowed)
            if least is None or least[0] >= limit:
                return None
    return partition(groups, n, allowed, life, poison)


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
