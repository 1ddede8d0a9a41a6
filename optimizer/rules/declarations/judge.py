"""The verdict on a declaration of blockers, with every clause that it breaks (509.1a to c)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...model.words import Near, short, show
from ..damage.legality import Violation
from .evasion import bars_block, bars_pair

if TYPE_CHECKING:
    from .blocks import LegalBlocks

__all__ = ["BlockJudge"]


class BlockJudge:
    """Judges declarations on one board; it never asks how they came about."""

    def __init__(self, legal: LegalBlocks) -> None:
        self.legal = legal
        self.board = legal.board
        self.attackers = {one.id: place for place, one in enumerate(self.board.attackers)}
        self.defenders = {one.id: place for place, one in enumerate(self.board.defenders)}
        self.near_attacker, self.near_defender = Near(self.attackers), Near(self.defenders)

    def judge(self, declaration: Mapping[Any, Any]) -> list[Violation]:
        """Every clause broken. Whether more requirements could be met is only asked of what is otherwise legal."""
        found: list[Violation] = []
        blocks: dict[int, tuple[int, ...]] = {}
        for name, targets in declaration.items():
            if name not in self.defenders:
                hint = self.near_defender(str(name))
                found.append(Violation("509.1a", short(str(name)), f"there is no defender {show(name)}{hint}"))
            elif not isinstance(targets, (list, tuple, set, frozenset)):
                found.append(Violation("509.1a", name, f"{name}: expected a list of attackers, not {show(targets)}"))
            else:
                found += self.one(self.defenders[name], list(targets), blocks)
        numbers = [0] * len(self.board.attackers)
        for targets in blocks.values():
            for target in targets:
                numbers[target] += 1
        found += self.counts(numbers, blocks)
        return found or self.unmet(numbers, blocks)

    def one(self, place: int, targets: list[Any], blocks: dict[int, tuple[int, ...]]) -> list[Violation]:
        """What is wrong with what one creature blocks; what it can be taken for goes to `blocks`."""
        creature = self.board.defenders[place]
        name = creature.id
        found = []
        known: list[int] = []
        for target in targets:
            at = self.attackers.get(target) if isinstance(target, str) else None
            if at is None:
                hint = self.near_attacker(str(target))
                found.append(Violation("509.1a", name, f"{name}: there is no attacker {show(target)}{hint}"))
            elif at in known:
                found.append(Violation("509.1a", name, f"{name} blocks {target} twice"))
            else:
                known.append(at)
        if not targets:
            return found
        found += [Violation(bar.rule, name, f"{name} {bar.why}") for bar in bars_block(creature)]
        if creature.can_block != "any" and len(known) > creature.can_block:
            most = f"at most {creature.can_block}" if creature.can_block else "no"
            found.append(Violation("509.1a", name, f"{name} can block {most} attackers, and blocks {len(known)}"))
        for at in known:
            bars = bars_pair(self.board.attackers[at], creature)
            found += [Violation(bar.rule, name, f"{name} {bar.why}") for bar in bars]
        if known:
            blocks[place] = tuple(sorted(known))
        return found

    def counts(self, numbers: list[int], blocks: Mapping[int, tuple[int, ...]]) -> list[Violation]:
        """Restrictions on how many creatures block (509.1b)."""
        found = []
        for one, number in zip(self.board.attackers, numbers, strict=True):
            does = f"{number} {'blocks' if number == 1 else 'block'} it"
            if 0 < number < one.fewest:
                rule = "702.111b" if one.min_blockers < one.fewest else "509.1b"
                why = f"{one.id} can't be blocked except by {one.fewest} or more creatures, and {does}"
                found.append(Violation(rule, one.id, why))
            if one.max_blockers is not None and number > one.max_blockers:
                why = f"{one.id} can't be blocked by more than {one.max_blockers} creatures, and {does}"
                found.append(Violation("509.1b", one.id, why))
        blocking = [self.board.defenders[place] for place in blocks]
        if len(blocking) == 1 and blocking[0].cant_block_alone:
            found.append(Violation("509.1b", blocking[0].id, f"{blocking[0].id} can't block alone"))
        most = self.board.max_blocking
        if most is not None and len(blocking) > most:
            why = f"no more than {most} can block, and {len(blocking)} do"
            found.append(Violation("509.1b", blocking[most].id, why))
        return found

    def unmet(self, numbers: list[int], blocks: Mapping[int, tuple[int, ...]]) -> list[Violation]:
        """The requirements left unmet, where more could be met without breaking a restriction (509.1c)."""
        pairs = self.legal.pairs
        met = sum(pairs.met(place, targets) for place, targets in blocks.items())
        met += sum(pairs.attacker_met(at, number) for at, number in enumerate(numbers))
        most = self.legal.most_met
        if met >= most:
            return []
        more = f"{met} of the requirements are met, and {most} can be"
        found = []
        for place, one in enumerate(self.board.defenders):
            if one.must_block and place not in blocks:
                found.append(Violation("509.1c", one.id, f"{one.id} must block if able: {more}"))
            for at, points in pairs.points[place].items():
                attacker = self.board.attackers[at]
                if points and at not in blocks.get(place, ()):
                    rule = "509.1c" if attacker.lure else "702.39a"
                    found.append(Violation(rule, one.id, f"{one.id} must block {attacker.id} if able: {more}"))
        for at, number in enumerate(numbers):
            one = self.board.attackers[at]
            if one.must_be_blocked and not number:
                found.append(Violation("509.1c", one.id, f"{one.id} must be blocked if able: {more}"))
            if number < one.must_be_blocked_by:
                why = f"{one.id} must be blocked by {one.must_be_blocked_by} or more if able: {more}"
                found.append(Violation("509.1c", one.id, why))
        return found
