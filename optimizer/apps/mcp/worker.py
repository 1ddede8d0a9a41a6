"""An engine that works for an assistant: `python -P -m optimizer.apps.mcp.worker MEMORY_MB`."""

from __future__ import annotations

import sys
from functools import partial

__all__ = ["main"]


def main(memory_mb: int) -> int:
    """Answers requests, one a line, until standard input ends."""
    from ..engine.server import Engine
    from ..engine.warm import warm
    from ..workers import work
    from .reports import REPORTS

    work(Engine(methods=REPORTS), memory_mb, partial(warm, REPORTS))
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
