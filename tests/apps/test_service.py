"""The service's border: hosts, tokens, sites, bodies, paths, headers. Its workers only pretend here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

pytest.importorskip("fastapi")

import httpx
from services import FakeWorker, inside, pretending

from optimizer import __version__
from optimizer.apps.commands import COMMANDS
from optimizer.apps.engine.protocol import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    OUT_OF_MEMORY,
    PARSE_ERROR,
    TIME_IS_UP,
    Refusal,
)
from optimizer.apps.http.gate import Door
from optimizer.apps.http.pool import Pool
from optimizer.apps.http.problems import KINDS
from optimizer.apps.http.settings import Settings
from optimizer.apps.http.worker import methods
from optimizer.apps.page import METHODS
from optimizer.apps.schema import schema_of

Test = Callable[[httpx.AsyncClient, Pool, FakeWorker], Awaitable[None]]
LOCAL = frozenset(["localhost", "127.0.0.1", "[::1]"])
JSON = {"Content-Type": "application/json"}
TOKEN = "correct-horse"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Runs a test on a client of the application, which has one worker, as it is on loopback or with other settings."""
    workers = pretending(monkeypatch)

    def on_client(test: Test, **settings: Any) -> None:
        async def whole() -> None:
            pool = Pool(Settings(**{"workers": 1, "short_workers": 0, "hosts": LOCAL, **settings}))
            await pool.start()
            async with inside(pool) as client:
                await test(client, pool, workers[0])
            await pool.close(0)

        asyncio.run(whole())

    return on_client


def problem(response: httpx.Response) -> tuple[int, str, str]:
    """The status, the kind and the field of a response that must be a problem."""
    told = response.json()
    assert response.headers["content-type"] == "application/problem+json"
    assert told["status"] == response.status_code
    kind = told["type"].removeprefix("/problems/")
    assert (told["title"], told["status"]) == (KINDS[kind].title, KINDS[kind].status)
    assert told["detail"]
    return response.status_code, kind, told.get("field", "")


# What comes in


def test_a_body_goes_to_a_worker_as_it_is_and_the_answer_comes_back_as_it_is(run: Callable[..., None]) -> None:
    async def test(client: httpx.AsyncClient, pool: Pool, worker: FakeWorker) -> None:
        answer = b'{"attacking": ' + b"9" * 5000 + b"}"
        worker.answers.put_nowait(answer)
        response = await client.post("/v1/count", content=' {"document":\n"Slime \\u00e9 é"} '.encode())
        assert (response.status_code, response.content) == (200, answer)
        assert response.headers["content-type"] == "application/json"
        assert worker.asked[-1] == ("count", ' {"document":\n"Slime \\u00e9 é"} ')

    run(test)


def test_every_verb_and_every_method_of_the_page_has_its_path(run: Callable[..., None]) -> None:
    async def test(client: httpx.AsyncClient, pool: Pool, worker: FakeWorker) -> None:
        paths = {f"/v1/{verb}": verb for verb in COMMANDS} | {f"/page/{name}": f"page/{name}" for name in METHODS}
        for path, method in paths.items():
            worker.answers.put_nowait(b"{}")
            assert (await client.post(path, content="{}")).status_code == 200
            assert worker.asked[-1][0] == method
        assert set(paths.values()) <= methods(1000.0, 10, 1000).keys()
        assert problem(await client.post("/page/__init__", content="{}"))[:2] == (404, "not-found")

    run(test)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (PARSE_ERROR, (400, "invalid-json")),
        (INVALID_PARAMS, (422, "invalid-request")),
        (TIME_IS_UP, (422, "time-up")),
        (OUT_OF_MEMORY, (422, "out-of-memory")),
        (INTERNAL_ERROR, (500, "internal-error")),
    ],
)
def test_what_a_worker_refuses_is_a_problem(run: Callable[..., None], code: int, expected: tuple[int, str]) -> None:
    async def test(client: httpx.AsyncClient, pool: Pool, worker: FakeWorker) -> None:
        worker.answers.put_nowait(Refusal(code, "attackers[0]", "no"))
        assert problem(await client.post("/v1/count", content="{}")) == (*expected, "attackers[0]")

    run(test)


def test_bodies_have_a_type_a_length_and_an_encoding(run: Callable[..., None]) -> None:
    async def test(client: httpx.AsyncClient, pool: Pool, worker: FakeWorker) -> None:
        async def endless() -> AsyncIterator[bytes]:
            while True:
                yield b" " * 7

        for kind in ("text/plain", "application/x-www-form-urlencoded", "application/jsonp", "", "text/json"):
            response = await client.post("/v1/count", content="{}", headers={"Content-Type": kind})
            assert problem(response)[:2] == (415, "unsupported-media-type")
        assert problem(await client.post("/v1/count", content=b" " * 21))[:2] == (413, "body-too-large")
        response = await client.post("/v1/count", content=endless())
        assert problem(response)[:2] == (413, "body-too-large")
        assert response.headers["connection"] == "close"
        assert problem(await client.post("/v1/count", content=b'"\xff"'))[:2] == (400, "invalid-json")
        assert not worker.asked
        worker.answers.put_nowait(b"{}")
        whole = {"Content-Type": "Application/JSON; charset=utf-8"}
        assert (await client.post("/v1/count", content=b" " * 20, headers=whole)).status_code == 200

    run(test, max_body=20)


def test_a_body_that_trickles_in_is_not_waited_for(run: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("optimizer.apps.http.bodies.PATIENCE", 0.001)

    async def test(client: httpx.AsyncClient, pool: Pool, worker: FakeWorker) -> None:
        async def never() -> AsyncIterator[bytes]:
            yield b"{"
            await asyncio.Event().wait()

        assert problem(await client.post("/v1/count", content=never()))[:2] == (408, "body-too-slow")

    run(test)


def test_paths_methods_and_parameters_that_are_not_there(run: Callable[..., None]) -> None:
    async def test(client: httpx.AsyncClient, pool: Pool, worker: FakeWorker) -> None:
        for path in ("/v1/sugest", "/v1/count/", "/v1", "/healthz/", "/static/none.js", "/static/../methods.py"):
            assert problem(await client.get(path))[:2] == (404, "not-found")
        for method, path, allowed in (
            ("GET", "/v1/count", "POST"),
            ("OPTIONS", "/v1/count", "POST"),
            ("DELETE", "/v1/schema", "GET, HEAD"),
            ("POST", "/", "GET, HEAD"),
            ("POST", "/static/index.html", "GET, HEAD"),
            ("TRACE", "/healthz", "GET, HEAD"),
        ):
            response = await client.request(method, path)
            assert problem(response)[:2] == (405, "method-not-allowed")
            assert response.headers["allow"] == allowed
        assert problem(await client.post("/v1/count?limit=3", content="{}")) == (422, "invalid-request", "limit")
        assert problem(await client.get("/v1/schema?nam=combat")) == (422, "invalid-request", "nam")
        assert problem(await client.get("/v1/schema?name=combat&name=line")) == (422, "invalid-request", "name")
        assert problem(await client.get("/v1/schema?name=comabt")) == (422, "invalid-request", "name")
        assert not worker.asked

    run(test)


# Who may ask


def test_on_loopback_other_names_are_turned_away(run: Callable[..., None]) -> None:
    async def test(client: httpx.AsyncClient, pool: Pool, worker: FakeWorker) -> None:
        for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "", "[::2]", "localhost:x"):
            assert problem(await client.get("/", headers={"Host": host}))[:2] == (421, "misdirected")
        for host in ("localhost", "LOCALHOST:8017", "127.0.0.1:1", "[::1]", "[::1]:8017", "localhost."):
            assert (await client.get("/", headers={"Host": host})).status_code == 200

    run(test)


def test_the_token_is_needed_for_what_it_covers(run: Callable[..., None]) -> None:
    async def test(client: httpx.AsyncClient, pool: Pool, worker: FakeWorker) -> None:
        covered = [
            ("POST", "/v1/count"),
            ("GET", "/v1/schema"),
            ("GET", "/v1/none"),
            ("POST", "/page/count"),
            ("GET", "/metrics"),
        ]
        for method, path in covered:
            for given in (
                {},
                {"Authorization": TOKEN},
                {"Authorization": f"Basic {TOKEN}"},
                {"Authorization": "Bearer wrong"},
            ):
                response = await client.request(method, path, headers=given)
                assert problem(response)[:2] == (401, "unauthorized")
                assert response.headers["www-authenticate"].startswith("Bearer")
        for path in ("/", "/static/index.html", "/docs", "/openapi.json", "/healthz", "/problems"):
            assert (await client.get(path)).status_code == 200
        worker.answers.put_nowait(b"{}")
        right = {"Authorization": f"bearer {TOKEN}"}
        assert (await client.post("/v1/count", content="{}", headers=right)).status_code == 200
        assert (await client.get("/metrics", headers=right)).status_code == 200
        assert (await client.get("/openapi.json")).json()["components"]["securitySchemes"]

    run(test, token=TOKEN, hosts=None)


def test_other_sites_may_ask_only_where_they_are_allowed(run: Callable[..., None]) -> None:
    asking = {"Origin": "https://friend.example", "Access-Control-Request-Method": "POST"}

    async def off(client: httpx.AsyncClient, pool: Pool, worker: FakeWorker) -> None:
        response = await client.options("/v1/count", headers=asking)
        assert response.status_code == 405
        worker.answers.put_nowait(b"{}")
        answered = await client.post("/v1/count", content="{}", headers={"Origin": "https://friend.example"})
        for one in (response, answered):
            assert not [name for name in one.headers if name.startswith("access-control")]

    async def on(client: httpx.AsyncClient, pool: Pool, worker: FakeWorker) -> None:
        headers = {**asking, "Access-Control-Request-Headers": "authorization, content-type"}
        response = await client.options("/v1/count", headers=headers)
        assert response.status_code == 200
        assert response.headers["access-control-allow-origin"] == "https://friend.example"
        refused = await client.options("/v1/count", headers={**headers, "Origin": "https://evil.example"})
        assert "access-control-allow-origin" not in refused.headers

    run(off)
    run(on, origins=("https://friend.example",), token=TOKEN)


# What goes out


def test_answers_tell_browsers_what_they_may_do(run: Callable[..., None]) -> None:
    async def test(client: httpx.AsyncClient, pool: Pool, worker: FakeWorker) -> None:
        for path in ("/", "/static/index.html", "/v1/schema", "/docs", "/none", "/docs/assets/swagger-ui-bundle.js"):
            headers = (await client.get(path)).headers
            policy = headers["content-security-policy"]
            assert "script-src 'self';" in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["cache-control"] == "no-cache"
        for page in ("/", "/docs", "/problems", "/problems/time-up"):
            text = (await client.get(page)).text
            assert "<script>" not in text
            assert "://" not in text.replace("http://www.w3.org/", "")  # nothing from elsewhere

    run(test)


def test_files_are_asked_for_anew_and_sent_only_where_they_changed(run: Callable[..., None]) -> None:
    async def test(client: httpx.AsyncClient, pool: Pool, worker: FakeWorker) -> None:
        kinds = {"/": "text/html", "/static/page.css": "text/css", "/static/js/main.js": "text/javascript"}
        for path, kind in kinds.items():
            response = await client.get(path)
            assert response.headers["content-type"].startswith(kind)
            again = await client.get(path, headers={"If-None-Match": response.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
            part = await client.get(path, headers={"Range": "bytes=999999999-"})
            assert part.content == response.content

    run(test)


def test_head_is_get_without_the_body(run: Callable[..., None]) -> None:
    async def test(client: httpx.AsyncClient, pool: Pool, worker: FakeWorker) -> None:
        for path in ("/", "/healthz", "/v1/schema", "/docs", "/none"):
            head, get = await client.head(path), await client.get(path)
            assert (head.status_code, head.content) == (get.status_code, b"")
            assert head.headers["content-length"] == str(len(get.content))

    run(test)


def test_schemas_health_and_metrics(run: Callable[..., None]) -> None:
    async def test(client: httpx.AsyncClient, pool: Pool, worker: FakeWorker) -> None:
        assert (await client.get("/v1/schema")).json() == schema_of(None)
        assert (await client.get("/v1/schema?name=combat")).json() == schema_of("combat")
        assert (await client.get("/healthz")).json() == {"status": "ok", "version": __version__, "workers": 1}
        worker.answers.put_nowait(b"{}")
        await client.post("/v1/count", content="{}")
        await client.get("/nothing")
        lines = (await client.get("/metrics")).text.splitlines()
        for line in (
            'optimizer_requests_total{status="200",verb="count"} 1.0',
            'optimizer_requests_total{status="404",verb="other"} 1.0',
            'optimizer_request_seconds_count{verb="count"} 1.0',
            "optimizer_workers 1.0", "optimizer_workers_busy 0.0", "optimizer_waiting 0.0",
            "optimizer_worker_restarts_total 0.0",
        ):  # fmt: skip
            assert line in lines
        pool.draining = True
        response = await client.get("/healthz")
        assert (response.status_code, response.json()["status"]) == (503, "draining")
        pool.draining = False
        pool.free.clear()
        response = await client.get("/healthz")
        assert (response.status_code, response.json()["status"]) == (503, "no worker")
        response = await client.post("/v1/count", content="{}")
        assert problem(response)[:2] == (503, "no-worker")
        assert int(response.headers["retry-after"]) >= 1

    run(test)


def test_every_problem_is_explained_where_its_type_points_to(run: Callable[..., None]) -> None:
    async def test(client: httpx.AsyncClient, pool: Pool, worker: FakeWorker) -> None:
        everything = (await client.get("/problems")).text
        for kind, (_, title, advice) in KINDS.items():
            response = await client.get(f"/problems/{kind}")
            assert response.headers["content-type"].startswith("text/html")
            assert title in response.text
            assert advice.replace("'", "&#x27;") in response.text
            assert f"/problems/{kind}" in everything
        assert problem(await client.get("/problems/none"))[0] == 404

    run(test)


def test_a_fault_of_ours_is_one_line_and_a_problem(capsys: pytest.CaptureFixture[str]) -> None:
    async def broken(*_: Any) -> None:
        raise ZeroDivisionError("oh")

    async def test() -> None:
        transport = httpx.ASGITransport(Door(broken, Settings()))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            assert problem(await client.get("/"))[:2] == (500, "internal-error")

    asyncio.run(test())
    assert capsys.readouterr().err == "optimizer: internal error, please report it: ZeroDivisionError: oh\n"
