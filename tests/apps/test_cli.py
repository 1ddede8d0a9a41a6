"""The command line: shapes, exit codes, and one line on standard error for what is wrong."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import BIN, SLIME, Optimizer

from optimizer import __version__
from optimizer.apps.cli import main as cli

ENDLESS = "W 2000/1 <- A 1/1, B 1/1, C 1/1, D 1/1"
NAMES = sorted(cli.cli.commands)


def outside(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Runs the command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "optimizer", *words], input=text, capture_output=True, text=True, check=False
    )


# The shapes of the answers


def test_count(optimizer: Optimizer) -> None:
    code, out, err = optimizer("count --json", SLIME)
    assert (code, err) == (0, "")
    assert json.loads(out) == {"step": "regular", "attacking": 3, "defending": 1, "not_counted": []}


def test_legal_is_json_lines(optimizer: Optimizer) -> None:
    code, out, _ = optimizer("legal --json --side attacking -", SLIME)
    assert code == 0
    assert [json.loads(line) for line in out.splitlines()] == [
        {"slime": {"wurm": 2}},
        {"slime": {"wurm": 1, "bear": 1}},
        {"slime": {"bear": 2}},
    ]


@pytest.mark.parametrize(("limit", "lines"), [("0", 0), ("1", 1), ("3", 3), ("4", 3), ("9" * 30, 3)])
def test_legal_up_to_a_limit(optimizer: Optimizer, limit: str, lines: int) -> None:
    assert optimizer(["legal", "--json", "--limit", limit], SLIME).out.count("\n") == lines


def test_legal_of_the_defending_side(optimizer: Optimizer) -> None:
    out = optimizer("legal --json --side defending", "A 2/2; B 2/2 <- Guard 2/3 | blockers(guard)").out
    assert json.loads(out) == {"guard": {"b": 2}}


def test_check_legal(optimizer: Optimizer) -> None:
    code, out, _ = optimizer(["check", "--json", "--assignment", '{"slime": {"wurm": 1, "bear": 1}}'], SLIME)
    assert (code, json.loads(out)) == (0, {"legal": True, "violations": [], "not_counted": []})


def test_check_names_every_violation_and_exits_3(optimizer: Optimizer) -> None:
    words = ["check", "--json", "--assignment", '{"wurm": {"bear": 1, "player": 5}, "ghost": {"bear": 1}}']
    code, out, _ = optimizer(words, "Wurm 6/4 trample <- Bear 2/2, Ox 2/4")
    verdict = json.loads(out)
    assert (code, verdict["legal"]) == (3, False)
    assert [one["rule"] for one in verdict["violations"]] == ["510.1", "702.19b", "702.19b"]
    assert all(set(one) == {"rule", "source", "message"} for one in verdict["violations"])


@pytest.mark.parametrize("assignment", ['{"slime": {"wurm": 3, "bear": -1}}', '{"slime": {"ghost": 2}}', "{}"])
def test_what_has_the_shape_of_an_assignment_is_judged(optimizer: Optimizer, assignment: str) -> None:
    assert optimizer(["check", "--assignment", assignment], SLIME).code == 3


def test_check_the_defending_side(optimizer: Optimizer) -> None:
    words = ["check", "--json", "--side", "defending", "--assignment", '{"wurm": {"slime": 5}}']
    code, out, _ = optimizer(words, SLIME)
    assert (code, [one["source"] for one in json.loads(out)["violations"]]) == (3, ["bear"])


def test_resolve(optimizer: Optimizer) -> None:
    code, out, _ = optimizer(["resolve", "--json", "--attacking", '{"slime": {"wurm": 1, "bear": 1}}'], SLIME)
    answer = json.loads(out)
    assert code == 0
    assert answer["next"] is None
    assert answer["outcome"]["dies"] == ["slime", "wurm", "bear"]
    assert set(answer["outcome"]) == {
        "dies", "returned", "attacking_player", "defending_player", "planeswalkers", "battles", "creatures", "excess",
        "loses",
    }  # fmt: skip


def test_resolve_step_by_step(optimizer: Optimizer) -> None:
    words = ["resolve", "--json", "--attacking", '{"knight": {"bear": 2, "player": 1}}']
    first = json.loads(optimizer(words, "Knight 3/3 double strike trample <- Bear 2/2 | defender 9").out)
    assert first["outcome"]["dies"] == ["bear"]
    assert first["next"]["step"] == "regular"
    second = json.loads(optimizer("resolve --json", json.dumps(first["next"])).out)
    assert second["outcome"]["defending_player"]["life"] == 5
    assert second["next"] is None


def test_a_side_left_out_must_be_forced(optimizer: Optimizer) -> None:
    code, out, err = optimizer("resolve --json", SLIME)
    assert (code, out) == (2, "")
    assert err == "optimizer: --attacking: the assignment of slime is not forced, so it must be given\n"


def test_resolve_refuses_what_is_illegal(optimizer: Optimizer) -> None:
    code, _, err = optimizer(["resolve", "--attacking", '{"slime": {"wurm": 1}}'], SLIME)
    assert code == 2
    assert err.startswith("optimizer: --attacking: 510.1a: slime must assign all of its 2 damage, not 1 (in Slime")


def test_suggest(optimizer: Optimizer) -> None:
    code, out, err = optimizer("suggest --json --time-limit 60", SLIME)
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert list(answer) == [
        "status",
        "score",
        "bound",
        "line",
        "outcome",
        "line_score",
        "not_counted",
        "method",
        "time_ms",
    ]
    assert (answer["status"], answer["score"], answer["bound"]) == ("optimal", 7.0, 7.0)
    assert answer["line"] == [
        {
            "step": "regular",
            "attacking": {"slime": {"wurm": 1, "bear": 1}},
            "defending": {"wurm": {"slime": 5}, "bear": {"slime": 2}},
        }
    ]


def test_the_time_limit_exits_4_with_the_best_line_found(optimizer: Optimizer) -> None:
    attackers = "; ".join(
        f"A{n} 9/9 double strike <- {', '.join(f'B{m} 5/{m + 3}' for m in range(8))}" for n in range(1)
    )
    crowd = attackers + "".join(
        f"; A{n} 8/8 first strike <- " + ", ".join(f"B{m}" for m in range(8)) for n in range(1, 6)
    )
    code, out, err = optimizer("suggest --json --time-limit 0", crowd)
    answer = json.loads(out)
    assert (code, err, answer["status"]) == (4, "", "feasible")
    assert answer["bound"] >= answer["score"]
    assert answer["line"]


@pytest.mark.parametrize("rules", ["foundations", "ordered"])
def test_the_edition_can_be_overridden(optimizer: Optimizer, rules: str) -> None:
    text = "Regrower 4/3 <- Spawn 2/3, Hunter 2/1"
    expected = {"foundations": 5, "ordered": 2}[rules]
    for document in (text, f"{text} | ordered"):
        assert json.loads(optimizer(f"count --json --rules {rules}", document).out)["attacking"] == expected


# For people


def test_count_for_people(optimizer: Optimizer) -> None:
    out = optimizer("count", "W 100/4 <- A 1/1, B 1/1, C 1/1, D 1/1").out
    assert "regular" in out
    assert re.search(r"attacking +176,851\n", out)
    assert re.search(r"defending +1\n", out)


def test_legal_for_people(optimizer: Optimizer) -> None:
    rows = optimizer("legal", SLIME).out.splitlines()
    assert [row.split() for row in rows[:2]] == [["slime", "slime"], ["wurm", "bear"]]
    assert [row.split() for row in rows[3:6]] == [["1", "2"], ["2", "1", "1"], ["3", "2"]]
    assert rows[6] == "All 3 legal assignments of the attacking side, regular damage step."
    assert "The first 2 legal" in optimizer("legal --limit 2", SLIME).out
    assert "nothing to assign" in optimizer("legal", "Wall 0/4").out


def test_legal_for_people_has_one_header_however_long(optimizer: Optimizer) -> None:
    out = optimizer("legal", "W 1200/1 <- A 1/1, B 1/1").out
    rows = out.splitlines()
    assert sum("w" in row.split() for row in rows) == 1
    assert re.search(r"^ +1201 +1200$", out, re.MULTILINE)
    assert len({len(row.rstrip()) for row in rows[5:400]}) <= 2


def test_check_for_people(optimizer: Optimizer) -> None:
    assert optimizer(["check", "--assignment", '{"slime": {"bear": 2}}'], SLIME).out.startswith(
        "Legal for the attacking"
    )
    out = optimizer(["check", "--assignment", '{"slime": {"bear": 1}, "x": {}}'], SLIME).out
    assert out.startswith("Illegal for the attacking side")
    assert "510.1a   slime must assign all of its 2 damage, not 1" in out
    assert "no creature called 'x' attacks" in out


def test_resolve_for_people(optimizer: Optimizer) -> None:
    out = optimizer("resolve", "Knight 3/3 double strike -> jace <- Finks 3/2 persist | planeswalker jace 4").out
    assert re.search(r"knight +attacking +survives as 3/3", out)
    assert re.search(r"finks +defending +returns as 2/1, 1 -1/-1 +1", out)
    assert re.search(r"jace's loyalty +4 +4", out)
    assert "Then the regular damage step of:\n  Knight 3/3" in out


def test_names_are_never_markup(optimizer: Optimizer) -> None:
    document = {"attackers": [{"id": "[bold]x[/bold] :bear:", "power": 1, "toughness": 1}]}
    assert "[bold]x[/bold] :bear:" in optimizer("resolve", json.dumps(document)).out


def test_suggest_for_people(optimizer: Optimizer) -> None:
    code, out, _ = optimizer("suggest", SLIME)
    assert code == 0
    assert "Slime" in out
    assert "7.0" in out


# Where input comes from


def test_a_file(optimizer: Optimizer, tmp_path: Path) -> None:
    file = tmp_path / "slime.txt"
    file.write_text(f"{SLIME}\n")
    assert json.loads(optimizer(["count", "--json", str(file)]).out)["attacking"] == 3


def test_json_and_a_byte_order_mark(optimizer: Optimizer) -> None:
    document = b'\xef\xbb\xbf {"attackers": [{"name": "\xc3\x84lf", "power": 1, "toughness": 1}]}\r\n'
    assert json.loads(optimizer("legal --json", document).out) == {"älf": {"player": 1}}


GARBAGE = bytes(range(256))


@pytest.mark.parametrize(
    ("words", "text", "expected"),
    [
        ("count", "", "standard input: expected a document, or a combat or a board in words"),
        ("count", " \n", "standard input: expected a document, or a combat or a board in words"),
        ("count -", b"\xef\xbb\xbf", "standard input: expected a document, or a combat or a board in words"),
        ("count", GARBAGE, "standard input: not text in UTF-8: byte 128 is 0x80"),
        ("count", "\x00\x01\x02", "standard input: column 1"),
        ("count", SLIME.encode("utf-16"), "standard input: not text in UTF-8"),
        ("count", "[1, 2]", "standard input: document: expected a combat document or a line of notation, not a list"),
        ("count", "5", "standard input: document: expected"),
        ("count", '{"attackers": [', "standard input: not JSON: expecting value at column 16"),
        ("count", '{"attackers": [], "attackers": []}', "standard input: 'attackers' stands twice"),
        ("count", '{"a": ' * 100_000, "standard input: nested too deeply"),
        ("count", "[" * 100_000, "standard input: column 2"),
        ("count", '{"attackers": [{"id": "a", "power": 1e3, "toughness": NaN}]}', "standard input: not JSON: NaN"),
        (
            "count",
            '{"attackers": [{"id": "a", "power": ' + "9" * 5000,
            "standard input: it holds an integer of thousands",
        ),
        (
            "count",
            '{"attackers": [{"id": "a", "power": 1.5, "toughness": 1}]}',
            "standard input: attackers[0].power: a: ",
        ),
        (
            "count",
            "Slime 2/2 deathtuch",
            "standard input: column 11: 'deathtuch': unknown word: did you mean 'deathtouch'",
        ),
        ("count no-such-file", "", "FILE: can't read 'no-such-file': no such file or directory"),
        ("count /", "", "FILE: can't read '/': is a directory"),
        ("count ''", "", "FILE: can't read '': no such file"),
        (["count", "a\0b"], "", "FILE: can't read 'a\\x00b': embedded null byte"),
        ("count a b", "", "Got unexpected extra argument (b)"),
        ("count --limit 5", SLIME, "No such option '--limit'"),
        ("nonsense", "", "No such command 'nonsense'"),
        ("--nonsense", "", "No such option '--nonsense'"),
        ("count --rules old", SLIME, "Invalid value for '--rules': 'old' is not one of 'foundations', 'ordered'"),
        ("legal --side both", SLIME, "Invalid value for '--side': 'both' is not one of 'attacking', 'defending'"),
        ("legal --side", SLIME, "Option '--side' requires an argument"),
        ("legal --limit many", SLIME, "Invalid value for '--limit': 'many' is not a valid integer"),
        ("legal --limit -1", SLIME, "--limit: expected an integer of 0 or more, not -1"),
        ("suggest --time-limit soon", SLIME, "Invalid value for '--time-limit': 'soon' is not a valid float"),
        ("suggest --time-limit nan", SLIME, "--time-limit: expected a number of seconds of 0 or more, not nan"),
        ("suggest --time-limit inf", SLIME, "--time-limit: expected a number of seconds of 0 or more, not inf"),
        ("suggest --time-limit -1", SLIME, "--time-limit: expected a number of seconds of 0 or more, not -1.0"),
        ("check", SLIME, "--assignment: is missing: expected an assignment such as"),
        ("check --assignment null", SLIME, "--assignment: is missing: expected an assignment such as"),
        ("check --assignment ''", SLIME, "Invalid value for '--assignment': not JSON"),
        ("check --assignment {", SLIME, "Invalid value for '--assignment': not JSON"),
        ("check --assignment []", SLIME, "--assignment: expected an assignment such as"),
        ("check --assignment 5", SLIME, "--assignment: expected an assignment such as"),
        (["check", "--assignment", "[" * 50_000], SLIME, "Invalid value for '--assignment': nested too deeply"),
        ("""check --assignment '{"a": 5}'""", SLIME, "--assignment.a: expected {recipient: points}, not 5"),
        ("""check --assignment '{"a": {"b": 1.0}}'""", SLIME, "--assignment.a.b: expected an integer, not 1.0"),
        ("""check --assignment '{"a": {"b": true}}'""", SLIME, "--assignment.a.b: expected an integer, not true"),
        ("""check --assignment '{"a": {"b": null}}'""", SLIME, "--assignment.a.b: expected an integer, not null"),
        ("""check --assignment '{"a": {}, "a": {}}'""", SLIME, "Invalid value for '--assignment': 'a' stands twice"),
        ("""resolve --attacking '{"a": "b"}'""", SLIME, "--attacking.a: expected {recipient: points}, not 'b'"),
        ("""resolve --defending '"b"'""", SLIME, "--defending: expected an assignment such as"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    optimizer: Optimizer, words: str | list[str], text: str | bytes, expected: str
) -> None:
    code, out, err = optimizer(words, text)
    assert (code, out) == (2, "")
    assert err.startswith(f"optimizer: {expected}")
    assert err.count("\n") == 1


def test_every_fault_of_a_document_has_its_line(optimizer: Optimizer) -> None:
    document = {"attackers": [{"id": "a", "power": "x", "toughness": 1, "colour": "red"}], "blockers": [{"id": "b"}]}
    code, _, err = optimizer("count", json.dumps(document))
    assert code == 2
    fields = [line.split(": ")[2] for line in err.splitlines()]
    assert fields[:2] == ["attackers[0].power", "attackers[0].colour"]
    assert "blockers[0].blocks" in fields
    many = {"attackers": [{"id": f"a{n}", "power": "x", "toughness": 1} for n in range(1000)]}
    err = optimizer("count", json.dumps(many)).err
    assert err.splitlines()[-1] == "optimizer: and 980 faults more"


def test_control_characters_dont_reach_the_terminal(optimizer: Optimizer) -> None:
    err = optimizer(["count", "a\x1b[2J\nb"]).err
    assert "\x1b" not in err
    assert err.count("\n") == 1


def test_nobody_waits_at_a_keyboard_unasked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Keyboard(io.TextIOWrapper):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Keyboard(io.BytesIO(SLIME.encode())))
    assert cli.main(["count"]) == 2
    assert capsys.readouterr().err == "optimizer: FILE: expected a file, or - for standard input\n"
    assert cli.main(["count", "-"]) == 0


# The words themselves


@pytest.mark.parametrize("name", NAMES)
def test_the_example_in_each_help_works(optimizer: Optimizer, name: str) -> None:
    code, out, _ = optimizer(f"{name} --help")
    assert code == 0
    example = out.split("Example:\n")[1].strip()
    assert f"optimizer {name}" in example
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    words = ["sh", "-c", f"exec {example}" if name == "serve" else example]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, stdin=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        if name == "serve":  # which goes on until it is told to end
            process.terminate()
        _, err = process.communicate(timeout=120)
    assert first
    assert not err
    assert process.returncode == 0


def test_help_names_every_command(optimizer: Optimizer) -> None:
    out = optimizer("--help").out
    assert all(f"\n  {name} " in out for name in NAMES)
    assert set(NAMES) >= {"suggest", "legal", "count", "check", "resolve"}


def test_no_command_at_all(optimizer: Optimizer) -> None:
    code, out, err = optimizer("")
    assert (code, out) == (2, "")
    assert err.startswith("Usage: optimizer")


def test_version(optimizer: Optimizer) -> None:
    assert optimizer("--version") == (0, f"optimizer {__version__}\n", "")


# The process


def test_count_imports_no_solver() -> None:
    script = (
        "import sys; from optimizer.apps.cli.main import main; code = main(['count', '--json'])\n"
        "print(sorted({'ortools', 'numpy', 'rich', 'optimizer.search.line'} & set(sys.modules)), code)"
    )
    run = subprocess.run([sys.executable, "-c", script], input=SLIME, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[1] == "[] 0"
    script = script.replace(", '--json'", "")
    run = subprocess.run([sys.executable, "-c", script], input=SLIME, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "['rich'] 0"


@pytest.mark.parametrize("words", [["legal", "--json"], ["legal"], ["legal", "--lines"]])
def test_a_broken_pipe_is_quiet(words: list[str], tmp_path: Path) -> None:
    file = tmp_path / "endless"
    file.write_text(ENDLESS)
    with subprocess.Popen(
        [sys.executable, "-m", "optimizer", *words, str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read(20)
        process.stdout.close()
        assert process.wait(timeout=60) == 141
        assert process.stderr.read() == b""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("words", [["legal", "--json"], ["legal"], ["legal", "--lines"]])
def test_an_interrupt_is_quiet(words: list[str], tmp_path: Path) -> None:
    file = tmp_path / "endless"
    file.write_text(ENDLESS)
    with (
        (tmp_path / "out").open("wb") as out,
        subprocess.Popen(
            [sys.executable, "-m", "optimizer", *words, str(file)], stdout=out, stderr=subprocess.PIPE
        ) as process,
    ):
        assert process.stderr is not None
        while not (tmp_path / "out").stat().st_size:
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told_in_one_line() -> None:
    with open("/dev/full", "w") as full:
        run = subprocess.run(
            [sys.executable, "-m", "optimizer", "count", "--json"],
            input=SLIME,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert run.returncode == 1
    assert run.stderr == "optimizer: can't go on: [Errno 28] No space left on device\n"


def test_the_module_runs_too() -> None:
    assert outside("--version").stdout == f"optimizer {__version__}\n"
    assert outside("check", "--assignment", "{}", text=SLIME).returncode == 3


def test_a_bug_inside_is_no_traceback(optimizer: Optimizer, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("deep inside")

    monkeypatch.setattr(cli.commands, "count", broken)
    code, _, err = optimizer("count", SLIME)
    assert (code, err) == (70, "optimizer: internal error, please report it: ZeroDivisionError: deep inside\n")
