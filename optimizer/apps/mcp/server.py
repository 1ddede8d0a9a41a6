"""The server: the protocol by the SDK, the work by the engines. Nothing is computed here."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

import anyio
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ContentBlock,
    ImageContent,
    JSONRPCError,
    ListResourcesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    TextContent,
    TextResourceContents,
    Tool,
    ToolAnnotations,
)

from ... import __version__
from ...formats.json.jsontext import json_value
from ...model.errors import Fault, InvalidDocument
from ...model.words import close_to, show
from ..engine.errors import EngineError, LimitReached
from ..workers import command
from .engines import Engines
from .incoming import lines
from .messages import refused
from .resources import RESOURCES
from .tools import INSTRUCTIONS, LONGEST, TOOLS, schema_for

__all__ = ["listed", "serve", "server_of"]

OBJECTS: Final = frozenset(["document", "assignment", "declaration", "attacking", "defending"])
"""Arguments that are objects; assistants write them as a text of JSON at times."""

Context = ServerRequestContext[Any, Any]


def serve(time_limit: float, processes: int, memory_mb: int) -> None:
    """Serves one client on standard input and output until the input ends."""
    try:
        anyio.run(run, time_limit, processes, memory_mb)
    except* BrokenPipeError:
        raise BrokenPipeError from None


async def run(time_limit: float, processes: int, memory_mb: int) -> None:
    """The server, and the engines for as long as it lasts."""
    engines = Engines(command("optimizer.apps.mcp.worker", memory_mb), processes)
    server = server_of(engines, time_limit)
    ready = anyio.Event()
    said: list[Any] = []  # the stream of answers, once it is there

    async def incoming() -> AsyncIterator[str]:
        await ready.wait()
        async for line in lines():
            error = refused(line)
            if error is None:
                yield line.decode()
            elif isinstance(error, JSONRPCError):
                await said[0].send(SessionMessage(error))

    try:
        source: Any = incoming()
        async with anyio.create_task_group() as tasks, stdio_server(stdin=source) as (requests, answers):
            said.append(answers)
            ready.set()
            tasks.start_soon(engines.ready)
            await server.run(requests, answers, server.create_initialization_options())
            tasks.cancel_scope.cancel()
    finally:
        engines.close()


def server_of(engines: Engines, time_limit: float) -> Server[Any]:
    """A server whose tools are the methods of the engines."""

    async def list_tools(context: Context, params: PaginatedRequestParams | None) -> ListToolsResult:
        return tools()

    async def call_tool(context: Context, params: CallToolRequestParams) -> CallToolResult:
        if params.name not in TOOLS:
            hint = close_to(params.name, list(TOOLS)) or f": expected {', '.join(TOOLS)}"
            raise MCPError(INVALID_PARAMS, f"there is no tool {show(params.name)}{hint}")
        try:
            asked = arguments(params.arguments or {})
            seconds = seconds_of(asked, time_limit)
            found = await engines.ask(params.name, {**asked, "limit_ms": seconds * 1000}, seconds)
        except LimitReached:
            return wrong(f"time_limit: no answer within {seconds:g} s: expected more seconds, or less to do")
        except (EngineError, InvalidDocument) as error:
            return wrong(str(error))
        except Exception as error:  # the client is told, whatever it is
            return wrong(f"internal error, please report it: {type(error).__name__}: {error}")
        return answer(found)

    async def list_resources(context: Context, params: PaginatedRequestParams | None) -> ListResourcesResult:
        return ListResourcesResult(
            resources=[
                Resource(uri=uri, name=it.name, title=it.title, mime_type=it.mime_type) for uri, it in RESOURCES.items()
            ]
        )

    async def read_resource(context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        found = RESOURCES.get(str(params.uri))
        if found is None:
            raise MCPError(INVALID_PARAMS, f"there is no resource {show(str(params.uri))}")
        contents = TextResourceContents(uri=params.uri, mime_type=found.mime_type, text=found.text())
        return ReadResourceResult(contents=[contents])

    return Server(
        "optimizer",
        version=__version__,
        title="Combat optimizer",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
    )


def tools() -> ListToolsResult:
    """The tools as a client lists them."""
    return ListToolsResult(tools=[described(name) for name in TOOLS])


def listed() -> str:
    """The tools as JSON."""
    return tools().model_dump_json(by_alias=True, exclude_none=True, indent=2, include={"tools"})


def described(name: str) -> Tool:
    """A tool as a client lists it: it changes nothing, and reaches nothing outside."""
    tool = TOOLS[name]
    return Tool(
        name=name,
        title=tool.title,
        description=tool.description,
        input_schema=schema_for(tool),
        output_schema=tool.answer,
        annotations=ToolAnnotations(
            title=tool.title, read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )


def arguments(given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a call, without those that are null; an object written as a text of JSON is read.

    >>> arguments({"document": '{"attackers": []}', "rules": None}), arguments({"document": "Bear 2/2 <- Ox 3/3"})
    ({'document': {'attackers': []}}, {'document': 'Bear 2/2 <- Ox 3/3'})
    """
    asked = {name: value for name, value in given.items() if value is not None}
    for name in OBJECTS & asked.keys():
        value = asked[name]
        if isinstance(value, str) and value.lstrip().startswith("{"):
            try:
                asked[name] = json_value(value)
            except InvalidDocument as error:
                raise InvalidDocument([Fault(name, str(error))]) from None
    if "limit_ms" in asked:
        raise InvalidDocument([Fault("limit_ms", "unknown param: did you mean 'time_limit'?")])
    return asked


def seconds_of(asked: dict[str, Any], time_limit: float) -> float:
    """The time limit of a call, which is taken out of its arguments."""
    value = asked.pop("time_limit", time_limit)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= LONGEST:
        problem = f"expected a number of seconds from 0 to {LONGEST:g}, not {show(value)}"
        raise InvalidDocument([Fault("time_limit", problem)])
    return float(value)


def answer(found: Mapping[str, Any]) -> CallToolResult:
    """An answer: the report for people, a picture where there is one, and the values for programs."""
    content: list[ContentBlock] = [TextContent(type="text", text=found["report"])]
    if "picture" in found:
        content.append(ImageContent(type="image", data=found["picture"], mime_type="image/png"))
    return CallToolResult(content=content, structured_content=found["answer"])


def wrong(message: str) -> CallToolResult:
    """What is wrong, on one line, for the assistant to mend."""
    return CallToolResult(content=[TextContent(type="text", text=message)], is_error=True)
