"""The command `serve`. What it runs is loaded when it runs."""

from __future__ import annotations

import ipaddress
import os
import secrets
import socket
import sys
from importlib.util import find_spec
from typing import Any, Final
from urllib.parse import quote

import click

from ..errors import Fault, InvalidDocument
from .settings import Settings, default_workers

__all__ = ["serve"]

PORT: Final = 8017
LOOPBACK: Final = frozenset(["localhost", "127.0.0.1", "[::1]"])
NEEDED: Final = ("fastapi", "uvicorn", "prometheus_client", "fastapi_offline")
TOKEN: Final = "OPTIMIZER_TOKEN"
INTERRUPTED: Final = 130
DEFAULT: Final = Settings()


@click.command(epilog="\b\nExample:\n  optimizer serve --port 0")
@click.option("--host", default="127.0.0.1", metavar="NAME", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, metavar="N", show_default=True, help="0: any.")
@click.option("--open/--no-open", "opened", default=None, help="Open the page in a browser (default: at a desktop).")
@click.option("--token", metavar="TEXT", help=f"What requests must bring (better in the environment: {TOKEN}).")
@click.option("--allow-host", "names", multiple=True, metavar="NAME", help="Another name of the service's.")
@click.option("--allow-origin", "origins", multiple=True, metavar="ORIGIN", help="A site whose scripts may ask (CORS).")
@click.option("--workers", type=click.IntRange(1, 512), metavar="N", help="Combats solved at once (default: cores).")
@click.option(
    "--waiting",
    type=click.IntRange(0),
    default=DEFAULT.waiting,
    metavar="N",
    show_default=True,
    help="Requests that may wait.",
)
@click.option(
    "--longest-wait",
    type=click.FloatRange(0),
    default=DEFAULT.longest_wait,
    metavar="SECONDS",
    show_default=True,
    help="How long each of them.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(0, 86400),
    default=DEFAULT.time_limit,
    metavar="SECONDS",
    show_default=True,
    help="What a request may take at most, and takes where it doesn't say.",
)
@click.option(
    "--memory-mb",
    type=click.IntRange(0),
    default=DEFAULT.memory_mb,
    metavar="N",
    show_default=True,
    help="The most memory of a worker, 0 for no limit.",
)
@click.option(
    "--max-body",
    type=click.IntRange(1),
    default=DEFAULT.max_body,
    metavar="BYTES",
    show_default=True,
    help="The longest body.",
)
@click.option(
    "--max-creatures",
    type=click.IntRange(0),
    default=DEFAULT.max_creatures,
    metavar="N",
    show_default=True,
    help="The most creatures in a document.",
)
def serve(
    host: str, port: int, opened: bool | None, token: str | None, names: tuple[str, ...], workers: int | None,
    **given: Any,
) -> int:  # fmt: skip
    """Serve the page for people and the verbs over HTTP (docs/service.md) until interrupted."""
    if any(find_spec(name) is None for name in NEEDED):
        raise InvalidDocument(
            [Fault("serve", "needs FastAPI and more, which aren't installed: pip install 'optimizer[web]'")]
        )
    from .process import ProcessGone
    from .server import listen, run

    listening = listen(host, port)
    inside = ipaddress.ip_address(listening.getsockname()[0]).is_loopback
    token = token or os.environ.get(TOKEN) or None
    made = not inside and token is None
    if made:
        token = secrets.token_urlsafe(24)
    hosts = LOOPBACK | {host.lower()} | {name.lower() for name in names} if inside or names else None
    settings = Settings(workers=workers or default_workers(), token=token, hosts=hosts, **given)
    address = address_of(host, listening)

    def ready() -> None:
        print(f"Listening at {address}{f'#token={quote(token)}' if made and token else ''}", flush=True)
        if opened or (opened is None and at_desktop()):
            open_page(f"{address}#token={quote(token)}" if token else address)

    try:
        ended = run(settings, listening, ready)
    except ProcessGone as gone:
        raise OSError(str(gone)) from None
    return 0 if ended else INTERRUPTED


def address_of(host: str, listening: socket.socket) -> str:
    """Where the service is."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{listening.getsockname()[1]}/"


def at_desktop() -> bool:
    """Whether somebody sits there who can see a browser."""
    seen = sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return seen and sys.stdout.isatty()


def open_page(address: str) -> None:
    """Opens the page, beside everything else: some browsers hold up whoever starts them."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
