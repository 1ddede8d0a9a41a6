"""The last damage request of a log, with the combat it stands in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...model.combat import Assignment, Combat
from ...model.errors import Fault, InvalidDocument
from ...model.terms import Edition
from ..json.document import read_combat
from .building import CombatBuilder
from .game import Game
from .log import messages
from .request import Request, request_of
from .told import Told, told_of

__all__ = ["ArenaReading", "read"]

REQUEST = "GREMessageType_AssignDamageReq"


@dataclass(frozen=True)
class ArenaReading:
    """A damage request, the combat as the game stood, and what of it isn't known, each in one line."""

    request: Request
    combat: Combat
    warnings: tuple[str, ...]

    @property
    def document(self) -> dict[str, Any]:
        """The document of the combat."""
        return self.combat.to_document()

    def answer(self, assignment: Assignment) -> dict[str, Any]:
        """The response to the request. Nothing sends it.

        Raises `CombatError` where the request doesn't offer what the assignment does.
        """
        return self.request.answer(assignment)


def read(
    lines: str | bytes | Iterable[str | bytes],
    *,
    tell: Mapping[str, Any] | None = None,
    rules: Edition | str = Edition.FOUNDATIONS,
) -> ArenaReading:
    """The last damage request in a log, its lines or one JSON message, and its combat.

    `tell` says what the log doesn't (docs/other-files.md). With `rules` "ordered" the damage assignment orders count.
    Raises `InvalidDocument`.

    >>> read("[UnityCrossThreadLogger] nothing")
    Traceback (most recent call last):
    optimizer.model.errors.InvalidDocument: there is no damage request (GREMessageType_AssignDamageReq) in 0 messages
    """
    if isinstance(lines, (str, bytes)):
        lines = lines.splitlines(keepends=True)
    told = Told() if tell is None else told_of(tell)
    warnings: dict[str, None] = {}

    def warn(line: int, problem: str) -> None:
        warnings.setdefault(f"line {line}: {problem}")

    request = last_request(lines, warn)
    builder = CombatBuilder(request, told, Edition(rules), warn)
    return ArenaReading(request, read_combat(builder.document()), tuple(warnings))


def last_request(lines: Iterable[str | bytes], warn: Any) -> Request:
    """The last damage request, with the game as the messages up to it told it."""
    game, found, count = Game(), None, 0
    problems: list[str] = []

    def broken(line: int, problem: str) -> None:
        problems.append(f"line {line}: {problem}")
        warn(line, problem)

    for line, message in messages(lines, broken):
        count += 1
        state = message.get("gameStateMessage")
        if isinstance(state, Mapping):
            try:
                game.take(state)
            except InvalidDocument as error:
                faults = [Fault(f"line {line}", str(fault)) for fault in error.faults]
                raise InvalidDocument(faults) from None
        if message.get("type") == REQUEST:
            found = (line, message, game.copy())
    if found is None:
        more = f"; {problems[-1]}" if problems else ""
        raise InvalidDocument([Fault("", f"there is no damage request ({REQUEST}) in {count:,} messages{more}")])
    return request_of(*found)
