"""The command `batch`. What it runs is loaded when it runs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final

import click

from ...model.terms import Edition, Side
from ..cli.completion import files
from ..cli.options import memory_option
from ..cli.output import INTERRUPTED, complain, complain_of_lines
from ..requests import InvalidRequest, Options, read_options

if TYPE_CHECKING:
    from .engines import BatchEngine
    from .job import Job
    from .journal import Tally
    from .places import Places

__all__ = ["batch"]

COMMANDS: Final = ("suggest", "blocks", "attacks", "legal", "count", "check", "resolve", "damage")


@click.command(epilog="\b\nExample:\n  optimizer batch examples/batch.jsonl -")
@click.argument("source", metavar="IN", shell_complete=files)
@click.argument("out", metavar="OUT", shell_complete=files)
@click.option(
    "--command",
    type=click.Choice(COMMANDS),
    default="suggest",
    metavar="COMMAND",
    help="What to answer: suggest (default), blocks, attacks, legal, count, check, resolve or damage.",
)
@click.option(
    "--side",
    type=click.Choice([side.value for side in Side]),
    metavar="|".join(Side),
    help="For lines that don't say it.",
)
@click.option("--limit", type=int, metavar="N", help="For lines that don't say it: the first N only.")
@click.option("--time-limit", type=float, metavar="SECONDS", help="For lines that don't say it; each by itself.")
@click.option(
    "--rules",
    type=click.Choice([edition.value for edition in Edition]),
    metavar="|".join(Edition),
    help="For lines that don't say it.",
)
@click.option("--times", is_flag=True, help="Keep time_ms in the answers, which is different in each run.")
@click.option("--processes", type=click.IntRange(1, 1024), metavar="N", help="How many (default: one a processor).")
@memory_option("a process takes")
@click.option(
    "--engine", type=click.Choice(["local", "dask"]), default="local", metavar="local|dask",
    help="What answers: this machine (default), or a cluster.",
)  # fmt: skip
@click.option("--scheduler", metavar="ADDRESS", help="With --engine dask: the scheduler, or its file.")
@click.option("--force", is_flag=True, help="Replace OUT.")
@click.option("--restart", is_flag=True, help="Begin anew what an earlier run left unfinished.")
@click.option("--progress", is_flag=True, help="Tell how far it is, where standard error is no terminal too.")
@click.option("--quiet", is_flag=True, help="Tell nothing but how many lines were bad, and errors.")
def batch(
    source: str, out: str, *, processes: int | None, memory_mb: int, engine: str, scheduler: str | None, **given: Any
) -> int:  # fmt: skip
    """Answer the requests in IN, one a line, into OUT; a run that was killed goes on (`optimizer help batches`).

    IN and OUT end in .jsonl, .jsonl.gz or .parquet, or are - for standard input and output.
    """
    from .places import Places

    if (engine == "dask") != (scheduler is not None):
        raise InvalidRequest("--scheduler", "goes with --engine dask, and --engine dask with it")
    flags = {name: given.pop(name) for name in ("force", "restart", "progress", "quiet")}
    places = Places.named(source, out)
    job = job_of(places, **given)

    def start() -> BatchEngine:
        if scheduler is not None:
            from .cluster import Cluster

            return Cluster(job, scheduler)
        from ..workers import processors
        from .processes import Processes

        return Processes(job, processes or processors(), memory_mb * 1_000_000)

    return carried_out(places, job, start, **flags)


def job_of(places: Places, command: str, rules: str | None, times: bool, **given: Any) -> Job:
    """What is to be answered; raises `InvalidRequest` where the command doesn't take an option."""
    from ..commands import COMMANDS as KNOWN
    from .formats import Format
    from .job import Job

    takes = (*KNOWN[command].takes, "rules") if command in KNOWN else ()
    for name, value in {**given, "rules": rules}.items():
        if value is not None and name not in takes:
            raise InvalidRequest(f"--{name.replace('_', '-')}", f"is no option of {command}")
    return Job(
        command, read_options(given, Options(), prefix="--"), None if rules is None else Edition(rules), times,
        places.source_form is Format.PARQUET, places.out_form is Format.PARQUET,
    )  # fmt: skip


def carried_out(
    places: Places,
    job: Job,
    start: Callable[[], BatchEngine],
    *,
    force: bool,
    restart: bool,
    progress: bool,
    quiet: bool,
) -> int:
    """Runs a batch to its end; the exit code."""
    from .formats import STANDARD
    from .progress import Progress
    from .run import Run

    with ExitStack() as stack:
        source = places.open_input(stack)
        journal = places.journal_of(job)
        reached = places.begun(journal, force=force, restart=restart)
        if places.ended(reached):
            return told(reached.tally, places)
        source.go_to(reached.position, reached.number)
        engine = start()
        stack.callback(engine.close)
        output = places.open_output(stack, reached)
        if journal is not None:
            journal.write(reached)
        shown = Progress(
            complain, source.total, source.place, reached.tally, plain=progress, quiet=quiet,
            answers_shown=places.out == STANDARD,
        )  # fmt: skip
        run = Run(job, source, output, engine, shown, reached, journal)
        try:
            run.all()
            output.end()
        except KeyboardInterrupt:
            run.leave()
            shown.close()
            places.abandon()
            went_on = "the same command goes on from there" if places.resumable else "nothing of it is kept"
            complain(f"stopped after {run.kept.lines:,} lines; {went_on}")
            return INTERRUPTED
        except BaseException:
            run.leave()
            places.abandon()
            raise
        finally:
            shown.close()
        if not places.direct:
            output.publish(places.part, places.path)
        shown.summary()
        return told(run.tally, places)


def told(tally: Tally, places: Places) -> int:
    """The end: what an earlier run may have left is cleared away, and bad lines are counted; the exit code."""
    places.clear()
    return complain_of_lines(tally.lines, tally.bad, tally.first, tally.fault)
