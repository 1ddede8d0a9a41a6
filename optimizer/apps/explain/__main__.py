"""`python -m optimizer.apps.explain docs/rules-handled.md` writes what `explain` knows, after the page has changed."""

import sys
from pathlib import Path

from .page import KNOWN, written

if __name__ == "__main__":
    KNOWN.write_text(written(Path(sys.argv[1]).read_text("utf-8")), "utf-8")
