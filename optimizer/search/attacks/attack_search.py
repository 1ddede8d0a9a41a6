"""Which creatures attack, and what: search over declarations, each weighed by the best blocks against it.

The fights of a creature are the same whoever else attacks, so they are worked out once for the whole board, and the
sums over sets of blockers grow attacker by attacker along the search. Adding an attacker helps the attacking player by
no more than what it does unblocked, since the other player could answer as before and leave it alone: that bounds what
a set of attackers and all larger ones can come to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from ...model.board import DeclareAttackers, DeclareBlockers
from ...model.board_creature import BoardCreature
from ...model.combat import has_strike
from ...model.terms import PLAYER
from ...rules.declarations.attacks import LegalAttacks
from ...rules.declarations.pairs import Pairs
from ..blocks.board_bounds import BoardBounds
from ..blocks.choice import Chosen
from ..blocks.components import unsettled
from ..blocks.fight_values import Worths
from ..blocks.fights import kinds_of
from ..blocks.method import choose, separable
from ..blocks.play_out import Deadline
from ..blocks.separate import decide, fights_on
from ..context import TimeUp
from .shared_subset_sums import Frame, OneByOne, Together

__all__ = ["Onslaught", "Plan", "Weighed"]

FIGHTING = 0.4
"""Of the time, for the fights; sets of blockers that are left then are left out."""

TOGETHER = ("exalted", "battle cry", "melee")
"""With pending triggers these make a fight depend on who else attacks."""


@dataclass(frozen=True)
class Plan:
    """Attacks, and what is proven of them: no legal attacks lead to more than `bound` points."""

    attacks: dict[str, str]
    score: float
    bound: float
    proven: bool
    method: str


class Weighed(NamedTuple):
    """Legal attacks and the score under the best blocks; it is no more than that, where it isn't proven."""

    attacks: dict[str, str]
    score: float
    proven: bool

    @property
    def key(self) -> tuple[float, int]:
        """To compare by: the score, then fewer attackers."""
        return self.score, -len(self.attacks)


class Onslaught:
    """The search on one board."""

    def __init__(self, board: DeclareAttackers, deadline: Deadline) -> None:
        self.board = board
        self.deadline = deadline
        self.legal = LegalAttacks(board)
        named = {name for one in board.defenders for name in one.provoked_by}
        alike = kinds_of(board.creatures)
        self.kinds = [
            -place - 1 if one.id in named or one.commander else kind
            for place, (one, kind) in enumerate(zip(board.creatures, alike, strict=True))
        ]
        self.worths: dict[tuple[str, str], Worths] = {}
        self.index: dict[tuple[str, str], int] = {}
        self.weighed: dict[frozenset[tuple[str, str]], Chosen] = {}
        self.complete = True
        self.early = deadline.part(FIGHTING)
        self.whole = self.shared_board()
        self.fights = None if self.whole is None else fights_on(self.whole, Pairs(self.whole), deadline)

    def shared_board(self) -> DeclareBlockers | None:
        """The board on which all attack that can; None where a fight depends on who else attacks, or has another
        shape."""
        board = self.board
        everybody = [(one, to) for place, one in enumerate(board.creatures) for to in self.legal.options(place) if to]
        if not everybody:
            return None
        if board.pending and any(word in one.abilities for one in board.creatures for word in TOGETHER):
            return None
        self.index = {(one.id, to): at for at, (one, to) in enumerate(everybody)}
        whole = self.everywhere(everybody)
        both = (*whole.attackers, *whole.defenders)
        if any(map(has_strike, both)) and any(map(unsettled, both)):
            return None  # whether there is a first-strike step depends on who attacks, and these depend on it
        pairs = Pairs(whole)
        at_player = replace(whole, attackers=tuple(replace(one, attacking=PLAYER) for one in whole.attackers))
        return whole if separable(at_player, pairs) else None

    def everywhere(self, everybody: list[tuple[BoardCreature, str]]) -> DeclareBlockers:
        """The board on which every creature attacks everything that it can, once each."""
        board = self.board
        if len(board.targets) == 1:
            return board.attacked({one.id: to for one, to in everybody})
        names = {(one.id, to): f"{to}\n{one.id}" for one, to in everybody}  # no id holds a line break
        attackers = tuple(replace(one, id=names[one.id, to], attacking=to) for one, to in everybody)
        defenders = tuple(
            replace(one, provoked_by=tuple(new for (old, _), new in names.items() if old in one.provoked_by))
            for one in board.defenders
        )
        return DeclareBlockers(
            **board.common, max_blocking=board.max_blocking, attackers=attackers, defenders=defenders
        )

    def coupled(self, attacks: dict[str, str]) -> bool:
        """Several creatures attack one planeswalker or battle, which may fall to less than they could all deal."""
        elsewhere = [target for target in attacks.values() if target != PLAYER]
        return len(set(elsewhere)) < len(elsewhere)

    def worths_of(self, name: str, target: str) -> Worths:
        """The worths of a creature's fights when it attacks that."""
        assert self.fights is not None
        key = (name, target)
        if key not in self.worths:
            found = self.worths[key] = self.fights.worths(self.index[key])
            self.complete &= self.fights.close(found, self.index[key], self.early)
        return self.worths[key]

    def weigh(self, attacks: dict[str, str]) -> Chosen:
        """The best blocks against these attacks, and what they leave; each attacks once."""
        key = frozenset(attacks.items())
        if key not in self.weighed:
            self.weighed[key] = self.weigh_anew(attacks)
        return self.weighed[key]

    def weigh_anew(self, attacks: dict[str, str]) -> Chosen:
        """The same, not remembered."""
        if not attacks:
            return Chosen({}, 0.0, 0.0, True, "no attack")
        board = self.board.attacked(attacks)
        if self.fights is not None and not self.coupled(attacks):
            worths = [self.worths_of(one.id, attacks[one.id]) for one in board.attackers]
            numbers = [self.index[one.id, attacks[one.id]] for one in board.attackers]
            chosen = decide(board, self.fights, numbers, worths, self.deadline)
            if chosen is not None:
                return chosen
        return choose(board, self.deadline)

    def best(self) -> Plan:
        """The best attacks; those not looked at when the limit comes leave it unproven. Raises `TimeUp` without any."""
        best: Weighed | None = None
        proven = True
        try:
            for one in self.ranked(prune=True):
                proven &= one.proven
                if best is None or one.key > best.key:
                    best = one
        except TimeUp:
            proven = False
        if best is None:  # not even one was weighed in time
            raise TimeUp
        proven = proven and self.complete
        bound = best.score if proven else max(best.score, self.ceiling)
        method = "attacks one by one" if self.fights is None else "attacks with shared fights"
        return Plan(best.attacks, best.score, bound, proven, method)

    def ranked(self, *, prune: bool) -> Iterator[Weighed]:
        """Legal declarations with what they come to, one of those that differ only in which of equal creatures attack.

        With `prune` those are left out that can't be better than an earlier one. Raises `TimeUp` when the limit comes.
        """
        sums = None if self.fights is None else Together.of(self, self.fights)
        yield from self.search(sums or OneByOne(self), prune)

    def search(self, together: Together | OneByOne, prune: bool) -> Iterator[Weighed]:
        """The search over creatures, one after another."""
        creatures = self.board.creatures
        rest, most = self.legal.layers.rest, self.legal.layers.total.met
        best: tuple[float, int] | None = None
        for one in self.greedy(together):
            best = max(best or one.key, one.key)
            yield one
            if self.deadline.passed:
                raise TimeUp
        stack = [(0, (0, False), 0, together.start())]
        while stack:
            place, state, met, frame = stack.pop()
            if place == len(creatures):
                weighed = together.weigh(frame, best if prune else None)
                if weighed is not None:
                    best = max(best or weighed.key, weighed.key)
                    yield weighed
                if self.deadline.passed:
                    raise TimeUp
                continue
            if prune and best is not None and (together.ceiling(frame, place), -len(frame.attacks)) <= best:
                continue
            for target in self.legal.options(place):
                after = self.legal.after(place, state, target)
                now = met + self.legal.met(place, target)
                left = rest[place + 1].get(after)
                if left is not None and now + left.met == most and self.first_of_equals(frame, place, target):
                    stack.append((place + 1, after, now, together.then(frame, place, target)))

    def greedy(self, together: Together | OneByOne) -> Iterator[Weighed]:
        """Nobody, everybody, and then one attacker after another as long as that is better: a good start, and all
        that there is time for on a large board."""
        board = self.board
        free = board.max_attacking is None and not any(one.cant_attack_alone for one in board.creatures)
        if not free or self.legal.layers.total.met:
            return
        able = [place for place in range(len(board.creatures)) if self.legal.able[place]]
        frame = together.start()
        everybody = frame
        for place in able:
            everybody = together.then(everybody, place, PLAYER)
        for first in (frame, everybody):
            weighed = together.weigh(first, None)
            assert weighed is not None
            yield weighed
        score = 0.0
        while True:
            better: tuple[float, Frame] | None = None
            for place in able:
                if board.creatures[place].id in frame.attacks or not self.first_of_equals(frame, place, PLAYER):
                    continue
                for target in board.targets:
                    more = together.then(frame, place, target)
                    one = together.weigh(more, None)
                    assert one is not None
                    yield one
                    if better is None or one.score > better[0]:
                        better = one.score, more
            if better is None or better[0] <= score:
                return
            score, frame = better

    def first_of_equals(self, frame: Frame, place: int, target: str | None) -> bool:
        """Of equal creatures the first ones attack, and what comes first among the targets."""
        rank = {name: at for at, name in enumerate(self.board.targets)}
        last = len(rank)
        mine = rank[target] if target is not None else last
        names = [self.board.creatures[at].id for at in range(place) if self.kinds[at] == self.kinds[place]]
        return all((rank[frame.attacks[name]] if name in frame.attacks else last) <= mine for name in names)

    @cached_property
    def bounds(self) -> BoardBounds:
        """Those of all creatures, whoever attacks."""
        return BoardBounds.of(self.board.attacked({one.id: PLAYER for one in self.board.creatures}))

    @property
    def ceiling(self) -> float:
        """No attacks come to more than this: everything that there is."""
        return self.bounds.highest
