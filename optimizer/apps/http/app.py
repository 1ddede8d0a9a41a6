"""The application: what is served under which path."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from ... import __version__
from ...formats.json.jsontext import encode
from ...model.words import show
from ..commands import COMMANDS
from ..engine.methods import hint
from ..page import METHODS, STATIC
from . import openapi, reading
from .answers import JSON, JsonAnswer
from .bodies import body_of
from .gate import Door, Gate, answer_to, ours
from .metrics import Metrics
from .pool import Pool
from .problems import Problem
from .settings import Settings
from .worker import PAGE

__all__ = ["application"]

CLIENT_GONE: Final = 499
"""For the metrics alone: nobody is there to read it."""

WHAT: Final = """Combat in Magic: The Gathering: legal damage assignments, blocks and attacks, and the best ones proven.

A body is a document, a line of notation as a JSON string, or an object with `document` and options; a line for
`optimizer VERB --lines` is one. Errors are problem details (RFC 9457) and name the field. What the service refuses
beyond these schemas: ids used twice or that name nothing, unknown keywords, and what doesn't fit together."""

Endpoint = Callable[[Request], Awaitable[Response]]


def application(pool: Pool) -> ASGIApp:
    """The whole of it, on a pool of workers."""
    settings = pool.settings
    metrics = Metrics(pool)
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False)
    for name in COMMANDS:
        app.add_api_route(f"/v1/{name}", verb(pool, name), methods=["POST"], **openapi.of_verb(name, settings))
    app.add_api_route("/v1/schema", schema, **openapi.of_schema(settings))
    app.add_api_route("/healthz", health(pool), **openapi.of_health(settings))
    app.add_api_route("/metrics", told_by(metrics), **openapi.of_metrics(settings))
    description = describe(app, settings)
    add_hidden(app, pool, description)
    app.add_exception_handler(HTTPException, told)
    app.add_exception_handler(Problem, told_problem)
    app.add_exception_handler(Exception, told_ours)
    inner: ASGIApp = Door(app, settings)
    if settings.origins:
        inner = CORSMiddleware(
            inner, settings.origins, ["GET", "POST"], ["Authorization", "Content-Type"], expose_headers=["Retry-After"]
        )
    return Gate(inner, metrics.seen)


def describe(app: FastAPI, settings: Settings) -> bytes:
    """The OpenAPI document."""
    document = get_openapi(title="optimizer", version=__version__, description=WHAT, routes=app.routes)
    return encode(openapi.rewritten({**document, "components": openapi.components(settings)})).encode()


def add_hidden(app: FastAPI, pool: Pool, description: bytes) -> None:
    """What is for people, and the page's own methods."""

    async def described(request: Request) -> Response:
        return Response(description, media_type=JSON)

    async def docs(request: Request) -> Response:
        return HTMLResponse(reading.DOCS)

    async def start(request: Request) -> Response:
        return Response(reading.START, media_type="text/javascript")

    async def problems(request: Request) -> Response:
        return HTMLResponse(reading.page_of_problems())

    async def problem(request: Request) -> Response:
        try:
            return HTMLResponse(reading.page_of_problem(request.path_params["kind"]))
        except KeyError:
            raise HTTPException(HTTPStatus.NOT_FOUND) from None

    async def page(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in METHODS:
            raise Problem("not-found", f"the page has no method {show(name)}{hint(name, METHODS)}")
        return await solve(pool, request, f"{PAGE}{name}")

    files = StaticFiles(directory=STATIC)

    async def index(request: Request) -> Response:
        return await files.get_response("index.html", request.scope)

    shown: dict[str, Endpoint] = {
        "/": index, "/openapi.json": described, "/docs": docs, "/docs/start.js": start,
        "/problems": problems, "/problems/{kind}": problem,
    }  # fmt: skip
    for path, endpoint in shown.items():
        app.add_route(path, endpoint, methods=["GET"], include_in_schema=False)
    app.add_route("/page/{name}", page, methods=["POST"], include_in_schema=False)
    app.mount("/static", files)
    app.mount("/docs/assets", StaticFiles(directory=reading.ASSETS))


def verb(pool: Pool, name: str) -> Endpoint:
    """What answers a verb."""

    async def endpoint(request: Request) -> Response:
        return await solve(pool, request, name)

    return endpoint


async def solve(pool: Pool, request: Request, method: str) -> Response:
    """A worker's answer to the body; where the client goes before it is there, the worker is freed."""
    check_query(request)
    take = request.scope["take"]
    body = await body_of(request, pool.settings.max_body, take)
    work = asyncio.ensure_future(pool.ask(method, body))
    gone = asyncio.ensure_future(disconnected(request))
    try:
        await asyncio.wait([work, gone], return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            return Response(status_code=CLIENT_GONE)
        answer = work.result()
        take(len(answer))
        return JsonAnswer(answer)
    finally:
        work.cancel()
        gone.cancel()


async def disconnected(request: Request) -> None:
    """Returns once the client has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def schema(request: Request) -> Response:
    """The schema of a name."""
    from ..schema import NAMES, schema_of

    check_query(request, "name")
    name = request.query_params.get("name")
    if name is not None and name not in NAMES:
        raise Problem("invalid-request", f"there is no schema {show(name)}{hint(name, NAMES)}", field="name")
    return Response(encode(schema_of(name)), media_type=JSON)


def health(pool: Pool) -> Endpoint:
    """What says whether the service can answer."""

    async def endpoint(request: Request) -> Response:
        status = "draining" if pool.draining else "ok" if pool.alive else "no worker"
        found = {"status": status, "version": __version__, "workers": pool.alive}
        code = HTTPStatus.OK if status == "ok" else HTTPStatus.SERVICE_UNAVAILABLE
        return Response(encode(found), code, media_type=JSON)

    return endpoint


def told_by(metrics: Metrics) -> Endpoint:
    """What tells Prometheus."""

    async def endpoint(request: Request) -> Response:
        text, media_type = metrics.text(request.headers.get("accept", ""))
        return Response(text, headers={"Content-Type": media_type})

    return endpoint


def check_query(request: Request, *known: str) -> None:
    """No parameter in the query but those that are known, and each once."""
    for name in request.query_params:
        if name not in known:
            problem = f"unknown parameter: expected {', '.join(known)}" if known else "expected no parameters"
            raise Problem("invalid-request", problem, field=name)
        if len(request.query_params.getlist(name)) > 1:
            raise Problem("invalid-request", "stands more than once", field=name)


async def told(request: Request, error: Any) -> Response:
    """The problem in what Starlette raises where there is no such path or method."""
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        allowed = "POST" if "POST" in (error.headers or {}).get("Allow", "") else "GET, HEAD"
        problem = f"expected {allowed.replace(', ', ' or ')}, not {request.method}"
        return answer_to(Problem("method-not-allowed", problem, headers={"Allow": allowed}))
    return answer_to(Problem("not-found", f"there is nothing at {show(request.url.path)}"))


async def told_problem(request: Request, error: Any) -> Response:
    """A problem that something inside raised."""
    return answer_to(error)


async def told_ours(request: Request, error: Any) -> Response:
    """A fault of ours inside; the door says it to whoever runs the service."""
    return answer_to(ours(error))
