"""What README.md and the pages of docs/ show is what happens: their Python sessions and their commands are run.

A `console` block holds commands after `$ ` and what they print, standard error included; times may differ. When what
is printed has changed on purpose, `python tests/support/consoles.py` writes it into the pages anew.
"""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from consoles import PAGES, SHELL, commands, run, timeless
from places import ROOT

SETUP = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


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
