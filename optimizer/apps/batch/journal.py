"""The journal beside a batch's output: how far it is, so that a run that was killed can be continued."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import zlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from ...model.errors import Fault
from ..requests import InvalidRequest
from .writing import Mark

__all__ = ["Journal", "Reached", "Tally"]

FORMAT: Final = 2
"""The version of what a journal holds; one of another version can't be read."""

UNREADABLE: Final = (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What reading a file raises that is no journal."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many lines were answered, how many of them were bad, and the first of those."""

    lines: int = 0
    bad: int = 0
    first: int = 0
    fault: Fault | None = None

    def plus(self, lines: int, bad: int, faults: tuple[tuple[int, Fault], ...]) -> Tally:
        """With what came next."""
        more = replace(self, lines=self.lines + lines, bad=self.bad + bad)
        return more if self.fault or not faults else replace(more, first=faults[0][0], fault=faults[0][1])


@dataclass(frozen=True, slots=True)
class Reached:
    """How far a batch is: where the next line is in the input and its number, what the output holds, and what has been
    counted. `finished` says that only the output's final form is left to make."""

    position: int = 0
    number: int = 1
    mark: Mark = field(default=Mark(0, b""))
    tally: Tally = field(default=Tally())
    finished: bool = False


class Journal:
    """The file. `what` describes the batch: a journal of another batch is no use."""

    def __init__(self, path: Path, what: dict[str, Any]) -> None:
        self.path, self.what = path, what

    def write(self, reached: Reached) -> None:
        """Replaces what it says; whenever the run is killed, either the old or the new is there."""
        fault = reached.tally.fault
        held = {
            "journal": FORMAT,
            "what": self.what,
            "position": reached.position,
            "number": reached.number,
            "offset": reached.mark.offset,
            "tail": base64.b64encode(zlib.compress(reached.mark.tail)).decode(),
            "lines": reached.tally.lines,
            "bad": reached.tally.bad,
            "first": None if fault is None else [reached.tally.first, fault.field, fault.message],
            "finished": reached.finished,
        }
        held["check"] = check_of(held)
        new = self.path.with_name(f"{self.path.name}.new")
        with new.open("w", encoding="utf-8") as file:
            json.dump(held, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self.path)
        settle_folder(self.path.parent)

    def read(self) -> Reached | None:
        """How far the batch is; None where there is no journal. Raises `InvalidRequest` where it is of no use."""
        try:
            held = json.loads(self.path.read_bytes())
            if held["journal"] != FORMAT:
                raise ValueError
            as_written = held.pop("check") == check_of(held)
        except FileNotFoundError:
            return None
        except UNREADABLE:
            raise self.useless("can't be read") from None
        if not as_written:
            raise self.useless("isn't as it was written")
        what, first = held["what"], held["first"]
        tally = Tally(held["lines"], held["bad"])
        if first is not None:
            tally = replace(tally, first=first[0], fault=Fault(first[1], first[2]))
        mark = Mark(held["offset"], zlib.decompress(base64.b64decode(held["tail"])))
        reached = Reached(held["position"], held["number"], mark, tally, held["finished"])
        changed = [name for name in {**what, **self.what} if what.get(name) != self.what.get(name)]
        if "input" in changed:
            raise self.useless("is of another input: IN has changed since")
        if changed:
            told = ", ".join(f"{name.replace('_', '-')} {shown(what.get(name))}" for name in changed)
            now = ", ".join(shown(self.what.get(name)) for name in changed)
            raise self.useless(f"is of another batch, with {told} instead of {now}")
        return reached

    def useless(self, why: str) -> InvalidRequest:
        """The error that says why a batch can't be continued."""
        return InvalidRequest("OUT", f"{str(self.path)!r} {why}; --restart begins anew")


def check_of(held: dict[str, Any]) -> str:
    """A digest of what a journal holds: one that somebody has changed says where to go on, and the answers would be
    wrong without a word."""
    return hashlib.blake2b(json.dumps(held, sort_keys=True).encode(), digest_size=16).hexdigest()


def shown(value: Any) -> str:
    """A value of `what` for people."""
    return "none" if value is None else value if isinstance(value, str) else json.dumps(value)


def settle_folder(folder: Path) -> None:
    """Puts the names in a folder on the disk, where the system can."""
    try:
        opened = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(opened)
    except OSError:
        pass
    finally:
        os.close(opened)
