"""The search of `branch_and_bound`: attackers in order, the choices of each by their bounds."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...model.combat import has_strike
from .branch_and_bound_costs import RelaxedCosts
from .branch_and_bound_equals import Equals
from .branch_and_bound_parts import Parts
from .branch_and_bound_tables import Tables
from .components import Component, bits_of
from .evaluation import Weighing
from .fight_values import Ints
from .ordinary import everyday
from .play_out import Deadline

__all__ = ["Search"]

FEW_SOLVED = 2
"""Components of so many attackers, at most, are played out for a bound where something in them strikes first."""


class Group(NamedTuple):
    """A component of the attackers that have chosen: whom they and their blockers are, and what it costs at least, with
    how many block; None where the relaxed costs are all that is known."""

    blockers: int
    members: Component
    cost: int | None


class Node(NamedTuple):
    """Where the search stands: the blockers of each attacker so far, all that block, the state of the tables,
    requirements met, sums of the tables' costs, components, and what life and poison the unblocked take."""

    chosen: tuple[int, ...]
    used: int
    state: int
    met: int
    sums: tuple[int, ...]
    groups: tuple[Group, ...]
    dealt: tuple[int, int]


class Search:
    """`best` is the least cost and its blocks, `least` a bound on all costs, `proven`: everything was looked at."""

    def __init__(
        self, weighing: Weighing, costs: RelaxedCosts, tables: Tables, most_met: int, deadline: Deadline
    ) -> None:
        self.weighing, self.costs, self.bounds, self.deadline = weighing, costs, tables, deadline
        self.board = board = weighing.board
        self.order, self.factor = tables.order, tables.factor
        self.most_met = most_met
        self.must_block = sum(1 << bit for bit in costs.copies if board.defenders[costs.bits[bit]].must_block)
        self.tables = tables.tables(most_met > 0)
        half = len(self.tables) // 2 if most_met else len(self.tables)
        self.priced = [number >= half for number in range(len(self.tables))]  # those in which requirements have a price
        self.win = weighing.win * self.factor
        self.floor = (weighing.floor + weighing.win) * self.factor
        self.best: tuple[int, dict[str, tuple[str, ...]]] | None = None
        self.proven = True
        self.least = 0
        self.equals = Equals(weighing, costs, tables)
        self.ordinary = [everyday(one) and one.band is None for one in board.attackers]
        self.strikes = list(map(has_strike, board.attackers))
        self.linked = ["lifelink" in one.abilities for one in board.attackers]
        self.most = [costs.pairs.capacity[costs.bits[bit]] for bit in costs.copies]
        self.parts = Parts(costs)
        self.parted: dict[Component, int] = {}
        self.lethal()

    def lethal(self) -> None:
        """Tables of the life and poison that the attackers still to come take for sure."""
        stakes, costs = self.weighing.stakes, self.costs
        self.at_stake = stakes.can_lose([0] * len(self.board.attackers))
        self.dooms = []
        if not self.at_stake or stakes.banded or self.board.pending or stakes.lost:
            return
        for kind, reach in enumerate((stakes.life + stakes.gain, stakes.poison)):
            if sum(one[kind] for one in stakes.sure) >= reach:
                taken = [np.where(costs.sets == 0, one[kind], 0) for one in stakes.sure]
                self.dooms.append((kind, reach, self.bounds.least_after(taken)))

    def search(self) -> None:
        """Look at everything, or at what there is time for."""
        start = Node((), 0, 0, 0, tuple(table.charges[0] for table in self.tables), (), (0, 0))
        self.least = max(
            int(table.after[0][0, 0]) + table.charges[0] + self.requirement(number)
            for number, table in enumerate(self.tables)
        )
        self.visit(start)
        if self.proven and self.best is not None:
            self.least = self.best[0]

    def requirement(self, number: int) -> int:
        """What a table that prices requirements adds: all that have to be met."""
        if not self.priced[number]:
            return 0
        return self.bounds.large * (self.most_met - self.must_block.bit_count())

    def children(self, node: Node) -> tuple[Ints, Ints]:
        """The sets that the next attacker may take, and the least that each can lead to."""
        place = len(node.chosen)
        attacker = self.order[place]
        costs, bounds = self.costs, self.bounds
        ok = costs.legal[attacker] & ((costs.sets & node.used & ~costs.several) == 0)
        ok &= self.equals.canonical[costs.sets | node.used]
        for bit, most in zip(costs.copies, self.most, strict=True):
            if node.used >> bit & 1 and sum(one >> bit & 1 for one in node.chosen) >= most:
                ok &= (costs.sets >> bit & 1) == 0
        if self.equals.twin[place]:
            ok &= self.equals.looks <= self.equals.looks[node.chosen[-1]]
        sets = np.flatnonzero(ok)
        used = sets | node.used
        after = bounds.compact[used]
        if self.most_met:
            hope = node.met + costs.met[attacker][sets] - bounds.met_after[place + 1][after]
            fine = hope + self.must_block.bit_count() >= self.most_met
            sets, used, after = sets[fine], used[fine], after[fine]
        least = np.full(len(sets), -(1 << 61), dtype=np.int64)
        states = bounds.counts[node.state][attacker][1][sets]
        for number, table in enumerate(self.tables):
            one = node.sums[number] + table.costs[node.state][attacker][sets] + table.after[place + 1][states, after]
            np.maximum(least, one + self.requirement(number), out=least)
        least += bounds.several_sizes[used]
        return sets, self.doomed(node, sets, after, least)

    def doomed(self, node: Node, sets: Ints, after: Ints, least: Ints) -> Ints:
        """The bounds where what isn't blocked, or can't be any more, is lethal."""
        place = len(node.chosen)
        lost = np.zeros(len(sets), dtype=bool)  # by life, by poison or by both: the win counts once
        for kind, reach, rest in self.dooms:
            mine = self.weighing.stakes.sure[self.order[place]][kind]
            lost |= node.dealt[kind] + np.where(sets == 0, mine, 0) + rest[place + 1][after] >= reach
        if self.weighing.stakes.one_step:
            least = np.where(lost, least + self.win, least)
        else:
            least = np.where(lost, np.maximum(least, self.floor), least)
        if self.at_stake and not self.weighing.stakes.one_step:
            # combat may end in the first-strike step, the game won
            least = np.minimum(least, self.floor)
        return least

    def visit(self, node: Node) -> None:
        """Choose blockers for the next attacker, and go on."""
        place = len(node.chosen)
        if place == len(self.order):
            self.finish(node)
            return
        sets, least = self.children(node)
        if self.best is not None:
            fine = least < self.best[0]
            sets, least = sets[fine], least[fine]
        rank = np.lexsort((self.bounds.single_sizes[sets], least))
        for chosen, bound in zip(sets[rank].tolist(), least[rank].tolist(), strict=True):
            if self.best is not None and bound >= self.best[0]:
                break
            if not place:
                self.least = max(self.least, bound)
            if self.deadline.passed:
                self.proven = False
                return
            child, more = self.child(node, chosen)
            if self.best is not None and max(bound, more) >= self.best[0]:
                continue
            self.visit(child)
            if not self.proven and self.deadline.passed:
                return

    def child(self, node: Node, chosen: int) -> tuple[Node, int]:
        """The node once the next attacker has these blockers, and a bound by its components."""
        place = len(node.chosen)
        attacker = self.order[place]
        several = self.costs.several
        blockers, members = chosen, [(attacker, chosen)]
        groups = []
        for group in node.groups:
            if group.blockers & chosen & several:
                blockers |= group.blockers
                members += group.members
            else:
                groups.append(group)
        groups.append(Group(blockers, tuple(sorted(members)), self.known(blockers, tuple(sorted(members)))))
        sure = self.weighing.stakes.sure[attacker]
        dealt = node.dealt if chosen else (node.dealt[0] + sure[0], node.dealt[1] + sure[1])
        child = Node(
            (*node.chosen, chosen),
            node.used | chosen,
            int(self.bounds.counts[node.state][attacker][1][chosen]),
            node.met + int(self.costs.met[attacker][chosen]),
            tuple(
                total + int(table.costs[node.state][attacker][chosen])
                for total, table in zip(node.sums, self.tables, strict=True)
            ),
            tuple(groups),
            dealt,
        )
        return child, self.by_components(child)

    def known(self, blockers: int, members: Component) -> int | None:
        """What a component costs at least by playing it out, others that its blockers may block left away."""
        if len(members) == 1:
            attacker, chosen = members[0]
            if self.costs.closed[attacker][chosen] and (self.bounds.states > 1 or not chosen & self.costs.several):
                value = int(self.bounds.exact[attacker][chosen])
                return value * self.factor + int(self.bounds.single_sizes[chosen])
        if self.board.pending or blockers & ~self.costs.ordinary:
            return None
        for attacker, _ in members:
            if not self.ordinary[attacker] or attacker in self.costs.shared:
                return None
            if self.linked[attacker] and not self.weighing.stakes.one_step:
                return None
        single_sizes = int(self.bounds.single_sizes[blockers])
        if not blockers & ~self.costs.slow and not any(self.strikes[attacker] for attacker, _ in members):
            if members not in self.parted:
                self.parted[members] = self.parts.least(members) * self.factor + single_sizes
            return self.parted[members]
        if len(members) > FEW_SOLVED:
            return None
        if any("lifelink" in self.costs.blockers[bit].abilities for bit in bits_of(blockers)):
            return None  # alone, it may kill in the first step what lives longer in a larger component
        bits = self.costs.bits
        component = tuple((attacker, sum(1 << bits[bit] for bit in bits_of(chosen))) for attacker, chosen in members)
        value, proven = self.weighing.components.worth(component)
        return value * self.factor + single_sizes if proven else None

    def by_components(self, node: Node) -> int:
        """A bound by the components: those that are known, the others' and the coming attackers' relaxed costs."""
        if all(group.cost is None for group in node.groups):
            return -(1 << 61)
        place = len(node.chosen)
        used = int(self.bounds.compact[node.used])
        best = -(1 << 61)
        exact = sum(group.cost for group in node.groups if group.cost is not None)
        # creatures in known components are counted there
        state = self.bounds.states - 1
        if state:
            state = sum(1 << number for number, bit in enumerate(self.costs.copies) if node.used >> bit & 1)
        loose = [member for group in node.groups if group.cost is None for member in group.members]
        for number, table in enumerate(self.tables):
            cost = exact + sum(int(table.costs[-1][attacker][chosen]) for attacker, chosen in loose)
            if self.priced[number]:
                cost -= self.bounds.large * sum(
                    int(self.costs.met[attacker][chosen])
                    for group in node.groups
                    if group.cost is not None
                    for attacker, chosen in group.members
                )
            charge = table.charges[0 if loose else place]
            best = max(best, cost + int(table.after[place][state, used]) + charge + self.requirement(number))
        best += int(self.bounds.several_sizes[node.used])
        if self.at_stake and not self.weighing.stakes.one_step:
            best = min(best, self.floor)
        return best

    def finish(self, node: Node) -> None:
        """Weigh a whole declaration."""
        board, costs = self.board, self.costs
        if node.met + (node.used & self.must_block).bit_count() < self.most_met:
            return
        blocking = node.used.bit_count()
        if board.max_blocking is not None and blocking > board.max_blocking:
            return
        if blocking == 1 and board.defenders[costs.bits[node.used.bit_length() - 1]].cant_block_alone:
            return
        masks = [0] * len(board.attackers)
        names: dict[int, list[int]] = {}
        for attacker, chosen in zip(self.order, node.chosen, strict=True):
            for bit in bits_of(chosen):
                masks[attacker] |= 1 << costs.bits[bit]
                names.setdefault(costs.bits[bit], []).append(attacker)
        blocks = {
            board.defenders[place].id: tuple(board.attackers[a].id for a in sorted(names[place]))
            for place in sorted(names)
        }
        most = None if self.best is None else -(-(self.best[0] - blocking) // self.factor)
        weighed = self.weighing.weigh(blocks, masks, most)
        if weighed is None:
            return
        self.proven &= weighed[1]
        cost = weighed[0] * self.factor + blocking
        if self.best is None or cost < self.best[0]:
            self.best = cost, blocks
