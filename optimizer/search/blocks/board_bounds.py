"""The least and the most that combats on a board can come to, by creature: what every search on boards bounds with.

The creatures' ranges are those of `search.bounds`, with the numbers that triggers may give them at most.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence

from ...model.board import DeclareBlockers
from ...model.board_creature import BoardCreature, as_blocker
from ...model.combat import Player, unchecked
from ...model.keywords import numbers
from ...model.player import Weights
from ...rules.position import POISON, Traits, body_of
from ...rules.score import Prices
from ..bounds import Range, fate_range, of_attacker, of_blocker, total, win_range

__all__ = [
    "BoardBounds",
    "attacker_at_stake",
    "falls",
    "gained",
    "grown",
    "least_weight",
    "prices_of",
    "sent",
    "steps",
    "strength",
]

GROWING = ("bushido", "rampage", "frenzy")
FOR_ALL = ("exalted", "battle cry", "melee")


def steps(creature: BoardCreature) -> int:
    """In how many steps it deals damage at most (510.4)."""
    return 2 if "double strike" in creature.abilities else 1


def strength(creature: BoardCreature) -> int:
    """How much damage it assigns in a step as the document has it (510.1a)."""
    if creature.assigns_no_damage:
        return 0
    return max(0, creature.toughness if creature.damage_equal_to_toughness else creature.power)


def gained(creature: BoardCreature, *, pending: bool = False) -> int:
    """The most life that a blocker's lifelink gains, in all steps: each point of its damage at most once (120.3f)."""
    if "lifelink" not in creature.abilities:
        return 0
    return steps(creature) * (strength(creature) + (grown(creature, (), 0) if pending else 0))


def grown(creature: BoardCreature, attackers: Sequence[BoardCreature], foes: int) -> int:
    """By how much triggers raise its power and its toughness at most, blocked by up to so many `foes`.

    Bushido counts once, frenzy once, rampage once for each blocker beyond the first (702.45a, 702.68a, 702.23a);
    exalted, battle cry and melee add 1 for each instance among the attackers at most (702.83a, 702.91a, 702.121a).
    What triggers take away isn't counted.
    """
    own = sum(sum(numbers(creature.keywords, word)) for word in GROWING) * (1 + foes)
    return own + sum(count(one, FOR_ALL) for one in attackers)


def count(one: BoardCreature, words: Sequence[str]) -> int:
    """How many instances of some abilities a creature has, those that counters give included."""
    return sum(word in words for word in one.keywords) + one.counter("exalted")


def attacker_at_stake(board: DeclareBlockers) -> bool:
    """The attacking player could lose in the combat, whoever attacks and whoever blocks."""
    return falls(board.attacking_player, [sent(one, pending=board.pending) for one in board.defenders])


def falls(player: Player, sends: Sequence[tuple[int, int]]) -> bool:
    """A player has lost, or could by so much life and poison: lifelink can only help."""
    life, poison = sum(one[0] for one in sends), sum(one[1] for one in sends)
    return life >= player.life or player.poison + poison >= POISON


def sent(one: BoardCreature, *, pending: bool) -> tuple[int, int]:
    """The most life and poison that a creature takes from the attacking player by blocking.

    Blockers assign damage to attackers only (510.1d), so it takes `excess_to_controller` (120.4a): then no more than it
    assigns, as one hit in each of two steps. Bushido alone makes a blocker larger, and nothing does between the steps.
    """
    me = Traits(as_blocker(one, ()), 0)
    if not me.excess or me.silent:
        return 0, 0
    amount = me.amount(body_of(one))
    if pending and not me.idle:
        amount = max(0, one.toughness if me.by_toughness else one.power) + sum(numbers(one.keywords, "bushido"))
    if amount <= 0:
        return 0, 0
    once = me.toxic + me.poisonous
    return (0, 2 * (amount + once)) if me.infect else (2 * amount, 2 * once)


def prices_of(board: DeclareBlockers, blockers: Sequence[BoardCreature]) -> Prices:
    """The prices of all creatures that may fight; ties between lines don't count here."""
    first = board.attackers[0].id if board.attackers else ""
    universe = unchecked(board.unblocked, blockers=tuple(as_blocker(one, (first,)) for one in blockers), pending=False)
    prices = copy.copy(Prices(universe))
    prices.player = prices.life
    return prices


class BoardBounds:
    """The ranges of the creatures of a board before blocks, in whole units of the score (`prices.spread`): of
    `attackers` and of `blockers`, with all that each may do and what may become of it; and of the latter alone.

    `blockers` are those that the prices have, in their order. Winning, if it is to count, is `win`, and losing `lose`.
    """

    def __init__(self, board: DeclareBlockers, prices: Prices, blockers: Sequence[BoardCreature]) -> None:
        unit = prices.spread
        self.scale = prices.scale // unit
        """How many units make a point of the score."""
        self.win = rounded(win_range(prices), unit)
        lose = Range.of(-prices.win) if attacker_at_stake(board) else Range(0, 0)
        self.lose = rounded(lose, unit)
        self.attackers: list[Range] = []
        self.attacker_fates: list[Range] = []
        for place, (one, attacker) in enumerate(zip(board.attackers, board.attacking, strict=True)):
            traits, body = Traits(attacker, place), body_of(attacker)
            more = grown(one, board.attackers, len(board.defenders)) if board.pending else 0
            large = body._replace(power=body.power + more, toughness=body.toughness + more)
            found = of_attacker(prices, traits, large, steps(one), past=True)
            if board.pending:
                afflict = sum(numbers(one.keywords, "afflict"))
                found = total([found, Range.of(afflict * prices.life)])
            self.attackers.append(rounded(found, unit))
            self.attacker_fates.append(rounded(fate_range(prices, traits, body), unit))
        self.blockers: list[Range] = []
        self.blocker_fates: list[Range] = []
        for place, one in enumerate(blockers):
            traits, body = Traits(as_blocker(one, ("",)), place), body_of(one)
            more = grown(one, (), 0) if board.pending else 0
            large = body._replace(power=body.power + more, toughness=body.toughness + more)
            self.blockers.append(rounded(of_blocker(prices, traits, large, steps(one)), unit))
            self.blocker_fates.append(rounded(fate_range(prices, traits, body), unit))

    @classmethod
    def of(cls, board: DeclareBlockers) -> BoardBounds:
        """Of all creatures of a board, with its prices."""
        return cls(board, prices_of(board, board.defenders), board.defenders)

    @property
    def anything(self) -> Range:
        """No line after any blocks changes the score by less or by more, winning and losing left out."""
        return total([*self.attackers, *self.blockers])

    @property
    def with_win(self) -> Range:
        """The same, winning and losing included."""
        return total([self.anything, self.win, self.lose])

    @property
    def lowest(self) -> float:
        """No legal blocks lead to a lower score."""
        return self.with_win.low / self.scale

    @property
    def highest(self) -> float:
        """No attacks of these attackers lead to a higher score."""
        return self.with_win.high / self.scale

    @property
    def highest_short_of_winning(self) -> float:
        """No line after which the defending player hasn't lost scores more."""
        return (self.anything.high + self.lose.high) / self.scale

    def fight(self, attacker: int, blockers: Sequence[int]) -> Range:
        """What an attacker and its blockers come to, whenever combat ends: no line of theirs is outside."""
        return total([self.attackers[attacker], *(self.blockers[one] for one in blockers)])


def least_weight(weights: Weights, creatures: Iterable[BoardCreature]) -> float:
    """The least of the weights and of the creatures' values: many bounds hold only where none is negative."""
    return min([weights.least, *(one.value or 0.0 for one in creatures)])


def rounded(range_: Range, unit: int) -> Range:
    """In whole units, outwards."""
    return Range(range_.low // unit, -(-range_.high // unit))
