"""The predicate: is an announcement legal, and which clauses does it break (510.1e)?

It judges the whole announcement of one side for one step; it never asks how it came about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...model.terms import PLAYER, Side
from ...model.words import short, show
from ..position import FIGHTING, TO_PLAYER
from .announcement import Announcement, Source, announcement

if TYPE_CHECKING:
    from ...model.combat import Combat

__all__ = ["Violation", "violations"]


@dataclass(frozen=True, slots=True)
class Violation:
    """A clause that an announcement breaks: the rule's number, the creature concerned, and why, in words."""

    rule: str
    source: str
    message: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.message}"

    def to_dict(self) -> dict[str, str]:
        """As a JSON object."""
        return {"rule": self.rule, "source": self.source, "message": self.message}


def violations(combat: Combat, assignment: Any, side: Side) -> list[Violation]:
    """Every clause that an announcement breaks; empty where it is legal.

    Anything may be asked about: what is no assignment at all is illegal, and no error.

    >>> from optimizer import Combat
    >>> combat = Combat.parse("Wurm 6/4 trample <- Bear 2/2")
    >>> for violation in combat.violations({"wurm": {"bear": 1, "player": 5}}):
    ...     print(violation)
    702.19b: wurm assigns 5 to the player, but bear is assigned 1 and lethal damage to it is 2
    """
    return Judge(combat, side).judge(assignment)


class Judge:
    """The names and the announcement that a verdict needs."""

    def __init__(self, combat: Combat, side: Side) -> None:
        table = combat.table
        self.combat, self.table, self.side = combat, table, side
        self.position = table.start
        self.problem: Announcement = announcement(table, table.start, side)
        attacking = side is Side.ATTACKING
        self.mine = table.attackers if attacking else table.blockers
        self.theirs = table.blockers if attacking else table.attackers
        self.numbers = {traits.id: number for number, traits in enumerate(self.theirs)}
        self.numbers[PLAYER] = TO_PLAYER
        self.numbers.update((name, -2 - place) for place, name in enumerate(table.permanent_ids))
        self.sources = {self.mine[source.creature].id: source for source in self.problem.sources}

    def name(self, recipient: int) -> str:
        """A recipient in words."""
        if recipient >= 0:
            return self.theirs[recipient].id
        return "the player" if recipient == TO_PLAYER else self.table.permanent_ids[-2 - recipient]

    def judge(self, assignment: Any) -> list[Violation]:
        """Every clause broken, in the order of the document's creatures."""
        if not isinstance(assignment, Mapping):
            return [Violation("510.1", "", f"an assignment names creatures and their damage, not {show(assignment)}")]
        found: list[Violation] = []
        given: dict[str, dict[int, int]] = {}
        for name, division in assignment.items():
            given[name] = self.read(name, division, found)
        totals, touched = self.totals(given)
        for name, source in self.sources.items():
            division = given.get(name, {})
            total = sum(division.values())
            if not total and source.optional:
                continue
            if total != source.amount and not any(one.rule == "107.1" and one.source == name for one in found):
                found.append(
                    Violation("510.1a", name, f"{name} must assign all of its {source.amount} damage, not {total}")
                )
            found += self.conditions(name, source, division, totals, touched)
        return found

    def read(self, name: Any, division: Any, found: list[Violation]) -> dict[int, int]:
        """One source's entries as numbers; what is no entry it may have goes to `found`."""
        source, word = self.sources.get(name), short(str(name))
        if not isinstance(division, Mapping):
            found.append(Violation("510.1", word, f"{word}: expected recipients and damage, not {show(division)}"))
            return {}
        entries: dict[int, int] = {}
        for recipient, n in division.items():
            if isinstance(n, bool) or not isinstance(n, int) or n < 0:
                found.append(Violation("107.1", word, f"{word}: damage is a whole number of 0 or more, not {show(n)}"))
                continue
            if n == 0:
                continue
            if source is None:
                found.append(self.no_source(name))
                return {}
            number = self.numbers.get(recipient)
            allowed = number is not None and number in source.recipients
            entries[number if allowed and number is not None else -1_000_000 - len(entries)] = n
            if not allowed:
                found.append(self.not_allowed(name, source, recipient, number))
        if source is None and name not in {traits.id for traits in self.mine}:
            found.append(self.no_source(name))
        return entries

    def no_source(self, name: Any) -> Violation:
        """Why a creature that was given damage to assign assigns none."""
        for index, traits in enumerate(self.mine):
            if traits.id != name:
                continue
            bodies = self.position.attackers if traits.attacking else self.position.blockers
            body = bodies[index]
            bit = index if traits.attacking else len(self.table.attackers) + index
            if self.position.over or body.place != FIGHTING:
                return Violation("510.1", name, f"{name} is not in combat any more")
            if not self.table.assigns(self.position, traits, bit):
                why = (
                    "has neither first nor double strike" if self.position.first else "struck in the first-strike step"
                )
                step = "first-strike" if self.position.first else "regular"
                return Violation("510.4", name, f"{name} assigns no damage in the {step} step: it {why}")
            if not traits.amount(body):
                return Violation("510.1a", name, f"{name} has no combat damage to assign")
            if not traits.attacking:
                return Violation("510.1d", name, f"{name} blocks no attacker any more, so it assigns no damage")
            if self.table.blocked[index]:
                return Violation("510.1c", name, f"{name} is blocked and no blocker is left, so it assigns no damage")
            return Violation("510.1b", name, f"{name}: what it attacks is gone, so it assigns no damage")
        role = "attacks" if self.side is Side.ATTACKING else "blocks"
        return Violation("510.1", short(str(name)), f"no creature called {show(name)} {role}")

    def not_allowed(self, name: str, source: Source, recipient: Any, number: int | None) -> Violation:
        """Why a recipient can't be given anything by this source."""
        if number is None:
            return Violation("510.1", name, f"{name}: there is nothing called {show(recipient)} to deal damage to")
        traits, other = self.mine[source.creature], self.name(number)
        if not traits.attacking:
            return Violation("510.1d", name, f"{name} may only damage attackers that it blocks, not {other}")
        if number >= 0:
            if not self.table.blocked[source.creature]:
                return Violation("510.1b", name, f"{name} is unblocked: it can't assign damage to {other}")
            return Violation("510.1c", name, f"{name} may only damage creatures that block it, not {other}")
        if self.table.blocked[source.creature] and source.target is None and traits.trample:
            return Violation("702.19f", name, f"{name}: what it attacks is gone, so nothing goes past its blockers")
        if not self.table.blocked[source.creature] and not traits.trample:
            return Violation("510.1b", name, f"{name} is unblocked and attacks {self.attacked(source)}, not {other}")
        if not source.free and not source.tramples:
            return Violation("510.1c", name, f"{name} is blocked and can't trample, so nothing goes to {other}")
        return Violation("702.19f", name, f"{name} attacks {self.attacked(source)}, so nothing goes to {other}")

    def attacked(self, source: Source) -> str:
        """What a source attacks, in words."""
        return "nothing" if source.target is None else self.name(source.target)

    def totals(self, given: Mapping[str, Mapping[int, int]]) -> tuple[dict[int, int], set[int]]:
        """What the whole announcement gives each recipient, and which of them deathtouch touches."""
        totals: dict[int, int] = {}
        touched: set[int] = set()
        for name, division in given.items():
            source = self.sources.get(name)
            for number, n in division.items():
                totals[number] = totals.get(number, 0) + n
                if source is not None and source.deathtouch:
                    touched.add(number)
        return totals, touched

    def conditions(
        self, name: str, source: Source, division: Mapping[int, int], totals: Mapping[int, int], touched: set[int]
    ) -> list[Violation]:
        """The clauses that depend on what else is assigned."""
        found: list[Violation] = []
        needs = self.problem.needs
        short = [
            c for c in source.creatures
            if totals.get(c, 0) < needs[c] and c not in touched
        ]  # fmt: skip
        onward = [r for r in source.recipients if r < 0 and division.get(r)]
        to_creatures = any(division.get(c) for c in source.creatures)
        if onward and not (source.free and not to_creatures):
            if not source.tramples:
                found.append(
                    Violation(
                        "510.1c", name, f"{name} assigns as though it weren't blocked, or to its blockers: not both"
                    )
                )
            passed = f"{name} assigns {sum(division[r] for r in onward)} to {self.name(onward[0])}"
            for c in short if source.tramples else ():
                lacks = f"{self.name(c)} is assigned {totals.get(c, 0)} and lethal damage to it is"
                found.append(Violation("702.19b", name, f"{passed}, but {lacks} {self.lethal(c, source)}"))
        if source.bound:
            found += self.out_of_order(name, source, division, short)
        if source.over and division.get(TO_PLAYER) and source.target is not None:
            loyalty = self.problem.loyalty[-2 - source.target]
            if totals.get(source.target, 0) < loyalty:
                walker = self.name(source.target)
                found.append(
                    Violation("702.19c", name, f"{name} assigns {division[TO_PLAYER]} to the player, but {walker} is "
                                               f"assigned {totals.get(source.target, 0)} and has loyalty {loyalty}")
                )  # fmt: skip
        return found

    def out_of_order(self, name: str, source: Source, division: Mapping[int, int], short: list[int]) -> list[Violation]:
        """Breaches of the damage assignment order, one for each creature skipped."""
        rule = "510.1c" if self.side is Side.ATTACKING else "510.1d"
        found: list[Violation] = []
        for place, c in enumerate(source.creatures):
            later = [d for d in source.creatures[place + 1 :] if division.get(d)]
            if later and c in short:
                found.append(
                    Violation(rule, name, f"{name} assigns {division[later[0]]} to {self.name(later[0])}, but "
                                          f"{self.name(c)} comes before it and is not assigned lethal damage "
                                          f"({self.lethal(c, source)})")
                )  # fmt: skip
        return found

    def lethal(self, creature: int, source: Source) -> int:
        """How much damage of a source alone is lethal to a creature (702.2c), said to a person."""
        need = self.problem.needs[creature]
        return min(1, need) if source.deathtouch else need
