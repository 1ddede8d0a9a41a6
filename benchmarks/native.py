"""C compiled on the spot: what the machine could do, as the limit that Python is measured against."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

__all__ = ["Lister", "compiler"]

LIST = """
#include <stdint.h>
/* Every way to divide `total` among `parts`, one row each; returns the number of rows. */
long list_divisions(int total, int parts, int16_t *out) {
    int16_t row[64];
    int left[64];
    long rows = 0;
    int at = 0;
    left[0] = total;
    row[0] = 0;
    for (;;) {
        if (at == parts - 1) {
            row[at] = (int16_t)left[at];
            for (int i = 0; i < parts; i++) out[i] = row[i];
            out += parts;
            rows++;
            do {
                if (--at < 0) return rows;
            } while (row[at] == left[at]);
            row[at]++;
        }
        left[at + 1] = left[at] - row[at];
        at++;
        row[at] = 0;
    }
}
"""


def compiler() -> str | None:
    """The C compiler, None where there is none."""
    return shutil.which("gcc") or shutil.which("cc")


class Lister:
    """The C loop that lists divisions into a buffer of 16-bit integers."""

    def __init__(self) -> None:
        found = compiler()
        if found is None:
            raise RuntimeError("no C compiler: apt-get install gcc")
        self.folder = tempfile.TemporaryDirectory()
        source = Path(self.folder.name) / "list.c"
        source.write_text(LIST)
        library = Path(self.folder.name) / "list.so"
        subprocess.run([found, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source], check=True)
        self.call = ctypes.CDLL(str(library)).list_divisions
        self.call.restype = ctypes.c_long

    def rows(self, total: int, parts: int, buffer: np.ndarray) -> int:
        """Fills the buffer; the number of rows written."""
        return int(self.call(total, parts, buffer.ctypes.data_as(ctypes.c_void_p)))
