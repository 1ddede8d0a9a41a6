"""The benchmark harness: its answers, its peers, and its verdicts. Times are not tested."""

import doctest
import importlib
import json
import pkgutil
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import benchmarks
from benchmarks import compare, decisions, families, ladder, signature, taste
from benchmarks.__main__ import main
from benchmarks.peers import byrules, counter, greedy, knapsack, models
from benchmarks.peers.linear import Linear, by_cpsat, by_highs
from benchmarks.peers.plain import OutOfScope
from benchmarks.reading import Reading
from optimizer import Combat, solve


def drawn(seeds: range) -> list[dict[str, Any]]:
    """Combats of every family, small."""
    return [
        document
        for seed in seeds
        for document in (
            families.small(seed),
            families.typical(seed, several=0.3),
            families.strikes(seed, 1 + seed % 3),
            families.shared(seed, 3, 4, 2, life=Random(seed).choice([4, 9, 1000])),
        )
    ]


def test_signature() -> None:
    """The quick part of the ladder has the answers beside it, and its number is the stored one."""
    given = list(signature.answers(fast=True))
    assert signature.strays(given) == []
    assert signature.number_of(given) == signature.expected()["fast"]


def test_signature_of_boards() -> None:
    assert signature.number_of(decisions.answers()) == signature.expected()["boards"]


def test_signature_tells_a_wrong_answer() -> None:
    one = next(signature.answers(fast=True))
    other = signature.Answers(one.instance, one.attacking, one.defending, 12345.0)
    assert signature.number_of([one]) != signature.number_of([other])
    assert signature.strays([other]) == [
        f"{one.instance.id} ({one.instance.about}), score: 12345.0, but the file says {one.instance.score}"
    ]


def test_instances_say_who_proved_them() -> None:
    """An answer has two proofs that share no code, but for counts that only the project has yet."""
    ids = [one.id for one in ladder.load()]
    assert len(ids) == len(set(ids))
    for one in ladder.load():
        for answer in ("attacking", "defending", "score"):
            proofs = one.proofs.get(answer, [])
            assert (getattr(one, answer) is None) == (not proofs)
            own = [name for name in proofs if name.startswith("optimizer")]
            assert answer != "score" or not proofs or (own and len(own) < len(proofs)), one.id


def test_lines_of_the_ladder_score_what_they_say() -> None:
    """The brute force judges the legality and the score of best lines of any size."""
    for one in ladder.load("large", "constructed", fast=True)[:12]:
        line = [step.to_dict() for step in solve(one.combat).line]
        assert byrules.legal_line_score(one.document, line) == one.score


@pytest.mark.parametrize("name", greedy.FILLERS)
def test_greedy_divisions_are_legal(name: str) -> None:
    for document in drawn(range(60)):
        for side in ("attacking", "defending"):
            assert byrules.module().is_legal(document, side, greedy.FILLERS[name](document, side))


def test_greedy_fillers_do_as_described() -> None:
    wurm = {"id": "wurm", "power": 5, "toughness": 5, "keywords": ["trample"]}
    foes = [
        {"id": name, "power": power, "toughness": toughness, "blocks": ["wurm"]}
        for name, power, toughness in (("bear", 2, 2), ("ogre", 4, 3), ("wall", 0, 1))
    ]
    document = {"attackers": [wurm], "blockers": foes}
    assert greedy.forge(document) == {"wurm": {"ogre": 3, "bear": 2}}
    assert greedy.xmage(document) == {"wurm": {"bear": 2, "ogre": 3}}
    assert greedy.xmage({"attackers": [wurm | {"power": 9}], "blockers": foes}) == {
        "wurm": {"bear": 2, "ogre": 3, "wall": 1, "player": 3}
    }


def test_greedy_never_beats_the_best_line() -> None:
    found = list(taste.left_on_the_table(5))  # asserts it
    assert len(found) == 2 * len(taste.FAMILIES) and all(one.combats == 5 for one in found)


def agree(solver: models.Solver, documents: list[dict[str, Any]]) -> int:
    """Holds the linear models against the project; how many combats they knew."""
    known = 0
    for document in documents:
        try:
            found = models.best(document, solver)
        except OutOfScope:
            continue
        known += 1
        solution = solve(Combat.from_document(document))
        assert found.proven and abs(found.score - solution.score) < 1e-6, solution.combat
        assert byrules.legal_line_score(document, found.line) == solution.score
    return known


def test_highs_finds_the_same() -> None:
    pytest.importorskip("highspy")
    assert agree(by_highs, drawn(range(40))) > 140


def test_a_plain_cpsat_model_finds_the_same() -> None:
    assert agree(by_cpsat, drawn(range(100, 115))) > 50


def test_highs_is_new_enough() -> None:
    """HiGHS 1.12 takes a worse division than this one's 12 for optimal."""
    pytest.importorskip("highspy")
    assert models.best(families.typical(50, several=0.3), by_highs).score == -5.0


def test_empty_models() -> None:
    assert by_cpsat(Linear()).proven
    assert models.best({"attackers": [{"id": "a", "power": 0, "toughness": 1}]}, by_cpsat).score == 0.0


def test_one_by_one_counts_the_same() -> None:
    for document in drawn(range(60)):
        combat = Combat.from_document(document)
        for side in ("attacking", "defending"):
            assert counter.count(document, side) == combat.legal_assignments(side).count()


def test_knapsacks_find_the_same() -> None:
    known = 0
    for document in drawn(range(60)):
        try:
            fixed, sacks = knapsack.knapsacks(document)
        except OutOfScope:
            continue
        known += 1
        score = solve(Combat.from_document(document)).score
        assert knapsack.score_by_knapsacks(document) == score == fixed + knapsack.recurrence(sacks) / 4
    assert known > 30


def test_c_loops_do_the_same_work() -> None:
    np = pytest.importorskip("numpy")
    native = pytest.importorskip("benchmarks.native")
    if native.compiler() is None:
        pytest.skip("no C compiler")
    combat = Combat.from_document(families.gang(9, [2, 5, 3, 4]))
    ours = np.concatenate(list(combat.legal_assignments("attacking").arrays()))
    buffer = np.zeros(ours.shape, np.int16)
    assert native.Lister(4).rows(9, buffer) == len(ours) and (buffer == ours).all()
    assert native.Sacks([(6, [2, 5], [12, 40]), (2, [1], [3])]).solve() == 43


def reading(name: str, relative: float, spread: float = 0.02, unit: str = "combats/s") -> dict[str, Any]:
    """A reading as a file of --json holds it; the raw figure is of a machine that is another one each time."""
    return Reading(name, name, unit, relative * Random(relative).random(), 0.5, relative, spread, 15).to_dict()


def run(*readings: dict[str, Any], signature: int = 1) -> dict[str, Any]:
    """A file of --json."""
    machine = {"processor": "a", "python": "b", "versions": {}}
    return {"machine": machine, "readings": list(readings), "signature": {"all": signature}}


def test_compare_gives_verdicts_beyond_noise() -> None:
    old = run(
        reading("up", 100), reading("down", 100), reading("still", 100), reading("noisy", 100, 0.2),
        reading("slower start", 1.0, unit="s"), reading("less memory", 90, 0, unit="MB"), reading("gone", 1),
    )  # fmt: skip
    new = run(
        reading("up", 150), reading("down", 50), reading("still", 103), reading("noisy", 140, 0.1),
        reading("slower start", 2.0, unit="s"), reading("less memory", 45, 0, unit="MB"), reading("new", 1),
    )  # fmt: skip
    found = {one.name: one for one in compare.changes(old, new)}
    assert {name: one.verdict for name, one in found.items()} == {
        "up": "better", "down": "worse", "still": "same", "noisy": "same", "slower start": "worse",
        "less memory": "better", "new": "new", "gone": "gone",
    }  # fmt: skip
    ratios = {name: one.ratio for name, one in found.items()}
    assert [ratios[name] for name in ("up", "down", "slower start", "less memory")] == [1.5, 0.5, 0.5, 2.0]
    assert [one.verdict for one in compare.changes(old, old)] == ["same"] * 7


def test_compare_on_the_command_line(tmp_path: Path) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    old.write_text(json.dumps(run(reading("one", 100))))
    new.write_text(json.dumps(run(reading("one", 50), signature=2)))
    result = CliRunner().invoke(main, ["compare", str(old), str(new)])
    assert result.exit_code == 1 and "worse" in result.output and "0.50 times" in result.output
    assert "signature all: 1 became 2" in result.output
    result = CliRunner().invoke(main, ["compare", str(old), str(old)])
    assert result.exit_code == 0 and "1 of 1 did not change" in result.output


@pytest.mark.parametrize("name", sorted(main.commands))
def test_every_command_has_an_example(name: str) -> None:
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0 and f"python -m benchmarks {name}" in result.output


MODULES = [one.name for one in pkgutil.walk_packages(benchmarks.__path__, "benchmarks.")]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_doctests(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
