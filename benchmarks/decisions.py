"""Best blocks and best attacks: how long they take on boards of a size, and against trying every block."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from optimizer import DeclareAttackers, DeclareBlockers, Limit, best_attacks, best_blocks, solve

from .clock import human

__all__ = ["answers", "board", "decisions"]

Row = tuple[str, str, str, bool]
Json = dict[str, Any]

FREQUENCIES = {"flying": 20, "reach": 6, "first strike": 6, "trample": 10, "deathtouch": 6, "lifelink": 6, "menace": 6}
"""In a hundred creatures, somewhat more than on real cards, so that keywords meet."""

PATIENCE = 60.0


def creature(rng: Random, identity: str) -> Json:
    """A creature as limited games have them."""
    has = [word for word, often in FREQUENCIES.items() if rng.randrange(100) < often]
    return {"id": identity, "power": rng.randint(1, 5), "toughness": rng.randint(1, 5), "keywords": has}


def board(seed: int, attackers: int, defenders: int, life: int = 20, kind: str = "attackers") -> Json:
    """A random board; `kind` says whose decision it is."""
    rng = Random(seed)
    return {
        kind: [creature(rng, f"a{n}") for n in range(attackers)],
        "defenders": [creature(rng, f"d{n}") for n in range(defenders)],
        "defending_player": {"life": life},
    }


def tokens(seed: int, life: int) -> Json:
    """The attack of Forge #11810, 66 Insects and four others, against twenty creatures, some of which fly or reach."""
    rng = Random(seed)
    insects = [
        {"id": f"insect{n}", "power": 1, "toughness": 1, "keywords": ["flying", "deathtouch"]} for n in range(66)
    ]
    others = [
        {"id": "queen", "power": 2, "toughness": 2, "keywords": ["flying", "deathtouch"]},
        {"id": "beast", "power": 5, "toughness": 5, "keywords": ["trample"]},
        {"id": "wurm", "power": 6, "toughness": 4},
        {"id": "druid", "power": 2, "toughness": 3},
    ]
    return {
        "attackers": insects + others,
        "defenders": [creature(rng, f"d{n}") for n in range(20)],
        "defending_player": {"life": life},
    }


def answers() -> Iterator[str]:
    """What the project says of random boards, as text: how many declarations, the best score, and how many act."""
    for seed in range(40):
        size, life = 2 + seed % 5, (5, 9, 20, 1000)[seed % 4]
        blocking = DeclareBlockers.from_document(board(seed, size, size, life))
        blocks = best_blocks(blocking)
        yield f"blocks {seed} {blocking.legal_declarations().count()} {blocks.score} {len(blocks.blocks)}"
        attacking = DeclareAttackers.from_document(board(seed, size, size, life, "creatures"))
        attacks = best_attacks(attacking)
        yield f"attacks {seed} {attacking.legal_declarations().count()} {attacks.score} {len(attacks.attacks)}"


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds, and what came of it."""
    began = time.perf_counter()
    found = run()
    return time.perf_counter() - began, found


def row(name: str, documents: Iterable[Json], aim: float) -> Row:
    """The decisions of some boards, each proven, against an aim for the slowest."""
    times = []
    proven = True
    for document in documents:
        if "attackers" in document:
            blocking = DeclareBlockers.from_document(document)
            seconds, found = timed(lambda board=blocking: best_blocks(board, limit=Limit(PATIENCE)))
        else:
            attacking = DeclareAttackers.from_document(document)
            seconds, found = timed(lambda board=attacking: best_attacks(board, limit=Limit(PATIENCE)))
        times.append(seconds)
        proven &= found.status == "optimal"
    median, most = statistics.median(times), max(times)
    told = f"median {human(median)}, most {human(most)}, {'all proven' if proven else 'NOT all proven'}"
    return f"{name}, {len(times)} boards", told, f"most < {human(aim)}", proven and most < aim


def decisions() -> list[Row]:
    """The table's lines."""
    best_blocks(DeclareBlockers.from_document(board(0, 3, 3)))  # loads what is loaded once
    lives = (8, 20, 40, 1000)
    return [
        row("blocks, 10 by 10", (board(seed, 10, 10, life) for seed in range(5) for life in lives), 0.2),
        row("blocks, 14 by 14", (board(seed, 14, 14, life) for seed in range(2) for life in lives), 10),
        row("blocks, 66 tokens and 4 by 20", (tokens(seed, life) for seed in range(2) for life in (20, 70, 1000)), 1),
        row("attacks, 6 by 6", (board(seed, 6, 6, life, "creatures") for seed in range(5) for life in lives), 1),
        against_every(),
    ]


def least_of_all(board: DeclareBlockers) -> float:
    """Every legal block played out by the solver."""
    return min(solve(board.combat(blocks)).score for blocks in board.legal_declarations())


def against_every() -> Row:
    """Four attackers by four blockers, against playing out all 625 blocks with the same solver: nothing evades."""
    ratios = []
    for seed in range(5):
        document = board(seed, 4, 4)
        for one in document["attackers"]:
            one["keywords"] = [word for word in one["keywords"] if word not in ("flying", "menace")]
        fresh = [DeclareBlockers.from_document(document) for _ in range(6)]
        mine = min(timed(lambda one=one: best_blocks(one))[0] for one in fresh[1:])
        every, least = timed(lambda one=fresh[0]: least_of_all(one))
        assert least == best_blocks(fresh[0]).score
        ratios.append(every / mine)
    median = statistics.median(ratios)
    told = f"median {median:.0f} times as fast, from {min(ratios):.0f} to {max(ratios):.0f}"
    return "blocks, 4 by 4, against every block", told, ">= 200 times", median >= 200
