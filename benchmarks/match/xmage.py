"""A greedy player as XMage's AI is described (no code of theirs): one creature at a time, one against one."""

from __future__ import annotations

from .draft import Document
from .duels import Creature, creatures, duel, left_over
from .policy import Attacks, Blocks, Filler

__all__ = ["XMage"]


class XMage(Filler):
    """Attacks with everything where the power left over is lethal, else with each creature that no single blocker both
    survives and kills; blocks one against one; lethal damage to each blocker in order."""

    name = "greedy as XMage"

    def __init__(self) -> None:
        super().__init__("XMage")

    def attacks(self, board: Document) -> Attacks:
        """Everything if the power left over after the strongest are blocked one for one is lethal, else one by one."""
        able = [one for one in creatures(board["creatures"]) if one.can_attack]
        opposing = creatures(board["defenders"])
        if left_over(able, opposing) < board["defending_player"]["life"]:
            able = [one for one in able if not any(holds(blocker, one) for blocker in opposing)]
        return {one.id: "player" for one in able}

    def blocks(self, board: Document) -> Blocks:
        """Attackers by falling power; each gets the weakest that survives, killers first, else what pays to lose."""
        attackers = sorted(creatures(board["attackers"]), key=lambda one: -one.power)
        free = creatures(board["defenders"])
        blocks: dict[str, list[str]] = {}
        coming = sum(one.damage for one in attackers)
        for attacker in attackers:
            danger = coming >= board["defending_player"]["life"]
            able = [] if attacker.fewest_blockers > 1 else [one for one in free if one.can_block(attacker)]
            blocker = choice(attacker, able, danger)
            if blocker is not None:
                blocks[blocker.id] = [attacker.id]
                free.remove(blocker)
                coming -= attacker.damage
        return blocks


def holds(blocker: Creature, attacker: Creature) -> bool:
    """The blocker both survives the attacker and kills it."""
    return blocker.can_block(attacker) and duel(attacker, blocker) == (True, False)


def choice(attacker: Creature, able: list[Creature], danger: bool) -> Creature | None:
    """The blocker for an attacker; `danger`: what comes through now is lethal."""
    results = [(one, *duel(attacker, one)) for one in able]
    survivors = [(not kills, one.value, one.id, one) for one, kills, dies in results if not dies]
    if survivors:
        return min(survivors)[-1]
    gains = [(kills * attacker.value + attacker.damage - one.value, one.id, one) for one, kills, _ in results]
    if gains and (max(gains)[0] > 0 or danger):
        return max(gains)[-1]
    return None
