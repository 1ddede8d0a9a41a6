"""Boards with crowds: the best blocks by an integer programme over sets of blockers, equal creatures taken together.

It is for boards whose blockers block one attacker each (`method.separable`) and are too many for sets of them to be
listed (`separate`).
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

from ...model.board import DeclareBlockers
from ...rules.declarations.pairs import Pairs
from ..context import TimeUp
from ..line.frontier import can_lose
from .choice import Chosen
from .column_generation_classes import Classes
from .column_generation_fight_values import may_end_early
from .column_generation_lethality import Stakes
from .column_generation_search import Beyond, Search
from .column_generation_sets import Columns, Sets
from .fights import Fights
from .play_out import Deadline

__all__ = ["crowd"]

MOST_CODES = 1 << 62
FITS = 1 << 50
TRIGGERED = ("flanking", "exalted", "battle cry", "melee", "bushido", "rampage", "frenzy", "afflict")


def crowd(board: DeclareBlockers, pairs: Pairs, deadline: Deadline) -> Chosen | None:
    """The best blocks; None where sets of blockers are too many to be numbered, or no blocks were found in time."""
    if board.pending and not awaits(board):
        board = replace(board, pending=False)
    table = board.combat({}).table
    fights = Fights(board, pairs, deadline, at_stake=board.pending or can_lose(table, table.start))
    fights.early = False  # what an early end of combat changes is weighed apart (`Stakes.early`)
    if fights.largest * (len(fights.bits) + 1) > FITS:
        return None
    classes = Classes(fights)
    if prod(cap + 1 for cap in classes.caps.tolist()) > MOST_CODES:
        return None
    deadline.check_loaded()
    numbers = range(len(classes.attackers))
    stake, early = fights.at_stake, may_end_early(fights)
    try:
        columns = Columns.joined([Sets(classes, which, stake, early, deadline).columns() for which in numbers])
    except TimeUp:
        return None
    complete = not columns.beyond.any()
    found = searched(classes, columns, deadline, complete)
    if complete or (found is not None and found.proven):
        return found
    some = searched(classes, columns.those(~columns.beyond), deadline, complete)
    if some is None:
        return None
    bound = min(some.score, Stakes(Search(classes, columns, deadline, complete)).bound())
    return replace(some, bound=bound, proven=some.score <= bound)


def awaits(board: DeclareBlockers) -> bool:
    """Whether triggers, or the state-based actions after them, could change anything before damage."""
    creatures = (*board.attackers, *board.defenders)
    return any(one.toughness <= 0 or one.damage >= one.toughness for one in creatures) or any(
        word.startswith(TRIGGERED) for one in creatures for word in one.abilities
    )


def searched(classes: Classes, columns: Columns, deadline: Deadline, complete: bool) -> Chosen | None:
    """The best choice of these columns; None where none was found in time, or where one that stands for sets not
    looked at seems best."""
    search = Search(classes, columns, deadline, complete)
    stakes = Stakes(search)
    try:
        return stakes.decided()
    except Beyond:
        return None
    except TimeUp:
        last = search.programme.last
        if last is None or columns.beyond[list(last)].any():
            return None
        score = search.play(last)[0] / search.fights.scale
        return search.chosen(last, score, min(score, stakes.bound()), proven=False)
