"""The schemas as files, for the docs site and for whoever has no `optimizer`: `python -m optimizer.apps.schema FOLDER`.

What is in FOLDER already is of released versions. A change that does more than add to it is refused, unless
`optimizer.apps.schema.VERSION` has been raised (docs/versions.md).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from . import VERSION, schema_of
from .compatible import breaks

__all__ = ["main", "written"]


def written() -> str:
    """The schemas of everything, as the file holds them."""
    return json.dumps(schema_of(None), indent=1) + "\n"


def main(folder: Path) -> int:
    """Writes the file of the present version, or says why not."""
    file = folder / str(VERSION) / "all.json"
    places = breaks(json.loads(file.read_text("utf-8")), schema_of(None)) if file.exists() else []
    for place in places:
        print(f"{file}: {place} is more than an addition: raise optimizer.apps.schema.VERSION", file=sys.stderr)
    if places:
        return 1
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(written(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
