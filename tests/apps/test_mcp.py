"""`optimizer mcp`, asked over a real process by the SDK's own client (docs/assistants.md)."""

from __future__ import annotations

import base64
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from command_line import BIN, SLIME, Optimizer
from engines import HARD
from places import ROOT

from optimizer import Combat
from optimizer.apps.requests import On, subject_of
from optimizer.report.pictures.raster import NoRaster, check_raster

mcp = pytest.importorskip("mcp", reason="the extra `mcp` brings it")
jsonschema = pytest.importorskip("jsonschema", reason="the extra `test` brings it")

import anyio  # noqa: E402
from anyio.from_thread import BlockingPortal, start_blocking_portal  # noqa: E402
from mcp import Client, MCPError, StdioServerParameters  # noqa: E402
from mcp.client.stdio import stdio_client  # noqa: E402

from optimizer.apps.mcp.tools import TOOLS  # noqa: E402

BOARD = {
    "attackers": [{"id": "ox", "power": 3, "toughness": 3}, {"id": "rat", "power": 1, "toughness": 1}],
    "defenders": [{"id": "bear", "power": 2, "toughness": 2}],
}
TURN = {"creatures": BOARD["attackers"], "defenders": BOARD["defenders"], "crackback": True}
NAMES = ["suggest", "blocks", "attacks", "check", "legal", "count", "resolve", "cards", "explain"]
TIME = re.compile(r"[0-9.]+ ms")
PATIENCE = 120  # seconds after which a test fails that would hang


def server(*words: str) -> StdioServerParameters:
    """The server as a client starts it."""
    return StdioServerParameters(
        command=str(BIN / "optimizer"), args=["mcp", *words], env=dict(os.environ), cwd=str(ROOT)
    )


def connected(*words: str, mode: str = "legacy") -> Client:
    return Client(stdio_client(server(*words)), mode=mode)


class Assistant:
    """A client that waits for each answer."""

    def __init__(self, portal: BlockingPortal, client: Client) -> None:
        self.portal, self.client = portal, client

    def ask(self, method: Callable[..., Any], *args: Any) -> Any:
        return self.portal.call(method, *args)

    def call(self, name: str, **arguments: Any) -> Any:
        return self.ask(self.client.call_tool, name, arguments)

    def answer(self, name: str, **arguments: Any) -> Any:
        """The values of an answer, which fit the tool's schema."""
        result = self.call(name, **arguments)
        assert not result.is_error, result.content
        jsonschema.Draft202012Validator(TOOLS[name].answer).validate(result.structured_content)
        return result.structured_content

    def report(self, name: str, **arguments: Any) -> str:
        result = self.call(name, **arguments)
        assert not result.is_error, result.content
        return str(result.content[0].text)

    def wrong(self, name: str, **arguments: Any) -> str:
        """What a call that is wrong is told."""
        result = self.call(name, **arguments)
        assert result.is_error
        assert result.structured_content is None
        (content,) = result.content
        assert "\n" not in content.text
        return str(content.text)


@pytest.fixture(scope="module")
def assistant() -> Iterator[Assistant]:
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(connected()) as client:
        yield Assistant(portal, client)


# What there is


def test_the_tools(assistant: Assistant) -> None:
    tools = assistant.ask(assistant.client.list_tools).tools
    assert [tool.name for tool in tools] == NAMES
    for tool in tools:
        for schema in (tool.input_schema, tool.output_schema):
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
        assert tool.annotations.read_only_hint
        assert tool.annotations.idempotent_hint
        assert tool.title
        assert tool.description.endswith(".")
    assert sum(len(json.dumps(tool.input_schema)) for tool in tools) < 50_000  # an assistant reads all of it


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.json")), ids=lambda path: path.name)
def test_the_schemas_take_the_examples(assistant: Assistant, path: Path) -> None:
    document = json.loads(path.read_text("utf-8"))
    name = {"Combat": "suggest", "DeclareBlockers": "blocks", "DeclareAttackers": "attacks"}[
        type(subject_of(document, On.ANY)).__name__
    ]
    tool = next(tool for tool in assistant.ask(assistant.client.list_tools).tools if tool.name == name)
    validator = jsonschema.Draft202012Validator(tool.input_schema)
    validator.validate({"document": document})
    assert not validator.is_valid({"document": {**document, "atackers": []}})
    assert not validator.is_valid({"document": document, "time_limit": 51})
    assert assistant.answer(name, document=document)["status"] in ("optimal", "feasible")


def test_the_list_of_the_command(assistant: Assistant, optimizer: Optimizer) -> None:
    tools = assistant.ask(assistant.client.list_tools).tools
    run = optimizer("mcp --list")
    assert (run.code, run.err) == (0, "")
    assert json.loads(run.out) == {"tools": [tool.model_dump(by_alias=True, exclude_none=True) for tool in tools]}


def test_the_resources(assistant: Assistant) -> None:
    def text_of(uri: str) -> str:
        (content,) = assistant.ask(assistant.client.read_resource, uri).contents
        return str(content.text)

    listed = [str(one.uri) for one in assistant.ask(assistant.client.list_resources).resources]
    assert listed[0] == "optimizer://notation"
    for uri in listed[1:]:
        assert json.loads(text_of(uri))["$id"].endswith(uri.rpartition("/")[2])
    example = re.search(r"^    (.+)$", text_of(listed[0]), re.M)
    assert example is not None
    assert len(Combat.parse(example[1]).attackers) == 2
    with pytest.raises(MCPError, match="there is no resource"):
        text_of("optimizer://nothing")


def test_the_protocol_without_a_handshake() -> None:
    async def ask() -> Any:
        async with connected(mode="2026-07-28") as client:
            return await client.call_tool("count", {"document": SLIME})

    assert anyio.run(ask).structured_content["attacking"] == 3


# What they answer


@pytest.mark.parametrize(
    ("words", "document", "arguments"),
    [
        ("suggest", SLIME, {}),
        ("suggest --rules ordered", SLIME, {"rules": "ordered"}),
        ("blocks", BOARD, {}),
        ("attacks", TURN, {}),
        ("count", SLIME, {}),
        ("count", BOARD, {}),
        ("resolve", "Ox 3/3 <- Bear 2/2", {}),
        ("resolve --attacking '{\"ox\": {\"bear\": 3}}'", "Ox 3/3 <- Bear 2/2", {"attacking": {"ox": {"bear": 3}}}),
        ("check --assignment '{\"ox\": {\"bear\": 2}}'", "Ox 3/3 <- Bear 2/2", {"assignment": {"ox": {"bear": 2}}}),
        ("check --assignment '{}' --side defending", SLIME, {"assignment": {}, "side": "defending"}),
        ("check --declaration '{\"bear\": [\"ox\", \"rat\"]}'", BOARD, {"declaration": {"bear": ["ox", "rat"]}}),
    ],
)  # fmt: skip
def test_answers_are_those_of_the_command_line(
    assistant: Assistant, optimizer: Optimizer, words: str, document: Any, arguments: dict[str, Any]
) -> None:
    name = words.partition(" ")[0]
    text = document if isinstance(document, str) else json.dumps(document)
    printed = "\n".join(line.rstrip() for line in optimizer(words, text).out.splitlines())
    assert TIME.sub("ms", assistant.report(name, document=document, **arguments)) == TIME.sub("ms", printed.rstrip())
    value = json.loads(optimizer(f"{words} --json", text).out)
    found = assistant.answer(name, document=document, **arguments)
    assert {**found, "time_ms": 0} == {**value, "time_ms": 0}


def test_lists(assistant: Assistant) -> None:
    assert assistant.answer("legal", document=SLIME, limit=1) == {
        "assignments": [{"slime": {"wurm": 2}}], "not_counted": [], "complete": False,
    }  # fmt: skip
    assert assistant.report("legal", document=SLIME).splitlines() == [
        "   1  slime: 2 to wurm", "   2  slime: 1 to wurm, 1 to bear", "   3  slime: 2 to bear",
        "All 3 legal assignments.",
    ]  # fmt: skip
    assert assistant.report("legal", document=BOARD).splitlines()[-1] == "All 3 legal declarations."
    assert len(assistant.answer("legal", document="Ox 100/1 <- A 1/1, B 1/1")["assignments"]) == 50


def test_numbers_that_json_readers_lose_are_texts(assistant: Assistant) -> None:
    wide = "; ".join(f"A{n} 1000/1 <- {', '.join(f'B{n}x{m} 1/1' for m in range(8))}" for n in range(300))
    many = assistant.answer("count", document=wide)["attacking"]
    assert len(many) > 4300
    assert set(many) <= set("0123456789")
    assert assistant.answer("count", document=SLIME)["attacking"] == 3


def test_cards(assistant: Assistant) -> None:
    found = assistant.answer("cards", names=["palace guard", "Yavimaya Worm", "Xyzzy"])
    assert found["cards"]["palace guard"] == {
        "name": "Palace Guard", "power": 1, "toughness": 4, "colors": ["white"], "can_block": "any", "table": "shipped",
    }  # fmt: skip
    assert found["unknown"] == {"Yavimaya Worm": ["Yavimaya Wurm"], "Xyzzy": []}
    report = assistant.report("cards", names=["palace guard", "Yavimaya Worm"])
    assert report.startswith("Palace Guard 1/4\n")
    assert report.endswith("did you mean 'Yavimaya Wurm'?")
    assert assistant.answer("cards", names=[]) == {"cards": {}, "unknown": {}}
    assert assistant.answer("suggest", document="Yavimaya Wurm <- Palace Guard")["score"] == 7


def test_rules_are_explained(assistant: Assistant, optimizer: Optimizer) -> None:
    assert assistant.report("explain", rule="615.7") == optimizer("explain 615.7").out.rstrip()
    assert assistant.answer("explain", rule="trample")["rules"][0]["rule"] == "702.19a"


def test_objects_may_come_as_texts(assistant: Assistant) -> None:
    assert assistant.answer("blocks", document=json.dumps(BOARD)) | {"time_ms": 0} == assistant.answer(
        "blocks", document=BOARD
    ) | {"time_ms": 0}
    assert assistant.answer("check", document=SLIME, assignment='{"slime": {"bear": 2}}', side=None)["legal"]


def test_pictures(assistant: Assistant) -> None:
    try:
        check_raster()
    except NoRaster:
        assert "picture: needs the extra `pictures`" in assistant.wrong("suggest", document=SLIME, picture=True)
        return
    result = assistant.call("blocks", document=BOARD, picture=True)
    assert [content.type for content in result.content] == ["text", "image"]
    assert base64.b64decode(result.content[1].data).startswith(b"\x89PNG")
    assert [content.type for content in assistant.call("blocks", document=BOARD).content] == ["text"]


# What is wrong


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("suggest", {}, "document: is missing"),
        ("suggest", {"document": {"attackers": [{"id": "a", "power": "x", "toughness": 1}]}},
         "attackers[0].power: a: power must be an integer, not 'x'"),
        ("suggest", {"document": "Ox 3/3 <- Bear"}, "column 11: "),
        ("suggest", {"document": '{"attackers": ['}, "document: not JSON: "),
        ("suggest", {"document": SLIME, "time_limit": 51}, "time_limit: expected a number of seconds from 0"),
        ("suggest", {"document": SLIME, "time_limit": "5"}, "time_limit: expected a number of seconds"),
        ("suggest", {"document": SLIME, "limit_ms": 5}, "limit_ms: unknown param: did you mean 'time_limit'?"),
        ("suggest", {"document": SLIME, "rulez": 5}, "rulez: unknown param 'rulez': did you mean 'rules'?"),
        ("suggest", {"document": SLIME, "picture": 1}, "picture: expected true or false, not 1"),
        ("suggest", {"document": 5}, "document: expected a combat document or a line of notation, not 5"),
        ("blocks", {"document": SLIME}, "column 22: '<-': belongs to a combat"),
        ("check", {"document": SLIME}, "assignment: is missing"),
        ("check", {"document": SLIME, "assignment": {"slime": {"wurm": "2"}}},
         "assignment.slime.wurm: expected an integer, not '2'"),
        ("resolve", {"document": SLIME}, "attacking: "),
        ("count", {"document": HARD, "time_limit": 0.2}, "time_limit: no answer within 0.2 s"),
        ("cards", {"names": "Palace Guard"}, "names: expected a list of names"),
        ("cards", {"names": ["a"] * 101}, "names: expected at most 100 names at once, not 101"),
        ("cards", {"names": [], "rules": "ordered"}, "rules: unknown param: expected names"),
        ("explain", {}, "rule: is missing"),
        ("explain", {"rule": "900.1"}, "rule: 900.1 is none of the rules handled here"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(assistant: Assistant, name: str, arguments: dict[str, Any], told: str) -> None:
    assert assistant.wrong(name, **arguments).startswith(told)


def test_no_such_tool(assistant: Assistant) -> None:
    with pytest.raises(MCPError, match=r"there is no tool 'sugest': did you mean 'suggest'\?"):
        assistant.call("sugest")
    assert assistant.answer("count", document=SLIME)["attacking"] == 3


# Several at once


def workers(mark: str) -> set[int]:
    """The engines of a server, told from others by the memory they may have."""
    found = set()
    for folder in Path("/proc").iterdir():
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0") if folder.name.isdigit() else []
        except OSError:
            continue
        if mark.encode() in words and b"optimizer.apps.mcp.worker" in words:
            found.add(int(folder.name))
    return found


async def ended(pid: int) -> None:
    """Waits until a process is there no more."""
    with anyio.fail_after(PATIENCE):
        while Path(f"/proc/{pid}/cmdline").exists() and Path(f"/proc/{pid}/cmdline").read_bytes():
            await anyio.sleep(0.01)


def test_many_at_once() -> None:
    found: dict[int, Any] = {}

    async def ask() -> None:
        async with connected() as client, anyio.create_task_group() as tasks:

            async def one(power: int) -> None:
                result = await client.call_tool("count", {"document": f"A {power}/1 <- B 9/9, C 9/9"})
                found[power] = result.structured_content["attacking"]

            for power in range(24):
                tasks.start_soon(one, power)

    anyio.run(ask)
    assert found == {power: power + 1 for power in range(24)}


needs_proc = pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="there is no /proc to find engines in")


@needs_proc
def test_a_cancelled_call_frees_its_engine() -> None:
    mark = str(100_000 + os.getpid())

    async def ask() -> Any:
        async with connected("--processes", "1", "--memory-mb", mark) as client:
            await client.call_tool("count", {"document": SLIME})
            (engine,) = workers(mark)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(partial(client.call_tool, "count", {"document": HARD, "time_limit": 50}))
                for _ in range(5):
                    await client.list_tools()  # answered beside the call that is at work
                tasks.cancel_scope.cancel()
            await ended(engine)
            with anyio.fail_after(PATIENCE):
                return await client.call_tool("count", {"document": SLIME})

    assert anyio.run(ask).structured_content["attacking"] == 3


@needs_proc
def test_an_engine_that_ends_is_replaced() -> None:
    mark = str(200_000 + os.getpid())

    async def ask() -> Any:
        async with connected("--processes", "1", "--memory-mb", mark) as client:
            await client.call_tool("count", {"document": SLIME})
            (engine,) = workers(mark)
            os.kill(engine, signal.SIGKILL)
            return await client.call_tool("count", {"document": SLIME})

    assert anyio.run(ask).structured_content["attacking"] == 3


# The process


def line(ident: int | None, method: str, **params: Any) -> bytes:
    request = {"jsonrpc": "2.0", "method": method, "params": params} | ({} if ident is None else {"id": ident})
    return json.dumps(request).encode() + b"\n"


class Raw:
    """The server's process, spoken to without a client."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [BIN / "optimizer", "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def say(self, *lines: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"".join(lines))
        self.process.stdin.flush()

    def answer(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def initialize(self) -> Any:
        client = {"name": "test", "version": "1"}
        self.say(line(1, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=client))
        answer = self.answer()
        self.say(line(None, "notifications/initialized"))
        return answer


@pytest.fixture
def raw() -> Iterator[Raw]:
    one = Raw()
    yield one
    one.process.kill()
    one.process.communicate()


def test_nothing_but_protocol_and_an_end_with_the_input(raw: Raw) -> None:
    assert raw.initialize()["result"]["serverInfo"]["name"] == "optimizer"
    raw.say(b"no JSON\n", b"\xff\xfe\n", b"[]\n", b"\n", b'{"jsonrpc": "2.0", "id": 7, "result": {}}\n')
    raw.say(line(2, "ping"), line(3, "tools/call", name="count", arguments={"document": SLIME}), line(4, "nothing"))
    answers = {answer["id"]: answer for answer in (raw.answer() for _ in range(3))}
    assert answers[2]["result"] == {}
    assert answers[3]["result"]["structuredContent"]["attacking"] == 3
    assert answers[4]["error"]["code"] == -32601
    out, err = raw.process.communicate(timeout=PATIENCE)
    assert (out, err, raw.process.returncode) == (b"", b"", 0)


WRONG_MESSAGES = {
    b'{"jsonrpc": "2.0", "id": ID}': -32600,
    b'{"jsonrpc": "2.0", "id": ID, "method": 5}': -32600,
    b'{"jsonrpc": "1.0", "id": ID, "method": "ping"}': -32600,
    b'{"id": ID, "method": "ping"}': -32600,
    b'{"jsonrpc": "2.0", "id": ID, "method": "ping", "params": []}': -32600,
    b'{"jsonrpc": "2.0", "id": ID, "method": "tools/call", "params": {"name": 5}}': -32602,
    b'{"jsonrpc": "2.0", "id": ID, "method": "tools/call", "params": {"name": "count", "arguments": []}}': -32602,
    b'{"jsonrpc": "2.0", "id": ID, "method": "ping", "params": {"x": NaN}}': -32700,
    b'{"jsonrpc": "2.0", "method": "ping", "params": {"id": 8, "x": [-Infinity]}, "id": ID}': -32700,
    b'{"jsonrpc": "2.0", "id": ID, "method": "ping", "params": {"x": "\\ud800"}}': -32700,
    b'{"jsonrpc": "2.0", "id": ID, "method": "ping", "params": {"x": "\xff"}}': -32700,
    b'{"jsonrpc": "2.0", "id": ID, "method": "ping", "params": {"x": 1, "x": 2}}': -32700,
    b'{"jsonrpc": "2.0", "id": ID, "method": "ping", "params": {"x": ' + b"9" * 5000 + b"}}": -32700,
    b'{"jsonrpc": "2.0", "id": ID, "method": "ping", "params": {"x": ' + b"[" * 5000 + b"]" * 5000 + b"}}": -32700,
    b'{"jsonrpc": "2.0", "id": ID, "method": "ping", "params": {': -32700,
}
NOT_ANSWERED = (
    b'{"jsonrpc": "2.0", "id": 1, "result": NaN}', b'{"jsonrpc": "2.0", "id": true, "method": "ping"}',
    b'{"jsonrpc": "2.0", "id": NaN, "method": "ping"}', b'{"jsonrpc": "2.0", "id": "\\ud800", "method": "ping"}',
    b'{"jsonrpc": "2.0", "method": "ping", "params": {"id": 1, "x": NaN}}', b'["id", 5]', b'"id": 5',
)  # fmt: skip


def test_every_message_with_a_readable_id_is_answered(raw: Raw) -> None:
    raw.initialize()
    raw.say(*(line + b"\n" for line in NOT_ANSWERED))
    expected = {}
    for number, (message, code) in enumerate(WRONG_MESSAGES.items()):
        for ident in (number, f"é{number}"):
            raw.say(message.replace(b"ID", json.dumps(ident).encode()) + b"\n")
            expected[ident] = code
    infinite = {"attackers": [{"id": "a", "power": 1e999, "toughness": 1}]}
    raw.say(line(1000, "tools/call", name="count", arguments={"document": infinite}).replace(b"Infinity", b"1e999"))
    answers = {answer["id"]: answer for answer in (raw.answer() for _ in range(len(expected) + 1))}
    told = answers.pop(1000)["result"]
    assert told["isError"]
    assert told["content"][0]["text"].startswith("expected what JSON can hold: ")
    assert {ident: answer["error"]["code"] for ident, answer in answers.items()} == expected
    assert not any(answer["error"]["message"].count("\n") for answer in answers.values())
    out, err = raw.process.communicate(timeout=PATIENCE)
    assert (out, err, raw.process.returncode) == (b"", b"", 0)


def test_it_ends_with_its_input_whatever_is_at_work(raw: Raw) -> None:
    raw.initialize()
    raw.say(line(2, "tools/call", name="count", arguments={"document": HARD, "time_limit": 50}), line(3, "ping"))
    assert raw.answer()["id"] == 3
    raw.process.communicate(timeout=PATIENCE)
    assert raw.process.returncode == 0


def test_it_ends_when_it_is_interrupted_and_when_nobody_reads(raw: Raw) -> None:
    raw.initialize()
    raw.process.send_signal(signal.SIGINT)
    assert raw.process.wait(PATIENCE) == 130
    other = Raw()
    other.initialize()
    assert other.process.stdout is not None
    other.process.stdout.close()
    other.say(line(2, "ping"))
    assert other.process.wait(PATIENCE) == 141
    other.process.communicate()


def test_the_extra_may_be_missing() -> None:
    script = "import sys; sys.modules['mcp'] = None; from optimizer.apps.cli.main import main; sys.exit(main(['mcp']))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=ROOT)
    told = "optimizer: mcp needs the extra `mcp`: pip install 'mtg-combat-optimizer[mcp]'\n"
    assert (run.returncode, run.stdout, run.stderr) == (2, "", told)


@pytest.mark.parametrize("words", ["--time-limit 51", "--processes 0", "--memory-mb -1", "file"])
def test_options_of_the_command(optimizer: Optimizer, words: str) -> None:
    run = optimizer(f"mcp {words}")
    assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
