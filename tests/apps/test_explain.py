"""What rule numbers mean: `optimizer explain`, its table, and every help's example."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import click
import pytest
from command_line import Optimizer
from handled_rules import ROWS, rules_in
from places import ROOT
from rich.cells import cell_len

from optimizer import InvalidDocument
from optimizer.apps.cli import main as cli
from optimizer.apps.explain import explain, rules
from optimizer.apps.explain.page import KNOWN, numbers_in, written


def commands(group: click.Group, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command, and every command of a command."""
    for name, command in group.commands.items():
        yield (*words, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*words, name))


@pytest.mark.parametrize("words", [(), *commands(cli.cli)], ids=" ".join)
def test_every_help_has_an_example_and_fits(
    optimizer: Optimizer,
    words: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    code, out, _ = optimizer([*words, "--help"])
    assert code == 0
    assert " ".join(("optimizer", *words)) in out.split("Example:\n")[1]
    assert max(map(len, out.split("Example:\n")[0].splitlines())) <= 80


def test_the_shipped_table_is_the_page() -> None:
    page = (ROOT / "docs" / "rules-handled.md").read_text("utf-8")
    fresh = "the page has changed: python -m optimizer.apps.explain docs/rules-handled.md"
    assert KNOWN.read_text("utf-8") == written(page), fresh
    assert [rule.number for rule in rules()] == sorted((row[0] for row in ROWS), key=rules_place)


def rules_place(number: str) -> list[tuple[int, str]]:
    return [(int(n), letters) for n, letters in re.findall(r"(\d+)([a-z]?)", number)]


@pytest.mark.parametrize("number", [row[0] for row in ROWS])
def test_every_rule_on_the_page_is_explained(optimizer: Optimizer, number: str) -> None:
    code, out, err = optimizer(["explain", number])
    assert (code, err) == (0, "")
    (rule,) = [rule for rule in rules() if rule.number == number]
    assert out.startswith(number)
    assert " ".join(rule.says.split()[:3]) in " ".join(out.split())
    assert max(map(cell_len, out.splitlines())) <= 80
    told = json.loads(optimizer(["explain", number, "--json"]).out)
    assert told["rules"][0] == rule.to_dict()


def test_every_rule_that_the_code_cites_is_explained() -> None:
    cited = {number for path in (ROOT / "optimizer").rglob("*.py") for number in rules_in(path.read_text("utf-8"))}
    for number in sorted(cited):
        found = explain(number)
        assert found.rules or found.notes, number


def test_numbers_are_read_as_the_page_is() -> None:
    page = (ROOT / "docs" / "rules-handled.md").read_text("utf-8")
    assert [*numbers_in(page)] == [*rules_in(page)]


@pytest.mark.parametrize(
    ("asked", "numbers"),
    [
        ("510.1c", ["510.1c"]),
        ("rule 510.1C.", ["510.1c"]),
        ("702.4c", ["702.4"]),
        ("702.15e", ["120.3f", "702.15b"]),
        ("banding", ["506.4c"]),
        ("deathtouch trample", []),
    ],
)
def test_what_is_explained(asked: str, numbers: list[str]) -> None:
    if asked == "banding":
        assert {"702.22c", "702.22j", "702.22k"} <= {rule.number for rule in explain(asked).rules}
    elif not numbers:
        assert "702.2c" in {rule.number for rule in explain("deathtouch").rules}
    else:
        assert [rule.number for rule in explain(asked).rules] == numbers


def test_a_chapter_is_all_its_rules() -> None:
    chapter = [rule.number for rule in explain("702").rules]
    assert chapter == [rule.number for rule in rules() if rule.number.split(".")[0] == "702"]
    assert len(chapter) > 40
    assert [rule.number for rule in explain("702.19").rules] == [f"702.19{letter}" for letter in "abcdef"]
    assert "702.19a" in {rule.number for rule in explain("702.19b").around}


def test_words_find_what_mentions_them() -> None:
    trample = explain("trample")
    assert {"702.19a", "702.19f"} <= {rule.number for rule in trample.rules}
    assert "702.19b" in {rule.number for rule in trample.around}
    assert "bands with other" in explain("absorb").notes[0].says
    assert explain("First  STRIKE").rules == explain("first strike").rules


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("702.19z", "RULE: 702.19z is none of the rules handled here: the nearest are 702.19d, 702.19e, 702.19f"),
        ("511", "RULE: 511 is none of the rules handled here: the nearest are 510.1, 510.1a, 510.1b"),
        ("tramle", "RULE: no rule handled here mentions 'tramle': did you mean 'trample'?"),
        ("xyzzy", "RULE: no rule handled here mentions 'xyzzy'"),
        ("?", "RULE: expected a rule number such as 702.19b, or a word such as trample"),
    ],
)
def test_what_is_unknown_gets_the_nearest(optimizer: Optimizer, asked: str, told: str) -> None:
    assert optimizer(["explain", asked]) == (2, "", f"optimizer: {told}\n")
    with pytest.raises(InvalidDocument):
        explain(asked)
