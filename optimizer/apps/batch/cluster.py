"""Workers on other machines: a cluster of Dask's (extra `cluster`)."""

from __future__ import annotations

import json
import logging
import time
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from ... import __version__
from ...model.extras import needs
from ..requests import InvalidRequest
from .engines import Died, Failed, Outcome, Task
from .job import Answered, Job
from .work import work

if TYPE_CHECKING:
    from distributed import Future

__all__ = ["Cluster"]

PATIENCE: Final = 10.0
"""Seconds for the scheduler to answer, and for a first worker to be there."""

VERSION: Final = "__import__('optimizer').__version__"
"""Evaluated by workers that may not have the package."""

RETRIES: Final = 3
"""How often an error in a task is tried elsewhere; that of a worker which has just joined, say."""

ASK_AGAIN: Final = 2.0
"""Seconds that what is known of the workers holds."""


class Cluster:
    """The workers of a scheduler. Raises `InvalidRequest` where it, or a worker, can't be used."""

    seconds = 1.0
    patience = 1  # the scheduler has tried it on several workers by then

    def __init__(self, job: Job, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise InvalidRequest("--engine", f"dask {needs('cluster')}") from None
        for name in [*logging.root.manager.loggerDict]:  # what matters is said in one line
            if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        self.job, self.address = job, address
        make: Any = Client
        self.done: SimpleQueue[tuple[Task, Future[Any]]] = SimpleQueue()
        known = address_in(Path(address)) if Path(address).is_file() else address
        try:
            self.client: Any = make(known, timeout=PATIENCE, set_as_default=False, name="optimizer-batch")
        except (OSError, ValueError, TypeError) as error:
            raise InvalidRequest("--scheduler", f"can't reach {address!r}: {first_line(error)}") from None
        try:
            self.check()
        except BaseException:
            self.close()
            raise
        self.batch = uuid4().hex
        self.threads, self.asked = 1, 0.0

    def check(self) -> None:
        """There are workers, and they have this version of the package."""
        try:
            self.client.wait_for_workers(1, timeout=PATIENCE)
            versions: dict[str, Any] = self.client.run(eval, VERSION, on_error="return")
        except (OSError, TimeoutError) as error:
            if isinstance(error, TimeoutError):
                raise InvalidRequest("--scheduler", f"{self.address!r} has no workers") from None
            raise InvalidRequest("--scheduler", f"{self.address!r}: {first_line(error)}") from None
        for worker, version in versions.items():
            if isinstance(version, Exception):
                problem = f"can't load optimizer {__version__}: {first_line(version)}"
            elif version != __version__:
                problem = f"has optimizer {version}, and this is {__version__}"
            else:
                continue
            raise InvalidRequest("--scheduler", f"the worker {worker} {problem}")

    @property
    def slots(self) -> int:
        """Two for each worker's thread, as many as there are by now."""
        if time.monotonic() - self.asked > ASK_AGAIN:
            workers = self.client.scheduler_info(n_workers=-1)["workers"].values()
            self.threads, self.asked = sum(worker["nthreads"] for worker in workers), time.monotonic()
        return 2 * max(1, self.threads)

    def submit(self, task: Task) -> None:
        """Begins a task."""
        future = self.client.submit(
            work, self.job, task.chunk, pure=False, retries=RETRIES, key=f"optimizer-{self.batch}-{uuid4().hex}"
        )
        future.add_done_callback(lambda done: self.done.put((task, done)))

    def next(self, timeout: float) -> tuple[Task, Outcome]:
        """A task that has an outcome, which is fetched here: a thread that did would outlive the client."""
        task, future = self.done.get(timeout=timeout)
        return task, outcome_of(future)

    def trouble(self) -> str:
        """Whether there is nobody to answer."""
        if self.client.status not in ("running", "connecting"):
            return ""
        return "" if self.slots and self.threads else f"{self.address} has no workers at the moment"

    def close(self) -> None:
        """Ends everything at once; what the cluster still has of this batch is forgotten there."""
        self.client.close(timeout=2)


def address_in(file: Path) -> str:
    """The address in the file that a scheduler wrote. Raises `InvalidRequest` where there is none."""
    try:
        held = json.loads(file.read_bytes())
        address = held["address"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        address = None
    if not isinstance(address, str):
        problem = f"{str(file)!r} is no file of `dask scheduler --scheduler-file`: expected JSON with an address"
        raise InvalidRequest("--scheduler", problem)
    return address


def outcome_of(future: Future[Any]) -> Outcome:
    """What came of a task."""
    from distributed import KilledWorker

    try:
        answered: Answered = future.result()
    except KilledWorker as error:
        return Died(f"it ended {error.allowed_failures + 1} workers")
    except Exception as error:  # a worker without the package, another version, no scheduler any more
        return Failed(first_line(error))
    return answered


def first_line(error: BaseException) -> str:
    """An error's message, on one line."""
    return str(error).strip().partition("\n")[0] or type(error).__name__
