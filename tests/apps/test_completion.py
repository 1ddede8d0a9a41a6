"""Completion: the scripts, in each shell that is here, and where they are put."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from command_line import BIN, Optimizer

from optimizer.apps.cli.completion import BEGIN, install, script

SHELLS = ("bash", "zsh", "fish")
CHECKS = {"bash": ["bash", "-n"], "zsh": ["zsh", "-n"], "fish": ["fish", "--no-execute"]}
ENVIRONMENT = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}


def with_shell(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_printed(optimizer: Optimizer, shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert optimizer(["completion", shell]) == (0, script(shell), "")
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    assert optimizer("completion").out == script(shell)


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_reads_the_script(shell: str, tmp_path: Path) -> None:
    with_shell(shell)
    file = tmp_path / "completion"
    file.write_text(script(shell))
    subprocess.run([*CHECKS[shell], str(file)], check=True, capture_output=True, timeout=60)


BASH = '. {file}; COMP_WORDS=({words}); COMP_CWORD={place}; _optimizer_completion optimizer; echo "${{COMPREPLY[@]}}"'
ZSH = (
    "compdef() {{ }}; compadd() {{ print -rl -- $completions }}; "
    "_describe() {{ print -rl -- $completions_with_descriptions }}; "
    ". {file}; words=({words}); CURRENT=$(({place} + 1)); _optimizer_completion; true"
)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("optimizer sug", {"suggest"}),
        ("optimizer suggest --w", {"--watch"}),
        ("optimizer suggest --rules fou", {"foundations"}),
        ("optimizer explain 702.19", {f"702.19{letter}" for letter in "abcdef"}),
        ("optimizer completion z", {"zsh"}),
    ],
)
@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_completes(shell: str, words: str, expected: set[str], tmp_path: Path) -> None:
    with_shell(shell)
    file = tmp_path / "completion"
    file.write_text(script(shell))
    if shell == "fish":
        run = f"source {file}; complete -C '{words}'"
    else:
        run = (BASH if shell == "bash" else ZSH).format(file=file, words=words, place=len(words.split()) - 1)
    out = subprocess.run(
        [shell, "-c", run], capture_output=True, text=True, check=True, env=ENVIRONMENT, timeout=60
    ).stdout
    found = out.split() if shell == "bash" else [re.split(r"[\t:]", line)[0] for line in out.splitlines()]
    assert set(found) == expected


@pytest.mark.parametrize("shell", SHELLS)
def test_installing_again_changes_nothing(shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = {"bash": ".bashrc", "zsh": ".zshrc", "fish": ".config/fish/completions/optimizer.fish"}[shell]
    for name, value in (("HOME", tmp_path), ("XDG_DATA_HOME", tmp_path / "o'data")):
        monkeypatch.setenv(name, str(value))
    for name in ("XDG_CONFIG_HOME", "ZDOTDIR"):
        monkeypatch.delenv(name, raising=False)
    real = tmp_path / "dotfiles"
    if shell != "fish":
        real.write_bytes(b"alias a=b # \xff\r\nlast line")
        (tmp_path / start).symlink_to(real)
    told = install(shell)
    assert told[0].endswith("now has the script.")
    assert any(str(tmp_path / start) in line for line in told)
    held = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert all(" already." in line for line in install(shell)[:-1])
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == held
    if shell == "fish":
        assert (tmp_path / start).read_text() == script("fish")
        return
    assert (tmp_path / start).is_symlink()
    assert real.read_bytes().startswith(b"alias a=b # \xff\r\nlast line\n# >>> ")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "moved"))
    install(shell)
    assert real.read_text("utf-8", "replace").count(BEGIN) == 1
    assert str(tmp_path / "moved") in real.read_text("utf-8", "replace")
    if shutil.which(shell):
        run = [shell, "-c", f". {tmp_path / start}; type _optimizer_completion"]
        shown = subprocess.run(run, capture_output=True, text=True, check=True, env=os.environ, timeout=60).stdout
        assert "function" in shown


def test_what_is_wrong_with_installing(
    optimizer: Optimizer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    told = "optimizer: SHELL: there is no script for 'tcsh': expected bash, zsh, fish\n"
    assert optimizer("completion") == (2, "", told)
    monkeypatch.delenv("SHELL")
    assert "$SHELL doesn't say" in optimizer("completion --install").err
    (tmp_path / ".config").write_text("")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / ".config"))
    code, _, err = optimizer("completion fish --install")
    assert code == 2
    assert err.startswith("optimizer: --install: can't write ")
