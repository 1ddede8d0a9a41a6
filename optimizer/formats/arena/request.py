"""A damage request: who assigns how much, and among whom; and the answer to it, every receiver named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...model.errors import CombatError, Fault, InvalidDocument
from ...model.terms import PLAYER
from ...model.words import show
from .game import Game, Object, integers, listed, number
from .log import Message

__all__ = ["Assigner", "Receiver", "Request", "request_of"]


@dataclass(frozen=True)
class Receiver:
    """Who may be assigned damage: `least` is what is lethal to it, `most` the most it may get; 0 where unsaid."""

    ident: int
    least: int
    most: int


@dataclass(frozen=True)
class Assigner:
    """Who assigns damage, how much, among whom, and whether it may as though it weren't blocked."""

    ident: int
    total: int
    receivers: tuple[Receiver, ...]
    ignores: bool


@dataclass(frozen=True)
class Request:
    """A request, where it stands in the log, and the game as it was then."""

    line: int
    seat: int | None
    state: int | None
    message: int | None
    assigners: tuple[Assigner, ...]
    game: Game

    @property
    def where(self) -> str:
        """Its place, as faults name it."""
        return f"line {self.line}"

    def seated(self, ident: int) -> bool:
        """Whether a number is a player's seat rather than an object's."""
        return ident in self.game.players or (ident in (1, 2) and ident not in self.game.objects)

    def beyond(self, assigner: Assigner, receiver: Receiver) -> bool:
        """Whether a receiver is what an attacker attacks, rather than a creature that it fights."""
        if self.seated(receiver.ident):
            return True
        attack = self.game.objects.get(assigner.ident, {}).get("attackInfo")
        block = self.game.objects.get(receiver.ident, {}).get("blockInfo")
        attacked = isinstance(attack, Mapping) and number(attack, "targetId", self.where) == receiver.ident
        return attacked and not (isinstance(block, Mapping) and assigner.ident in integers(block, "attackerIds"))

    def answer(self, assignment: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
        """The response that tells the game an assignment; it holds every receiver, with 0 where it gets nothing.

        Raises `CombatError` where the request doesn't offer what the assignment does.
        """
        assigners = [self.told(assigner, assignment.get(str(assigner.ident), {})) for assigner in self.assigners]
        known = {"gameStateId": self.state, "respId": self.message, "systemSeatId": self.seat}
        return {
            "type": "ClientMessageType_AssignDamageResp",
            **{name: held for name, held in known.items() if held is not None},
            "assignDamageResp": {"assigners": assigners},
        }

    def told(self, assigner: Assigner, division: Mapping[str, int]) -> dict[str, Any]:
        """What one creature assigns."""
        left = dict(division)
        told = []
        for receiver in assigner.receivers:
            points = left.pop(PLAYER if self.seated(receiver.ident) else str(receiver.ident), 0)
            if receiver.most and points > receiver.most:
                raise self.refusal(assigner, f"may assign at most {receiver.most} to {receiver.ident}, not {points}")
            bounds = {"minDamage": receiver.least, "maxDamage": receiver.most}
            told.append({"instanceId": receiver.ident} | bounds | {"assignedDamage": points})
        for recipient, points in left.items():
            if points:
                raise self.refusal(assigner, f"may assign nothing to {recipient}, and {points} are assigned to it")
        if sum(division.values()) != assigner.total:
            raise self.refusal(assigner, f"assigns {assigner.total}, not {sum(division.values())}")
        response = {"instanceId": assigner.ident, "totalDamage": assigner.total, "assignments": told}
        return response | ({"canIgnoreBlockers": True} if assigner.ignores else {})

    def refusal(self, assigner: Assigner, problem: str) -> CombatError:
        """An error about an assignment that the request doesn't offer."""
        return CombatError(f"the request of {self.where}: {assigner.ident} {problem}")


def request_of(line: int, message: Message, game: Game) -> Request:
    """The request of a message; raises `InvalidDocument` with all that is wrong with it."""
    where = f"line {line}"
    held = message.get("assignDamageReq")
    told = listed(held, "damageAssigners") if isinstance(held, Mapping) else []
    if not told:
        raise InvalidDocument([Fault(where, "a damage request without damageAssigners")])
    assigners: list[Assigner] = []
    faults: list[Fault] = []
    for at, one in enumerate(told):
        try:
            assigners.append(assigner_of(f"{where}: damageAssigners[{at}]", one))
        except InvalidDocument as error:
            faults += error.faults
    if faults:
        raise InvalidDocument(faults)
    seats = integers(message, "systemSeatIds")
    return Request(
        line, seats[0] if len(seats) == 1 else None, number(message, "gameStateId", where),
        message.get("msgId"), tuple(assigners), game.copy(),
    )  # fmt: skip


def assigner_of(where: str, told: Any) -> Assigner:
    """One who assigns damage."""
    ident, total = needed(where, told, ("instanceId", "totalDamage"))
    receivers = []
    for at, one in enumerate(listed(told, "assignments")):
        place = f"{where}.assignments[{at}]"
        (receiver,) = needed(place, one, ("instanceId",))
        receivers.append(Receiver(receiver, number(one, "minDamage", place) or 0, number(one, "maxDamage", place) or 0))
    if not receivers:
        raise InvalidDocument([Fault(f"{where}.assignments", "is missing: nobody may be assigned damage")])
    return Assigner(ident, total, tuple(receivers), told.get("canIgnoreBlockers") is True)


def needed(where: str, thing: Any, names: Iterable[str]) -> list[int]:
    """Numbers that must be there."""
    if not isinstance(thing, Mapping):
        raise InvalidDocument([Fault(where, f"must be an object, not {show(thing)}")])
    return [must(where, thing, name) for name in names]


def must(where: str, thing: Object, name: str) -> int:
    """A number that must be there."""
    value = number(thing, name, where)
    if value is None:
        raise InvalidDocument([Fault(f"{where}.{name}", "is missing")])
    return value
