"""Blocks in components: fights that have nothing in common, each worth the same whatever happens in the others.

Where the defending player can't lose, what a whole declaration comes to is the sum over its components: both players
can choose play by play in each of them apart. A component's attackers share a blocker or a band, or their damage goes
to the same planeswalker or battle. Declarations have most components in common, so each is played out once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from ...model.board import DeclareBlockers
from ...model.board_creature import BoardCreature, as_blocker
from ...model.combat import Combat, Player, has_strike, unchecked
from ...model.creature import Attacker, Blocker
from ...model.terms import Edition, Step
from ..context import Context
from ..line import solve
from ..line.dispatch import excerpt, play_on
from .board_bounds import prices_of
from .fights import SAFE, kinds_of
from .play_out import MOST_ORDERS, Deadline, number_of, orders

__all__ = ["Component", "Components", "bits_of", "unsettled"]

Component = tuple[tuple[int, int], ...]
"""Attackers, each with the set of its blockers as bits; both are places in the document."""


class Components:
    """The components of one board's blocks and what they come to, in whole units: `scale` of them make a point."""

    def __init__(self, board: DeclareBlockers, deadline: Deadline) -> None:
        self.board = board
        self.deadline = deadline
        self.attackers = tuple(replace(one, commander=False) for one in board.attacking)  # nobody loses here
        self.common = {**board.common, "defending_player": Player(life=SAFE, poison=-SAFE)}
        self.empty = Combat(**{**self.common, "pending": False}, attackers=())
        self.prices = prices_of(board, board.defenders)
        self.scale = self.prices.scale // self.prices.spread
        self.kinds = kinds_of([*board.attackers, *board.defenders])
        creatures = (*board.attackers, *board.defenders)
        # sources of damage are looked at in the document's order where that matters
        self.in_order = any(one.excess_to_controller or one.prevent for one in creatures)
        self.strikes = any(map(has_strike, board.attackers))
        self.touchy = any(map(unsettled, creatures))
        self.quick = sum(1 << place for place, one in enumerate(board.defenders) if has_strike(one))
        bands: dict[str, list[int]] = {}
        for place, attacker in enumerate(board.attackers):
            if attacker.band is not None:
                bands.setdefault(attacker.band, []).append(place)
        self.bands = [band for band in bands.values() if len(band) > 1]
        self.shared = self.targets_in_common()
        self.memo: dict[tuple[object, ...], int] = {}
        self.known: dict[tuple[Component, bool], int] = {}

    def targets_in_common(self) -> list[list[int]]:
        """The attackers of each planeswalker or battle for which it matters what they do together."""
        found = []
        lasting = {one.id: one.loyalty for one in self.board.planeswalkers}
        lasting |= {one.id: one.defense for one in self.board.battles}
        for name, left in lasting.items():
            places = [place for place, one in enumerate(self.board.attackers) if one.attacking == name]
            creatures = [self.board.attackers[place] for place in places]
            most = sum(2 * max(0, one.power, one.toughness) for one in creatures)
            over = any("trample over planeswalkers" in one.abilities for one in creatures)
            if len(places) > 1 and (most > left or over or self.board.pending):
                found.append(places)
        return found

    def masks(self, blocks: Mapping[str, Sequence[str]]) -> list[int]:
        """The blockers of each attacker, as bits."""
        found = dict.fromkeys((one.id for one in self.board.attackers), 0)
        for place, one in enumerate(self.board.defenders):
            for name in blocks.get(one.id, ()):
                found[name] |= 1 << place
        return list(found.values())

    def split(self, masks: Sequence[int], some: Sequence[int] | None = None) -> list[Component]:
        """The components of a declaration, or of what some of the attackers and their blockers make of it."""
        places = range(len(masks)) if some is None else some
        root = dict.fromkeys(places, 0)
        for place in places:
            root[place] = place

        def find(place: int) -> int:
            while root[place] != place:
                place = root[place]
            return place

        last: dict[int, int] = {}
        for place in places:
            left = masks[place]
            while left:
                bit = left & -left
                left ^= bit
                if bit in last:
                    root[find(last[bit])] = find(place)
                last[bit] = place
        for band in self.bands:
            there = [place for place in band if place in root]
            for one, other in pairwise(there):
                root[find(one)] = find(other)
        for together in self.shared:
            there = [place for place in together if place in root and self.goes_past(place, masks[place])]
            for one, other in pairwise(there):
                root[find(one)] = find(other)
        groups: dict[int, list[tuple[int, int]]] = {}
        for place in places:
            groups.setdefault(find(place), []).append((place, masks[place]))
        return [tuple(group) for group in groups.values()]

    def goes_past(self, place: int, mask: int) -> bool:
        """Some of an attacker's damage may get past its blockers."""
        one = self.board.attackers[place]
        has = one.abilities
        return not mask or one.as_though_unblocked or "trample" in has or "trample over planeswalkers" in has

    def total(self, masks: Sequence[int]) -> tuple[int, bool]:
        """What a declaration comes to if the defending player can't lose, and whether that is proven."""
        first = self.touchy and (self.strikes or any(mask & self.quick for mask in masks))
        value, proven = 0, True
        for component in self.split(masks):
            more, sure = self.worth(component, first)
            value += more
            proven &= sure
        return value, proven

    def worth(self, component: Component, first: bool = False) -> tuple[int, bool]:
        """What a component comes to, and whether that is proven; `first`: a first-strike step is sure to be there."""
        found = self.known.get((component, first))
        if found is not None:
            return found, True
        key = self.key(component, first)
        found = self.memo.get(key)
        proven = True
        if found is None:
            found, proven = self.play(component, first)
            if not proven:
                return found, False
            self.memo[key] = found
        self.known[component, first] = found
        return found, True

    def key(self, component: Component, first: bool) -> tuple[object, ...]:
        """Equal for components that differ in nothing but names."""
        offset = len(self.board.attackers)
        rows = []
        for place, mask in component:
            kinds = [self.kinds[offset + bit] for bit in bits_of(mask)]
            rows.append((self.kinds[place], kinds if self.in_order else sorted(kinds), place, mask))
        if not self.in_order:
            rows.sort()
        by: dict[int, list[int]] = {}
        for number, row in enumerate(rows):
            for bit in bits_of(row[3]):
                by.setdefault(bit, []).append(number)
        blockers = [(self.kinds[offset + bit], *by[bit]) for bit in sorted(by)]
        if not self.in_order:
            blockers.sort()
        return (first, tuple(row[0] for row in rows), tuple(blockers))

    def play(self, component: Component, first: bool) -> tuple[int, bool]:
        """Play a component out, in `ordered` with the best orders: the attacking player's first (509.2, 509.3)."""
        by: dict[int, list[int]] = {}
        for place, mask in component:
            for bit in bits_of(mask):
                by.setdefault(bit, []).append(place)
        blockers = [
            as_blocker(self.board.defenders[bit], tuple(self.board.attackers[place].id for place in by[bit]))
            for bit in sorted(by)
        ]
        attackers = [self.attackers[place] for place, _ in component]
        places = [place for place, _ in component]
        if self.board.edition is not Edition.ORDERED:
            return self.fight(places, attackers, blockers, first)
        ours, theirs = self.choices(attackers, blockers)
        whole = number_of(ours) * number_of(theirs) <= MOST_ORDERS
        best: int | None = None
        proven = whole
        for mine in orders(ours, whole):
            worst: int | None = None
            for yours in orders(theirs, whole):
                value, sure = self.fight(
                    places,
                    [replace(one, order=mine.get(one.id)) for one in attackers],
                    [replace(one, order=yours.get(one.id)) for one in blockers],
                    first,
                )
                proven &= sure
                worst = value if worst is None else min(worst, value)
                if (best is not None and worst <= best) or self.deadline.passed:
                    break
            assert worst is not None
            best = worst if best is None else max(best, worst)
            if self.deadline.passed:
                return best, False
        assert best is not None
        return best, proven

    def choices(
        self, attackers: list[Attacker], blockers: list[Blocker]
    ) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        """Whom each creature could put in an order, where it fights several."""
        band = {one.id: one.band for one in attackers}
        blocked: dict[str, list[str]] = {one.id: [] for one in attackers}
        theirs = {}
        for one in blockers:
            bands = {band[name] for name in one.blocks} - {None}
            names = [name for name in blocked if name in one.blocks or band[name] in bands]
            theirs[one.id] = names
            for name in names:
                blocked[name].append(one.id)
        return (
            {name: names for name, names in blocked.items() if len(names) > 1},
            {name: names for name, names in theirs.items() if len(names) > 1},
        )

    def fight(
        self, places: list[int], attackers: list[Attacker], blockers: list[Blocker], first: bool
    ) -> tuple[int, bool]:
        """The best line of these creatures alone, in units."""
        if not self.board.pending:
            step = Step.FIRST_STRIKE if first or any(map(has_strike, (*attackers, *blockers))) else Step.REGULAR
            combat = unchecked(self.empty, attackers=tuple(attackers), blockers=tuple(blockers), step=step)
            found = solve(combat, limit=self.deadline.left())
            return round(found.score * self.scale), found.status == "optimal"
        there = dict(zip(places, attackers, strict=True))
        everyone = tuple(there.get(place, one) for place, one in enumerate(self.attackers))
        table = Combat(**self.common, attackers=everyone, blockers=tuple(blockers)).table
        small, start = excerpt(table, table.start, places, list(range(len(blockers))))
        numbers = {one.id: place for place, one in enumerate(self.board.defenders)}
        prices = self.prices.restricted(places, [numbers[one.id] for one in blockers])
        limit = self.deadline.left()
        context = Context(prices, None if limit is None else self.deadline.at, clock=self.deadline.clock)
        value = prices.score(small, start)
        if not start.over:
            value += play_on(context, small, start).value
        return value // prices.spread, context.proven


def unsettled(one: BoardCreature) -> bool:
    """State-based actions do something to it after a first-strike step, even where nobody strikes at it: they destroy
    it, or take pairs of its counters off (704.5f, 704.5g, 704.5q). So it matters to it whether there is such a step."""
    both = one.counter("+1/+1") > 0 and one.counter("-1/-1") > 0
    return both or one.toughness <= 0 or one.damage >= one.toughness


def bits_of(mask: int) -> list[int]:
    """The places of the bits that are set."""
    found = []
    while mask:
        bit = mask & -mask
        found.append(bit.bit_length() - 1)
        mask ^= bit
    return found
