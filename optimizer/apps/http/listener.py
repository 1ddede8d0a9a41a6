"""Taking connections: so many at once, and none is lost where the system has no file left for it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Collection
from typing import Final, Protocol

from .saying import say

__all__ = ["HttpConnection", "Listener", "most_connections"]

AGAIN: Final = 1.0
"""Seconds after which it is tried again where the system gave no connection."""

RESERVED: Final = 48
"""Files that the service needs besides those of connections and workers."""

PIPES: Final = 4
"""Files that it may need for a worker."""

FEWEST: Final = 4
"""Connections that there may be at least, whatever the limit of open files."""


class HttpConnection(Protocol):
    """A connection as the listener sees it: since when nothing is asked on it, None while something is."""

    @property
    def quiet_since(self) -> float | None:
        """By the monotonic clock."""

    def drop(self) -> None:
        """Ends it at once."""


def most_connections(wanted: int, workers: int) -> int:
    """How many connections there may be: as many as are wanted, within the limit of open files."""
    try:
        import resource
    except ImportError:  # Windows
        return wanted
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return wanted
    return max(FEWEST, min(wanted, files - RESERVED - PIPES * workers))


class Listener:
    """Takes connections from a listening socket; `make` gives each its protocol, `connections` are those there are.

    Where there are as many as there may be, the one on which nothing has been asked for longest makes room; where
    something is asked on all of them, others wait in the system's queue until one ends, which `freed` tells.
    """

    def __init__(
        self, listening: socket.socket, most: int, make: Callable[[], asyncio.Protocol],
        connections: Collection[HttpConnection], freed: asyncio.Event,
    ) -> None:  # fmt: skip
        self.listening, self.most, self.make, self.connections, self.freed = listening, most, make, connections, freed
        listening.setblocking(False)

    async def serve(self) -> None:
        """Takes connections until it is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, _ = await loop.sock_accept(self.listening)
            except ConnectionAbortedError:
                continue
            except OSError as error:  # no file or no memory left: whoever waits is taken later
                say("accept", f"can't take a connection: {error.strerror or error}; trying again")
                await asyncio.sleep(AGAIN)
                continue
            try:
                await self.room()
                await loop.connect_accepted_socket(self.make, connection)
            except OSError:  # it has ended already
                connection.close()
            except asyncio.CancelledError:
                connection.close()
                raise

    async def room(self) -> None:
        """Waits until there may be one more."""
        while len(self.connections) >= self.most:
            self.freed.clear()
            quiet = [(since, one) for one in self.connections if (since := one.quiet_since) is not None]
            if quiet:
                min(quiet, key=lambda pair: pair[0])[1].drop()
            else:
                say("connections", f"{self.most:,} connections are at work, and there may be no more: others wait")
            await self.freed.wait()
