"""The pool of workers, with workers that only pretend: who waits, who is refused, who is replaced."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest

pytest.importorskip("fastapi")

from services import FakeWorker, pretending

from optimizer.apps.engine.protocol import INVALID_PARAMS, Refusal
from optimizer.apps.http import pool as pools
from optimizer.apps.http.pool import Pool
from optimizer.apps.http.problems import Problem
from optimizer.apps.http.process import ProcessGone
from optimizer.apps.http.settings import Settings

Test = Callable[[Pool, list[FakeWorker]], Awaitable[None]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Runs a test on a pool of two, or of other settings."""
    workers = pretending(monkeypatch)

    def on_pool(test: Test, **settings: Any) -> None:
        async def whole() -> None:
            pool = Pool(Settings(**{"workers": 2, "short_workers": 0, **settings}))
            await pool.start()
            await test(pool, workers)
            await pool.close(0)
            assert not any(worker.alive for worker in workers)

        asyncio.run(whole())

    return on_pool


async def settle() -> None:
    """Lets everything happen that can."""
    for _ in range(20):
        await asyncio.sleep(0)


def asked(pool: Pool, *bodies: str) -> list[asyncio.Future[bytes]]:
    return [asyncio.ensure_future(pool.ask("count", body.encode())) for body in bodies]


async def problem_in(work: Coroutine[Any, Any, bytes] | asyncio.Future[bytes]) -> Problem:
    with pytest.raises(Problem) as caught:
        await work
    return caught.value


def test_each_worker_has_one_request_and_the_queue_keeps_its_order(run: Callable[..., None]) -> None:
    async def test(pool: Pool, workers: list[FakeWorker]) -> None:
        work = asked(pool, *"abcd")
        await settle()
        assert (pool.busy, pool.waiting, sorted(one.asked[0][1] for one in workers)) == (2, 2, ["a", "b"])
        by_body = {one.asked[0][1]: one for one in workers}
        by_body["b"].answers.put_nowait(b"B")
        assert await work[1] == b"B"
        await settle()
        assert [body for _, body in by_body["b"].asked] == ["b", "c"]
        by_body["b"].answers.put_nowait(b"C")
        by_body["b"].answers.put_nowait(b"D")
        by_body["a"].answers.put_nowait(b"A")
        assert await asyncio.gather(*work) == [b"A", b"B", b"C", b"D"]
        assert (pool.busy, pool.waiting, pool.alive, pool.restarts) == (0, 0, 2, 0)

    run(test)


def test_who_comes_when_the_queue_is_full_is_told_when_to_ask_again(run: Callable[..., None]) -> None:
    async def test(pool: Pool, workers: list[FakeWorker]) -> None:
        pool.mean = 3.0
        work = asked(pool, *"abc")
        await settle()
        problem = await problem_in(pool.ask("count", b"d"))
        # two wait (c and the one that asks) for two workers, 3 s each
        assert (problem.status, problem.headers) == (429, {"Retry-After": "3"})
        for worker in workers:
            worker.answers.put_nowait(b"1")
            worker.answers.put_nowait(b"1")
        assert await asyncio.gather(*work) == [b"1"] * 3

    run(test, waiting=1)


def test_nobody_waits_longer_than_that(run: Callable[..., None]) -> None:
    async def test(pool: Pool, workers: list[FakeWorker]) -> None:
        work = asked(pool, *"ab")
        await settle()
        problem = await problem_in(pool.ask("count", b"c"))
        assert (problem.status, pool.waiting) == (429, 0)
        for worker in workers:
            worker.answers.put_nowait(b"1")
        assert await asyncio.gather(*work) == [b"1", b"1"]

    run(test, longest_wait=0.001)


def test_a_refusal_is_a_problem_and_the_worker_goes_on(run: Callable[..., None]) -> None:
    async def test(pool: Pool, workers: list[FakeWorker]) -> None:
        for worker in workers:
            worker.answers.put_nowait(Refusal(INVALID_PARAMS, "limit_ms", "expected less"))
        problem = await problem_in(pool.ask("count", b"a"))
        assert (problem.status, problem.field, problem.detail) == (422, "limit_ms", "expected less")
        assert (pool.alive, pool.restarts) == (2, 0)

    run(test)


def test_a_worker_that_ends_is_replaced_and_only_its_request_fails(run: Callable[..., None]) -> None:
    async def test(pool: Pool, workers: list[FakeWorker]) -> None:
        one, other = asked(pool, *"ab")
        await settle()
        lost, kept = sorted(workers, key=lambda worker: worker.asked[0][1])
        lost.answers.put_nowait(ProcessGone("the worker ended"))
        problem = await problem_in(one)
        assert (problem.status, problem.kind) == (500, "worker-lost")
        kept.answers.put_nowait(b"B")
        assert await other == b"B"
        await settle()
        assert (pool.alive, pool.restarts, len(workers)) == (2, 1, 3)

    run(test)


def test_a_worker_that_ends_with_nothing_to_do_is_replaced(run: Callable[..., None]) -> None:
    async def test(pool: Pool, workers: list[FakeWorker]) -> None:
        workers[0].kill("by somebody")
        await settle()
        assert (pool.alive, pool.restarts) == (2, 1)
        assert all(worker.alive for worker in pool.free)

    run(test)


def test_a_worker_that_overruns_is_ended(run: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "LATE", 0.0)
    monkeypatch.setattr(pools, "GRACE", 0.001)

    async def test(pool: Pool, workers: list[FakeWorker]) -> None:
        problem = await problem_in(pool.ask("count", b"a"))
        await settle()
        assert (problem.status, pool.alive, pool.restarts) == (422, 2, 1)
        assert [worker.alive for worker in workers] == [not worker.asked for worker in workers]

    run(test, time_limit=0.0)


def test_what_nobody_waits_for_any_more_is_broken_off(run: Callable[..., None]) -> None:
    async def test(pool: Pool, workers: list[FakeWorker]) -> None:
        one, other, queued = asked(pool, *"abc")
        await settle()
        queued.cancel()
        one.cancel()
        await settle()
        assert (pool.waiting, pool.busy) == (0, 2)
        left, kept = sorted(workers, key=lambda worker: worker.asked[0][1])
        assert (left.broken_off, kept.broken_off) == (True, False)
        left.answers.put_nowait(Refusal(INVALID_PARAMS, "", "broken off"))
        await settle()
        assert (pool.busy, pool.alive, pool.restarts, left.alive) == (1, 2, 0, True)
        kept.answers.put_nowait(b"B")
        assert await other == b"B"

    run(test)


def test_a_worker_that_does_not_let_go_is_replaced(run: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "LETTING_GO", 0.0)

    async def test(pool: Pool, workers: list[FakeWorker]) -> None:
        (one,) = asked(pool, "a")
        await settle()
        one.cancel()
        await asyncio.sleep(0.01)  # the loop looks at its clock
        await settle()
        assert (pool.busy, pool.alive, pool.restarts) == (0, 2, 1)

    run(test)


def test_a_worker_handed_to_someone_who_leaves_that_moment_is_not_lost(run: Callable[..., None]) -> None:
    async def test(pool: Pool, workers: list[FakeWorker]) -> None:
        one, queued = asked(pool, *"ab")
        await settle()
        (worker,) = workers
        worker.answers.put_nowait(b"A")
        while not pool.queue[0].future.done():
            await asyncio.sleep(0)
            if not pool.queue:  # handed over; the one that waited doesn't know yet
                break
        queued.cancel()
        assert await one == b"A"
        await settle()
        assert (pool.busy, pool.waiting, len(pool.free)) == (0, 0, 1)

    run(test, workers=1)


def test_without_a_worker_it_says_so_and_tries_again(run: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "PAUSES", (0.0,))

    async def test(pool: Pool, workers: list[FakeWorker]) -> None:
        async def failing(settings: Settings) -> FakeWorker:
            tries.append(1)
            if len(tries) < 3:
                raise ProcessGone("no memory")
            return make()

        make, tries = type(workers[0]), list[int]()
        monkeypatch.setattr(make, "start", failing)
        workers[0].kill("by somebody")
        while not tries:
            await asyncio.sleep(0)
        problem = await problem_in(pool.ask("count", b"a"))
        assert (problem.status, problem.kind) == (503, "no-worker")
        while not pool.alive:
            await asyncio.sleep(0)
        assert (len(tries), pool.restarts) == (3, 1)

    run(test, workers=1)


def test_the_end_finishes_what_is_there_and_takes_no_more(run: Callable[..., None]) -> None:
    async def test(pool: Pool, workers: list[FakeWorker]) -> None:
        work = asked(pool, *"abc")
        await settle()
        closing = asyncio.ensure_future(pool.close(60))
        await settle()
        problem = await problem_in(pool.ask("count", b"d"))
        assert (problem.status, problem.kind) == (503, "shutting-down")
        for worker in workers:
            worker.answers.put_nowait(b"1")
            worker.answers.put_nowait(b"1")
        assert await asyncio.gather(*work) == [b"1"] * 3
        await closing
        assert pool.alive == 0

    run(test)


def test_the_end_does_not_wait_for_ever(run: Callable[..., None]) -> None:
    async def test(pool: Pool, workers: list[FakeWorker]) -> None:
        work = asked(pool, *"abc")
        await settle()
        await pool.close(0.001)
        found = await asyncio.gather(*work, return_exceptions=True)
        assert [one.kind for one in found if isinstance(one, Problem)] == ["shutting-down"] * 3
        assert pool.restarts == 0

    run(test)


def test_no_start_without_all_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    class Worker(FakeWorker):
        @classmethod
        async def start(cls, settings: Settings) -> FakeWorker:
            if cls.started:
                raise ProcessGone("no memory")
            return cls()

    monkeypatch.setattr(pools, "Process", Worker)

    async def test() -> None:
        with pytest.raises(ProcessGone, match="no memory"):
            await Pool(Settings(workers=2)).start()
        assert [worker.alive for worker in Worker.started] == [False]

    asyncio.run(test())
