"""`--lines`: one request a line, one answer a line, in order; a bad line says so and the rest goes on."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from optimizer.apps import commands, lines
from optimizer.apps.cli.main import main
from optimizer.apps.requests import Options
from optimizer.formats.json import jsontext

SLIME = "Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2"
DOCUMENT = {
    "attackers": [{"id": "slime", "power": 2, "toughness": 2, "keywords": ["deathtouch"]}],
    "blockers": [
        {"id": "wurm", "power": 5, "toughness": 4, "blocks": ["slime"]},
        {"id": "bear", "power": 2, "toughness": 2, "blocks": ["slime"]},
    ],
}
COUNTED = {"step": "regular", "attacking": 3, "defending": 1, "not_counted": []}


def text_of(*requests: Any) -> bytes:
    return "".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in requests).encode()


def ask(name: str, *requests: Any, defaults: Options | None = None) -> list[Any]:
    """The answers of a command, in process."""
    out = io.StringIO()
    answer = lines.answerer(commands.COMMANDS[name], defaults or Options(), None)
    lines.stream(io.BytesIO(text_of(*requests)), out, answer)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_answers_come_in_order_with_their_ids() -> None:
    requests = [{"id": ident, "document": DOCUMENT} for ident in (7, "seven", None, 0.5)]
    assert ask("count", *requests) == [{"id": one["id"], **COUNTED} for one in requests]


def test_a_bare_document_has_no_id() -> None:
    assert ask("count", DOCUMENT, SLIME, json.dumps(SLIME)) == [COUNTED] * 3


def test_a_document_may_be_a_text_in_the_notation() -> None:
    assert ask("count", {"id": 1, "document": SLIME}) == [{"id": 1, **COUNTED}]


def test_blank_lines_carriage_returns_and_a_byte_order_mark() -> None:
    out = io.StringIO()
    text = b"\xef\xbb\xbf" + json.dumps(DOCUMENT).encode() + b"\r\n\r\n \n" + SLIME.encode()
    assert lines.stream(io.BytesIO(text), out, lines.answerer(commands.COMMANDS["count"], Options(), None)) is None
    assert [json.loads(line) for line in out.getvalue().splitlines()] == [COUNTED] * 2


def test_legal_gives_a_list_and_honours_its_limit() -> None:
    whole, two, none, defending = ask(
        "legal",
        {"id": 1, "document": SLIME},
        {"id": 2, "document": SLIME, "limit": 2},
        {"id": 3, "document": SLIME, "limit": 0},
        {"id": 4, "document": SLIME, "side": "defending", "limit": None},
    )
    assert whole["assignments"] == [{"slime": {"wurm": 2}}, {"slime": {"wurm": 1, "bear": 1}}, {"slime": {"bear": 2}}]
    assert two == {"id": 2, "assignments": whole["assignments"][:2], "not_counted": []}
    assert none == {"id": 3, "assignments": [], "not_counted": []}
    assert defending["assignments"] == [{"wurm": {"slime": 5}, "bear": {"slime": 2}}]


def test_check_judges_what_has_the_shape_of_an_assignment() -> None:
    legal, illegal, negative, unknown, missing = ask(
        "check",
        {"document": SLIME, "assignment": {"slime": {"wurm": 1, "bear": 1}}},
        {"document": SLIME, "assignment": {"slime": {"wurm": 1}}},
        {"document": SLIME, "assignment": {"slime": {"wurm": 3, "bear": -1}}},
        {"document": SLIME, "assignment": {"ghost": {"wurm": 2}}},
        {"document": SLIME},
    )
    assert legal == {"legal": True, "violations": [], "not_counted": []}
    assert [one["rule"] for one in illegal["violations"]] == ["510.1a"]
    assert "107.1" in [one["rule"] for one in negative["violations"]]
    assert [one["rule"] for one in unknown["violations"]] == ["510.1", "510.1a"]
    assert missing["error"]["field"] == "assignment"


def test_resolve_fills_in_what_is_forced() -> None:
    one, two = ask(
        "resolve",
        {"id": 1, "document": SLIME, "attacking": {"slime": {"wurm": 1, "bear": 1}}},
        {"id": 2, "document": SLIME, "defending": {"wurm": {"slime": 5}, "bear": {"slime": 2}}},
    )
    assert one["outcome"]["dies"] == ["slime", "wurm", "bear"]
    assert one["next"] is None
    assert two["error"]["field"] == "attacking"
    assert "slime is not forced" in two["error"]["message"]


def test_what_resolve_leaves_is_a_document_again() -> None:
    (first,) = ask("resolve", "Knight 3/3 double strike <- Bear 2/2")
    (second,) = ask("resolve", {"document": first["next"]})
    assert first["next"]["step"] == "regular"
    assert second["outcome"]["dies"] == []
    assert second["next"] is None


def test_suggest_takes_a_time_limit() -> None:
    free, limited, dashed = ask(
        "suggest",
        {"id": 1, "document": SLIME},
        {"id": 2, "document": SLIME, "time_limit": 5},
        {"id": 3, "document": SLIME, "time-limit": 5.5},
    )
    for one in (free, limited, dashed):
        assert (one["status"], one["score"], one["bound"]) == ("optimal", 7.0, 7.0)


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({"document": None}, "document"),
        ({"document": [1]}, "document"),
        ({"document": "Slime 2/"}, "column 1"),
        ({"document": {"attackers": [{"id": "a", "power": "2", "toughness": 2}]}}, "attackers[0].power"),
        ({"documint": SLIME}, "document"),
        ({"document": SLIME, "sides": "attacking"}, "sides"),
        ({"document": SLIME, "assignment": {}}, "assignment"),  # an option of `check`
        ({"document": SLIME, "side": "both"}, "side"),
        ({"document": SLIME, "side": ["attacking"]}, "side"),
        ({"document": SLIME, "limit": -1}, "limit"),
        ({"document": SLIME, "limit": True}, "limit"),
        ({"document": SLIME, "limit": 1.0}, "limit"),
    ],
)
def test_a_bad_request_names_the_field(request_: dict[str, Any], field: str) -> None:
    bad, good = ask("legal", {"id": 7, **request_}, {"id": 8, "document": SLIME, "limit": 1})
    assert bad["id"] == 7
    if "document" in request_:
        assert bad["error"]["field"] == field
    assert set(bad["error"]) == {"field", "message"}
    assert good == {"id": 8, "assignments": [{"slime": {"wurm": 2}}], "not_counted": []}


@pytest.mark.parametrize(
    "line",
    [
        '{"id": 7',
        '{"id": [7], "document": "A 1/1"}',
        '{"id": 1e999, "document": "A 1/1"}',
        '{"id": 1, "id": 2, "document": "A 1/1"}',
        '{"document": ' * 50_000,
        "[" * 50_000,
        "5",
        '{"id": ' + "9" * 5000 + "}",
        "\x00\x01",
    ],
)
def test_a_line_that_is_no_request_has_no_id(line: str) -> None:
    bad, good = ask("count", line, SLIME)
    assert list(bad) == ["error"]
    assert bad["error"]["field"]
    assert good == COUNTED


def test_every_fault_of_a_document_is_told() -> None:
    (bad,) = ask("count", {"document": {"attackers": [{"id": "a", "power": "2", "toughness": 2, "keywords": ["x"]}]}})
    assert bad["error"]["field"] == "attackers[0].power"
    assert "attackers[0].keywords[0]: " in bad["error"]["message"]


@pytest.mark.parametrize("value", [5, [], {"a": 5}, {"a": {"b": "5"}}, {"a": {"b": 1.0}}, {"a": {"b": True}}])
@pytest.mark.parametrize(
    ("name", "field"), [("check", "assignment"), ("resolve", "attacking"), ("resolve", "defending")]
)
def test_what_is_no_assignment_is_no_violation(name: str, field: str, value: Any) -> None:
    (bad,) = ask(name, {"id": 7, "document": SLIME, field: value})
    assert bad["error"]["field"].startswith(field)


def test_counts_of_any_size() -> None:
    many = "; ".join(f"A{n} 1000/1 <- {', '.join(f'B{n}x{m} 1/1' for m in range(8))}" for n in range(300))
    out = io.StringIO()
    answer = lines.answerer(commands.COMMANDS["count"], Options(), None)
    assert lines.stream(io.BytesIO(many.encode()), out, answer) is None
    digits = out.getvalue().split('"attacking": ')[1].split(",")[0]
    assert len(digits) > 4300  # where Python's guard is
    assert set(digits) <= set("0123456789")
    with pytest.raises(ValueError, match="integer string conversion"):
        int(digits)  # the guard is back


def test_options_on_the_command_line_are_for_lines_that_say_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "requests"
    file.write_bytes(text_of({"id": 1, "document": SLIME}, {"id": 2, "document": SLIME, "limit": 2}))
    assert main(["legal", "--lines", "--limit", "1", str(file)]) == 0
    assert [len(json.loads(line)["assignments"]) for line in capsys.readouterr().out.splitlines()] == [1, 2]


def test_a_bad_line_makes_the_exit_code_two(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "requests"
    file.write_bytes(text_of({"id": 1, "document": SLIME}, "", {"id": 2}, {"id": 3, "document": SLIME}))
    assert main(["count", "--json", "--lines", str(file)]) == 2
    captured = capsys.readouterr()
    assert [json.loads(line)["id"] for line in captured.out.splitlines()] == [1, 2, 3]
    assert captured.err == "optimizer: 1 of 3 lines bad, the first of them line 3: document: is missing\n"


def test_illegal_and_feasible_lines_are_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "requests"
    file.write_bytes(text_of({"document": SLIME, "assignment": {}}))
    assert main(["check", "--lines", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["legal"] is False


def test_lines_longer_and_shorter_than_a_chunk() -> None:
    long = {"id": "x" * 3 * lines.CHUNK, "document": SLIME}
    answers = ask("count", long, {"id": 1, "document": SLIME}, long)
    assert [one["id"] for one in answers] == [long["id"], 1, long["id"]]


def test_the_rest_goes_on_whatever_happens() -> None:
    def answer(value: Any) -> dict[str, Any]:
        if value == "bad":
            raise ZeroDivisionError("inside")
        return {"fine": value}

    out = io.StringIO()
    bad = lines.stream(io.BytesIO(b"one\nbad\ntwo\n"), out, answer)
    assert bad is not None
    assert (bad.lines, bad.bad, bad.first) == (3, 1, 2)
    first, second, third = map(json.loads, out.getvalue().splitlines())
    assert (first, third) == ({"fine": "one"}, {"fine": "two"})
    assert "ZeroDivisionError" in second["error"]["message"]


def test_each_line_is_answered_before_the_next_is_sent() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "optimizer", "count", "--lines"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for ident in range(3):
            process.stdin.write(text_of({"id": ident, "document": SLIME}))
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == {"id": ident, **COUNTED}
        process.stdin.close()
        assert process.wait() == 0


def test_a_list_is_never_held_as_a_whole(tmp_path: Path) -> None:
    """More than a billion assignments: whoever reads gets the first at once, and nothing is said when they stop."""
    file = tmp_path / "requests"
    file.write_bytes(b"W 2000/1 <- A 1/1, B 1/1, C 1/1, D 1/1\n")
    with subprocess.Popen(
        [sys.executable, "-m", "optimizer", "legal", "--lines", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        begun = process.stdout.read(60)
        process.stdout.close()
        assert process.wait(timeout=60) == 141
        assert begun.startswith(b'{"assignments": [{"w": {"a": 2000}}, {"w": {"a": 1999, ')
        assert process.stderr.read() == b""


@pytest.mark.parametrize("name", ["count", "legal", "check", "resolve"])
def test_memory_stays_flat(name: str) -> None:
    """The peak after many lines is that after a few."""
    request = {"id": 1, "document": DOCUMENT, **({"assignment": {}} if name == "check" else {})}
    if name == "resolve":
        request["attacking"] = {"slime": {"wurm": 1, "bear": 1}}
    peaks = []
    for many in (200, 4000):
        script = (
            "import io, resource, sys\n"
            "from optimizer.apps.cli.main import main\n"
            f"assert main([{name!r}, '--lines']) == 0\n"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)\n"
        )
        run = subprocess.run(
            [sys.executable, "-c", script], input=text_of(request) * many, capture_output=True, check=True
        )
        assert run.stdout.count(b"\n") == many
        peaks.append(int(run.stderr))
    assert peaks[1] < peaks[0] * 1.15


def test_json_keeps_what_it_reads() -> None:
    value = {"a": [1, 2.5, "é🐻", None, True], "b": {}}
    assert jsontext.json_value(jsontext.encode(value)) == value
    assert jsontext.encode("é").isascii()
