"""An engine that works for an assistant: `python -P -m optimizer.apps.mcp.worker MEMORY_MB`."""

from __future__ import annotations

import contextlib
import sys

__all__ = ["main"]


def main(memory_mb: int) -> int:
    """Answers requests, one a line, until standard input ends."""
    from ..engine.limits import memory_limit
    from ..engine.server import Engine, serve
    from ..engine.warm import warm
    from .reports import REPORTS

    out = sys.stdout
    with memory_limit(memory_mb * 1_000_000), contextlib.redirect_stdout(sys.stderr):
        warm(REPORTS)
        serve(sys.stdin.buffer, out, Engine(methods=REPORTS))
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
