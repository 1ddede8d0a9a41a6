"""What is in a wheel and in an sdist: all that belongs there, and nothing else. Its argument is their folder."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import zipfile
from email.parser import HeaderParser
from pathlib import Path

LEFT_OUT = ("benchmarks/results/growth.svg", "benchmarks/results/peers.svg", ".gitignore")
"""What git has and no sdist needs."""

PAGE = re.compile(r"docs/[^/]+\.md")
"""What `optimizer help` prints, which a wheel has inside the package."""

MADE = {"PKG-INFO", "setup.cfg"}
"""What setuptools adds to an sdist, besides a folder of its own."""


def tracked() -> set[str]:
    """The files that git has."""
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, check=True, text=True).stdout
    return {name for name in listed.split("\0") if name}


def judge(what: str, found: set[str], expected: set[str]) -> bool:
    """Says what is missing and what is there too much."""
    for name in sorted(expected - found):
        print(f"{what}: {name} is missing")
    for name in sorted(found - expected):
        print(f"{what}: {name} doesn't belong there")
    return found == expected


def main(folder: Path) -> int:
    """Judges both; the exit code."""
    files = tracked()
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        info = next(name.partition("/")[0] for name in names if ".dist-info/" in name)
        metadata = HeaderParser().parsestr(archive.read(f"{info}/METADATA").decode())
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in (one.name for one in archive if one.isfile())}
    well = [
        judge(
            wheel.name,
            {name for name in names if not name.startswith(f"{info}/")},
            {name for name in files if name.startswith("optimizer/")}
            | {f"optimizer/{name}" for name in files if PAGE.fullmatch(name)},
        ),
        judge(
            sdist.name,
            {name for name in inside if ".egg-info/" not in name} - MADE,
            {name for name in files if not name.startswith(LEFT_OUT)},
        ),
    ]
    if f"{info}/licenses/LICENSE" not in names or metadata["License-Expression"] != "MIT":
        print(f"{wheel.name}: the licence is missing")
        well.append(False)
    print(f"{wheel.name}: {len(names)} files; {sdist.name}: {len(inside)} files")
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
