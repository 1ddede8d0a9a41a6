"""Legal declarations of attackers (508.1): listed, counted without listing, and judged."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from ...model.terms import PLAYER
from ...model.words import Near, short, show, some
from ..damage.legality import Violation
from .evasion import bars_attack
from .layered_count import CreatureMove, Layers

if TYPE_CHECKING:
    from ...model.board import DeclareAttackers

__all__ = ["LegalAttacks"]

State = tuple[int, bool]
"""How many attack, no more than matters; and whether one of them can't attack alone."""


class LegalAttacks:
    """Every legal declaration of attackers, without listing them in advance.

    Iterating gives each once as `{creature id: target}`, `in` judges one, `count()` counts. Restrictions are obeyed
    (508.1c); of the requirements as many are met as any declaration that obeys the restrictions can meet (508.1d).
    There is always at least one, so a view is true.

    >>> from optimizer.model.board import DeclareAttackers
    >>> bear = {"power": 2, "toughness": 2, "cant_attack_alone": True}
    >>> board = DeclareAttackers.from_document({"creatures": [bear | {"id": "a"}, bear | {"id": "b"}], "defenders": []})
    >>> list(board.legal_declarations())
    [{}, {'a': 'player', 'b': 'player'}]
    """

    def __init__(self, board: DeclareAttackers) -> None:
        self.board = board
        self.able = [not bars_attack(creature) for creature in board.creatures]
        self.counted = 2 if board.max_attacking is None else max(2, board.max_attacking + 1)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<LegalAttacks: {self.count()}>"

    def __contains__(self, declaration: object) -> bool:
        return not self.violations(declaration)

    def count(self) -> int:
        """How many there are, exactly, without listing them."""
        return self.layers.total.ways

    def __iter__(self) -> Iterator[dict[str, str]]:
        creatures = self.board.creatures
        rest = self.layers.rest
        most = self.layers.total.met
        stack: list[tuple[int, State, int, dict[str, str]]] = [(0, (0, False), 0, {})]
        while stack:
            place, state, met, chosen = stack.pop()
            if place == len(creatures):
                yield chosen
                continue
            name = creatures[place].id
            for target in reversed(self.options(place)):
                after = self.after(place, state, target)
                now = met + self.met(place, target)
                left = rest[place + 1].get(after)
                if left is not None and now + left.met == most:
                    stack.append((place + 1, after, now, chosen if target is None else chosen | {name: target}))

    # The pieces of the count.

    def options(self, place: int) -> tuple[str | None, ...]:
        """What a creature may attack, first None for nothing."""
        return (None, *self.board.targets) if self.able[place] else (None,)

    def met(self, place: int, target: str | None) -> int:
        """How many requirements a creature meets by attacking a target (508.1d, 701.15b)."""
        if target is None:
            return 0
        creature = self.board.creatures[place]
        goaded = set(creature.goaded_by)  # 701.15d: a second time by the same player adds nothing
        elsewhere = sum(player != PLAYER for player in goaded) if target == PLAYER else 0
        return creature.must_attack + len(goaded) + elsewhere

    def after(self, place: int, state: State, target: str | None) -> State:
        """The state once a creature has decided."""
        if target is None:
            return state
        return min(state[0] + 1, self.counted), state[1] or self.board.creatures[place].cant_attack_alone

    def last(self, state: Hashable) -> int | None:
        """None where as many as that, or one alone, can't attack (508.1c)."""
        number, needs_others = cast(State, state)
        most = self.board.max_attacking
        if (number == 1 and needs_others) or (most is not None and number > most):
            return None
        return 0

    @cached_property
    def layers(self) -> Layers:
        """What the creatures from each one on can do."""

        def moves(place: int, state: Hashable) -> list[CreatureMove]:
            at = cast(State, state)
            return [CreatureMove(self.met(place, to), self.after(place, at, to), 1) for to in self.options(place)]

        return Layers(len(self.board.creatures), (0, False), moves, self.last)

    # The verdict.

    def violations(self, declaration: Any) -> list[Violation]:
        """Every clause that a declaration breaks; empty where it is legal. Anything may be asked about."""
        if not isinstance(declaration, Mapping):
            return [Violation("508.1", "", f"expected {{creature: target}}, not {show(declaration)}")]
        board = self.board
        places = {creature.id: place for place, creature in enumerate(board.creatures)}
        near, known, attackable = Near(places), some(board.targets), {*board.targets}
        found: list[Violation] = []
        for name, target in declaration.items():
            if name not in places:
                hint = near(str(name))
                found.append(Violation("508.1a", short(str(name)), f"there is no creature {show(name)}{hint}"))
                continue
            bars = bars_attack(board.creatures[places[name]])
            found += [Violation(bar.rule, name, f"{name} {bar.why}") for bar in bars]
            if not isinstance(target, str) or target not in attackable:
                found.append(Violation("508.1b", name, f"{name} can't attack {show(target)}: expected {known}"))
        attacking = [creature for creature in board.creatures if creature.id in declaration]
        if len(attacking) == 1 and attacking[0].cant_attack_alone:
            found.append(Violation("508.1c", attacking[0].id, f"{attacking[0].id} can't attack alone"))
        if board.max_attacking is not None and len(attacking) > board.max_attacking:
            why = f"no more than {board.max_attacking} can attack, and {len(attacking)} do"
            found.append(Violation("508.1c", attacking[board.max_attacking].id, why))
        return found or self.unmet(declaration)

    def unmet(self, declaration: Mapping[str, str]) -> list[Violation]:
        """The requirements left unmet, where more could be met without breaking a restriction (508.1d)."""
        creatures = self.board.creatures
        met = sum(self.met(place, declaration.get(one.id)) for place, one in enumerate(creatures))
        most = self.layers.total.met
        if met >= most:
            return []
        more = f"{met} of the requirements are met, and {most} can be"
        found = []
        for one in creatures:
            target = declaration.get(one.id)
            if target is None and (one.must_attack or one.goaded_by):
                why = "must attack" if one.must_attack else "is goaded and must attack"
                found.append(Violation("508.1d", one.id, f"{one.id} {why} if able: {more}"))
            elif target is not None and target != PLAYER and any(player != PLAYER for player in one.goaded_by):
                why = "is goaded and must attack another player than the one who goaded it"
                found.append(Violation("701.15b", one.id, f"{one.id} {why} if able: {more}"))
        return found
