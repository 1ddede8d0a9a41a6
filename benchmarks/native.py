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

__all__ = ["Lister", "Sacks", "compiler"]

SACKS = """
#include <string.h>
/* 0/1 knapsacks, one after the other, by the textbook recurrence: how many; then for each its capacity, its items, and
   a cost and a price for each of them. `best` has room for the largest capacity + 1. The best prices, summed. */
int call(const int *sacks, int *restrict best) {
    int total = 0, many = *sacks++;
    while (many--) {
        int capacity = *sacks++, items = *sacks++;
        memset(best, 0, sizeof(int) * (capacity + 1));
        for (; items--; sacks += 2)
            for (int used = capacity; used >= sacks[0]; used--) {
                int worth = best[used - sacks[0]] + sacks[1];
                if (worth > best[used]) best[used] = worth;
            }
        total += best[capacity];
    }
    return total;
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


class Sacks:
    """The C loop of the knapsack's dynamic programme, on numbers that are there already, in a single call."""

    def __init__(self, sacks: Sequence[tuple[int, Sequence[int], Sequence[int]]]) -> None:
        numbers = [len(sacks)]
        for capacity, costs, prices in sacks:
            numbers += [capacity, len(costs)]
            for pair in zip(costs, prices, strict=True):
                numbers += pair
        self.call = compiled(SACKS).call
        self.numbers = (ctypes.c_int * len(numbers))(*numbers)
        self.room = (ctypes.c_int * (max((capacity for capacity, _, _ in sacks), default=0) + 1))()

    def solve(self) -> int:
        """The best prices, summed."""
        return int(self.call(self.numbers, self.room))
