"""An engine that works for an assistant: `python -P -m optimizer.assistants.worker MEMORY_MB`."""

from __future__ import annotations

import contextlib
import sys

__all__ = ["main"]


def main(memory_mb: int) -> int:
    """Answers requests, one a line, until standard input ends."""
    from ..rpc.limits import memory_limit
    from ..rpc.server import Engine, serve
    from ..rpc.warm import warm
    from .reports import REPORTS

    out = sys.stdout
    with memory_limit(memory_mb * 1_000_000), contextlib.redirect_stdout(sys.stderr):
        warm(REPORTS)
        serve(sys.stdin.buffer, out, Engine(methods=REPORTS))
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
