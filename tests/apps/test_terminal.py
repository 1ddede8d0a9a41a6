"""Colour at a terminal only, widths, and `--watch`."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import SLIME, Optimizer
from places import ROOT
from rich.cells import cell_len
from terminals import CODES, GUARD, TRAMPLER, Terminal, at_a_terminal, piped, shown

ILLEGAL = ("check", GUARD, "--assignment", '{"slime": {"player": 2}, "wurm": {"player": 6}}')
RACE = ("suggest", "examples/race.txt")


@at_a_terminal
@pytest.mark.parametrize(
    ("words", "coloured"),
    [
        (("suggest", GUARD), "\x1b[31mdies"),
        (("suggest", "examples/give-way.txt"), ""),
        (("blocks", "examples/gang-block.json"), "\x1b[31mdie"),
        (("attacks", "examples/alpha-strike.json"), "\x1b[1;32mloses the game"),
        (ILLEGAL, "\x1b[1;31mIllegal"),
        (("resolve", GUARD, "--attacking", '{"wurm": {"player": 6}, "slime": {"guard": 2}}', "--defending",
          '{"guard": {"slime": 1}}'), "\x1b[31mdies"),
        (("legal", "examples/acidic-slime.txt"), ""),
        (("explain", "702"), ""),
    ],
)  # fmt: skip
def test_colour_is_at_terminals_only_and_tells_nothing(words: tuple[str, ...], coloured: str) -> None:
    at_terminal, in_pipe = shown(*words), piped(*words)
    assert coloured in at_terminal
    assert "\x1b" not in in_pipe
    assert [line.rstrip() for line in CODES.sub("", at_terminal).splitlines()] == [
        line.rstrip() for line in in_pipe.splitlines()
    ]
    assert max(map(cell_len, in_pipe.splitlines())) <= 80
    without = shown(*words, NO_COLOR="1")
    assert "\x1b" not in without
    assert without == CODES.sub("", at_terminal)


@at_a_terminal
def test_forced_colour_in_a_pipe_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in piped("suggest", GUARD)
    assert "\x1b" not in shown("suggest", GUARD, TERM="dumb")


@at_a_terminal
def test_reports_use_wide_terminals() -> None:
    wide = CODES.sub("", shown("suggest", GUARD, columns=200))
    assert "instead of 14: 1.0 worse." in next(line for line in wide.splitlines() if line.startswith("Runner-up"))
    assert 80 < max(map(cell_len, wide.splitlines())) <= 120


@pytest.mark.parametrize("columns", [30, 60, 80, 300])
def test_legal_assignments_are_readable_at_any_width(columns: int) -> None:
    out = piped("legal", "examples/enormous-baloth.json", columns=columns)
    assert max(map(cell_len, out.splitlines())) <= columns
    text = " ".join(out.split())
    assert "All 80 legal assignments of the attacking side" in text
    if columns == 30:
        assert "assignment" in out.splitlines()[0]
        assert re.search(r"\b\d+ to \w+", text)


@at_a_terminal
def test_watching_at_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "combat.txt"
    file.write_text(SLIME)
    terminal = Terminal("suggest", "--watch", str(file))
    first = terminal.until("Ctrl-C ends.")
    assert "Score 7.0" in first.replace("\x1b[", "")
    assert "\x1b[2J" in first
    replaced = tmp_path / "other"
    replaced.write_text(TRAMPLER)
    replaced.replace(file)
    assert "Score 8.0" in terminal.until("Ctrl-C ends.")
    file.write_text("Slime 2/2 deathtuch")
    assert "did you mean 'deathtouch'" in " ".join(terminal.until("Ctrl-C ends.").split())
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == 130
    assert "Traceback" not in terminal.seen


@contextlib.contextmanager
def watching(*words: str, file: Path) -> Iterator[subprocess.Popen[str]]:
    """A command that watches a file, into a pipe."""
    with subprocess.Popen(
        [sys.executable, "-m", "optimizer", *words, "--watch", str(file)], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


def test_watching_in_a_pipe(tmp_path: Path) -> None:
    file = tmp_path / "combat.txt"
    file.write_text(SLIME)
    with watching("suggest", "--json", file=file) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["score"] == 7.0
        file.write_text('{"attackers": [{"id": "a", "power": "x"}]}')
        said = process.stderr.readline()
        assert said.startswith(f"optimizer: {file}: attackers[0].power: a: power must be an integer")
        assert said.endswith("(and 1 fault more)\n")
        file.write_text(TRAMPLER)
        assert json.loads(process.stdout.readline())["score"] == 8.0
        file.unlink()
        assert "no such file" in process.stderr.readline()
        file.write_text(SLIME)
        assert json.loads(process.stdout.readline())["score"] == 7.0
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert (process.stdout.read(), process.stderr.read()) == ("", "")


@pytest.mark.parametrize("words", ["blocks examples/gang-block.json", "attacks examples/alpha-strike.json"])
def test_watching_boards(words: str, tmp_path: Path) -> None:
    command, example = words.split()
    file = tmp_path / "board.json"
    shutil.copy(ROOT / example, file)
    with watching(command, file=file) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Score ")
        document: dict[str, Any] = json.loads(file.read_text())
        document["weights"] = {"creature": 0, "life": 0}
        file.write_text(json.dumps(document))
        for line in process.stdout:
            if line.startswith("Score "):
                break
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("suggest --watch", "--watch: expected a FILE, which standard input isn't"),
        ("suggest --watch -", "--watch: expected a FILE"),
        ("suggest --watch no-such-file", "FILE: can't read 'no-such-file': no such file or directory"),
        ("blocks --watch x --lines", "--watch: is for one answer: leave out --lines"),
        ("suggest --interactive", "--interactive: expected a FILE"),
        ("suggest --interactive x --json", "--interactive: is for text: leave out --json and pictures"),
        ("suggest --interactive x --svg -", "--interactive: is for text: leave out --json and pictures"),
        ("suggest --interactive --watch x", "--watch: leave out one of --watch and --interactive"),
        ("count --interactive x", "No such option '--interactive'"),
    ],
)
def test_what_does_not_go_together(optimizer: Optimizer, words: str, told: str) -> None:
    code, out, err = optimizer(words, SLIME)
    assert (code, out) == (2, "")
    assert err.startswith(f"optimizer: {told}")
