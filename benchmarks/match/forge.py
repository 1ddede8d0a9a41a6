"""A greedy player as Forge's AI is described (no code of theirs): aggression from life, counts and clock."""

from __future__ import annotations

from itertools import combinations
from math import inf

from .draft import Document
from .duels import Creature, creatures, duel, left_over
from .policy import Attacks, Blocks, Filler

__all__ = ["Forge"]

DANGER = 4
"""Life in danger: no more than so much would be left."""


class Forge(Filler):
    """Attacks with everything where that is judged lethal, else by a level of aggression; blocks attacker by attacker;
    divides damage by worth."""

    name = "greedy as Forge"

    def __init__(self) -> None:
        super().__init__("Forge")

    def attacks(self, board: Document) -> Attacks:
        """Everything if that is judged lethal, else those that pay at the level and aren't needed at home."""
        mine, opposing = creatures(board["creatures"]), creatures(board["defenders"])
        able = [one for one in mine if one.can_attack]
        life, goal = board["attacking_player"]["life"], board["defending_player"]["life"]
        if left_over(able, opposing) < goal:
            level = aggression(mine, able, opposing, life, goal)
            away = not_needed(mine, able, opposing, life)
            able = [one for one in away if worthwhile(one, opposing, level)]
        return {one.id: "player" for one in able}

    def blocks(self, board: Document) -> Blocks:
        """Good blocks, then gangs; when life is in danger trades and chump blocks; first, if that isn't enough."""
        attackers = sorted(creatures(board["attackers"]), key=lambda one: (-one.power, -one.value))
        defenders, life = creatures(board["defenders"]), board["defending_player"]["life"]
        plan = Blocking(attackers, defenders, life)
        plan.good()
        if not plan.in_danger:
            plan.gangs()
        plan.trades()
        plan.chumps()
        if plan.lethal:
            plan = Blocking(attackers, defenders, life)
            plan.trades()
            plan.chumps()
            plan.good()
        return plan.blocks


def aggression(mine: list[Creature], able: list[Creature], opposing: list[Creature], life: int, goal: int) -> int:
    """How readily creatures attack, 1 to 4."""
    clock = turns(goal, left_over(able, opposing))
    theirs = turns(life, left_over((one for one in opposing if not one.has("defender")), mine))
    ratio = sum(one.value for one in mine) / max(1.0, sum(one.value for one in opposing))
    if clock <= 2 or (ratio > 1.5 and clock <= theirs):
        return 4
    if ratio >= 1 and clock <= theirs:
        return 3
    return 2 if ratio >= 0.6 or life > 2 * DANGER else 1


def turns(life: int, damage: int) -> float:
    """How many turns so much damage needs."""
    return -(-life // damage) if damage else inf


def not_needed(mine: list[Creature], able: list[Creature], opposing: list[Creature], life: int) -> list[Creature]:
    """Those that can be away without the other player's next attack putting life in danger."""
    coming = [one for one in opposing if not one.has("defender")]
    home = list(mine)
    away = []
    for one in sorted(able, key=lambda one: (one.toughness - one.power, one.id)):
        rest = home if one.has("vigilance") else [other for other in home if other is not one]
        if rest is home or left_over(coming, rest) < life - DANGER:
            home = rest
            away.append(one)
    return away


def worthwhile(attacker: Creature, opposing: list[Creature], level: int) -> bool:
    """Whether a creature attacks at a level, looked at alone."""
    able = [one for one in opposing if one.can_block(attacker)]
    if len(able) < attacker.fewest_blockers:
        return attacker.power > 0
    if attacker.power <= 0 or level == 1:
        return False
    fights = [(one, *duel(attacker, one)) for one in able]
    if level == 2:
        return not any(dies for _, dies, _ in fights)
    if level == 3:
        return all(not dies or (kills and one.value >= attacker.value) for one, dies, kills in fights)
    return all(not dies or kills for _, dies, kills in fights)


class Blocking:
    """Blocks in the making."""

    def __init__(self, attackers: list[Creature], defenders: list[Creature], life: int) -> None:
        self.open = list(attackers)
        self.free = list(defenders)
        self.life = life
        self.blocks: dict[str, list[str]] = {}

    @property
    def left(self) -> int:
        """The life that would be left."""
        return self.life - sum(one.damage for one in self.open)

    @property
    def in_danger(self) -> bool:
        """Life would be in danger."""
        return self.left <= DANGER

    @property
    def lethal(self) -> bool:
        """The game would be lost."""
        return self.left <= 0

    def able(self, attacker: Creature) -> list[Creature]:
        """Who could block it alone, the weakest first."""
        if attacker.fewest_blockers > 1:
            return []
        return self.worst_first(attacker)

    def worst_first(self, attacker: Creature) -> list[Creature]:
        """Who could block it, the weakest first."""
        return sorted((one for one in self.free if one.can_block(attacker)), key=lambda one: (one.value, one.id))

    def block(self, attacker: Creature, *blockers: Creature) -> None:
        """Decides on a block."""
        self.open.remove(attacker)
        for one in blockers:
            self.free.remove(one)
            self.blocks[one.id] = [attacker.id]

    def good(self) -> None:
        """The weakest that kills and survives, else that survives, else that trades up in value."""
        for attacker in list(self.open):
            fights = [(one, *duel(attacker, one)) for one in self.able(attacker)]
            best = [one for one, kills, dies in fights if kills and not dies]
            best += [one for one, _, dies in fights if not dies]
            best += [one for one, kills, _ in fights if kills and one.value < attacker.value]
            if best:
                self.block(attacker, best[0])

    def trades(self) -> None:
        """While life is in danger: the weakest that kills."""
        for attacker in list(self.open):
            found = [one for one in self.able(attacker) if duel(attacker, one)[0]] if self.in_danger else []
            if found:
                self.block(attacker, found[0])

    def chumps(self) -> None:
        """While life is in danger: the weakest, whatever comes of it."""
        for attacker in list(self.open):
            found = self.worst_first(attacker)[: attacker.fewest_blockers] if self.in_danger else []
            if len(found) == attacker.fewest_blockers:
                self.block(attacker, *found)

    def gangs(self) -> None:
        """Two or three that kill it together, where no more than one dies, and one that is worth less."""
        for attacker in list(self.open):
            able = self.worst_first(attacker)
            gangs = (gang for size in (2, 3) for gang in combinations(able, size) if succeeds(attacker, gang))
            gang = next(gangs, None)
            if gang is not None:
                self.block(attacker, *gang)


def succeeds(attacker: Creature, gang: tuple[Creature, ...]) -> bool:
    """The gang kills the attacker, and loses at most one creature, worth less than it."""
    enough = attacker.dies_to(gang)
    lost = sorted((one for one in gang if duel(attacker, one)[1]), key=lambda one: one.toughness)
    if attacker.has("deathtouch"):
        several = attacker.power > 1 and len(lost) > 1
    else:
        several = len(lost) > 1 and lost[0].toughness + lost[1].toughness <= attacker.damage
    return enough and not several and all(one.value < attacker.value for one in lost)
