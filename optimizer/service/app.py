"""The application: what is served under which path."""

from __future__ import annotations

import asyncio
import sys
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from .. import __version__
from ..commands import COMMANDS
from ..jsontext import encode
from ..kinds import show
from ..page import METHODS, STATIC
from ..rpc.methods import hint
from .bodies import text_of
from .gate import Gate, answer_to
from .pool import Pool
from .problems import Problem
from .worker import PAGE

__all__ = ["application"]

JSON = "application/json"


def application(pool: Pool) -> ASGIApp:
    """The whole of it, on a pool of workers."""
    settings = pool.settings
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False)

    async def solve(request: Request, method: str) -> Response:
        check_query(request)
        body = await text_of(request, settings.max_body)
        work = asyncio.ensure_future(pool.ask(method, body))
        gone = asyncio.ensure_future(disconnected(request))
        try:
            await asyncio.wait([work, gone], return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                return Response(status_code=CLIENT_GONE)
            return Response(work.result(), media_type=JSON)
        finally:
            work.cancel()
            gone.cancel()

    def verb(name: str) -> Any:
        async def ask(request: Request) -> Response:
            return await solve(request, name)

        return ask

    for name in COMMANDS:
        app.add_api_route(f"/v1/{name}", verb(name), methods=["POST"], name=name)

    @app.post("/page/{method}", include_in_schema=False)
    async def page(request: Request, method: str) -> Response:
        if method not in METHODS:
            raise Problem("not-found", f"the page has no method {show(method)}{hint(method, METHODS)}")
        return await solve(request, f"{PAGE}{method}")

    @app.get("/v1/schema")
    async def schema(request: Request) -> Response:
        from ..schema import NAMES, schema_of

        check_query(request, "name")
        name = request.query_params.get("name")
        if name is not None and name not in NAMES:
            raise Problem("invalid-request", f"there is no schema {show(name)}{hint(name, NAMES)}", field="name")
        return Response(encode(schema_of(name)), media_type=JSON)

    @app.get("/healthz")
    async def health() -> Response:
        well = pool.alive > 0 and not pool.draining
        told = {"status": "ok" if well else "draining" if pool.draining else "no worker", "version": __version__}
        return JSONResponse({**told, "workers": pool.alive}, 200 if well else 503)

    @app.get("/", include_in_schema=False)
    async def index() -> Response:
        return FileResponse(STATIC / "index.html")

    app.mount("/static", StaticFiles(directory=STATIC))
    app.add_exception_handler(HTTPException, told)
    app.add_exception_handler(Problem, told_problem)
    inner: ASGIApp = app
    if settings.origins:
        inner = CORSMiddleware(
            app, settings.origins, ["GET", "POST"], ["Authorization", "Content-Type"], expose_headers=["Retry-After"]
        )
    return Gate(inner, settings, report)


CLIENT_GONE = 499
"""For the metrics alone: nobody is there to read it."""


async def disconnected(request: Request) -> None:
    """Returns once the client has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def check_query(request: Request, *known: str) -> None:
    """No parameter in the query but those that are known, and each once."""
    for name, _ in request.query_params.multi_items():
        if name not in known:
            problem = f"unknown parameter: expected {', '.join(known)}" if known else "expected no parameters"
            raise Problem("invalid-request", problem, field=name)
        if len(request.query_params.getlist(name)) > 1:
            raise Problem("invalid-request", "stands more than once", field=name)


async def told(request: Request, error: Exception) -> Response:
    """The problem in what Starlette raises where there is no such path or method."""
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.NOT_FOUND:
        return answer_to(Problem("not-found", f"there is nothing at {show(request.url.path)}"))
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        allowed = (error.headers or {}).get("Allow", "GET")
        allowed = allowed if "POST" in allowed else "GET, HEAD"
        problem = f"expected {allowed.replace(', ', ' or ')}, not {request.method}"
        return answer_to(Problem("method-not-allowed", problem, headers={"Allow": allowed}))
    return Response(status_code=error.status_code, headers=error.headers)


async def told_problem(request: Request, error: Exception) -> Response:
    """A problem that something inside raised."""
    assert isinstance(error, Problem)
    return answer_to(error)


def report(error: Exception) -> None:
    """One line for whoever runs the service."""
    print(f"optimizer: internal error, please report it: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
