"""Whether a player may lose after a declaration, or the defending player has to: bounds on what is dealt to them."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.board import DeclareBlockers
from ...model.combat import has_strike
from ...model.keywords import numbers
from ...model.terms import PLAYER
from ...rules.position import COMMANDER, POISON, Traits, body_of
from .board_bounds import falls, gained, grown, sent, steps
from .components import bits_of

__all__ = ["Stakes"]


class Stakes:
    """Bounds for one board. `life`, `poison`: how much of each loses the game; `gain`: the most life that the
    defending player can gain meanwhile."""

    def __init__(self, board: DeclareBlockers) -> None:
        self.board = board
        player = board.defending_player
        self.life, self.poison = player.life, POISON - player.poison
        self.lost = player.life <= 0 or player.poison >= POISON
        self.gain = sum(gained(one) for one in board.defenders)
        self.banded = any(one.band is not None or "banding" in one.abilities for one in board.attackers) or any(
            "banding" in one.abilities for one in board.defenders
        )
        self.one_step = not board.pending and not any(map(has_strike, (*board.attackers, *board.defenders)))
        marks = dict(player.commander_damage)
        self.lost |= any(marks.get(one.id, 0) >= COMMANDER for one in board.attackers if one.commander)
        self.past: list[bool] = []
        self.tramples: list[bool] = []
        self.dealt: list[tuple[int, int, int]] = []
        self.afflict: list[int] = []
        self.commander: list[int] = []
        self.sure: list[tuple[int, int]] = []
        for place, one in enumerate(board.attackers):
            me = Traits(board.attacking[place], place)
            amount = 0 if me.silent else me.amount(body_of(one))
            most = amount
            if board.pending and not me.silent and not me.idle:
                most += grown(one, board.attackers, len(board.defenders))
            times = steps(one)
            once = times * (me.toxic + me.poisonous) if most else 0
            onto = one.attacking == PLAYER or me.over
            life, poison = (0, most * times + once) if me.infect else (most * times, once)
            reaches = onto or me.excess
            self.dealt.append((life, poison, most * times) if reaches else (0, 0, 0))
            self.past.append(me.excess or (onto and me.free))
            self.tramples.append(onto and me.trample)
            self.afflict.append(sum(numbers(one.keywords, "afflict")) if board.pending else 0)
            self.commander.append(COMMANDER - marks.get(one.id, 0) if one.commander else 1 << 60)
            lasts = one.toughness > 0 and one.damage < one.toughness  # state-based actions come after the first step
            surely = one.attacking == PLAYER and not board.pending and lasts
            self.sure.append(((0, amount * times) if me.infect else (amount * times, 0)) if surely else (0, 0))
        self.sends = [sent(one, pending=board.pending) for one in board.defenders]
        self.needs = [max(0, one.toughness - one.damage) for one in board.defenders]

    def can_lose(self, masks: Sequence[int]) -> bool:
        """The defending player could lose after these blocks, given as the blockers of each attacker."""
        if self.lost:
            return True
        life = poison = 0
        once = twice = 0
        for mask in masks:
            twice |= once & mask
            once |= mask
        anybody = once != 0
        for place, mask in enumerate(masks):
            if self.afflict[place] and (mask or (self.banded and anybody)):
                life += self.afflict[place]
            if mask and not self.past[place] and not self.tramples[place]:
                continue
            taken, counters, dealt = self.dealt[place]
            if mask and not self.past[place]:
                less = self.lethal(place, mask & ~twice)
                if less >= dealt:
                    continue
                if taken:
                    taken = max(0, taken - less)
                dealt -= less
            life += taken
            poison += counters
            if dealt >= self.commander[place]:
                return True
        return life >= self.life or poison >= self.poison

    def attacker_can_lose(self, masks: Sequence[int]) -> bool:
        """The attacking player could lose after these blocks."""
        blocking = 0
        for mask in masks:
            blocking |= mask
        return falls(self.board.attacking_player, [self.sends[place] for place in bits_of(blocking)])

    def lethal(self, place: int, mask: int) -> int:
        """The damage that a trampling attacker has to leave with blockers that block nothing else."""
        if self.banded or self.board.pending:
            return 0
        once = "deathtouch" in self.board.attackers[place].abilities
        needs = [self.needs[bit] for bit in bits_of(mask)]
        return sum(min(1, need) if once else need for need in needs)

    def must_lose(self, masks: Sequence[int]) -> bool:
        """Unblocked attackers alone are enough, whatever anybody assigns."""
        if self.banded or self.board.pending:
            return False
        life = sum(one[0] for one, mask in zip(self.sure, masks, strict=True) if not mask)
        poison = sum(one[1] for one, mask in zip(self.sure, masks, strict=True) if not mask)
        return life >= self.life + self.gain or poison >= self.poison
