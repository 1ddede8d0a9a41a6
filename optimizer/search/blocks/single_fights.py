"""What one attacker's fight with a few blockers comes to, at once: for searches that ask about many single sets.

The arrays of `everyday` hold all sets of blockers; here one set is worked out when it is asked for, and remembered.
Ordinary creatures are those of `everyday`: nothing but lethal damage, deathtouch, first and double strike, trample and
lifelink decides about them. Every other fight goes to the solver.
"""

from __future__ import annotations

from typing import NamedTuple

from ...model.combat import has_strike
from .board_bounds import strength
from .fights import Fights
from .ordinary import everyday, fights_plainly

__all__ = ["Fight", "SingleFights"]

MOST_LISTED = 7
"""Up to so many blockers all subsets that the attacker may kill are gone through; with more the solver is asked."""


class Fight(NamedTuple):
    """A fight in whole units of the score: the `value` of the attacking player's best play if nobody loses, the most
    `life`, less what lifelink gains, and `poison` that any play takes."""

    value: int
    life: int
    poison: int


class Blocking(NamedTuple):
    """A blocker against one attacker: lethal damage, and what of it one that stays takes `again` before more tramples
    over (deathtouch); whether it dies of that, and what that is worth; and in each step (1: first strike) its damage,
    whether that has deathtouch, and the life that its lifelink gains."""

    lethal: int
    again: int
    mortal: bool
    prize: int
    damage1: int
    touch1: bool
    gain1: int
    damage2: int
    touch2: bool
    gain2: int


class SingleFights:
    """The fights of one board. A set of blockers is a number with their bits (`Fights.bits`)."""

    def __init__(self, fights: Fights) -> None:
        self.fights = fights
        board, blockers, unit = fights.board, fights.blockers, fights.unit
        self.point = fights.prices.life // unit
        self.own = [price // unit for price in fights.prices.attackers]
        self.worth = [price // unit for price in fights.prices.blockers]
        self.plain = sum(1 << bit for bit, one in enumerate(blockers) if everyday(one))
        self.ordinary = [fights_plainly(board, one) for one in board.attackers]
        self.touching = ["deathtouch" in one.keywords for one in board.attackers]
        self.memo: list[dict[int, Fight]] = [{} for _ in board.attackers]
        self.sides = ([self.blocking(bit, False) for bit in range(len(blockers))],
                      [self.blocking(bit, True) for bit in range(len(blockers))])  # fmt: skip

    def blocking(self, bit: int, touched: bool) -> Blocking:
        """A blocker against an attacker with deathtouch, or without."""
        one = self.fights.blockers[bit]
        power = strength(one)
        early, twice = has_strike(one), "double strike" in one.keywords
        touch = power > 0 and "deathtouch" in one.keywords
        gain = power if "lifelink" in one.keywords else 0
        late = not early or twice
        return Blocking(
            lethal=1 if touched else one.toughness - one.damage,
            again=int(touched and one.toughness - one.damage > 1),
            mortal="indestructible" not in one.keywords,
            prize=0 if "indestructible" in one.keywords else self.worth[bit],
            damage1=power * early, touch1=touch and early, gain1=gain * early,
            damage2=power * late, touch2=touch and late, gain2=gain * late,
        )  # fmt: skip

    def of(self, attacker: int, chosen: int) -> Fight:
        """An attacker's fight with a set of blockers. Raises `TimeUp` where the solver would be asked too late."""
        known = self.memo[attacker].get(chosen)
        if known is None:
            known = self.memo[attacker][chosen] = self.fight(attacker, chosen)
        return known

    def fight(self, attacker: int, chosen: int) -> Fight:
        """The same, not remembered."""
        if not self.ordinary[attacker] or chosen & ~self.plain or chosen.bit_count() > MOST_LISTED:
            self.fights.deadline.check()
            worth = self.fights.worth(attacker, chosen)
            return Fight(worth.value, worth.life, worth.poison)
        one = self.fights.board.attackers[attacker]
        power, has = max(0, one.power), one.keywords
        twice = "double strike" in has
        linked = self.point * power * (1 + twice) if "lifelink" in has else 0
        if not chosen:
            return Fight(self.point * power * (1 + twice) + linked, power * (1 + twice), 0)
        side = self.sides[self.touching[attacker]]
        mine = [side[bit] for bit in range(chosen.bit_length()) if chosen >> bit & 1]
        if twice or "first strike" in has:
            return self.strikes_first(attacker, mine, power, twice)
        damage1, gain1 = sum([b.damage1 for b in mine]), sum([b.gain1 for b in mine])
        if self.falls(attacker, damage1, any(b.touch1 for b in mine)):
            return Fight(-self.own[attacker] - self.point * gain1, -gain1, 0)
        lethal = sum([b.lethal for b in mine])
        killed = sum([b.prize for b in mine]) if lethal <= power else best_kills(mine, power)
        damage = damage1 + sum([b.damage2 for b in mine])
        falls = self.falls(attacker, damage, any(b.touch1 or b.touch2 for b in mine))
        gain = gain1 + sum([b.gain2 for b in mine])
        value = killed + linked - self.own[attacker] * falls - self.point * gain
        onward = power - lethal if "trample" in has and power > lethal else 0
        return Fight(value + self.point * onward, onward - gain, 0)

    def falls(self, attacker: int, damage: int, touch: bool) -> bool:
        """Whether so much damage, some of it perhaps with deathtouch, kills the attacker."""
        one = self.fights.board.attackers[attacker]
        return (touch or damage >= one.toughness - one.damage) and "indestructible" not in one.keywords

    def strikes_first(self, attacker: int, mine: list[Blocking], power: int, twice: bool) -> Fight:
        """The fight of an attacker with first or double strike: whom it kills at once doesn't strike back later."""
        one = self.fights.board.attackers[attacker]
        own, point, linked = self.own[attacker], self.point, "lifelink" in one.keywords
        damage1, touch1 = sum([b.damage1 for b in mine]), any(b.touch1 for b in mine)
        falls1 = self.falls(attacker, damage1, touch1)
        lethal, everything = sum([b.lethal for b in mine]), (1 << len(mine)) - 1
        tramples = "trample" in one.keywords
        # without killing anybody the damage has to go somewhere (510.1c)
        absorbed = sum([b.lethal - 1 if b.mortal else power for b in mine])
        best: int | None = None
        most = -(1 << 40)
        for some in range(1 << len(mine)):
            killed = [b for place, b in enumerate(mine) if some >> place & 1]
            need = sum([b.lethal for b in killed])
            if need > power or (not some and absorbed < power):
                continue
            value = sum([b.prize for b in killed]) + (point * power if linked else 0)
            gain = sum([b.gain1 for b in mine])
            onward = power - lethal if tramples and some == everything else 0
            if falls1:
                value -= own
            else:
                left = [b for place, b in enumerate(mine) if not some >> place & 1 or not b.mortal]
                damage2 = damage1 + sum([b.damage2 for b in left])
                touch = touch1 or any(b.touch2 for b in left)
                value -= own * self.falls(attacker, damage2, touch)
                gain += sum([b.gain2 for b in left])
                if twice:
                    alive = [b for place, b in enumerate(mine) if not some >> place & 1]
                    marked = min(power - need, sum([b.lethal - 1 for b in alive]))
                    value += best_kills(alive, power + marked)
                    value += point * power if linked and (left or tramples) else 0
                    if tramples:
                        again = sum([b.again for b in killed if not b.mortal])
                        onward += max(0, power - max(0, sum([b.lethal for b in alive]) - marked) - again)
            value += point * (onward - gain)
            most = max(most, onward - gain)
            best = value if best is None else max(best, value)
        assert best is not None
        return Fight(best, most, 0)


def best_kills(mine: list[Blocking], power: int) -> int:
    """The most that so much damage is worth by what it kills."""
    worth = [0] * (max(0, power) + 1)
    for one in mine:
        for left in range(power, one.lethal - 1, -1):
            worth[left] = max(worth[left], worth[left - one.lethal] + one.prize)
    return worth[-1]
