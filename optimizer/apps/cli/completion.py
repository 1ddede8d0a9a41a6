"""Completion of commands, options and rule numbers in bash, zsh and fish: the scripts, and where they go."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

from ...model.errors import Fault, InvalidDocument

__all__ = ["VARIABLE", "completion", "files", "install", "script"]

VARIABLE: Final = "_OPTIMIZER_COMPLETE"
"""The environment variable through which a shell asks for completions."""

SHELLS: Final = ("bash", "zsh", "fish")
BEGIN, END = "# >>> optimizer completion >>>", "# <<< optimizer completion <<<"
BLOCK: Final = re.compile(rf"^{re.escape(BEGIN)}\n.*?^{re.escape(END)}\n?", re.M | re.S)


@click.command(epilog="\b\nExample:\n  optimizer completion bash")
@click.argument("shell", required=False, type=click.Choice(SHELLS))
@click.option("--install", "installs", is_flag=True, help="Put it where the shell finds it, and say where that is.")
def completion(shell: str | None, installs: bool) -> int:
    """Completion of commands in a shell.

    Prints the script for SHELL, by default the one in $SHELL; with --install it is set up there.
    """
    shell = shell or shell_at_hand()
    if installs:
        for line in install(shell):
            print(line)
    else:
        print(script(shell), end="")
    return 0


def shell_at_hand() -> str:
    """The shell that is used here; raises `InvalidDocument` where it is none of those there is a script for."""
    name = Path(os.environ.get("SHELL", "")).name
    if name in SHELLS:
        return name
    problem = f"there is no script for {name!r}" if name else "$SHELL doesn't say which is used"
    raise InvalidDocument([Fault("SHELL", f"{problem}: expected {', '.join(SHELLS)}")])


def script(shell: str) -> str:
    """The script for a shell, as click makes it.

    >>> "optimizer" in script("fish")
    True
    """
    from click.shell_completion import ShellComplete, get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    name = "optimizer"
    made = ShellComplete.source(kind(click.Command(name), {}, name, VARIABLE))  # bash itself would ask bash
    return f"{made.strip()}\n"


class FileChange(NamedTuple):
    """What a file is to hold, and what to say of it."""

    file: Path
    text: str
    what: str


def install(shell: str) -> list[str]:
    """Writes what a shell needs for completion, changing only what isn't so yet; the lines that tell what was done.

    Raises `InvalidDocument` where a file can't be written.
    """
    changes = wanted(shell)
    told = []
    for change in changes:
        try:
            told.append(made(change))
        except (OSError, UnicodeError) as error:
            reason = (isinstance(error, OSError) and error.strerror) or str(error)
            message = f"can't write {str(change.file)!r}: {reason[:1].lower()}{reason[1:]}"
            raise InvalidDocument([Fault("--install", message)]) from None
    return [*told, f"Completion starts with the next {shell}."]


def wanted(shell: str) -> list[FileChange]:
    """The files that a shell needs: the script, and for bash and zsh a line that reads it when they start."""
    from platformdirs import user_data_path

    home = Path.home()
    if shell == "fish":
        config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
        return [FileChange(config / "fish" / "completions" / "optimizer.fish", script(shell), "the script")]
    file = user_data_path("optimizer") / f"completion.{shell}"
    if shell == "bash":
        start, lines = home / ".bashrc", f". {quoted(file)}\n"
    else:
        start = Path(os.environ.get("ZDOTDIR") or home) / ".zshrc"
        lines = f"(( $+functions[compdef] )) || {{ autoload -Uz compinit && compinit; }}\n. {quoted(file)}\n"
    return [
        FileChange(file, script(shell), "the script"),
        FileChange(start, with_block(start, lines), "a line that reads it"),
    ]


def quoted(file: Path) -> str:
    """A file's name as a shell reads it.

    >>> quoted(Path("/home/o'neil/x"))
    "'/home/o'\\\\''neil/x'"
    """
    return "'" + str(file).replace("'", "'\\''") + "'"


def with_block(start: Path, lines: str) -> str:
    """What a file holds with the lines between the marks: where the marks are, else at the end."""
    held = held_by(start)
    block = f"{BEGIN}\n{lines}{END}\n"
    if BLOCK.search(held):
        return BLOCK.sub(lambda _: block, held, count=1)
    return f"{held}{'' if not held or held.endswith(chr(10)) else chr(10)}{block}"


def held_by(file: Path) -> str:
    """What a file holds, bytes that are no text kept as they are; nothing where there is none."""
    try:
        with file.open(encoding="utf-8", errors="surrogateescape", newline="") as opened:
            return opened.read()
    except OSError:
        return ""


def made(change: FileChange) -> str:
    """Writes one file, through links to it, unless it holds that already; what to say of it."""
    if change.file.exists() and held_by(change.file) == change.text:
        return f"{change.file} has {change.what} already."
    change.file.parent.mkdir(parents=True, exist_ok=True)
    with change.file.open("w", encoding="utf-8", errors="surrogateescape", newline="") as opened:
        opened.write(change.text)
    return f"{change.file} now has {change.what}."


def files(context: click.Context, option: click.Parameter, incomplete: str) -> list[Any]:
    """Lets the shell complete names of files."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]
