"""Commands that pages show in `console` blocks, and what they print: found, run, compared, and written anew.

A block holds commands after `$ ` and what they print, standard error included; times may differ. When what is printed
has changed on purpose, `python tests/support/consoles.py` writes it into the pages.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from places import ROOT

__all__ = ["PAGES", "SHELL", "Command", "commands", "run", "timeless"]

PAGES: Final = (
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    *sorted(ROOT.glob("docs/*.md")),
    ROOT / "examples" / "README.md",
)
SHELL: Final = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
TIME: Final = re.compile(r'\b[0-9.]+ ms\b|(?<="time_ms": )[0-9.]+')


class Command(NamedTuple):
    """A command of a page and what the page says it prints."""

    line: int
    words: str
    printed: str


def commands(block: str, line: int) -> Iterator[Command]:
    """The commands of a console block; a backslash at the end of a line continues it."""
    for part in re.split(r"^(?=\$ )", block, flags=re.M)[1:]:
        match = re.match(r"\$ ((?:.*\\\n)*.*)\n", part)
        assert match is not None
        yield Command(line, match[1], part[match.end() :])
        line += part.count("\n")


def run(words: str, status: int) -> tuple[str, int]:
    """What a shell prints, trailing spaces dropped, and its exit code; `status` is that of the command before."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    shell = subprocess.run(
        ["bash", "-c", f"(exit {status}); {words}"],
        cwd=ROOT, env={**inherited, "PATH": path}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, check=False, timeout=60,
    )  # fmt: skip
    return "".join(f"{line.rstrip()}\n" for line in shell.stdout.splitlines()), shell.returncode


def timeless(text: str) -> str:
    """A text without the times in it."""
    return TIME.sub("... ms", text)


def rewrite(page: Path) -> None:
    """Writes what the commands of a page print into it, except where nothing but times is different."""
    status = 0

    def anew(block: re.Match[str]) -> str:
        nonlocal status
        shown = ""
        for command in commands(block[1], 0):
            printed, status = run(command.words, status)
            same = timeless(printed) == timeless(command.printed)
            shown += f"$ {command.words}\n{command.printed if same else printed}"
        return f"```console\n{shown}```"

    page.write_text(SHELL.sub(anew, page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    for path in PAGES:
        rewrite(path)
