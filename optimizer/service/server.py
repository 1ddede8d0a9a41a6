"""Running the service: its socket, its signals, and its end."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator
from typing import Final

import uvicorn

from ..rpc.methods import LATE
from .app import application
from .pool import Pool
from .settings import Settings

__all__ = ["listen", "run"]

LEAVING: Final = 5.0
"""Seconds that clients have to read their last answer."""

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
BACKLOG: Final = 2048


class Server(uvicorn.Server):
    """A server that leaves signals to `run`."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Nothing."""
        yield


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; raises OSError, told in one line."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address, family=family, backlog=BACKLOG)
    except (OSError, UnicodeError, OverflowError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        raise OSError(f"can't listen on port {port} of {host}: {reason[:1].lower()}{reason[1:]}") from None


def run(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> bool:
    """Serves until it is told to stop; whether it ended in order (and not at once, by a second interrupt)."""
    return asyncio.run(serve(settings, listening, ready))


async def serve(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> bool:
    """Starts the workers, serves, and ends them."""
    pool = Pool(settings)
    config = uvicorn.Config(
        application(pool),
        lifespan="off", ws="none", proxy_headers=False, server_header=False, access_log=False, log_config=None,
        backlog=BACKLOG, timeout_graceful_shutdown=int(settings.time_limit + LATE + LEAVING),
    )  # fmt: skip
    server = Server(config)
    stopping = asyncio.Event()
    with handled(lambda: stop(server, stopping)):
        starting = asyncio.ensure_future(pool.start())
        stopped = asyncio.ensure_future(stopping.wait())
        await asyncio.wait([starting, stopped], return_when=asyncio.FIRST_COMPLETED)
        if not starting.done():
            starting.cancel()
            await pool.close(0)
            return True
        starting.result()
        serving = asyncio.ensure_future(server.serve([listening]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        ready()
        await asyncio.wait([serving, stopped], return_when=asyncio.FIRST_COMPLETED)
        closing = asyncio.ensure_future(pool.close(settings.time_limit + LATE))
        await serving
        if server.force_exit:
            await pool.close(0)
        await closing
    return not server.force_exit


def stop(server: Server, stopping: asyncio.Event) -> None:
    """What a signal does: the first ends it in order, the second at once."""
    server.force_exit = server.should_exit
    server.should_exit = True
    stopping.set()


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
