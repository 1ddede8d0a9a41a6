"""The best line of a combat as linear models over whole numbers, written from the rules as a stranger would.

One damage step: what one side assigns and what the other does touch different creatures, so each side is a model. Two
steps: one model, where every blocker blocks one attacker, so that the attacking player alone decides anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .linear import Answer, Linear, by_highs
from .plain import Creature, OutOfScope, Plain, plain

__all__ = ["Best", "best"]

Assignment = dict[str, dict[str, int]]
Solver = Callable[[Linear, float | None], Answer]


@dataclass(frozen=True)
class Best:
    """The best score, an upper bound on it, the line that has it, and whether the two were proven to meet."""

    score: float
    bound: float
    proven: bool
    line: list[dict[str, Any]]


def best(document: Mapping[str, Any], solver: Solver = by_highs, seconds: float | None = None) -> Best:
    """The best line by linear models; raises `OutOfScope` where the combat has more to it than they know."""
    combat = plain(document)
    if any(one.struck_first or not one.need for one in combat.creatures) or "step" in document:
        raise OutOfScope("it stands in the middle")
    if combat.first:
        return two_steps(combat, solver, seconds)
    attack, defence = Announcement(combat, attacking=True), Announcement(combat, attacking=False)
    ours, theirs = solver(attack.model, seconds), solver(defence.model, seconds)
    if not (ours.values or not attack.model.low) or not (theirs.values or not defence.model.low):
        return Best(float("-inf"), float("inf"), False, [])
    line = [{"step": "regular", "attacking": attack.read(ours), "defending": defence.read(theirs)}]
    constant = attack.constant - defence.constant
    return Best(
        constant + ours.objective - theirs.objective,
        constant + ours.bound - theirs.objective,
        ours.proven and theirs.proven,
        line,
    )


class Announcement:
    """One side's announcement in a single step: `model`, and what the side gets whatever it does, `constant`."""

    def __init__(self, combat: Plain, *, attacking: bool) -> None:
        self.combat = combat
        self.sides = (combat.attackers, combat.blockers) if attacking else (combat.blockers, combat.attackers)
        self.model = Linear()
        self.points: dict[tuple[int, int], int] = {}
        self.onward: dict[int, int] = {}
        self.constant = 0.0
        mine, theirs = self.sides
        for number, source in enumerate(mine):
            self.add_source(number, source, attacking)
        hit_by: list[list[int]] = [[] for _ in theirs]
        for number, to in self.points:
            hit_by[to].append(number)
        touched = {
            (number, to): self.touch(points) for (number, to), points in self.points.items()
            if mine[number].has("deathtouch")
        }  # fmt: skip
        for to, creature in enumerate(theirs):
            if hit_by[to]:
                self.add_recipient(to, creature, hit_by[to], touched)
        if attacking:
            self.add_win()

    def add_source(self, number: int, source: Creature, attacking: bool) -> None:
        """All of its damage among those it may give to (510.1a to d)."""
        weight = self.combat.life_weight
        if not source.damage or (source.blocked and not source.facing and not source.has("trample")):
            return
        if source.has("lifelink") and (source.facing or attacking):
            self.constant += weight * source.damage
        terms = {}
        for to in source.facing:
            self.points[number, to] = self.model.variable(0, source.damage)
            terms[self.points[number, to]] = 1
        if attacking and (not source.blocked or source.has("trample")):
            self.onward[number] = self.model.variable(0, source.damage, weight)
            terms[self.onward[number]] = 1
        self.model.row(terms, source.damage, source.damage)

    def touch(self, points: int) -> int:
        """1 only if the source gives that recipient 1 or more (702.2c)."""
        flag = self.model.boolean()
        self.model.row({points: 1, flag: -1}, low=0)
        return flag

    def add_recipient(self, to: int, creature: Creature, by: list[int], touched: dict[tuple[int, int], int]) -> None:
        """What is lethal to it, whether it dies, and what may go past it."""
        enough = self.model.boolean()
        sums = {self.points[number, to]: 1 for number in by}
        self.model.row({**sums, enough: -creature.need}, low=0)
        deadly = [touched[number, to] for number in by if (number, to) in touched]
        lethal = {enough: -1, **dict.fromkeys(deadly, -1)}
        if not creature.has("indestructible"):
            dies = self.model.boolean(self.combat.creature_weight * creature.value)
            self.model.row({dies: 1, **lethal}, high=0)
        over = [number for number in by if number in self.onward]
        if over:  # 702.19b
            passes = self.model.boolean()
            self.model.row({passes: 1, **lethal}, high=0)
            for number in over:
                self.model.row({self.onward[number]: 1, passes: -self.sides[0][number].damage}, high=0)

    def add_win(self) -> None:
        """The player ends at 0 or less life; what the blockers' lifelink gains them counts (120.3f, 704.5a)."""
        gain = sum(one.damage for one in self.combat.blockers if one.has("lifelink"))
        if self.combat.life <= 0:
            raise OutOfScope("the player has lost already")
        wins = self.model.boolean(self.combat.win_weight)
        self.model.row({**dict.fromkeys(self.onward.values(), 1), wins: -(self.combat.life + gain)}, low=0)

    def read(self, answer: Answer) -> Assignment:
        """The announcement that was found."""
        mine, theirs = self.sides
        found: Assignment = {}
        for (number, to), variable in self.points.items():
            if answer.values[variable]:
                found.setdefault(mine[number].id, {})[theirs[to].id] = answer.values[variable]
        for number, variable in self.onward.items():
            if answer.values[variable]:
                found.setdefault(mine[number].id, {})["player"] = answer.values[variable]
        return found


def two_steps(combat: Plain, solver: Solver, seconds: float | None) -> Best:
    """The best line over a first-strike step and the regular one, where nobody but the attacking player divides."""
    if combat.shared:
        raise OutOfScope("blockers that block several attackers, and first strike")
    duels = Linear()
    parts = [Duel(duels, combat, number) for number in range(len(combat.attackers))]
    most = sum((one.strikes_first + one.strikes_later) * one.damage for one in combat.attackers)
    if most >= combat.life:
        raise OutOfScope("the player may lose after the first step")
    answer = solver(duels, seconds)
    if not answer.values and duels.low:
        return Best(float("-inf"), float("inf"), False, [])
    constant = sum(part.constant for part in parts)
    line: list[dict[str, Any]] = [
        {"step": "first-strike", "attacking": {}, "defending": {}},
        {"step": "regular", "attacking": {}, "defending": {}},
    ]
    for part in parts:
        part.read(answer, line)
    if all(part.dead_first for part in parts):
        line.pop()
    return Best(constant + answer.objective, constant + answer.bound, answer.proven, line)


class Duel:
    """An attacker and its own blockers over both steps. `falls`: 1 where a blocker dies in the first step."""

    def __init__(self, model: Linear, combat: Plain, number: int) -> None:
        self.model, self.combat = model, combat
        self.me = me = combat.attackers[number]
        self.foes = [combat.blockers[b] for b in me.facing]
        self.constant = 0.0
        self.shares: list[dict[str, int]] = [{}, {}]
        weight = combat.life_weight
        back = sum(foe.damage for foe in self.foes if foe.strikes_first)
        deadly = any(foe.strikes_first and foe.damage and foe.has("deathtouch") for foe in self.foes)
        self.constant -= weight * sum(foe.damage for foe in self.foes if foe.strikes_first and foe.has("lifelink"))
        self.dead_first = (back >= me.need or deadly) and not me.has("indestructible")
        if self.dead_first:
            self.constant -= combat.creature_weight * me.value
        self.falls: dict[str, int] = {}
        self.first_points: dict[str, int] = {}
        if me.strikes_first and me.damage:
            self.first_step()
        if not self.dead_first:
            self.second_step(me.need - back)

    def first_step(self) -> None:
        """All of its damage, and which blockers it kills."""
        model, me, combat = self.model, self.me, self.combat
        terms, lethal = {}, {}
        for foe in self.foes:
            points = self.first_points[foe.id] = self.shares[0][foe.id] = model.variable(0, me.damage)
            terms[points] = 1
            need = 1 if me.has("deathtouch") else foe.need
            lethal[foe.id] = self.reaches({points: 1}, need, me.damage)
            if not foe.has("indestructible"):
                self.falls[foe.id] = lethal[foe.id]
                model.price[lethal[foe.id]] += combat.creature_weight * foe.value
        self.onward(0, terms, list(lethal.values()))
        if terms:
            model.row(terms, me.damage, me.damage)
            self.constant += combat.life_weight * me.damage * me.has("lifelink")

    def reaches(self, terms: dict[int, int], need: int, most: int) -> int:
        """1 exactly if a sum of at most `most` reaches `need`."""
        flag = self.model.boolean()
        self.model.row({**terms, flag: -need}, low=0)
        self.model.row({**terms, flag: -(most - need + 1) if most >= need else 0}, high=need - 1)
        return flag

    def onward(self, step: int, terms: dict[int, int], lethal: list[int]) -> None:
        """What goes to the player: everything where it is unblocked, or past blockers with trample (702.19b)."""
        me = self.me
        if me.blocked and not me.has("trample"):
            return
        past = self.shares[step]["player"] = self.model.variable(0, me.damage, self.combat.life_weight)
        terms[past] = 1
        for flag in lethal:
            self.model.row({past: 1, flag: -me.damage}, high=0)

    def second_step(self, need: int) -> None:
        """Its damage among who is left, and what they strike back with."""
        model, me, combat = self.model, self.me, self.combat
        hits: dict[int, int] = {}
        alive_gain = deadly_alive = 0
        dies = model.boolean(-combat.creature_weight * me.value) if not me.has("indestructible") else None
        for foe in self.foes:
            if not foe.strikes_later or not foe.damage:
                continue
            fallen = self.falls.get(foe.id)
            alive_gain += foe.damage
            if fallen is not None:
                hits[fallen] = -foe.damage
            if foe.has("lifelink"):
                self.constant -= combat.life_weight * foe.damage
                if fallen is not None:
                    model.price[fallen] += combat.life_weight * foe.damage
            if foe.has("deathtouch") and dies is not None:
                deadly_alive += 1
                if fallen is None:
                    model.row({dies: 1}, low=1)
                else:
                    model.row({dies: 1, fallen: 1}, low=1)
        if dies is not None and alive_gain >= need:
            # survives (dies = 0) only if what is left strikes for less than is lethal
            model.row({**hits, dies: -(alive_gain - need + 1)}, high=need - 1 - alive_gain)
        if me.strikes_later and me.damage:
            self.divide_later()

    def divide_later(self) -> None:
        """The attacker's damage in the regular step."""
        model, me, combat = self.model, self.me, self.combat
        terms: dict[int, int] = {}
        lethal = []
        for foe in self.foes:
            fallen = self.falls.get(foe.id)
            points = self.shares[1][foe.id] = model.variable(0, me.damage)
            terms[points] = 1
            if fallen is not None:
                model.row({points: 1, fallen: me.damage}, high=me.damage)
            enough = model.boolean()
            need = 1 if me.has("deathtouch") else foe.need
            marked = {self.first_points[foe.id]: 1} if foe.id in self.first_points else {}
            if me.has("deathtouch"):  # marks of the first step don't make an indestructible creature's need any less
                if marked and foe.has("indestructible"):
                    raise OutOfScope("deathtouch twice on an indestructible creature")
                model.row({points: 1, enough: -1}, low=0)
            else:
                model.row({points: 1, **marked, enough: -need}, low=0)
            if fallen is None:
                lethal.append(enough)
                if not foe.has("indestructible"):
                    dies = model.boolean(combat.creature_weight * foe.value)
                    model.row({dies: 1, enough: -1}, high=0)
            else:
                dies = model.boolean(combat.creature_weight * foe.value)
                model.row({dies: 1, enough: -1}, high=0)
                model.row({dies: 1, fallen: 1}, high=1)
                gone = model.boolean()
                model.row({gone: 1, enough: -1, fallen: -1}, high=0)
                lethal.append(gone)
        self.onward(1, terms, lethal)
        if not terms:
            return
        if me.has("trample") or not me.blocked or not self.foes:
            model.row(terms, me.damage, me.damage)
            self.constant += combat.life_weight * me.damage * me.has("lifelink")
            return
        # somebody is left to assign to, or nothing is assigned (510.1c)
        left = model.boolean(combat.life_weight * me.damage * me.has("lifelink"))
        model.row({**terms, left: -me.damage}, 0, 0)
        fallen_flags = {self.falls[foe.id]: 1 for foe in self.foes if foe.id in self.falls}
        model.row({left: 1, **fallen_flags}, high=len(self.foes))
        model.row({left: len(self.foes), **fallen_flags}, low=len(self.foes))

    def read(self, answer: Answer, line: list[dict[str, Any]]) -> None:
        """Adds what was found, and what the blockers do, to a line."""
        fallen = {name for name, flag in self.falls.items() if answer.values[flag]}
        for step, shares in enumerate(self.shares):
            if step < len(line):
                given = {to: answer.values[variable] for to, variable in shares.items() if answer.values[variable]}
                if given:
                    line[step]["attacking"][self.me.id] = given
        for foe in self.foes:
            if foe.damage and foe.strikes_first:
                line[0]["defending"][foe.id] = {self.me.id: foe.damage}
            if foe.damage and foe.strikes_later and foe.id not in fallen and not self.dead_first:
                line[1]["defending"][foe.id] = {self.me.id: foe.damage}
