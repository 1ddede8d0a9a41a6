"""What README.md and the pages of docs/ show is what happens: their Python sessions and their commands are run.

A `console` block holds commands after `$ ` and what they print, standard error included; times may differ. When what
is printed has changed on purpose, `python tests/test_readme.py` writes it into the pages anew.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(ROOT.glob("docs/*.md")), ROOT / "examples" / "README.md"]
SHELL = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
SETUP = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
TIME = re.compile(r'\b[0-9.]+ ms\b|(?<="time_ms": )[0-9.]+')
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


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


def line_of(text: str, place: int) -> int:
    """The number of the line that a place in a text is on."""
    return text.count("\n", 0, place) + 1


def named(path: Path) -> str:
    """A page as pytest calls it."""
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_python(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page is one session; the fences count as blank lines, which end what is printed."""
    monkeypatch.chdir(ROOT)
    text = re.sub(r"^```.*$", "", page.read_text("utf-8"), flags=re.M)
    session = doctest.DocTestParser().get_doctest(text, {}, named(page), str(page), 0)
    told: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(session, out=told.append)
    assert not result.failed, "".join(told)


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_commands(page: Path) -> None:
    text = page.read_text("utf-8")
    status = 0
    for block in SHELL.finditer(text):
        for command in commands(block[1], line_of(text, block.start(1))):
            printed, status = run(command.words, status)
            where = f"{named(page)}, line {command.line}: $ {command.words}"
            assert timeless(printed) == timeless(command.printed), where


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_the_two_commands_of_the_readme() -> None:
    """Both set everything up; the test command's checks are those of `.ci/run`, which runs them in a fresh clone."""
    suggest, tests = (block.strip() for block in SETUP.findall((ROOT / "README.md").read_text("utf-8"))[:2])
    for command in (suggest, tests):
        assert command.startswith("python3 -m venv .venv && .venv/bin/pip install -q ")
        assert "\n" not in command
    example = suggest.rpartition("optimizer suggest ")[2]
    assert (ROOT / example).is_file()
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    for step in tests.split(" && ")[1:]:
        assert step.removeprefix(".venv/bin/") in ci


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
