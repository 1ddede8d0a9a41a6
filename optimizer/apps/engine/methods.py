"""The engine's methods: every command of `commands.COMMANDS`, `schema` and `version`, from params to JSON text.

A method's time is `limit_ms`. A command that looks for the best (it takes a `time_limit`) is told it, and answers with
the best it found; one that lists answers with what it has listed by then; any other is broken off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isfinite
from typing import Any, Final

from ... import __version__
from ...formats.json.jsontext import encode
from ...model.errors import CombatError, Fault, InvalidDocument
from ...model.words import close_to, short, show
from ..commands import COMMANDS, Command
from ..lines import answerer
from ..requests import Options, read_options
from .limits import Alarm, RequestTimeUp
from .protocol import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, OUT_OF_MEMORY, TIME_IS_UP, Call, Refusal

__all__ = ["LATE", "LISTED", "METHODS", "PROTOCOL", "Method", "Methods", "by_command", "hint", "run"]

Method = Callable[[Call, float], str]
"""From a call and its time limit in milliseconds to the result as JSON text, or a `Refusal`."""

Methods = Mapping[str, Method]

PROTOCOL: Final = 1
"""The version of the protocol and of the schemas."""

LISTED: Final = 10_000
"""How many elements of a list are given where the request doesn't say (`limit`)."""

LONGEST: Final = 1 << 26
"""How long the text of a list may be; what doesn't fit is left out, and `complete` is false."""

LATE: Final = 5.0
"""Seconds after its limit at which a command that keeps to a limit by itself is broken off nevertheless."""

FAULTS_TOLD: Final = 20
LONGEST_WORD: Final = 60


def run(call: Call, limit_ms: float, methods: Methods | None = None) -> str:
    """The result of a call as JSON text; raises `Refusal` where there is none, whatever happens.

    `methods` are those there are: the engine's where nothing else is said.

    >>> run(Call("count", {"document": "Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2"}, 1, False), 1000)
    '{"step": "regular", "attacking": 3, "defending": 1, "not_counted": []}'
    """
    methods = METHODS if methods is None else methods
    method = methods.get(call.method)
    if method is None:
        problem = f"there is no method {show(call.method)}{hint(call.method, methods)}"
        raise Refusal(METHOD_NOT_FOUND, "method", problem)
    try:
        return method(call, limit_ms)
    except (Refusal, KeyboardInterrupt):
        raise
    except InvalidDocument as error:
        fault = told(error)
        raise Refusal(INVALID_PARAMS, fault.field, fault.message) from None
    except CombatError as error:
        raise Refusal(INVALID_PARAMS, "document", str(error)) from None
    except MemoryError:
        raise Refusal(OUT_OF_MEMORY, "document", "it takes more memory than the engine may have") from None
    except Exception as error:
        problem = f"please report it: {type(error).__name__}: {error}"
        raise Refusal(INTERNAL_ERROR, "", problem) from error


def told(error: InvalidDocument) -> Fault:
    """All that is wrong as one fault: the first one's field, with some others in the message."""
    first, *others = error.faults
    shown = [first.message, *map(str, others[:FAULTS_TOLD])]
    more = [f"and {len(others) - FAULTS_TOLD:,} faults more"] if len(others) > FAULTS_TOLD else []
    return Fault(first.field or "document", "; ".join(shown + more))


def by_command(call: Call, limit_ms: float, command: Command | None = None, longest: int | None = None) -> str:
    """A command's answer to a document and options; the one that the method is named after, or another. A list in it
    has at most `longest` characters, or `LONGEST`."""
    command, params = command or COMMANDS[call.method], call.named
    takes = ("document", "limit_ms", "rules", *command.takes)
    check_names(params, takes)
    if "document" not in params:
        raise Refusal(INVALID_PARAMS, "document", "is missing")
    given = {name: value for name, value in params.items() if name != "limit_ms"}
    seconds = seconds_of(params, limit_ms)
    if "time_limit" in command.takes:
        if given.get("time_limit") is None:
            given["time_limit"] = seconds
        elif params.get("limit_ms") is not None:
            raise Refusal(INVALID_PARAMS, "time_limit", "stands beside limit_ms: expected one of the two")
        else:
            seconds = read_options({"time_limit": given["time_limit"]}, Options()).time_limit or 0
        seconds += LATE
    alarm = Alarm(seconds)
    try:
        return alarm.guard(lambda: answered(command, given, alarm, LONGEST if longest is None else longest))
    except RequestTimeUp:
        problem = "the time was up before there was an answer: expected more milliseconds, or less to do"
        raise Refusal(TIME_IS_UP, "limit_ms", problem) from None


def answered(command: Command, given: dict[str, Any], alarm: Alarm, longest: int) -> str:
    """A command's answer as text; its lists are bounded."""
    most = LISTED
    if "limit" in command.takes:
        wanted = read_options({"limit": given.get("limit")}, Options()).limit
        most = LISTED if wanted is None else wanted
        given["limit"] = most + 1  # one more, to know whether that is all
    answer = answerer(command, Options(), None)(given)
    if not any(isinstance(value, Iterator) for value in answer.values()):
        return encode(answer)
    members, complete = [], True
    for name, value in answer.items():
        text = encode(value) if not isinstance(value, Iterator) else None
        if text is None:
            texts, whole = listed(value, most, alarm, longest)
            text = f"[{', '.join(texts)}]"
            complete = complete and whole
        members.append(f"{encode(name)}: {text}")
    return f'{{{", ".join(members)}, "complete": {encode(complete)}}}'


def listed(elements: Iterator[Any], most: int, alarm: Alarm, longest: int) -> tuple[list[str], bool]:
    """The first elements, each as text, and whether these are all: at most so many, while there is time and room."""
    texts: list[str] = []
    length = 0
    try:
        for element in elements:
            text = encode(element)
            length += len(text) + len(", ")
            if len(texts) >= most or length > longest or alarm.over:
                return texts, False
            texts.append(text)
    except RequestTimeUp:
        return texts, False
    finally:
        alarm.stop()  # what has been listed shall not be lost
    return texts, True


def schema(call: Call, limit_ms: float) -> str:
    """The JSON Schema of a name, or of all."""
    from ..schema import NAMES, schema_of

    params = call.named
    check_names(params, ("name", "limit_ms"))
    seconds_of(params, limit_ms)
    name = params.get("name")
    if name is not None and name not in NAMES:
        raise Refusal(INVALID_PARAMS, "name", f"there is no schema {show(name)}{hint(name, NAMES)}")
    return encode(schema_of(name))


def version(call: Call, limit_ms: float) -> str:
    """What answers here."""
    check_names(call.named, ("limit_ms",))
    seconds_of(call.named, limit_ms)
    return encode({"version": __version__, "protocol": PROTOCOL, "methods": list(METHODS)})


def check_names(params: Mapping[str, Any], known: tuple[str, ...]) -> None:
    """No param but those that are known."""
    for name in params:
        if name not in known:
            raise Refusal(INVALID_PARAMS, short(name), f"unknown param {show(name)}{hint(name, known)}")


def hint(word: Any, known: Iterable[str]) -> str:
    """What may have been meant, or what is expected; a very long word is nothing near, and comparing it takes long."""
    near = close_to(word, list(known)) if isinstance(word, str) and len(word) <= LONGEST_WORD else ""
    return near or f": expected {', '.join(known)}"


def seconds_of(params: Mapping[str, Any], limit_ms: float) -> float:
    """The time limit of a request; the engine's own where it says nothing."""
    value = params.get("limit_ms")
    if value is None:
        value = limit_ms
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value >= 0 or not finite(value):
        raise Refusal(INVALID_PARAMS, "limit_ms", f"expected a number of milliseconds of 0 or more, not {show(value)}")
    return min(value / 1000, 1e9)


def finite(number: float) -> bool:
    """Whether a number is finite and no larger than any float."""
    try:
        return isfinite(number)
    except OverflowError:
        return False


METHODS: Final[dict[str, Method]] = {
    **dict.fromkeys(COMMANDS, by_command),
    "schema": schema,
    "version": version,
}
