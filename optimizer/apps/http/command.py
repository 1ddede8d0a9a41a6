"""The command `serve`. What it runs is loaded when it runs."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import click

from ...model.errors import Fault, InvalidDocument
from ...model.extras import lacking, needs
from ..cli.output import INTERRUPTED
from .settings import LOOPBACK, Settings, default_workers

if TYPE_CHECKING:
    import socket

__all__ = ["serve"]

PORT: Final = 8017
NEEDED: Final = ("fastapi", "uvicorn", "prometheus_client", "fastapi_offline")
TOKEN: Final = "OPTIMIZER_TOKEN"
DEFAULT: Final = Settings()
DAY: Final = 86_400.0

Decorator = Callable[[Callable[..., int]], Callable[..., int]]


class Seconds(click.FloatRange):
    """A number of seconds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; NaN is none, though no comparison says so."""
        found: float = super().convert(value, param, ctx)
        return self.fail(f"{value!r} is not a number of seconds.", param, ctx) if math.isnan(found) else found


def limit(
    name: str, kind: click.IntRange | Seconds, unit: str, what: str
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """An option that sets one of the limits in `Settings`."""
    default = getattr(DEFAULT, name.removeprefix("--").replace("-", "_"))
    return click.option(name, type=kind, default=default, metavar=unit, show_default=True, help=what)


@click.command(epilog="\b\nExample:\n  optimizer serve --port 0")
@click.option("--host", default="127.0.0.1", metavar="NAME", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, metavar="N", show_default=True, help="The port; 0 for any."
)
@click.option("--open/--no-open", "opened", default=None, help="Open the page in a browser (default: at a desktop).")
@click.option("--token", metavar="TEXT", help=f"What requests must bring; better in the environment ({TOKEN}).")
@click.option("--allow-host", "names", multiple=True, metavar="NAME", help="Another name of the service's.")
@click.option("--allow-origin", "origins", multiple=True, metavar="ORIGIN", help="A site whose scripts may ask (CORS).")
@click.option(
    "--workers", type=click.IntRange(1, 512), metavar="N", help="Combats solved at once (default: the cores, or 2)."
)
@limit("--short-workers", click.IntRange(0, 512), "N", "Workers besides, for what is always short.")
@limit("--connections", click.IntRange(1), "N", "The most connections at once.")
@limit("--waiting", click.IntRange(0), "N", "How many requests may wait for a worker.")
@limit("--longest-wait", Seconds(0, DAY), "SECONDS", "How long each of them.")
@limit("--time-limit", Seconds(0, DAY), "SECONDS", "What a request may take, and takes where it doesn't say.")
@limit("--memory-mb", click.IntRange(0), "N", "The most memory of a worker, in megabytes; 0 for no limit.")
@limit("--max-body", click.IntRange(1), "BYTES", "The longest body.")
@limit("--max-answer", click.IntRange(1000), "BYTES", "The longest answer.")
@limit("--held-mb", click.IntRange(1), "N", "The most that bodies and answers under way take, in megabytes.")
@limit("--max-creatures", click.IntRange(0), "N", "The most creatures in a document.")
def serve(
    host: str, port: int, opened: bool | None, token: str | None, names: tuple[str, ...], workers: int | None,
    **given: Any,
) -> int:  # fmt: skip
    """Serve the page for people and the verbs over HTTP (`optimizer help service`) until interrupted."""
    if lacking(NEEDED):
        raise InvalidDocument([Fault("", f"serve {needs('web')}")])
    from urllib.parse import quote

    from .process import ProcessGone
    from .server import listen, run

    token = token or os.environ.get(TOKEN) or None
    if token is not None and not (token.isascii() and token.isprintable() and " " not in token):
        raise InvalidDocument([Fault("--token", "expected printable ASCII without spaces, which a header can hold")])

    listening = listen(host, port)
    inside = on_loopback(listening)
    made = token is None and not inside
    if made:
        from secrets import token_urlsafe

        token = token_urlsafe(24)
    address = f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}/"
    with_token = f"{address}#token={quote(token)}" if token else address
    own = {*LOOPBACK, address[len("http://") :].rpartition(":")[0].lower(), *map(str.lower, names)}
    hosts = frozenset(own) if inside or names else None
    settings = Settings(workers=workers or default_workers(), token=token, hosts=hosts, **given)

    def ready() -> None:
        print(f"Listening at {with_token if made else address}", flush=True)
        if opened or (opened is None and at_desktop()):
            open_page(with_token)

    try:
        ended = run(settings, listening, ready)
    except ProcessGone as gone:
        raise OSError(str(gone)) from None
    return 0 if ended else INTERRUPTED


def on_loopback(listening: socket.socket) -> bool:
    """Whether only this machine reaches it."""
    from ipaddress import ip_address

    return ip_address(listening.getsockname()[0].partition("%")[0]).is_loopback


def at_desktop() -> bool:
    """Whether somebody sits there who can see a browser."""
    seen = sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return seen and sys.stdout.isatty()


def open_page(address: str) -> None:
    """Opens the page, beside everything else: some browsers hold up whoever starts them."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
