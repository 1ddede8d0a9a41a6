"""The state of a game as its messages tell it: a full state, then what changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...model.errors import Fault, InvalidDocument
from ...model.terms import LIMIT
from ...model.words import show

__all__ = ["Game", "Object", "integers", "listed", "number", "objects"]

Object = Mapping[str, Any]


@dataclass
class Game:
    """Objects, players, zones and lasting annotations by their numbers, and whose turn and step it is."""

    ident: int | None = None
    objects: dict[int, Object] = field(default_factory=dict)
    players: dict[int, Object] = field(default_factory=dict)
    zones: dict[int, Object] = field(default_factory=dict)
    annotations: dict[int, Object] = field(default_factory=dict)
    turn: dict[str, Any] = field(default_factory=dict)

    def copy(self) -> Game:
        """As it is now; parts of it are replaced, never changed."""
        parts = (self.objects, self.players, self.zones, self.annotations, self.turn)
        return Game(self.ident, *[dict(part) for part in parts])  # type: ignore[arg-type]

    def take(self, state: Object) -> None:
        """Take in a game state message."""
        if state.get("type") == "GameStateType_Full":
            for held in (self.objects, self.players, self.zones, self.annotations, self.turn):
                held.clear()
        self.ident = number(state, "gameStateId") or self.ident
        turn = state.get("turnInfo")
        if isinstance(turn, Mapping):
            self.turn = dict(turn) if "phase" in turn else {**self.turn, **turn}
        for held, name, key in (
            (self.players, "players", "systemSeatNumber"),
            (self.zones, "zones", "zoneId"),
            (self.annotations, "persistentAnnotations", "id"),
            (self.objects, "gameObjects", "instanceId"),
        ):
            for thing in objects(state, name):
                ident = number(thing, key)
                if ident is not None:
                    held[ident] = thing if whole(name, thing) else {**held.get(ident, {}), **thing}
        for held, name in (
            (self.objects, "diffDeletedInstanceIds"),
            (self.annotations, "diffDeletedPersistentAnnotationIds"),
        ):
            for ident in integers(state, name):
                held.pop(ident, None)

    @property
    def standing(self) -> Iterator[tuple[int, Object]]:
        """The objects on the battlefield."""
        fields = [ident for ident, zone in self.zones.items() if zone.get("type") == "ZoneType_Battlefield"]
        for ident, thing in self.objects.items():
            if not fields or thing.get("zoneId") in fields:
                yield ident, thing

    def counters(self, ident: int) -> dict[int, int]:
        """The counters on an object or, by seat, on a player: how many of each kind."""
        found: dict[int, int] = {}
        for annotation in self.annotations.values():
            if "AnnotationType_Counter" in listed(annotation, "type") and ident in integers(annotation, "affectedIds"):
                details = {str(detail.get("key")): detail for detail in objects(annotation, "details")}
                kind, count = (first(details.get(key, {})) for key in ("counter_type", "count"))
                found[kind] = found.get(kind, 0) + count
        return found


def whole(name: str, thing: Object) -> bool:
    """Whether a part of a state stands for all there is to say of a thing: then what it leaves out is gone."""
    return name in ("zones", "persistentAnnotations") or "type" in thing or "cardTypes" in thing


def first(detail: Object) -> int:
    """The number of a detail of an annotation."""
    for name in ("valueInt32", "valueUint32"):
        for value in integers(detail, name):
            return value
    return 0


def listed(thing: Object, name: str) -> list[Any]:
    """A repeated field: nothing where it is left out, and what stands alone is one.

    >>> listed({"affectedIds": 3}, "affectedIds"), listed({}, "affectedIds")
    ([3], [])
    """
    value = thing.get(name)
    return [] if value is None else value if isinstance(value, list) else [value]


def objects(thing: Object, name: str) -> list[Object]:
    """The objects of a repeated field."""
    return [value for value in listed(thing, name) if isinstance(value, Mapping)]


def integers(thing: Object, name: str) -> list[int]:
    """The whole numbers of a repeated field."""
    return [value for value in listed(thing, name) if type(value) is int]


def number(thing: Object, name: str, where: str = "") -> int | None:
    """A number, plain or wrapped; None where it is left out. In a wrapping, what is left out is 0.

    >>> number({"power": {"value": 3}}, "power"), number({"power": {}}, "power"), number({"damage": 2}, "damage")
    (3, 0, 2)
    """
    value = thing.get(name)
    if isinstance(value, Mapping):
        value = value.get("value", 0)
    if value is None or (type(value) is int and abs(value) <= LIMIT):
        return value
    if type(value) is int and name in ("id", "gameStateId", "instanceId", "zoneId"):
        return value
    raise InvalidDocument([Fault(where, f"{name} must be a whole number of at most {LIMIT:,}, not {show(value)}")])
