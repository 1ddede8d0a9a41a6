"""C compiled on the spot: what the machine could do, as the limit that Python is measured against.

For listing, nested loops written out for the number of heaps, which store one row of 16-bit integers each into a buffer
that is there already; of the forms and flags that were tried (columns instead of rows, an odometer, -O3 and
-march=native, which make vectors of runs that are too short) this one is the fastest here, by 3 to 9 times.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

__all__ = ["Lister", "Sack", "compiler"]

SACK = """
#include <string.h>
/* 0/1 knapsack, the textbook recurrence; `best` has room for capacity + 1. */
int call(int capacity, int items, const int *cost, const int *price, int *restrict best) {
    memset(best, 0, sizeof(int) * (capacity + 1));
    for (int i = 0; i < items; i++)
        for (int used = capacity; used >= cost[i]; used--) {
            int worth = best[used - cost[i]] + price[i];
            if (worth > best[used]) best[used] = worth;
        }
    return best[capacity];
}
"""


def compiler() -> str | None:
    """The C compiler, None where there is none."""
    return shutil.which("gcc") or shutil.which("cc")


@cache
def compiled(source: str) -> ctypes.CDLL:
    """A library of a C source, loaded. The file is gone afterwards."""
    found = compiler()
    if found is None:
        raise RuntimeError("no C compiler: apt-get install gcc")
    with tempfile.TemporaryDirectory() as folder:
        text, library = Path(folder) / "limit.c", Path(folder) / "limit.so"
        text.write_text(source)
        subprocess.run([found, "-O2", "-shared", "-fPIC", "-o", library, text], check=True)
        return ctypes.CDLL(str(library))


def loops(parts: int) -> str:
    """Nested loops that list every way to divide `total` among `parts` heaps, most to the first ones first."""
    last = parts - 1
    lines = ["#include <stdint.h>", "long call(int total, int16_t *restrict out) { int16_t *p = out; int l0 = total;"]
    for heap in range(last):
        lines.append(f"for (int x{heap} = l{heap}; x{heap} >= 0; x{heap}--) {{ int l{heap + 1} = l{heap} - x{heap};")
    stores = " ".join(f"p[{heap}] = x{heap};" for heap in range(last))
    lines.append(f"{stores} p[{last}] = l{last}; p += {parts};")
    lines.append("}" * last + f" return (p - out) / {parts}; }}")
    return "\n".join(lines)


class Lister:
    """The C loops that list divisions into a buffer of 16-bit integers."""

    def __init__(self, parts: int) -> None:
        self.call = compiled(loops(parts)).call
        self.call.restype = ctypes.c_long

    def rows(self, total: int, buffer: np.ndarray) -> int:
        """Fills the buffer; the number of rows written."""
        return int(self.call(total, ctypes.c_void_p(buffer.ctypes.data)))


class Sack:
    """The C loop of the knapsack's dynamic programme, on arrays that are there already."""

    def __init__(self, capacity: int, costs: Sequence[int], prices: Sequence[int]) -> None:
        self.library = compiled(SACK)
        ints = ctypes.c_int * len(costs)
        room = (ctypes.c_int * (capacity + 1))()
        self.arguments = (capacity, len(costs), ints(*costs), ints(*prices), room)

    def solve(self) -> int:
        """The best price."""
        return int(self.library.call(*self.arguments))
