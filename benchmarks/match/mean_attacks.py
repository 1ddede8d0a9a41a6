"""The project as a player against others who don't always play their best: attacks between the best blocks and none.

`best_attacks` expects the best blocks of the other player. Where they are worse, that holds creatures back: a board
full of possible gang blocks stops every attack, while flyers win the race. So here an attack is worth something between
what it comes to under the best blocks and what it comes to unblocked, each less what the other player's best attack is
worth next turn. All of these values are the project's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations
from math import inf
from time import perf_counter
from typing import Any

from optimizer import BoardCreature, DeclareAttackers, Limit, Outcome, best_attacks, best_blocks, solve
from optimizer.rules.declarations.next_turn import board_after

from .ours import Ours
from .policy import Attacks

__all__ = ["MeanAttacks"]

Json = dict[str, Any]

UNBLOCKED = 0.5
"""How much of what an attack is worth unblocked counts, the rest being its worth under the best blocks."""
FEW = 5
"""With so many able attackers or fewer every attack is looked at."""
WEIGHED = 6
"""For so many of the attacks the reply is looked for."""
LOOKING = 0.5
"""Of the time, for looking at attacks; the rest is for the replies."""
WON = 500.0
"""More is worth only what wins the game."""


class MeanAttacks(Ours):
    """Attacks by the mean of what they come to under the best blocks and unblocked: blocks won't always be the best."""

    name = "optimizer, mean of blocked and unblocked"

    def __init__(self, limit: float | None = 0.2) -> None:
        super().__init__(limit)
        self.seconds = inf if limit is None else limit

    def attacks(self, board: Json) -> Attacks:
        """What is proven to win, else the attack of the greatest worth less the reply; of equals the smallest."""
        end = perf_counter() + self.seconds
        position = DeclareAttackers.from_document(board)
        surest = best_attacks(position, limit=part(end, LOOKING / 2))
        if surest.score > WON:
            return surest.attacks
        looked = []
        until = end if self.seconds == inf else end - (1 - LOOKING) * self.seconds
        for attacks in candidates(position, surest.attacks):
            looked.append(look(position, attacks, until))
            if perf_counter() > until:
                break
        looked.sort(key=lambda one: (-one.worth, len(one.attacks)))
        looked = looked[:WEIGHED] + [one for one in looked[WEIGHED:] if not one.attacks]
        best: tuple[float, int] | None = None
        chosen: Attacks = surest.attacks
        for place, one in enumerate(looked):
            left = part(end, 1 / (len(looked) - place))
            total = one.worth - one.reply(position, left)
            if best is None or (total, -len(one.attacks)) > best:
                best, chosen = (total, -len(one.attacks)), one.attacks
        return chosen


@dataclass(frozen=True)
class Looked:
    """An attack, and what may come of it: how likely that is taken to be, its score, and where things stand then."""

    attacks: Attacks
    cases: tuple[tuple[float, float, Outcome], ...]

    @property
    def worth(self) -> float:
        """Its score over the cases. Winning only where nobody blocks counts for the damage alone."""
        return sum(share * score for share, score, _ in self.cases)

    def reply(self, position: DeclareAttackers, limit: Limit) -> float:
        """What the other player's best attack next turn is worth to them over the cases."""
        limit = Limit(None if limit.seconds is None else limit.seconds / len(self.cases))
        return sum(
            share * best_attacks(board_after(position, self.attacks, outcome), limit=limit).score
            for share, _, outcome in self.cases
            if outcome.loses is None
        )


def look(position: DeclareAttackers, attacks: Attacks, until: float) -> Looked:
    """An attack under the best blocks, and unblocked."""
    attacked = position.attacked(attacks)
    defence = best_blocks(attacked, limit=part(until, 0.25))
    if not attacks:
        return Looked(attacks, ((1.0, 0.0, defence.outcome),))
    unblocked = solve(attacked.combat({}), limit=part(until, 0.25))
    score = unblocked.score - (position.weights.win if unblocked.outcome.loses is not None else 0.0)
    return Looked(attacks, ((1 - UNBLOCKED, defence.score, defence.outcome), (UNBLOCKED, score, unblocked.outcome)))


def part(end: float, share: float) -> Limit:
    """A share of the time that is left, and never none at all."""
    return Limit(None if end == inf else max(0.001, share * (end - perf_counter())))


def is_able(creature: BoardCreature) -> bool:
    """It could attack (508.1a, 702.3b)."""
    waiting = creature.summoning_sick and "haste" not in creature.abilities
    return not (creature.tapped or waiting or creature.cant_attack or "defender" in creature.abilities)


def candidates(position: DeclareAttackers, surest: Attacks) -> Iterator[Mapping[str, str]]:
    """Attacks worth a look, each once: all of them on a small board, else those near the best, none, one and all."""
    legal = position.legal_declarations()
    able = [one.id for one in position.creatures if is_able(one)]
    sets: Iterator[tuple[str, ...]]
    if len(able) <= FEW:
        sets = chain.from_iterable(combinations(able, size) for size in range(len(able) + 1))
    else:
        power = {one.id: one.power for one in position.creatures}
        strongest = sorted(able, key=lambda name: -power[name])
        near = (tuple(set(surest) ^ {name}) for name in able)
        sets = chain(
            [(), tuple(surest)], near, combinations(able, 1), combinations(able, len(able) - 1),
            (tuple(strongest[:size]) for size in range(2, len(able) + 1)),
        )  # fmt: skip
    seen = set()
    for names in sets:
        attacks = dict.fromkeys(sorted(names), "player")
        key = frozenset(attacks)
        if key not in seen and attacks in legal:
            seen.add(key)
            yield attacks
    if surest and frozenset(surest) not in seen:
        yield surest
