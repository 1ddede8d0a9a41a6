"""The command line (contract, section 4). It reads words, calls what computes, and prints; it computes nothing."""

from __future__ import annotations

import contextlib
import functools
import io
import os
import sys
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, TypeVar

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
from ..sources import open_source, read_source
from .arena import arena
from .cards import cards
from .completion import VARIABLE, completion, files
from .damage import damage
from .forge import forge
from .options import INTERACTIVE, WATCH, answered, check_terminal
from .picture_options import PICTURES, check_pictures, write_pictures
from .schema import schema

if TYPE_CHECKING:
    from ...search.declaration_solution import AttackSolution, BlockSolution
    from ...search.line import Solution

__all__ = ["cli", "main"]

DONE: Final = 0
FAILED: Final = 1  # outside: a full disk, say
WRONG: Final = 2
ILLEGAL: Final = 3
UNPROVEN: Final = 4
INTERNAL: Final = 70  # sysexits.h
INTERRUPTED: Final = 130  # as the shell reports SIGINT
BROKEN_PIPE: Final = 141  # as the shell reports SIGPIPE
FAULTS_SHOWN: Final = 20
LOOKING: Final = 1.0  # seconds at most for the runner-up and for temptations

Found = TypeVar("Found", "Solution", "BlockSolution", "AttackSolution")
Run = Callable[[Any, Options, bool], int]
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

    A combat is a JSON document or a line of notation, in a FILE or on standard input.
    """


def command(example: str, *options: Decorator) -> Callable[[Run], click.Command]:
    """A command on one combat: its function gets the combat, the options and whether JSON is wanted.

    `--lines` needs nothing of it but its entry in `commands.COMMANDS`.
    """

    def register(run: Run) -> click.Command:
        @functools.wraps(run)
        def call(file: str | None, as_json: bool, rules: str | None, as_lines: bool, **given: Any) -> int:
            options = read_options(given, Options(), prefix="--")
            edition = None if rules is None else Edition(rules)
            check_pictures(as_json=as_json, as_lines=as_lines)
            check_terminal(file, as_json=as_json, as_lines=as_lines)
            if as_lines:
                return answer_lines(file, lines.answerer(commands.COMMANDS[run.__name__], options, edition))

            def read() -> Subject:
                return in_edition(read_source(file, commands.COMMANDS[run.__name__].on), edition)

            def answer(subject: Subject) -> int:
                try:
                    return run(subject, options, as_json)
                except InvalidRequest as error:
                    faults = [Fault(f"--{fault.field}", fault.message) for fault in error.faults]
                    raise InvalidDocument(faults) from None

            return answered(file, read, answer, options)

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
LIMIT = click.option("--limit", type=int, metavar="N", help="Print the first N only.")
TIME_LIMIT = click.option("--time-limit", type=float, metavar="SECONDS", help="Stop there; exit code 4 if unproven.")


def looking(options: Options) -> float:
    """How long to look for what else there is to say, in seconds."""
    return LOOKING if options.time_limit is None else min(LOOKING, options.time_limit)


def told(found: Found, as_json: bool, show: Callable[[Found], None]) -> int:
    """Tell what was found: as a picture, in JSON, or to a person; the exit code."""
    if write_pictures(found):
        pass  # standard output has the picture
    elif as_json:
        print(encode(found.to_dict()))
    else:
        show(found)
    return DONE if found.status == "optimal" else UNPROVEN


@command(
    "echo 'Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2' | optimizer suggest", TIME_LIMIT, WATCH, INTERACTIVE, *PICTURES
)
def suggest(combat: Combat, options: Options, as_json: bool) -> int:
    """The best line from here, with its proof."""

    def show(found: Solution) -> None:
        from ...report.advice import advise
        from ...report.tables import show_report

        show_report(advise(found, seconds=looking(options)))

    return told(commands.solution(combat, options), as_json, show)


@command("optimizer blocks examples/gang-block.json", TIME_LIMIT, WATCH, *PICTURES)
def blocks(board: DeclareBlockers, options: Options, as_json: bool) -> int:
    """The best blocks of a board, with their proof and what follows them."""

    def show(found: BlockSolution) -> None:
        from ...report.board_tables import show_blocks

        show_blocks(found, looking(options))

    return told(commands.blocks(board, options), as_json, show)


@command("optimizer attacks examples/alpha-strike.json", TIME_LIMIT, WATCH, *PICTURES)
def attacks(board: DeclareAttackers, options: Options, as_json: bool) -> int:
    """The best attacks of a board, the best blocks against them, and what follows."""

    def show(found: AttackSolution) -> None:
        from ...report.board_tables import show_attacks

        show_attacks(found, looking(options))

    return told(commands.attacks(board, options), as_json, show)


@command("echo 'Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2' | optimizer legal --side attacking", SIDE, LIMIT)
def legal(subject: Subject, options: Options, as_json: bool) -> int:
    """Every legal assignment of one side for the step at hand, or every legal declaration on a board."""
    if as_json:
        (found,) = commands.legal(subject, options).values()
        for one in found:
            print(encode(one))
    elif isinstance(subject, Combat):
        from ...report.tables import show_legal

        show_legal(subject.legal_assignments(options.side), options.limit)
    else:
        from ...report.board_tables import show_declarations

        show_declarations(subject, options.limit)
    return DONE


@command("echo 'Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2' | optimizer count --json")
def count(subject: Subject, options: Options, as_json: bool) -> int:
    """How many legal assignments each side has, or how many declarations a board has, without listing them."""
    counts = commands.count(subject, options)
    if as_json:
        print(encode(counts))
    elif isinstance(subject, Combat):
        from ...report.tables import show_counts

        show_counts(subject, counts)
    else:
        from ...report.board_tables import show_number

        show_number(counts)
    return DONE


@command(
    """echo 'Wurm 6/4 trample <- Bear 2/2' | optimizer check --assignment '{"wurm": {"bear": 2, "player": 4}}'""",
    assignment_option("--assignment", "The assignment to judge."),
    assignment_option("--declaration", "On a board, the blocks or attacks to judge."),
    SIDE,
)
def check(subject: Subject, options: Options, as_json: bool) -> int:
    """Is this assignment, or on a board this declaration, legal? Exit code 3, and every clause broken, where not."""
    verdict = commands.check(subject, options)
    if as_json:
        print(encode(verdict))
    elif isinstance(subject, Combat):
        from ...report.tables import show_verdict

        show_verdict(subject, options.side, verdict["violations"])
    else:
        from ...report.board_tables import show_judgement

        show_judgement(subject, verdict["violations"])
    return DONE if verdict["legal"] else ILLEGAL


@command(
    """echo 'Wurm 6/4 trample <- Bear 2/2' | optimizer resolve --attacking '{"wurm": {"bear": 2, "player": 4}}'""",
    assignment_option("--attacking", "What the attacking side assigns (default: what is forced)."),
    assignment_option("--defending", "What the defending side assigns (default: what is forced)."),
)
def resolve(combat: Combat, options: Options, as_json: bool) -> int:
    """What the two assignments of the step at hand do."""
    if as_json:
        print(encode(commands.resolve(combat, options)))
    else:
        from ...report.tables import show_resolution

        show_resolution(combat, commands.resolution(combat, options))
    return DONE


for other in (arena, batch, cards, completion, damage, engine, explain, forge, mcp, schema, serve):
    cli.add_command(other)


def answer_lines(file: str | None, answer: lines.Answer) -> int:
    """Answer a source line by line on standard output; the exit code."""
    with open_source(file) as source:
        bad = lines.stream(source, sys.stdout, answer)
    if bad is None:
        return DONE
    complain(f"{bad.bad:,} of {bad.lines:,} lines bad, the first of them line {bad.first:,}: {bad.fault}")
    return WRONG


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


def prepare_output() -> None:
    """Standard output that takes every name, and is there even where the caller closed it."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115  # for as long as the process lives
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def abandon_output() -> None:
    """Nobody can take what is still unwritten; it must not fail once more when Python ends."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str) -> None:
    """One line on standard error."""
    shown = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in message)
    if sys.stderr is not None:
        print(f"optimizer: {shown}", file=sys.stderr)
