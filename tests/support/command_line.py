"""The command line, run in the process of the tests."""

from __future__ import annotations

import io
import shlex
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from optimizer.apps.cli import main as cli

BIN = Path(sys.executable).parent
SLIME = "Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2"


class Run(NamedTuple):
    code: int
    out: str
    err: str


class Optimizer:
    """Runs the command line in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, words: str | list[str], text: str | bytes = "") -> Run:
        data = text.encode() if isinstance(text, str) else text
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        code = cli.main(shlex.split(words) if isinstance(words, str) else words)
        captured = self.capsys.readouterr()
        return Run(code, captured.out, captured.err)
