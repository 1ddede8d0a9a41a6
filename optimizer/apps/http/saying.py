"""What is said to whoever runs the service: a line on standard error, of each kind one a minute."""

from __future__ import annotations

import sys
import time
from typing import Final

__all__ = ["MINUTE", "say"]

MINUTE: Final = 60.0

SAID: Final[dict[str, float]] = {}
"""When something of a kind was said last."""


def say(kind: str, text: str) -> None:
    """Says it, unless something of this kind was said within a minute: what happens to one request happens to many."""
    now = time.monotonic()
    if now - SAID.get(kind, -MINUTE) < MINUTE:
        return
    SAID[kind] = now
    print(f"optimizer: {text}", file=sys.stderr, flush=True)
