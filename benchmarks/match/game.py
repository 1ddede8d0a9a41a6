"""A game of the arena: turns of attacking and blocking on a board. The referee is `Combat.resolve`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, TypeVar

from optimizer import Combat, Outcome

from .draft import Deal, Document, worth
from .legal import attack_faults, block_faults
from .policy import Assignment, Policy

__all__ = ["Game", "Seat", "Turn", "play"]

DECISIONS = ("attacks", "blocks", "damage")
POISON = 10  # 704.5c

T = TypeVar("T")


@dataclass(frozen=True)
class Seat:
    """A player's part of the board: life, poison counters, creatures as documents."""

    life: int
    creatures: tuple[Document, ...]
    poison: int = 0

    @property
    def player(self) -> Document:
        """The player's part of a document."""
        return {"life": self.life, "poison": self.poison}

    @property
    def standing(self) -> float:
        """Life and the creatures' worth."""
        return self.life + worth(self.creatures)

    @property
    def lost(self) -> bool:
        """704.5a, 704.5c."""
        return self.life <= 0 or self.poison >= POISON


@dataclass(frozen=True)
class Turn:
    """One turn, for whoever wants to see the game."""

    active: int
    before: tuple[Seat, Seat]
    attacks: dict[str, str]
    blocks: dict[str, list[str]]
    after: tuple[Seat, Seat]


def no_times() -> dict[str, list[float]]:
    """No decisions yet."""
    return {kind: [] for kind in DECISIONS}


@dataclass
class Game:
    """What came of a game: the seat that won, None where the turns ran out; and how long each seat's decisions took.

    `lead`: how much more life and creatures' worth the first seat has at the end than the second.
    """

    winner: int | None = None
    turns: int = 0
    lead: float = 0.0
    seconds: tuple[dict[str, list[float]], dict[str, list[float]]] = field(
        default_factory=lambda: (no_times(), no_times())
    )

    def timed(self, seat: int, kind: str, decide: Callable[[], T]) -> T:
        """A decision, its time taken."""
        began = time.perf_counter()
        try:
            return decide()
        finally:
            self.seconds[seat][kind].append(time.perf_counter() - began)


def play(deal: Deal, policies: tuple[Policy, Policy], seen: Callable[[Turn], object] = lambda turn: None) -> Game:
    """Plays a deal to the end. `policies[0]` has the first half and begins.

    There are no draws: only attackers deal damage to players, so only the defending player can lose in a combat.
    """
    game = Game()
    seats = (Seat(deal.life, deal.halves[0]), Seat(deal.life, deal.halves[1]))
    for number in range(2 * len(deal.arrivals)):
        active, other = number % 2, 1 - number % 2
        theirs = seats[other]
        name = f"{'xy'[active]}{deal.creatures + 1 + number // 2}"
        mine = begun(seats[active], deal.arrivals[number // 2][active], name)
        before = (mine, theirs)
        attacks = declared_attacks(game, active, policies[active], mine, theirs)
        blocks = declared_blocks(game, other, policies[other], mine, theirs, attacks) if attacks else {}
        if attacks:
            mine, theirs = fought(game, policies, active, (mine, theirs), attacks, blocks)
        seats = (mine, theirs) if active == 0 else (theirs, mine)
        game.turns = number + 1
        seen(Turn(active, before, attacks, blocks, (mine, theirs)))
        if theirs.lost:
            game.winner = active
            break
    game.lead = seats[0].standing - seats[1].standing
    return game


def begun(seat: Seat, arrival: Document | None, name: str) -> Seat:
    """A seat at the beginning of its turn: everything untaps, and what comes to it is summoning sick (302.6)."""
    creatures = tuple(without(one, "tapped", "summoning_sick") for one in seat.creatures)
    if arrival is not None:
        creatures += ({"id": name, **arrival, "summoning_sick": True},)
    return replace(seat, creatures=creatures)


def declared_attacks(game: Game, active: int, policy: Policy, mine: Seat, theirs: Seat) -> dict[str, str]:
    """The attacks of the active player, judged."""
    board = {
        "attacking_player": mine.player, "defending_player": theirs.player,
        "creatures": list(mine.creatures), "defenders": list(theirs.creatures),
    }  # fmt: skip
    attacks = dict(game.timed(active, "attacks", lambda: policy.attacks(board)))
    refuse(attack_faults(board, attacks), policy, board, attacks)
    return attacks


def declared_blocks(
    game: Game, other: int, policy: Policy, mine: Seat, theirs: Seat, attacks: dict[str, str]
) -> dict[str, list[str]]:
    """The blocks of the other player, judged."""
    board = {
        "attacking_player": mine.player, "defending_player": theirs.player,
        "attackers": [one for one in mine.creatures if one["id"] in attacks], "defenders": list(theirs.creatures),
    }  # fmt: skip
    chosen = game.timed(other, "blocks", lambda: policy.blocks(board))
    blocks = {name: list(names) for name, names in chosen.items() if names}
    refuse(block_faults(board, blocks), policy, board, blocks)
    return blocks


def refuse(faults: list[Any], policy: Policy, board: Document, declaration: Mapping[str, Any]) -> None:
    """Stops at a declaration that isn't legal: a fault of the policy, not of the game."""
    if faults:
        raise ValueError(f"{policy.name}: {declaration} on {board}: {faults}")


def fought(
    game: Game,
    policies: tuple[Policy, Policy],
    active: int,
    seats: tuple[Seat, Seat],
    attacks: dict[str, str],
    blocks: dict[str, list[str]],
) -> tuple[Seat, Seat]:
    """Both seats, the active one first, after the combat damage steps. Damage wears off at the end of the turn."""
    mine, theirs = seats
    combat: Combat | None
    combat = Combat.from_document(
        {
            "attacking_player": mine.player,
            "defending_player": theirs.player,
            "attackers": [fighter(one) for one in mine.creatures if one["id"] in attacks],
            "blockers": [
                fighter(one) | {"blocks": blocks[one["id"]]} for one in theirs.creatures if one["id"] in blocks
            ],
        }
    )
    outcomes = []
    while combat is not None:
        resolution = combat.resolve(assigned(game, active, policies[active], combat))
        outcomes.append(resolution.outcome)
        combat = resolution.next
    last = outcomes[-1]
    mine = replace(mine, life=last.attacking_life, poison=last.attacking_poison)
    theirs = replace(theirs, life=last.defending_life, poison=last.defending_poison)
    attackers = tuple(tapped(one) if one["id"] in attacks else one for one in mine.creatures)
    return (
        replace(mine, creatures=tuple(survivors(attackers, outcomes))),
        replace(theirs, creatures=tuple(survivors(theirs.creatures, outcomes))),
    )


def assigned(game: Game, active: int, policy: Policy, combat: Combat) -> Assignment:
    """What the attacking player assigns; its policy is asked only where there is a choice."""
    ways = list(islice(combat.legal_assignments("attacking"), 2))
    if len(ways) == 1:
        return ways[0]
    return game.timed(active, "damage", lambda: policy.damage(combat))


def survivors(creatures: tuple[Document, ...], outcomes: list[Outcome]) -> Iterator[Document]:
    """The creatures that are left, with the counters that they have and what those make of them."""
    dead = {name for outcome in outcomes for name in outcome.dies}
    for one in creatures:
        if one["id"] in dead:
            continue
        for outcome in outcomes:
            found = outcome.creatures.get(one["id"])
            if found is not None:
                one = {**one, "power": found.power, "toughness": found.toughness, "counters": dict(found.counters)}
        yield one if one.get("counters") else without(one, "counters")


def fighter(creature: Document) -> Document:
    """A creature's part of a combat's document."""
    return without(creature, "tapped", "summoning_sick")


def tapped(creature: Document) -> Document:
    """An attacker (508.1f, 702.20b)."""
    return creature if "vigilance" in creature["keywords"] else {**creature, "tapped": True}


def without(creature: Document, *fields: str) -> Document:
    """A creature without some fields."""
    return {name: value for name, value in creature.items() if name not in fields}
