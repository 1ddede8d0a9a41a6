"""What the command line prints, as a text."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import redirect_stdout

__all__ = ["printed"]


def printed(tell: Callable[[], object]) -> str:
    """What is printed on standard output, without spaces at the ends of lines.

    >>> printed(lambda: print("side   \\nattacking "))
    'side\\nattacking'
    """
    out = io.StringIO()
    with redirect_stdout(out):
        tell()
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()).rstrip()
