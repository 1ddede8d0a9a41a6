"""Exhaustive search by the old order rule, as magic-combat is described (no code of theirs): every block by product,
every damage assignment order by permutation, lethal damage to one after the other. Exact for one combat, where it
finishes; it looks no turn ahead."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

from optimizer import Combat

from .draft import Document
from .duels import Creature, creatures
from .forge import Forge
from .policy import Assignment, Attacks, Blocks, Filler

__all__ = ["Orders"]

WIN = 1000.0
IN_ORDER = Filler("XMage")

Fight = tuple[float, int]
"""What comes of one attacker's fight: what dead blockers were worth less a dead attacker, and damage to the player."""


class OutOfBudget(Exception):
    """More positions than the budget."""


class Orders:
    """Every attack against every block with every order, as far as a budget of positions for each decision goes.

    Where it doesn't finish, it decides as the greedy player after Forge; `unfinished` counts those decisions, `decided`
    all of them.
    """

    name = "exhaustive, old orders"

    def __init__(self, budget: int = 20_000) -> None:
        self.budget = budget
        self.greedy = Forge()
        self.decided = self.unfinished = 0

    def attacks(self, board: Document) -> Attacks:
        """The attack that is best against the best blocks; the fewest attackers among equals."""
        self.decided += 1
        able = [one for one in creatures(board["creatures"]) if one.can_attack]
        search = Search(creatures(board["defenders"]), board["defending_player"]["life"], self.budget)
        best, chosen = 0.0, tuple[Creature, ...]()
        try:
            for size in range(1, len(able) + 1):
                for some in combinations(able, size):
                    value, _ = search.best_blocks(some)
                    if value > best:
                        best, chosen = value, some
        except OutOfBudget:
            self.unfinished += 1
            return self.greedy.attacks(board)
        return {one.id: "player" for one in chosen}

    def blocks(self, board: Document) -> Blocks:
        """The block that is best when the attacking player then orders best."""
        self.decided += 1
        defenders = creatures(board["defenders"])
        search = Search(defenders, board["defending_player"]["life"], self.budget)
        attackers = tuple(creatures(board["attackers"]))
        try:
            _, choice = search.best_blocks(attackers)
        except OutOfBudget:
            self.unfinished += 1
            return self.greedy.blocks(board)
        pairs = zip(defenders, choice, strict=True)
        return {one.id: [attackers[place].id] for one, place in pairs if place is not None}

    def damage(self, combat: Combat) -> Assignment:
        """Lethal damage to one after the other in the best order."""
        document = combat.to_document()
        blockers = {one["id"]: one["blocks"] for one in document.get("blockers", [])}
        opposing = creatures(document.get("blockers", []))
        life = combat.defending_player.life
        best: Assignment = {}
        most = float("-inf")
        attackers = creatures(document["attackers"])
        blocked = {one["id"] for one in document["attackers"] if one.get("blocked")}
        options = [
            list(permutations([one for one in opposing if attacker.id in blockers[one.id]])) for attacker in attackers
        ]
        for number, orders in enumerate(product(*options)):
            fights = [
                fight(attacker, order) if order else (0.0, attacker.damage * (attacker.id not in blocked))
                for attacker, order in zip(attackers, orders, strict=True)
            ]
            if total(fights, life) > most:
                most, best = total(fights, life), self.divided(combat, orders)
            if number >= self.budget:
                break
        return best

    def divided(self, combat: Combat, orders: tuple[tuple[Creature, ...], ...]) -> Assignment:
        """The division that walks those orders."""
        place = {one.id: number for order in orders for number, one in enumerate(order)}
        ordered = sorted(combat.to_document().get("blockers", []), key=lambda one: place.get(one["id"], 0))
        shuffled = Combat.from_document(combat.to_document() | {"blockers": ordered})
        return IN_ORDER.damage(shuffled)


class Search:
    """Every block against an attack, each fight looked at once for each attacker and its blockers."""

    def __init__(self, defenders: list[Creature], life: int, budget: int) -> None:
        self.defenders, self.life, self.left = defenders, life, budget
        self.fights: dict[tuple[Creature, tuple[Creature, ...]], Fight] = {}

    def best_blocks(self, attackers: tuple[Creature, ...]) -> tuple[float, tuple[int | None, ...]]:
        """The lowest value to the attacking player, and whom each defender blocks then."""
        options = [
            [None, *(place for place, other in enumerate(attackers) if one.can_block(other))] for one in self.defenders
        ]
        lowest, fewest = float("inf"), 0
        chosen: tuple[int | None, ...] = ()
        for choice in product(*options):
            self.left -= 1
            if self.left < 0:
                raise OutOfBudget
            gangs: list[list[Creature]] = [[] for _ in attackers]
            for one, place in zip(self.defenders, choice, strict=True):
                if place is not None:
                    gangs[place].append(one)
            if any(0 < len(gang) < one.fewest_blockers for one, gang in zip(attackers, gangs, strict=True)):
                continue
            fights = [self.fought(one, tuple(gang)) for one, gang in zip(attackers, gangs, strict=True)]
            value, blocking = total(fights, self.life), sum(map(len, gangs))
            if (value, blocking) < (lowest, fewest) or not chosen:
                lowest, chosen, fewest = value, choice, blocking
        return lowest, chosen

    def fought(self, attacker: Creature, gang: tuple[Creature, ...]) -> Fight:
        """The fight with the order that is best for the attacking player, lethal thresholds of the player aside."""
        known = self.fights.get((attacker, gang))
        if known is None:
            known = (0.0, attacker.damage)
            if gang:
                found = []
                for order in permutations(gang):
                    self.left -= 1
                    if self.left < 0:
                        raise OutOfBudget
                    found.append(fight(attacker, order))
                known = max(found, key=sum)
            self.fights[attacker, gang] = known
        return known


def total(fights: list[Fight], life: int) -> float:
    """What fights are worth together to the attacking player."""
    damage = sum(hit for _, hit in fights)
    return sum(worth for worth, _ in fights) + damage + (WIN if damage >= life else 0.0)


def fight(attacker: Creature, order: tuple[Creature, ...]) -> Fight:
    """One attacker against blockers in that order, over both steps.

    >>> six = Creature("six", 6, 6, frozenset({"trample"}), False, False)
    >>> fight(six, (Creature("two", 2, 2, frozenset(), False, False),))
    (4.0, 4)
    """
    marked = dict.fromkeys(order, 0)
    struck, dead = 0, False
    through, worth = 0, 0.0
    alive = list(order)
    for first in (True, False):
        hits = list(strikes(attacker, alive, marked)) if takes_part(attacker, first) and not dead else []
        for blocker in alive:
            if takes_part(blocker, first):
                deadly = blocker.has("deathtouch") and blocker.power > 0
                struck += attacker.toughness if deadly else blocker.power
        for hit, damage in hits:
            if hit is None:
                through += damage
            else:
                marked[hit] += damage
                if attacker.deadly(marked[hit] if damage else 0, hit):
                    alive.remove(hit)
                    worth += hit.value
        if not dead and struck >= attacker.toughness and not attacker.has("indestructible"):
            dead = True
            worth -= attacker.value
    return worth, through


def takes_part(creature: Creature, first: bool) -> bool:
    """Deals damage in that step (510.4)."""
    return creature.strikes_first if first else not creature.has("first strike")


def strikes(
    attacker: Creature, alive: list[Creature], marked: dict[Creature, int]
) -> Iterator[tuple[Creature | None, int]]:
    """Lethal damage to one after the other; what is left goes to the player (None) with trample, else to the last."""
    left = attacker.power
    for number, blocker in enumerate(list(alive), 1):
        need = max(0, blocker.toughness - marked[blocker])
        need = min(need, 1) if attacker.has("deathtouch") else need
        last = number == len(alive) and not attacker.has("trample")
        given = left if last else min(need, left)
        left -= given
        yield blocker, given
    if left and attacker.has("trample"):
        yield None, left
