"""What a worker does: it reads the requests of a chunk, answers them, and writes the answers down, all in bytes."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from functools import partial
from typing import Any, Final, NoReturn

from ... import __version__
from ...formats.json.jsontext import pieces
from ...model.errors import CombatError, Fault
from ..cli.damage import run_damage
from ..commands import COMMANDS
from ..lines import Answer, answer_to, answerer, fault_of, refusal
from ..requests import InvalidRequest, value_of
from .job import Answered, Chunk, Job

__all__ = ["FIRST", "LONGEST", "OtherVersion", "work"]

LONGEST: Final = 1 << 26
"""How many bytes a line may have, and an answer: neither is ever held without bound."""

FIRST: Final = 10
"""How many bad lines of a chunk are told."""

ONE_AT_A_TIME: Final = threading.Lock()
"""A cluster's worker may have several threads, which would only get in each other's way."""


class OtherVersion(CombatError):
    """The worker has another version of the package."""


def work(job: Job, chunk: Chunk) -> Answered:
    """The answers to a chunk; a bad line has its error in its place.

    >>> work(Job("count"), Chunk(1, b"Slime 2/2 <- Bear 2/2, Elf 1/1\\n\\nSlime 2/\\n")).payload.splitlines()[0]
    b'{"step": "regular", "attacking": 3, "defending": 1, "not_counted": []}'
    """
    if job.version != __version__:
        raise OtherVersion(f"the worker has optimizer {__version__}, the batch {job.version}")
    with ONE_AT_A_TIME:
        began = time.perf_counter()
        answer = refuser(chunk.refused) if chunk.refused else answer_of(job)
        bad, faults, answers = 0, [], []
        for number, (answered, text, fault) in answers_to(job, chunk, answer):
            answers.append((number, answered, text, fault))
            if fault is not None:
                bad += 1
                if bad <= FIRST:
                    faults.append((number, fault))
        if job.records:
            from .columns import records

            payload = records(answers)
        else:
            payload = "".join(f"{text}\n" for _, _, text, _ in answers).encode()
        return Answered(payload, len(answers), bad, tuple(faults), time.perf_counter() - began)


Written = tuple[dict[str, Any], str, Fault | None]
"""An answer, its text, and what was wrong with the line."""


def answers_to(job: Job, chunk: Chunk, answer: Answer) -> Iterator[tuple[int, Written]]:
    """Each line's number and answer."""
    if job.rows:
        from .columns import request_of_row, rows_of

        def answer_row(row: dict[str, Any], wrong: InvalidRequest | None) -> dict[str, Any]:
            if wrong is not None:
                raise wrong
            return answer(request_of_row(row))

        for number, (row, wrong) in enumerate(rows_of(chunk.data), chunk.number):
            yield number, written(*answer_to(row, partial(answer_row, wrong=wrong), lambda held: held))
        return
    for number, line in enumerate(chunk.data.split(b"\n"), chunk.number):
        if line and not line.isspace():
            yield number, written(*answer_to(line, answer, read_line))


def read_line(line: bytes) -> Any:
    """The value that a line holds."""
    if len(line) > LONGEST:
        raise InvalidRequest("", f"expected a line of at most {LONGEST:,} bytes")
    return value_of(line)


def answer_of(job: Job) -> Answer:
    """Answers as `--lines` does; times differ from run to run, so they are left out unless they are wanted."""
    if job.command == "damage":
        return run_damage
    answer = answerer(COMMANDS[job.command], job.options, job.edition)
    if job.times:
        return answer

    def timeless(value: Any) -> dict[str, Any]:
        answered = answer(value)
        answered.pop("time_ms", None)
        return answered

    return timeless


def refuser(why: str) -> Answer:
    """Answers nothing, and says why."""

    def answer(value: Any) -> NoReturn:
        raise InvalidRequest("document", why)

    return answer


def written(answered: dict[str, Any], fault: Fault | None) -> Written:
    """An answer with its text; where that can't be had, an error instead."""
    try:
        return answered, text_of(answered), fault
    except Exception as error:
        ident = {"id": answered["id"]} if "id" in answered else {}
        fault = fault_of(error)
        answered = ident | refusal(fault)
        return answered, text_of(answered), fault


def text_of(answered: dict[str, Any]) -> str:
    """An answer as JSON on one line."""
    text: list[str] = []
    length = 0
    for piece in pieces(answered):
        text.append(piece)
        length += len(piece)
        if length > LONGEST:
            raise InvalidRequest("limit", f"the answer is longer than {LONGEST:,} bytes: expected a lower limit")
    return "".join(text)
