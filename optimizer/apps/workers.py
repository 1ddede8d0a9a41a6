"""Processes that work for another one: how they are started, what goes over their pipes, and how they end.

Engines of the service, of MCP and of `Client` are started by `command`, get `request_line`s on standard input, and say
`Refusal`s that `refusal_of` reads. On their side, `work` answers until nobody asks any more. Processes of a batch come
from `multiprocessing`; they, too, end with whoever started them (`end_once`), and are told of as `end_of` says.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from .engine.limits import memory_limit
from .engine.protocol import Refusal
from .engine.server import Engine, serve

__all__ = [
    "PIPES", "command", "end_of", "end_once", "end_with_pipe", "processors", "refusal_of", "request_line",
    "surroundings", "work",
]  # fmt: skip

MEGABYTE: Final = 1_000_000


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def command(module: str, *words: object) -> list[str]:
    """The words that run a module of this very package with this very Python."""
    return [sys.executable, "-P", "-m", module, *map(str, words)]


def surroundings() -> dict[str, str]:
    """The environment in which a Python finds this very package."""
    here = str(Path(__file__).parents[2])
    path = os.pathsep.join([here, *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path}


PIPES: Final[Mapping[str, Any]] = {
    "stdin": subprocess.PIPE,
    "stdout": subprocess.PIPE,
    "start_new_session": os.name == "posix",  # what interrupts the program doesn't interrupt its workers
}
"""How a worker is started: it is asked and answers over pipes."""


def end_of(code: int) -> str:
    """How a process ended, by its exit code.

    >>> end_of(-9), end_of(1)
    ('signal 9', 'exit code 1')
    """
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def request_line(
    ident: int, method: str, params: Mapping[str, Any], plain: Callable[[Any], Any] | None = None
) -> bytes:
    """A request on one line; `plain` makes what JSON can't hold into what it can.

    >>> request_line(7, "count", {"document": "Bear 2/2"})
    b'{"jsonrpc": "2.0", "id": 7, "method": "count", "params": {"document": "Bear 2/2"}}\\n'
    """
    request = {"jsonrpc": "2.0", "id": ident, "method": method, "params": params}
    return json.dumps(request, allow_nan=False, default=plain).encode() + b"\n"


def refusal_of(error: Mapping[str, Any]) -> Refusal:
    """The refusal in an answer's `error`; one that isn't the engine's own may say less.

    >>> refusal_of({"code": -32601, "message": "Method not found"}).message
    'Method not found'
    """
    data = error.get("data") or {}
    return Refusal(error["code"], data.get("field", ""), data.get("message") or error["message"])


def end_once(gone: Callable[[], object]) -> None:
    """Ends this process as soon as that returns, whatever is being done here then."""

    def watch() -> None:
        gone()
        os._exit(1)

    threading.Thread(target=watch, name="end", daemon=True).start()


def end_with_pipe(fileno: int = 0) -> None:
    """Ends this process as soon as nobody can write into a pipe any more: whoever asked is gone, or wants no more.

    Where the system can't wait for that (Windows), the process ends once it reads the pipe's end.
    """
    if hasattr(select, "poll"):
        waiting = select.poll()
        waiting.register(fileno, 0)  # for nothing but the other end's closing
        end_once(waiting.poll)


def work(engine: Engine, memory_mb: int, prepare: Callable[[], object]) -> None:
    """Answers requests on standard input until it ends, within so many megabytes (0: no limit).

    `prepare` is done first. A worker that has no memory even for that ends with exit code 1.
    """
    end_with_pipe()
    out = sys.stdout
    # what else is printed mustn't get in among the answers
    with memory_limit(memory_mb * MEGABYTE), contextlib.redirect_stdout(sys.stderr):
        try:
            prepare()
        except MemoryError:
            sys.exit(1)
        serve(sys.stdin.buffer, out, engine)
