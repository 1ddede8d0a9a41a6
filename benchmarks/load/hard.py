"""`python -m benchmarks.load.hard PORT`: has the service solve a hard combat over and over, until it is ended."""

from __future__ import annotations

import asyncio
import sys
from itertools import repeat

from .client import ask_all
from .mix import HARD

if __name__ == "__main__":
    asyncio.run(ask_all(int(sys.argv[1]), repeat(HARD), 1))
