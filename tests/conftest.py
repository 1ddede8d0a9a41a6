"""What all tests have in common."""

import os
import signal

import pytest
from command_line import Optimizer

# in the background a shell has its children ignore interrupts, and they theirs; some tests send one
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# a card table that whoever runs the tests has imported must not change what names mean here
os.environ["OPTIMIZER_CARDS"] = os.devnull + "/nothing"


@pytest.fixture
def optimizer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Optimizer:
    return Optimizer(monkeypatch, capsys)
