"""What the clients ask: every verb, on combats and boards of everyday sizes, with names that no earlier request had."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count, cycle
from random import Random
from typing import Any, NamedTuple

from ..decisions import board
from ..ladder import load

__all__ = ["HARD", "Ask", "mix"]


class Ask(NamedTuple):
    """A request: the verb, the body, and the status that it must get."""

    verb: str
    body: str
    status: int = 200


EIGHT = range(8)
HARD = Ask(
    "suggest",
    json.dumps(
        {
            "document": {
                "attackers": [
                    {"id": f"a{n}", "power": 50 + n, "toughness": 4, "keywords": ["trample", "first strike"][n % 2 :]}
                    for n in EIGHT
                ],
                "blockers": [
                    {"id": f"b{n}", "power": 2, "toughness": 25 + n, "blocks": [f"a{m}" for m in EIGHT]} for n in EIGHT
                ],
            },
            "limit_ms": 10_000,
        }
    ),
)
"""A combat that takes its whole time."""


def mix(seed: int = 1) -> Iterator[Ask]:
    """Requests without end, the same for the same seed."""
    rng = Random(seed)
    combats = [one.document for one in load("typical")]
    boards = [board(number, 3, 3) for number in range(10)]
    attacks = [board(number, 3, 3, kind="creatures") for number in range(10)]
    every = [
        *(Ask(verb, json.dumps({"document": one})) for one in combats for verb in ("suggest", "count")),
        *(Ask("legal", json.dumps({"document": one, "limit": 20})) for one in combats[::4]),
        *(Ask("blocks", json.dumps(one)) for one in boards),
        *(Ask("attacks", json.dumps(one)) for one in attacks),
    ]
    rng.shuffle(every)
    for number, ask in zip(count(), cycle(every), strict=False):
        yield ask
        if number % 5 == 0:
            yield from fresh(number, rng)


def fresh(number: int, rng: Random) -> Iterator[Ask]:
    """What no earlier request had, in one of several ways."""
    ox = f"Ox{number} {rng.randint(2, 9)}/3 toxic {number % 7 + 1} <- Elf{number} 1/1, Bear 2/2"
    guard: dict[str, Any] = {"document": ox, "assignment": {f"ox{number}": {f"elf{number}": 1, "bear": 1}}}
    yield Ask("suggest", json.dumps(ox))
    yield Ask("check", json.dumps({"id": number, **guard}))
    yield Ask("resolve", json.dumps({"document": f"Knight{number} 3/3 <- Bear 2/2"}))
    yield Ask("count", json.dumps(f"Ox 3/3 keyword{number}"), 422)
    yield Ask("count", f'{{"attackers": [{number}', 400)
