"""A component of everyday creatures in one damage step, without a solve: what it comes to at least.

The two sides don't touch each other there. The attacking player divides each attacker's damage among what is worth
killing, what is left over going to creatures that block several; the defending player divides the damage of those
among attackers that it makes the difference for. Attackers with trample are offered no more than the best for their
own fights or to keep all damage on their blockers, so that what is found is a lower bound, and else exact.
"""

from __future__ import annotations

from .branch_and_bound_costs import RelaxedCosts
from .components import Component, bits_of

__all__ = ["Parts"]


class Parts:
    """Lower bounds for the components of one board of one step, in units of the relaxed board."""

    def __init__(self, costs: RelaxedCosts) -> None:
        self.costs = costs
        fights = costs.fights
        full = costs.all_fights[-1].prices
        self.unit = full.spread
        self.own = [price // fights.unit for price in fights.prices.attackers]
        self.worth = [price // self.unit for price in full.blockers]
        self.needs = [one.toughness - one.damage for one in costs.blockers]
        self.hardy = ["indestructible" in one.abilities for one in costs.blockers]
        self.touch = ["deathtouch" in one.abilities for one in costs.blockers]
        self.power = [max(0, one.power) for one in costs.blockers]
        self.memo: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def least(self, members: Component) -> int:
        """What a component comes to at least."""
        return self.strikes(members) - self.struck(members)

    def options(self, attacker: int, chosen: int) -> list[tuple[int, int]]:
        """What an attacker can get from its fight but for creatures that block several, and the damage left for
        those: more of the one is less of the other."""
        key = (attacker, chosen)
        if key in self.memo:
            return self.memo[key]
        costs = self.costs
        one = costs.board.attackers[attacker]
        calm = int(costs.calm[0][attacker][chosen])
        killing = "deathtouch" in one.keywords
        power = max(0, one.power)
        alone = [bit for bit in bits_of(chosen & ~costs.several) if not self.hardy[bit]]
        kills = [(0, 0)]
        for bit in alone:
            need = 1 if killing else self.needs[bit]
            kills += [(worth + self.worth[bit], cost + need) for worth, cost in kills if cost + need <= power]
        if "trample" in one.keywords or one.as_though_unblocked:
            # what stays with the blockers isn't told by `calm`: without any of it the fight comes to no less than this
            base = self.base(attacker, chosen)
        else:
            base = calm - max(worth for worth, _ in kills)
        found = [(base + worth, power - cost) for worth, cost in kills]
        if calm > max(worth for worth, _ in found):
            found.append((calm, 0))
        found.sort(key=lambda way: (-way[0], -way[1]))
        useful: list[tuple[int, int]] = []
        for worth, left in found:
            if not useful or left > useful[-1][1]:
                useful.append((worth, left))
        self.memo[key] = useful
        return useful

    def base(self, attacker: int, chosen: int) -> int:
        """What a fight comes to without what the attacker kills or sends on, and without the copies' damage."""
        costs = self.costs
        one = costs.board.attackers[attacker]
        alone = bits_of(chosen & ~costs.several)
        dealt = sum(self.power[bit] for bit in alone)
        touched = any(self.touch[bit] and self.power[bit] for bit in alone)
        dies = (dealt >= one.toughness - one.damage or touched) and "indestructible" not in one.keywords
        gained = sum(self.power[bit] for bit in alone if "lifelink" in costs.blockers[bit].keywords)
        linked = max(0, one.power) if "lifelink" in one.keywords else 0
        return costs.point * (linked - gained) - (self.own[attacker] if dies else 0)

    def strikes(self, members: Component) -> int:
        """The most that the attacking player gets, the attackers still standing that only copies would kill."""
        costs = self.costs
        copies = sorted({bit for _, chosen in members for bit in bits_of(chosen & costs.several)})
        targets = [bit for bit in copies if not self.hardy[bit] and self.worth[bit] > 0]
        needs = [self.needs[bit] for bit in targets]
        states: dict[tuple[int, ...], int] = {(0,) * len(targets): 0}
        for attacker, chosen in members:
            mine = [place for place, bit in enumerate(targets) if chosen >> bit & 1]
            one = costs.board.attackers[attacker]
            killing = "deathtouch" in one.keywords
            after: dict[tuple[int, ...], int] = {}
            for worth, left in self.options(attacker, chosen):
                if not mine or not left:
                    ways: list[tuple[int, ...]] = [(0,) * len(targets)]
                else:
                    ways = divided(left, mine, needs, killing)
                for dealt, before in states.items():
                    for way in ways:
                        now = tuple(map(min, map(int.__add__, dealt, way), needs))
                        value = before + worth
                        if value > after.get(now, -(1 << 62)):
                            after[now] = value
            states = after
        return max(
            value + sum(self.worth[bit] for bit, dealt, need in zip(targets, now, needs, strict=True) if dealt >= need)
            for now, value in states.items()
        )

    def struck(self, members: Component) -> int:
        """The most that the defending player gets out of the damage of creatures that block several."""
        costs = self.costs
        copies = sorted({bit for _, chosen in members for bit in bits_of(chosen & costs.several)})
        linked = sum(self.power[bit] for bit in copies if "lifelink" in costs.blockers[bit].keywords)
        states = {tuple(self.power[bit] for bit in copies): 0}
        for attacker, chosen in members:
            need = int(costs.need[attacker][chosen])
            if need <= 0:
                continue
            after = dict(states)
            mine = [place for place, bit in enumerate(copies) if chosen >> bit & 1]
            for left, gained in states.items():
                for spent in spendings(left, mine, need, [self.touch[bit] for bit in copies]):
                    value = gained + self.own[attacker]
                    if value > after.get(spent, -1):
                        after[spent] = value
            states = after
        return max(states.values()) + costs.point * linked


def divided(left: int, mine: list[int], needs: list[int], killing: bool) -> list[tuple[int, ...]]:
    """The ways to divide damage among creatures, none getting more than is lethal; with deathtouch a point is."""
    ways = [([0] * len(needs), left)]
    for place in mine:
        further = []
        for way, rest in ways:
            if killing:
                amounts = [(0, 0)] + ([(needs[place], 1)] if rest else [])
            else:
                amounts = [(n, n) for n in range(min(rest, needs[place]) + 1)]
            for n, cost in amounts:
                further.append(([*way[:place], n, *way[place + 1 :]], rest - cost))
        ways = further
    least = min(rest for _, rest in ways)
    return [tuple(way) for way, rest in ways if killing or rest == least]


def spendings(left: tuple[int, ...], mine: list[int], need: int, touch: list[bool]) -> list[tuple[int, ...]]:
    """What creatures have left of their damage once they have killed an attacker that takes so much more."""
    found = []
    for place in mine:
        if touch[place] and left[place]:
            found.append((*left[:place], left[place] - 1, *left[place + 1 :]))
    ways = [(left, need)]
    for place in mine:
        ways = [
            ((*rest[:place], rest[place] - n, *rest[place + 1 :]), more - n)
            for rest, more in ways
            for n in range(min(rest[place], more) + 1)
        ]
    return found + [rest for rest, more in ways if not more]
