"""`Client`: an engine in a process of its own, asked like an object."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from concurrent.futures import TimeoutError as NoAnswer
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from .connection import Connection, Dropped, command_of
from .errors import EngineGone, EngineTimeout

if TYPE_CHECKING:
    from ...model.board import DeclareAttackers, DeclareBlockers
    from ...model.combat import Assignment, Combat

    Document = Mapping[str, Any] | str | Combat | DeclareBlockers | DeclareAttackers

__all__ = ["Client"]


class Client:
    """Starts an engine when the first question is asked, and asks it; any number of threads may share one.

    `limit_ms` is the time limit of requests that give none (the engine's own default is 10 s); `timeout` is how many
    seconds the client waits for an answer before it gives the engine up, None for as long as it takes. An engine that
    has ended or been given up is started anew by the next question. `command` starts another engine.

    Errors are `optimizer.apps.engine.EngineError`s: `BadParams` where the document or an option is wrong,
    `LimitReached`, `EngineTimeout`, `EngineGone` and so on.

    >>> from optimizer import Client
    >>> with Client() as engine:
    ...     engine.suggest("Wurm 6/4 trample <- Bear 2/2, Wall 0/3 defender", limit_ms=500)["score"]
    ...     engine.count("Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2")
    8.0
    {'step': 'regular', 'attacking': 3, 'defending': 1, 'not_counted': []}
    """

    def __init__(
        self, *, limit_ms: float | None = None, timeout: float | None = None, command: Sequence[str] | None = None
    ) -> None:
        self.command = command_of(limit_ms) if command is None else list(command)
        self.timeout = timeout
        self.closed = False
        self.lock = threading.Lock()
        self.current: Connection | None = None
        self.ending: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the engine; whoever still waits gets `EngineGone`. Nothing can be asked afterwards."""
        with self.lock:
            self.closed = True
        if self.ending is not None:
            self.ending()

    def call(self, method: str, params: Mapping[str, Any], *, timeout: float | None = None) -> Any:
        """The result of any method. Questions change nothing, so where an engine ends before it answers, another is
        asked, once; where it was given up for another thread's sake, as often as that happens."""
        timeout = self.timeout if timeout is None else timeout
        until = None if timeout is None else time.monotonic() + timeout
        asked_again = False
        while True:
            connection = self.connection()
            try:
                future = connection.submit(method, params)
                return future.result(None if until is None else max(0, until - time.monotonic()))
            except NoAnswer:
                connection.drop()
                raise EngineTimeout(f"no answer to {method!r} within {timeout:g} s") from None
            except EngineGone as gone:
                if self.closed:
                    raise EngineGone("the client is closed") from None
                if not isinstance(gone, Dropped):
                    if asked_again:
                        raise
                    asked_again = True

    def connection(self) -> Connection:
        """The engine that is there, or a new one."""
        with self.lock:
            if self.closed:
                raise EngineGone("the client is closed")
            if self.current is None or self.current.gone or self.current.dropped:
                if self.ending is not None:
                    self.ending()
                self.current = Connection(self.command)
                self.ending = weakref.finalize(self, self.current.close)  # at the latest when Python ends
            return self.current

    def suggest(self, document: Document, *, limit_ms: float | None = None, **options: Any) -> dict[str, Any]:
        """The best line of a combat."""
        return self.ask("suggest", document, limit_ms, options)

    def legal(
        self, document: Document, *, limit: int | None = None, limit_ms: float | None = None, **options: Any
    ) -> dict[str, Any]:
        """The legal assignments of one `side`, or the legal declarations on a board; `complete` says if these are all.

        >>> from optimizer import Client
        >>> with Client() as engine:
        ...     engine.legal("Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2", limit=1)
        {'assignments': [{'slime': {'wurm': 2}}], 'not_counted': [], 'complete': False}
        """
        return self.ask("legal", document, limit_ms, {"limit": limit, **options})

    def check(
        self,
        document: Document,
        assignment: Assignment | None = None,
        *,
        limit_ms: float | None = None,
        **options: Any,
    ) -> dict[str, Any]:
        """Whether an assignment is legal (on a board: `declaration`), with every rule that it breaks."""
        return self.ask("check", document, limit_ms, {"assignment": assignment, **options})

    def count(self, document: Document, *, limit_ms: float | None = None, **options: Any) -> dict[str, Any]:
        """How many legal assignments or declarations there are."""
        return self.ask("count", document, limit_ms, options)

    def resolve(
        self,
        document: Document,
        attacking: Assignment | None = None,
        defending: Assignment | None = None,
        *,
        limit_ms: float | None = None,
        **options: Any,
    ) -> dict[str, Any]:
        """What a step's two assignments do."""
        return self.ask("resolve", document, limit_ms, {"attacking": attacking, "defending": defending, **options})

    def blocks(self, document: Document, *, limit_ms: float | None = None, **options: Any) -> dict[str, Any]:
        """The best blocks on a board."""
        return self.ask("blocks", document, limit_ms, options)

    def attacks(self, document: Document, *, limit_ms: float | None = None, **options: Any) -> dict[str, Any]:
        """The best attacks on a board."""
        return self.ask("attacks", document, limit_ms, options)

    def schema(self, name: str | None = None) -> dict[str, Any]:
        """The JSON Schema of a document, a request or an answer; of all of them without a name."""
        found: dict[str, Any] = self.call("schema", {"name": name})
        return found

    def version(self) -> dict[str, Any]:
        """The engine's version, its protocol's, and its methods."""
        found: dict[str, Any] = self.call("version", {})
        return found

    def ask(self, method: str, document: Document, limit_ms: float | None, options: dict[str, Any]) -> dict[str, Any]:
        """A method on a document; an option that is None is left out. `timeout` is the client's own."""
        timeout = options.pop("timeout", None)
        params = {"document": document, "limit_ms": limit_ms, **options}
        found: dict[str, Any] = self.call(
            method, {name: value for name, value in params.items() if value is not None}, timeout=timeout
        )
        return found
