"""Running the service: its socket, its signals, and its end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import uvicorn

from ..engine.methods import LATE
from .answers import TAKING
from .app import application
from .connection import Protocol
from .listener import Listener, most_connections
from .pool import Pool
from .saying import say
from .settings import Settings

__all__ = ["listen", "run"]

LEAVING: Final = 5.0
"""Seconds that clients have to read their last answer."""

HEAD: Final = 20.0
"""Seconds in which a request's head must be here, from the connection's start or the last answer on."""

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
BACKLOG: Final = 2048


class Server(uvicorn.Server):
    """A server that leaves signals to `run` and its socket to a `Listener`, and keeps no connection on which nothing
    is asked."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.freed = asyncio.Event()

    def protocol(self) -> Protocol:
        """A new connection's protocol."""
        return Protocol(self.config, self.server_state, {}, ended=self.freed.set)

    async def on_tick(self, counter: int) -> bool:
        """What is done ten times a second."""
        if counter % 10 == 0:
            self.sweep(time.monotonic())
        return await super().on_tick(counter)

    def sweep(self, now: float) -> None:
        """Ends connections whose next request's head hasn't come whole for too long, however it trickles in."""
        for connection in self.connections():
            since = connection.quiet_since
            if since is not None and now - since > HEAD:
                connection.drop()

    def connections(self) -> list[Any]:
        """Those that there are."""
        return list(self.server_state.connections)

    def abort(self) -> None:
        """Ends every connection."""
        for connection in self.connections():
            connection.drop()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Nothing."""
        yield


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; raises OSError, told in one line."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # named, for without it asyncio takes connections for something else, and answers wait for acknowledgements
        listening = socket.socket(family, kind, socket.IPPROTO_TCP)
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # whoever doesn't read an answer doesn't keep it here
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(TAKING * 1000))
        listening.bind(address)
        listening.listen(BACKLOG)
        return listening
    except (OSError, UnicodeError, OverflowError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        raise OSError(f"can't listen on port {port} of {host}: {reason[:1].lower()}{reason[1:]}") from None


def run(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> bool:
    """Serves until it is told to stop; whether it ended in order (and not at once, by a second interrupt)."""
    return asyncio.run(serve(settings, listening, ready))


async def serve(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> bool:
    """Starts the workers, serves, and ends them."""
    stop = Stop()
    pool = Pool(settings)
    server = Server(
        uvicorn.Config(
            application(pool),
            lifespan="off", ws="none", proxy_headers=False, server_header=False,
            access_log=False, log_config=None, log_level=logging.CRITICAL,  # what matters the gate reports
        )
    )  # fmt: skip
    server.config.load()
    most = most_connections(settings.connections, settings.workers + settings.short_workers)
    connections: Any = server.server_state.connections  # all of them `Protocol`s
    listener = Listener(listening, most, server.protocol, connections, server.freed)
    asyncio.get_running_loop().set_exception_handler(unexpected)
    with handled(stop.ask):
        asked = asyncio.ensure_future(stop.asked.wait())
        at_once = asyncio.ensure_future(stop.at_once.wait())
        starting = asyncio.ensure_future(pool.start())
        if not await first(starting, asked):
            starting.cancel()
            await asyncio.wait([starting])
            return True
        starting.result()
        serving = asyncio.ensure_future(server.serve([]))
        while not server.started:
            await asyncio.sleep(0.01)
        taking = asyncio.ensure_future(listener.serve())
        ready()
        await first(asked, taking)  # taking ends only by a fault, which is raised below
        taking.cancel()
        await asyncio.wait([taking])
        listening.close()
        server.should_exit = True
        closing = asyncio.ensure_future(pool.close(settings.time_limit + LATE))
        if not await first(closing, at_once):
            await pool.close(0)
        await first(serving, at_once, seconds=LEAVING)
        server.abort()
        await asyncio.wait([serving, closing])
        at_once.cancel()
        if not taking.cancelled():
            taking.result()
    return not stop.at_once.is_set()


def unexpected(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What asyncio has to say."""
    error = context.get("exception")
    told = f"{context['message']}: {type(error).__name__}: {error}" if error else context["message"]
    say(context["message"], f"internal error, please report it: {told}")


class Stop:
    """Whether the service is to end, and whether at once."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.at_once = asyncio.Event()

    def ask(self) -> None:
        """What a signal does: the first has it end in order, the second at once."""
        (self.at_once if self.asked.is_set() else self.asked).set()


async def first(one: asyncio.Future[Any], other: asyncio.Future[Any], *, seconds: float | None = None) -> bool:
    """Whether one is done when one of the two is, or when the time is up."""
    await asyncio.wait([one, other], timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    return one.done()


@contextlib.contextmanager
def handled(act: Callable[[], None]) -> Iterator[None]:
    """While it lasts, an interrupt or a request to end calls this in the loop."""
    loop = asyncio.get_running_loop()

    def handle(number: int, frame: object) -> None:
        loop.call_soon_threadsafe(act)

    before = {number: signal.signal(number, handle) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
