"""The command line. It reads words, calls what computes, and prints; it computes nothing."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, Final

import click

from ... import __version__
from ...formats.json.jsontext import encode, json_value
from ...model.board import DeclareAttackers, DeclareBlockers, Subject
from ...model.combat import Combat
from ...model.errors import CombatError, Fault, InvalidDocument
from ...model.terms import Edition, Side
from .. import commands, lines
from ..batch.command import batch
from ..engine.command import engine
from ..explain.command import explain
from ..http.command import serve
from ..mcp.command import mcp
from ..requests import InvalidRequest, Options, in_edition, read_options
from ..sources import is_text, read_source
from .answers import advised, best
from .arena import arena
from .cards import cards
from .completion import VARIABLE, completion, files
from .damage import damage
from .forge import forge
from .help import help_page
from .options import INTERACTIVE, STANDARD, WATCH, Display, answered, check_terminal
from .output import (
    BROKEN_PIPE,
    DONE,
    FAILED,
    ILLEGAL,
    INTERNAL,
    INTERRUPTED,
    UNPROVEN,
    WRONG,
    abandon_output,
    answer_lines,
    complain,
    prepare_output,
)
from .picture_options import PICTURES, check_pictures, write_pictures
from .schema import schema

__all__ = ["cli", "main"]

FAULTS_SHOWN: Final = 20

Run = Callable[[Any, Options, Display], int]
Decorator = Callable[[Callable[..., int]], Callable[..., int]]


def json_option(context: click.Context, option: click.Parameter, text: str | None) -> Any:
    """An option's value in JSON."""
    try:
        return None if text is None else json_value(text)
    except InvalidDocument as error:
        raise click.BadParameter(str(error), context, option) from None


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="\b\nExample:\n  echo 'Wurm 6/4 trample <- Bear 2/2, Wall 0/3' | optimizer suggest",
)
@click.version_option(__version__, prog_name="optimizer", message="%(prog)s %(version)s")
def cli() -> None:
    """Combat damage in Magic: The Gathering: every legal assignment, and the best one proven.

    A combat or a board is a text such as 'Serra Angel vs Wall 0/3' or a JSON document: as the argument,
    in a FILE, or on standard input. `optimizer help notation` says what can be written.
    """


def command(example: str, *options: Decorator) -> Callable[[Run], click.Command]:
    """A command on one combat: its function gets the combat, the options and how the answer is shown.

    `--lines` needs nothing of it but its entry in `commands.COMMANDS`.
    """

    def register(run: Run) -> click.Command:
        @functools.wraps(run)
        def call(file: str | None, rules: str | None, **given: Any) -> int:
            display = Display.taken(given)
            options = read_options(given, Options(), prefix="--")
            edition = None if rules is None else Edition(rules)
            check_pictures(display)
            check_terminal(file, display)
            if display.as_lines:
                return answer_lines(file, lines.answerer(commands.COMMANDS[run.__name__], options, edition))

            def read() -> Subject:
                return in_edition(read_source(file, commands.COMMANDS[run.__name__].on, options.stage), edition)

            def answer(subject: Subject) -> int:
                try:
                    return run(subject, options, display)
                except InvalidRequest as error:
                    faults = [Fault(f"--{fault.field}", fault.message) for fault in error.faults]
                    raise InvalidDocument(faults) from None

            return answered(file, read, answer, options, display)

        everywhere: list[Decorator] = [
            click.argument("file", required=False, shell_complete=files),
            *options,
            choice_option("--rules", Edition, "The edition, whatever the document says."),
            click.option("--json", "as_json", is_flag=True, help="Print JSON."),
            click.option(
                "--lines", "as_lines", is_flag=True, help="Answer each line, a request or a document, in JSON."
            ),
        ]
        decorated: Callable[..., int] = call
        for decorator in reversed(everywhere):
            decorated = decorator(decorated)
        return cli.command(epilog=f"\b\nExample:\n  {example}")(decorated)

    return register


def assignment_option(name: str, meaning: str) -> Decorator:
    """An option that takes an assignment."""
    return click.option(name, callback=json_option, metavar="JSON", help=meaning)


def choice_option(name: str, words: type[StrEnum], meaning: str) -> Decorator:
    """An option that is one of a few words."""
    return click.option(name, type=click.Choice([word.value for word in words]), metavar="|".join(words), help=meaning)


SIDE = choice_option("--side", Side, "Whose assignment (default: attacking).")
BLOCKS = click.option("--blocks", "stage", flag_value="blocks", help="A board in words is one before blocks.")
LIMIT = click.option("--limit", type=int, metavar="N", help="Print the first N only.")
TIME_LIMIT = click.option("--time-limit", type=float, metavar="SECONDS", help="Stop there; exit code 4 if unproven.")


def decide(subject: Subject, options: Options, display: Display) -> int:
    """Tell the best decision: as a picture, in JSON, or to a person; the exit code.

    Advice may come with a better answer, which takes the place of the first one everywhere.
    """
    found = best(subject, options)
    if display.as_json or display.svg == STANDARD:
        if not write_pictures(found, display):
            print(encode(found.to_dict()))
    else:
        from .console import print_report

        advice = advised(found, options)
        found = advice.solution
        write_pictures(found, display)
        print_report(advice)
    return DONE if found.status == "optimal" else UNPROVEN


@command(
    "echo 'Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2' | optimizer suggest", TIME_LIMIT, WATCH, INTERACTIVE, *PICTURES
)
def suggest(combat: Combat, options: Options, display: Display) -> int:
    """The best line from here, with its proof."""
    return decide(combat, options, display)


@command("optimizer blocks 'Craw Wurm vs Giant Spider, Grizzly Bears'", TIME_LIMIT, WATCH, INTERACTIVE, *PICTURES)
def blocks(board: DeclareBlockers, options: Options, display: Display) -> int:
    """The best blocks of a board, with their proof and what follows them."""
    return decide(board, options, display)


@command("optimizer attacks 'Serra Angel, 2 Grizzly Bears vs Wall 0/3'", TIME_LIMIT, WATCH, INTERACTIVE, *PICTURES)
def attacks(board: DeclareAttackers, options: Options, display: Display) -> int:
    """The best attacks of a board, the best blocks against them, and what follows."""
    return decide(board, options, display)


@command("echo 'Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2' | optimizer legal --side attacking", SIDE, LIMIT, BLOCKS)
def legal(subject: Subject, options: Options, display: Display) -> int:
    """Every legal assignment of one side for the step at hand, or every legal declaration on a board."""
    for it in subject.not_counted:
        complain(f"not counted: {it.id}: {it.text}")
    if display.as_json:
        listed = commands.legal(subject, options)
        for one in listed["assignments" if isinstance(subject, Combat) else "declarations"]:
            print(encode(one))
    elif isinstance(subject, Combat):
        from ...report.tables import assignments
        from .console import console_for_people, tell

        tell(assignments(subject.legal_assignments(options.side), options.limit, console_for_people().width))
    else:
        from ...report.board_tables import declarations
        from .console import tell

        tell(declarations(subject, options.limit))
    return DONE


@command("echo 'Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2' | optimizer count --json", BLOCKS)
def count(subject: Subject, options: Options, display: Display) -> int:
    """How many legal assignments each side has, or how many declarations a board has, without listing them."""
    counts = commands.count(subject, options)
    if display.as_json:
        print(encode(counts))
    else:
        from .. import reports
        from .console import tell

        tell(reports.count(subject, options, counts))
    return DONE


@command(
    """echo 'Wurm 6/4 trample <- Bear 2/2' | optimizer check --assignment '{"wurm": {"bear": 2, "player": 4}}'""",
    assignment_option("--assignment", "The assignment to judge."),
    assignment_option("--declaration", "On a board, the blocks or attacks to judge."),
    SIDE,
    BLOCKS,
)
def check(subject: Subject, options: Options, display: Display) -> int:
    """Is this assignment, or on a board this declaration, legal? Exit code 3, and every clause broken, where not."""
    verdict = commands.check(subject, options)
    if display.as_json:
        print(encode(verdict))
    else:
        from .. import reports
        from .console import tell

        tell(reports.check(subject, options, verdict))
    return DONE if verdict["legal"] else ILLEGAL


@command(
    """echo 'Wurm 6/4 trample <- Bear 2/2' | optimizer resolve --attacking '{"wurm": {"bear": 2, "player": 4}}'""",
    assignment_option("--attacking", "What the attacking side assigns (default: what is forced)."),
    assignment_option("--defending", "What the defending side assigns (default: what is forced)."),
)
def resolve(combat: Combat, options: Options, display: Display) -> int:
    """What the two assignments of the step at hand do."""
    if display.as_json:
        print(encode(commands.resolve(combat, options)))
    else:
        from ...report.tables import resolution
        from .console import tell

        tell(resolution(combat, commands.resolution(combat, options)))
    return DONE


for other in (arena, batch, cards, completion, damage, engine, explain, forge, help_page, mcp, schema, serve):
    cli.add_command(other)


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; whatever goes wrong ends in a line that says so."""
    try:
        prepare_output()
        code = run_words(sys.argv[1:] if args is None else list(args))
        sys.stdout.flush()
        return code
    except InvalidDocument as error:
        for fault in error.faults[:FAULTS_SHOWN]:
            complain(str(fault))
        if len(error.faults) > FAULTS_SHOWN:
            complain(f"and {len(error.faults) - FAULTS_SHOWN:,} faults more")
        return WRONG
    except CombatError as error:
        complain(str(error))
        return WRONG
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message(), file=sys.stderr)
        return WRONG
    except click.exceptions.NoSuchCommand as error:
        hint = (
            f" A text goes to a command: optimizer attacks {error.command_name!r}"
            if is_text(error.command_name)
            else ""
        )
        complain(f"{error.format_message()}{hint}")
        return WRONG
    except click.ClickException as error:
        complain(error.format_message())
        return WRONG
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        abandon_output()
        return BROKEN_PIPE
    except OSError as error:
        abandon_output()
        complain(f"can't go on: {error}")
        return FAILED
    except Exception as error:
        complain(f"internal error, please report it: {type(error).__name__}: {error}")
        return INTERNAL


def run_words(words: list[str]) -> int:
    """Run a command, or complete one for a shell; click's own `main` would print usage around errors."""
    if asked := os.environ.get(VARIABLE):
        from click.shell_completion import shell_complete

        return shell_complete(cli, {}, "optimizer", VARIABLE, asked)
    try:
        with cli.make_context("optimizer", words) as context:
            return int(cli.invoke(context) or DONE)
    except click.exceptions.Exit as end:  # --help, --version
        return end.exit_code
