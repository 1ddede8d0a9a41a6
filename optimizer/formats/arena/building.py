"""The document of the combat that a damage request stands in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...model.errors import Fault, InvalidDocument
from ...model.terms import Edition
from ..json.fields import ATTACKER, BLOCKER
from .abilities import KEYWORDS, POISON
from .creatures import ability_ids, creature_of, deadly
from .game import Object, integers, number, objects
from .request import Assigner, Request
from .told import Told

__all__ = ["CombatBuilder"]

STRIKES = frozenset(["first strike", "double strike"])
MOST_SHOWN = 8


class CombatBuilder:
    """Builds it: who attacks what, who blocks whom, and what the request itself shows of a creature."""

    def __init__(self, request: Request, told: Told, edition: Edition, warn: Callable[[int, str], None]) -> None:
        self.request, self.told, self.edition = request, told, edition
        self.tell = warn
        standing = dict(request.game.standing)
        self.attackers = {ident: thing for ident, thing in standing.items() if attacks(thing)}
        self.blockers: dict[int, Object] = {}
        self.blocks: dict[int, list[int]] = {}
        for ident, thing in standing.items():
            if ident not in self.attackers:
                self.block(ident, thing, [n for n in blocked_by(thing) if n in self.attackers])
        for assigner in request.assigners:
            self.take(assigner, standing)
        self.permanents: dict[str, list[dict[str, Any]]] = {"planeswalkers": [], "battles": []}

    def warn(self, problem: str) -> None:
        """Tell of what isn't known."""
        self.tell(self.request.line, problem)

    def block(self, ident: int, thing: Object, attackers: list[int]) -> None:
        """A creature that blocks attackers, if any."""
        if attackers:
            self.blockers[ident] = thing
            known = self.blocks.setdefault(ident, [])
            known += [attacker for attacker in attackers if attacker not in known]

    def take(self, assigner: Assigner, standing: dict[int, Object]) -> None:
        """Take in who blocks whom as a request shows it."""
        state = self.request.game.ident
        if assigner.ident not in standing:
            raise self.fault(f"{assigner.ident} assigns damage, and no game state before tells of it")
        if self.request.state not in (None, state):
            self.warn(f"the request is about game state {self.request.state}, and the last one told is {state}")
        for receiver in assigner.receivers:
            other = receiver.ident
            if other == self.target(assigner.ident) or self.request.seated(other):
                continue
            if other not in standing:
                raise self.fault(f"{other} may be assigned damage, and no game state before tells of it")
            if assigner.ident in self.attackers and other not in self.attackers:
                self.block(other, standing[other], [assigner.ident])
            elif other in self.attackers and assigner.ident not in self.attackers:
                self.block(assigner.ident, standing[assigner.ident], [other])
            elif other not in self.attackers:
                raise self.fault(f"{assigner.ident} may assign damage to {other}, and neither of them attacks")

    def target(self, attacker: int) -> int | None:
        """The number of what an attacker attacks."""
        info = self.attackers.get(attacker, {}).get("attackInfo")
        return number(info, "targetId", self.request.where) if isinstance(info, dict) else None

    def document(self) -> dict[str, Any]:
        """The document."""
        attackers = [self.attacker(ident, thing) for ident, thing in self.attackers.items()]
        blockers = [self.blocker(ident, thing) for ident, thing in self.blockers.items()]
        creatures = {int(creature["id"]): creature for creature in (*attackers, *blockers)}
        for assigner in self.request.assigners:
            self.shown(assigner, creatures)
        document: dict[str, Any] = {"rules": self.edition.value} | self.players()
        document |= {name: held for name, held in self.permanents.items() if held}
        document |= {"attackers": attackers, "blockers": blockers}
        step = self.step(list(creatures.values()))
        self.unknown()
        return document | ({"step": step} if step else {})

    def attacker(self, ident: int, thing: Object) -> dict[str, Any]:
        """An attacking creature."""
        creature = creature_of(self.request, ident, thing, self.told, ATTACKER.readers)
        target = self.target(ident)
        if target is not None and not self.request.seated(target):
            creature["attacking"] = self.permanent(target)
        mine = [str(blocker) for blocker, attackers in self.blocks.items() if ident in attackers]
        if not mine and thing.get("blockState") == "BlockState_Blocked":
            creature["blocked"] = True
        return creature | self.order(mine, thing.get("attackInfo"), "orderedBlockers")

    def blocker(self, ident: int, thing: Object) -> dict[str, Any]:
        """A blocking creature."""
        creature = creature_of(self.request, ident, thing, self.told, BLOCKER.readers)
        mine = [str(attacker) for attacker in self.blocks[ident]]
        return creature | {"blocks": mine} | self.order(mine, thing.get("blockInfo"), "orderedAttackers")

    def order(self, opposing: list[str], info: Any, name: str) -> dict[str, Any]:
        """The damage assignment order, where the rules have one and the log tells it whole."""
        order = [str(one.get("instanceId")) for one in (objects(info, name) if isinstance(info, dict) else ())]
        ordered = self.edition is Edition.ORDERED and len(opposing) > 1 and sorted(order) == sorted(opposing)
        return {"order": order} if ordered else {}

    def permanent(self, ident: int) -> str | None:
        """The id of a planeswalker or battle that is attacked; None where it is gone."""
        thing = self.request.game.objects.get(ident, {})
        for name, kind in (("planeswalkers", "loyalty"), ("battles", "defense")):
            count = number(thing, kind, f"{self.request.where}: object {ident}")
            if count is not None:
                found = {"id": str(ident), kind: count}
                if found not in self.permanents[name]:
                    self.permanents[name].append(found)
                return str(ident)
        return None

    def players(self) -> dict[str, Any]:
        """The two players."""
        attacker = next(iter(self.attackers.values()), {})
        seat = number(attacker, "controllerSeatId")
        aimed = next((n for n in map(self.target, self.attackers) if n is not None and self.request.seated(n)), None)
        other = aimed or next((n for n in self.request.game.players if n != seat), None)
        found = {}
        for name, number_ in (("attacking_player", seat), ("defending_player", other)):
            player = self.request.game.players.get(number_ or 0, {})
            life = number(player, "lifeTotal", self.request.where)
            poison = self.request.game.counters(number_).get(POISON, 0) if number_ else 0
            if life is None:
                self.warn(f"the {name.replace('_', ' ')}'s life isn't told: taken for 20")
            found[name] = {"poison": poison} | ({} if life is None else {"life": life})
        return found

    def shown(self, assigner: Assigner, creatures: dict[int, dict[str, Any]]) -> None:
        """What a request shows of the creature that assigns: how much damage, deathtouch, trample."""
        creature = creatures[assigner.ident]
        keywords = creature.setdefault("keywords", [])
        if assigner.total == creature["toughness"] != creature["power"]:
            creature["damage_equal_to_toughness"] = True
        elif assigner.total != max(creature["power"], 0):
            self.warn(
                f"{assigner.ident} assigns {assigner.total}, and its power is {creature['power']}: taken for its power"
            )
            creature["power"] = assigner.total
        left = {
            receiver.ident: creatures[receiver.ident]["toughness"] - creatures[receiver.ident].get("damage", 0)
            for receiver in assigner.receivers
            if receiver.ident in creatures
        }
        if "deathtouch" not in keywords and deadly(assigner, left):
            keywords.append("deathtouch")
        for receiver in assigner.receivers:
            lethal = max(left.get(receiver.ident, 0), 0)
            lethal = min(lethal, 1) if "deathtouch" in keywords else lethal
            if receiver.ident in left and receiver.least not in (0, lethal):
                told = f"the request says that {receiver.least} is lethal to {receiver.ident}"
                self.warn(f"{told}, and its toughness and damage say {lethal}")
        self.trample(assigner, creature, keywords)
        if not keywords:
            del creature["keywords"]

    def trample(self, assigner: Assigner, creature: dict[str, Any], keywords: list[str]) -> None:
        """Where damage may go besides blockers, as the request shows it."""
        if assigner.ident not in self.attackers:
            return
        target = self.target(assigner.ident)
        offered = {receiver.ident for receiver in assigner.receivers}
        over = target in offered and target not in self.blockers
        if assigner.ignores:
            creature["as_though_unblocked"] = True
        elif over and not any(keyword.startswith("trample") for keyword in keywords):
            keywords.append("trample")
        beyond = target is not None and not self.request.seated(target) and any(map(self.request.seated, offered))
        if beyond and "trample over planeswalkers" not in keywords:
            keywords.append("trample over planeswalkers")

    def step(self, creatures: list[dict[str, Any]]) -> str | None:
        """The step, where the document has to say it; who struck first is marked."""
        told = self.request.game.turn.get("step")
        asked = {str(assigner.ident) for assigner in self.request.assigners}
        strikers = [creature for creature in creatures if STRIKES & set(creature.get("keywords", ()))]
        if told == "Step_CombatDamage" and strikers:
            for creature in strikers:
                if creature["id"] not in asked or "double strike" in creature["keywords"]:
                    creature["struck_first"] = True
            return "regular"
        if told == "Step_FirstStrikeDamage":
            for creature in creatures:
                if creature["id"] in asked and creature not in strikers:
                    self.warn(f"{creature['id']} assigns in the first-strike step: taken for first strike")
                    creature.setdefault("keywords", []).append("first strike")
        return None

    def unknown(self) -> None:
        """Warn of abilities that aren't known, in one line."""
        found: dict[int, int] = {}
        for ident, thing in (self.attackers | self.blockers).items():
            if "name" not in self.told.of(ident, number(thing, "grpId")):
                for ability in ability_ids(thing):
                    if ability not in KEYWORDS and ability not in self.told.abilities:
                        found.setdefault(ability, ident)
        if found:
            shown = [f"{ability} (of {ident})" for ability, ident in list(found.items())[:MOST_SHOWN]]
            more = f" and {len(found) - MOST_SHOWN:,} more" if len(found) > MOST_SHOWN else ""
            self.warn(f"abilities that aren't known: {', '.join(shown)}{more}; --tell says what they are")

    def fault(self, problem: str) -> InvalidDocument:
        """An error about the request."""
        return InvalidDocument([Fault(self.request.where, problem)])


def attacks(thing: Object) -> bool:
    """Whether an object is an attacking creature."""
    return thing.get("attackState") in ("AttackState_Attacking", "AttackState_Declared")


def blocked_by(thing: Object) -> list[int]:
    """The attackers that an object blocks."""
    if thing.get("blockState") not in ("BlockState_Blocking", "BlockState_Declared"):
        return []
    info = thing.get("blockInfo")
    return integers(info, "attackerIds") if isinstance(info, dict) else []
