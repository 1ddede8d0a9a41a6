"""Advice on blocks and attacks: values by hand and against trying everything, the command line, and how it reads."""

from __future__ import annotations

import io
import json
import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any

import board_strategies
import bruteforce_boards as truth
import pytest
from board_strategies import PROFILES, random_board
from command_line import Optimizer
from hypothesis import HealthCheck, given, settings
from rich.cells import cell_len
from rich.console import Console
from shares import large_share

from optimizer import DeclareBlockers, Limit, best_attacks, best_blocks, board_from_document
from optimizer.report.advice import advise_attacks, advise_blocks, report_on, text
from optimizer.report.advice.declared import AttackAdvice, BlockAdvice
from optimizer.search.attacks.counter_attack_total import is_small

Json = dict[str, Any]

EXAMPLES = int(os.environ.get("TRUTH_EXAMPLES", "12"))
"""Random boards for each profile."""


def creature(ident: str, size: str = "2/2", *keywords: str, **fields: Any) -> Json:
    power, toughness = map(int, size.split("/"))
    return {"id": ident, "power": power, "toughness": toughness, "keywords": list(keywords), **fields}


def blocks_on(attackers: list[Json], defenders: list[Json], seconds: float = 10, **fields: Any) -> BlockAdvice:
    board = board_from_document({"attackers": attackers, "defenders": defenders, **fields})
    assert isinstance(board, DeclareBlockers)
    return advise_blocks(best_blocks(board), seconds=seconds)


def attacks_on(creatures: list[Json], defenders: list[Json], seconds: float = 10, **fields: Any) -> AttackAdvice:
    board = board_from_document({"creatures": creatures, "defenders": defenders, **fields})
    return advise_attacks(best_attacks(board), seconds=seconds)  # type: ignore[arg-type]


OX, RAT, BEAR, ELF = creature("ox", "3/3"), creature("rat", "1/1"), creature("bear"), creature("elf", "1/1")


# Who fights whom, and what comes of it


def test_fight_by_fight() -> None:
    advice = blocks_on([OX, RAT], [BEAR, creature("cat")])
    assert advice.solution.blocks == {"bear": ("ox",), "cat": ("ox",)}
    gang, alone = advice.fights
    assert (gang.attackers, gang.blockers, gang.damage) == (("ox",), ("bear", "cat"), {})
    assert [(fate.creature, str(fate.fortune)) for fate in gang.fates] == [
        ("ox", "dies"), ("bear", "dies"), ("cat", "survives"),
    ]  # fmt: skip
    assert (alone.attackers, alone.blockers, alone.damage) == (("rat",), (), {"player": 1})
    assert [[move.creature for move in step.moves] for step in advice.steps] == [["ox"]]
    assert [(change.before, change.after) for change in advice.changes if change.what == "life"] == [(20, 20), (20, 19)]


def test_one_blocker_of_two_attackers_is_one_fight() -> None:
    advice = blocks_on([creature("a"), creature("b"), creature("c")], [creature("wall", "5/5", can_block=2)])
    assert sorted(len(fight.attackers) for fight in advice.fights) == [1, 2]


def test_a_band_is_blocked_as_one_702_22h() -> None:
    band = [creature("a", "1/1", "banding", band="x"), creature("b", "4/4", band="x")]
    advice = blocks_on(band, [creature("wall", "0/9", must_block=True)])
    assert [(fight.attackers, fight.blockers) for fight in advice.fights] == [(("a", "b"), ("wall",))]


def test_the_orders_are_told_509_2() -> None:
    advice = blocks_on([creature("a", "5/5")], [creature("b", "3/3"), creature("c", "2/2")], rules="ordered")
    assert advice.orders == {"a": ("b", "c")}
    assert "Damage assignment orders\n  a  b, then c" in text(advice)
    assert blocks_on([OX], [BEAR, ELF]).orders == {}


def test_the_terms_add_up() -> None:
    rng = Random(5)
    for kind in ("blocks", "attacks", "crackback") * 8:
        document = random_board(rng, kind, "all")
        board = board_from_document(document)
        if isinstance(board, DeclareBlockers):
            advice: Any = advise_blocks(best_blocks(board), seconds=0)
        else:
            advice = advise_attacks(best_attacks(board), seconds=0)
        if advice.terms:
            assert sum(term.points for term in advice.terms) == pytest.approx(advice.solution.line_score), document


# Against no block and no attack


def test_no_block_costs_life_and_a_kill() -> None:
    """The Bear kills the Rat (2) and stops its 1."""
    advice = blocks_on([OX, RAT], [BEAR])
    assert advice.nothing is not None
    assert (advice.nothing.score, advice.nothing.worse) == (4, 3)
    assert advice.nothing.then == ("4 damage would come through instead of 3", "rat would survive")


def test_no_block_would_lose_the_game() -> None:
    advice = blocks_on([creature("a", "6/6"), creature("b", "6/6")], [ELF], defending_player={"life": 12})
    assert advice.nothing is not None
    assert advice.nothing.score == 12 + 1000
    assert advice.nothing.worse == 12 + 1000 - (6 + 2)
    assert advice.nothing.then[:2] == (
        "12 damage would come through instead of 6",
        "the defending player would lose the game",
    )


def test_no_block_at_all() -> None:
    advice = blocks_on([OX], [ELF], defending_player={"life": 20}, weights={"creature": 5})
    assert advice.solution.blocks == {}
    assert (advice.nothing, advice.forbidden) == (None, ())
    assert advice.runner_up is not None
    assert (advice.runner_up.differs, advice.runner_up.worse) == (("elf blocks ox",), 10 - 3)
    assert "Nobody blocks." in text(advice)


def test_no_block_is_not_legal_509_1c() -> None:
    advice = blocks_on([OX, RAT], [creature("bear", must_block=True)])
    assert advice.nothing is None
    assert [broken.rule for broken in advice.forbidden] == ["509.1c"]
    assert "Not blocking isn't legal:\n  509.1c  bear must block if able" in text(advice)


def test_no_attack() -> None:
    advice = attacks_on([OX, creature("goat", "0/1")], [BEAR])
    assert advice.solution.attacks == {"ox": "player"}
    assert advice.nothing is not None
    assert (advice.nothing.worse, advice.nothing.then) == (3, ("no damage would come through",))
    assert advice.idle == ("goat",)
    assert advice.unmoved == ("bear",)


def test_nobody_attacks() -> None:
    advice = attacks_on([BEAR], [OX])
    assert (advice.solution.attacks, advice.nothing, advice.fights, advice.terms) == ({}, None, (), ())
    assert advice.runner_up is not None
    assert (advice.runner_up.differs, advice.runner_up.worse) == (("bear attacks",), 4)
    assert advice.runner_up.then == ("bear would die",)


def test_a_player_who_has_lost_already() -> None:
    advice = attacks_on([BEAR], [], defending_player={"life": 0})
    assert text(advice)


# The runner-up


def test_the_runner_up_in_words() -> None:
    advice = blocks_on([creature("ox", "4/4"), RAT], [creature("bear", "3/3")])
    assert advice.solution.blocks == {"bear": ("rat",)}
    second = advice.runner_up
    assert second is not None
    assert (second.declaration, second.differs, second.worse) == ({}, ("nobody blocks",), 3)
    assert "Not blocking" not in text(advice)
    advice = blocks_on([creature("ox", "3/3"), creature("bears")], [creature("b")], defending_player={"life": 3})
    assert advice.solution.blocks == {"b": ("ox",)}
    assert advice.runner_up is not None
    assert advice.runner_up.differs == ("b blocks bears instead of ox",)
    assert advice.runner_up.worse == 3 + 1000 + 4 - 4 - (2 + 4)


def test_equal_creatures_are_no_runner_up() -> None:
    """Either of the Elves may chump, one of them does: the runner-up is that both do."""
    elves = [creature("x", "1/1", name="Elf"), creature("y", "1/1", name="Other Elf")]
    advice = blocks_on([creature("wurm", "9/9")], elves)
    assert len(advice.solution.blocks) == 1
    assert advice.runner_up is not None
    assert advice.looked.exact
    assert (advice.looked.tried, advice.looked.legal) == (2, 4)
    assert (advice.runner_up.worse, len(advice.runner_up.declaration)) == (2, 2)


def test_equal_attackers_are_no_runner_up() -> None:
    advice = attacks_on([creature("x"), creature("y")], [], max_attacking=1)
    assert (advice.looked.legal, advice.looked.tried) == (3, 1)
    assert advice.runner_up is not None
    assert advice.runner_up.differs == ("nobody attacks",)


def test_there_is_nothing_else() -> None:
    advice = blocks_on([OX], [creature("bear", must_block=True)])
    assert (advice.runner_up, advice.looked.legal, advice.looked.exact) == (None, 1, True)
    assert "Runner-up: none. Nothing else is legal." in text(advice)
    advice = blocks_on([OX], [creature("x", must_block=True), creature("y", must_block=True)], max_blocking=1)
    assert (advice.runner_up, advice.looked.legal, advice.looked.exact) == (None, 2, True)
    assert "by equal creatures" in text(advice)


def test_what_is_attacked_is_told() -> None:
    advice = attacks_on([BEAR], [], planeswalkers=[{"id": "jace", "loyalty": 3}])
    assert advice.runner_up is not None
    assert advice.runner_up.worse == 0
    assert advice.runner_up.differs == ("bear attacks jace instead of the player",)
    assert "jace would be at 1 loyalty instead of 3" in advice.runner_up.then


def test_a_board_too_large_to_try_everything() -> None:
    rng = Random(3)

    def some(side: str) -> list[Json]:
        return [creature(f"{side}{n}", f"{rng.randint(1, 6)}/{rng.randint(1, 6)}") for n in range(9)]

    began = time.process_time()
    advice = blocks_on(some("a"), some("b"), seconds=0.5)
    assert time.process_time() - began < 10
    assert not advice.looked.exact
    assert advice.looked.legal == 10**9
    assert advice.runner_up is not None
    assert advice.runner_up.worse >= 0
    assert f"the best of the {advice.looked.tried} tried, close ones first; 1,000,000,000" in " ".join(
        text(advice).split()
    )


def test_without_time() -> None:
    advice = blocks_on([OX, RAT], [BEAR], seconds=0)
    assert advice.runner_up is None
    assert advice.nothing is not None
    assert "nothing else was found in the time" in text(advice)
    assert attacks_on([OX], [BEAR], seconds=0).runner_up is None
    for advise, solution in ((advise_blocks, advice.solution), (advise_attacks, attacks_on([OX], []).solution)):
        with pytest.raises(ValueError, match="seconds"):
            advise(solution, seconds=-1)  # type: ignore[arg-type]


def test_what_is_not_proven_says_so() -> None:
    board = board_from_document({"attackers": [OX, RAT], "defenders": [BEAR, ELF]})
    assert isinstance(board, DeclareBlockers)
    best = best_blocks(board)
    worst = max(
        (best_blocks(replace(board, defenders=())), *[best]), key=lambda one: one.score
    )  # nobody blocks, as a solver out of time might say
    found = replace(worst, board=board, status="feasible", bound=-99.0)
    report = text(advise_blocks(found, seconds=5))
    assert "not proven (no blocks lead to less than -99.0)" in " ".join(report.split())
    advice = advise_blocks(found, seconds=5)
    assert advice.solution.blocks == best.blocks
    assert advice.solution.score == best.score
    assert report.startswith(f"Score {best.score} for the attacking player: the best found")
    assert "Better" not in report


# Against trying everything


def alike(document: Json) -> list[list[str]]:
    """Creatures that are the same but for their names, of whom nothing else speaks by name."""
    board = board_from_document(document)
    named = {name for one in board.defenders for name in one.provoked_by}
    groups: dict[Any, list[str]] = {}
    mine = board.attackers if isinstance(board, DeclareBlockers) else board.creatures
    for side in (mine, board.defenders):
        for one in side:
            unique = one.id if one.id in named or one.commander else ""
            groups.setdefault((side is mine, unique, replace(one, id="x", name="x")), []).append(one.id)
    return list(groups.values())


def renamings(groups: list[list[str]]) -> Iterator[dict[str, str]]:
    """Every way to exchange equal creatures."""
    for chosen in product(*(permutations(group) for group in groups)):
        yield {old: new for group, now in zip(groups, chosen, strict=True) for old, new in zip(group, now, strict=True)}


def renamed(declaration: Any, names: dict[str, str]) -> Any:
    return frozenset(
        (names[name], target if isinstance(target, str) else frozenset(names[one] for one in target))
        for name, target in declaration.items()
        if target
    )


def second_best(document: Json, own: Any) -> tuple[float | None, int]:
    """By definition: the best of the declarations that aren't the same up to equal creatures; and how many there are,
    of those that are the same up to equal creatures one each."""
    groups = alike(document)
    same = {renamed(own, names) for names in renamings(groups)}
    before_blocks = "attackers" in document
    declarations = truth.legal_blocks(document) if before_blocks else truth.legal_attacks(document)
    value: Callable[[Json, Any], float] = truth.block_value if before_blocks else truth.attack_value
    scores = []
    number = 0
    for one in declarations:
        if renamed(one, {name: name for group in groups for name in group}) not in same:
            scores.append(value(document, one))
            same |= {renamed(one, names) for names in renamings(groups)}
            number += 1
    return (min if before_blocks else max)(scores, default=None), number  # type: ignore[call-overload]


def runner_up_agrees(document: Json) -> None:
    board = board_from_document(document)
    if isinstance(board, DeclareBlockers):
        solution: Any = best_blocks(board)
        advice: Any = advise_blocks(solution, seconds=60)
        own = solution.blocks
    else:
        solution = best_attacks(board)
        advice = advise_attacks(solution, seconds=60)
        own = solution.attacks
    if solution.status != "optimal":
        return
    assert advice.looked.legal == board.legal_declarations().count()
    if not advice.looked.exact:  # where the counter-attack is estimated, so is what other attacks come to
        assert document.get("crackback") and not is_small(board)
        return
    score, number = second_best(document, own)
    assert advice.looked.tried == number
    if advice.runner_up is None:
        assert score is None
        return
    assert score is not None
    assert advice.runner_up.score == pytest.approx(score)
    assert advice.runner_up.worse == pytest.approx(abs(score - solution.score))
    assert advice.runner_up.declaration in board.legal_declarations()
    assert text(advice)


@large_share(5)
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("kind", ["blocks", "attacks", "crackback"])
def test_the_runner_up_is_the_second_best_of_all(kind: str, profile: str, times: int) -> None:
    @settings(
        max_examples=max(1, times * EXAMPLES // (4 if kind == "crackback" else 2)),
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(board_strategies.boards(kind, profile))
    def run(document: Json) -> None:
        runner_up_agrees(document)

    run()


# Requirements


def test_who_blocks_only_because_it_must_509_1c() -> None:
    """The Elf would chump for nothing: 2 for the Elf, and 3 life that it saves anyway with the Bear there."""
    advice = blocks_on([OX], [creature("elf", "1/1", must_block=True, value=9), creature("bear", value=9)])
    assert advice.compelled is not None
    assert (advice.compelled.rule, advice.compelled.creatures, advice.compelled.gain) == ("509.1c", ("elf",), 9 - 3)
    assert advice.compelled.differs == ("nobody blocks",)
    report = text(advice)
    assert "Only because it must (509.1c): elf blocks." in report
    assert "If no creature had to: nobody blocks: 6.0 better for the defending player." in report


def test_a_requirement_that_changes_nothing_is_not_told() -> None:
    assert blocks_on([RAT], [creature("bear", must_block=True)]).compelled is None
    assert blocks_on([RAT], [BEAR]).compelled is None


def test_lure_509_1c() -> None:
    advice = blocks_on([creature("a", "1/1", lure=True), creature("c", "4/4")], [creature("x"), creature("y")])
    assert advice.compelled is not None
    assert set(advice.compelled.creatures) <= {"x", "y"} and advice.compelled.creatures
    assert advice.compelled.gain > 0


def test_who_attacks_only_because_it_must_508_1d() -> None:
    advice = attacks_on([creature("berserker", must_attack=True), creature("ox", "5/5")], [creature("wall", "4/4")])
    assert advice.compelled is not None
    assert (advice.compelled.rule, advice.compelled.creatures) == ("508.1d", ("berserker",))
    assert advice.compelled.gain > 0
    assert "Only because it must (508.1d): berserker attacks." in text(advice)
    assert attacks_on([creature("berserker", must_attack=True)], []).compelled is None


# The counter-attack


def test_the_reply_is_told() -> None:
    """At 3 life the Bears have to stay against the Giant; free to go, they would bring 2."""
    giant = creature("giant", "3/3", tapped=True)
    fields = {"attacking_player": {"life": 3}, "crackback": True}
    advice = attacks_on([creature("bears")], [giant], **fields)
    assert (advice.solution.score, dict(advice.solution.attacks)) == (-4, {})
    assert advice.reply is not None
    assert (advice.reply.worth, dict(advice.reply.attacks), advice.reply.life) == (4, {"giant": "player"}, (3, 3))
    assert (advice.reply.without, advice.reply.differs) == (2, ("bears attacks",))
    assert [(term.name, term.points) for term in advice.terms] == [("reply", -4)]
    assert advice.runner_up is not None
    assert advice.runner_up.worse == -4 - (2 - 1003)
    assert "the reply would be worth 1003.0 instead of 4.0" in advice.runner_up.then
    report = text(advice)
    assert "The reply next turn: giant attacks, worth 4.0." in report
    assert "If it didn't count: bears attacks, for a score of 2.0." in report


def test_no_reply_of_one_who_has_lost() -> None:
    advice = attacks_on([OX], [creature("giant", "3/3", tapped=True)], crackback=True, defending_player={"life": 3})
    assert advice.reply is not None
    assert (advice.reply.worth, advice.reply.attacks) == (0, {})
    assert "No reply next turn: the defending player has lost." in text(advice)
    assert attacks_on([OX], [BEAR]).reply is None


# The report


def test_the_report_fits_80_columns_and_names_are_no_markup() -> None:
    long = "The Very Long and Winding Name of a Legendary Creature That Goes On and On"
    names = [long, f"{long}, Too", "[bold]Bär[/bold] 🐻", "Сергей Великий", "金属の巨人" * 9, "مخلوق عظيم", ":bear:"]
    attackers = [creature(f"a{n}", f"{n + 1}/2", "trample", name=name) for n, name in enumerate(names)]
    defenders = [creature(f"d{n}", f"{4 - n % 4}/{n % 4 + 1}", name=f"{name} II") for n, name in enumerate(names)]
    life = {"defending_player": {"life": 7}}
    for advice in (
        blocks_on(attackers, defenders, seconds=0.3, **life),
        attacks_on(attackers, defenders, seconds=0.3, crackback=True, **life),
    ):
        for report in (text(advice), printed(advice, 80), printed(advice, 200)):
            assert max(map(cell_len, report.splitlines())) <= 80
        assert max(map(cell_len, printed(advice, 50).splitlines())) <= 50
        assert "[bold]Bär[/bold] 🐻" in text(advice)
        assert ":bear:" in text(advice)
        assert str(advice) == text(advice)


def printed(advice: BlockAdvice | AttackAdvice, width: int) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
    with console.capture() as captured:
        console.print(report_on(advice))
    assert "\x1b" not in captured.get()
    return captured.get()


def test_a_crowd_is_told_as_one() -> None:
    birds = [creature(f"b{n}", "1/1", "flying", name="Bird") for n in range(30)]
    report = text(blocks_on([*birds, OX], [BEAR, creature("cat")], seconds=0.2, defending_player={"life": 40}))
    assert "Bird (30 of them), not blocked  1 damage to the player each" in report
    report = text(attacks_on(birds, [BEAR], seconds=0.2))
    assert "Bird (30 of them) attack the player." in report


def test_a_report_for_every_shape() -> None:
    rng = Random(11)
    for place in range(120):
        kind = ("blocks", "attacks", "declared", "crackback")[place % 4]
        document = random_board(rng, kind, PROFILES[place // 4 % len(PROFILES)])
        board = board_from_document(document)
        if isinstance(board, DeclareBlockers):
            advice: Any = advise_blocks(best_blocks(board, limit=Limit(1)), seconds=0.05)
        else:
            advice = advise_attacks(best_attacks(board, limit=Limit(1)), seconds=0.05)
        assert max(map(cell_len, text(advice).splitlines())) <= 80, document
        for other in (advice.runner_up, advice.nothing):
            if other is not None and other.proven and advice.solution.status == "optimal":
                assert other.worse >= 0, document


# The command line

BLOCKS = json.dumps({"attackers": [creature("ox", "2/3"), RAT], "defenders": [BEAR, ELF]})
ATTACKS = json.dumps({"creatures": [OX, RAT], "defenders": [BEAR]})
COMBAT = "Ox 3/3 <- Bear 2/2"


def test_blocks(optimizer: Optimizer) -> None:
    code, out, err = optimizer("blocks --json", BLOCKS)
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert list(answer) == ["status", "score", "bound", "blocks", "line", "outcome", "not_counted", "method", "time_ms"]
    assert (answer["status"], answer["score"], answer["bound"], answer["blocks"]) == (
        "optimal", 0.0, 0.0, {"bear": ["rat"]},
    )  # fmt: skip
    assert answer["outcome"]["dies"] == ["rat"]
    code, out, err = optimizer("blocks", BLOCKS)
    assert (code, err) == (0, "")
    assert out.startswith("Score 0.0 for the attacking player: proven best.\n")
    assert "rat against bear  rat dies; bear survives\n" in out
    assert "Runner-up: " in out


def test_attacks(optimizer: Optimizer) -> None:
    code, out, err = optimizer("attacks --json", ATTACKS)
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert list(answer) == [
        "status",
        "score",
        "bound",
        "attacks",
        "blocks",
        "line",
        "outcome",
        "not_counted",
        "method",
        "time_ms",
    ]
    assert (answer["status"], answer["score"], answer["attacks"], answer["blocks"]) == (
        "optimal", 3.0, {"ox": "player"}, {},
    )  # fmt: skip
    code, out, err = optimizer("attacks", ATTACKS)
    assert (code, err) == (0, "")
    assert "ox attacks the player.\n  Staying back: rat.\n" in out
    assert "Not attacking: 3.0 worse for the attacking player.\n" in out
    answer = json.loads(optimizer("attacks --json", json.dumps(json.loads(ATTACKS) | {"crackback": True})).out)
    assert "reply" in answer


def test_the_time_limit_exits_4(optimizer: Optimizer) -> None:
    rng = Random(1)
    strange = {"can_block": 2}
    document = {
        side: [
            creature(f"{side[0]}{n}", f"{rng.randint(1, 6)}/{rng.randint(1, 6)}", "trample", **strange)
            for n in range(10)
        ]
        for side in ("attackers", "defenders")
    }
    code, out, err = optimizer("blocks --json --time-limit 0", json.dumps(document))
    answer = json.loads(out)
    assert (code, err, answer["status"]) == (4, "", "feasible")
    assert answer["bound"] <= answer["score"]
    code, out, err = optimizer("blocks --time-limit 0", json.dumps(document))
    assert (code, err) == (4, "")
    assert "the best found, not proven" in out


def test_legal_blocks(optimizer: Optimizer) -> None:
    code, out, _ = optimizer("legal --json", BLOCKS)
    rows = [json.loads(line) for line in out.splitlines()]
    assert (code, len(rows)) == (0, 9)
    assert {} in rows and {"bear": ["ox"], "elf": ["rat"]} in rows
    out = optimizer("legal", BLOCKS).out
    assert re.search(r"^ +1  +nobody blocks *$", out, re.M)
    assert "bear blocks ox; elf blocks rat" in out
    assert out.endswith("All 9 legal declarations of blockers.\n")
    out = optimizer("legal --limit 2", BLOCKS).out
    assert out.endswith("The first 2 legal declarations of blockers.\n")
    assert optimizer("legal --limit 0", BLOCKS).out == "The first 0 legal declarations of blockers.\n"


def test_legal_attacks(optimizer: Optimizer) -> None:
    assert optimizer("legal --json", ATTACKS).out.count("\n") == 4
    out = optimizer("legal", ATTACKS).out
    assert "ox attacks player; rat attacks player" in out
    assert out.endswith("All 4 legal declarations of attackers.\n")


def test_legal_has_one_header_however_long(optimizer: Optimizer) -> None:
    document = {"attackers": [creature(f"a{n}") for n in range(5)], "defenders": [creature(f"d{n}") for n in range(4)]}
    out = optimizer("legal", json.dumps(document)).out
    assert len(re.findall(r"^ +blockers *$", out, re.M)) == 1
    assert re.search(r"^ +1296 ", out, re.M)


def test_count(optimizer: Optimizer) -> None:
    assert json.loads(optimizer("count --json", BLOCKS).out) == {
        "step": "declare-blockers",
        "defending": 9,
        "not_counted": [],
    }
    assert json.loads(optimizer("count --json", ATTACKS).out) == {
        "step": "declare-attackers",
        "attacking": 4,
        "not_counted": [],
    }
    many = {"attackers": [creature(f"a{n}") for n in range(10)], "defenders": [creature(f"d{n}") for n in range(10)]}
    assert optimizer("count", json.dumps(many)).out == "Legal declarations of blockers: 25,937,424,601\n"
    assert optimizer("count", ATTACKS).out == "Legal declarations of attackers: 4\n"


def test_check(optimizer: Optimizer) -> None:
    code, out, _ = optimizer(["check", "--json", "--declaration", '{"bear": ["ox"]}'], BLOCKS)
    assert (code, json.loads(out)) == (0, {"legal": True, "violations": [], "not_counted": []})
    assert optimizer(["check", "--declaration", "{}"], BLOCKS).out == "A legal declaration of blockers.\n"
    assert optimizer(["check", "--declaration", '{"ox": "player"}'], ATTACKS).out == (
        "A legal declaration of attackers.\n"
    )
    code, out, err = optimizer(["check", "--declaration", '{"bear": ["ox", "rat"], "beer": ["ox"]}'], BLOCKS)
    assert (code, err) == (3, "")
    assert out.startswith("No legal declaration of blockers:\n")
    assert re.search(r"^509\.1a +bear can block at most 1 attackers, and blocks 2 *$", out, re.M)
    assert "there is no defender 'beer'; did you mean 'bear'?" in out
    code, out, _ = optimizer(["check", "--json", "--declaration", '{"ox": "jace"}'], ATTACKS)
    verdict = json.loads(out)
    assert (code, verdict["legal"]) == (3, False)
    assert [set(one) for one in verdict["violations"]] == [{"rule", "source", "message"}]


def test_names_are_never_markup(optimizer: Optimizer) -> None:
    name = "[bold]x[/bold] :bear:"
    document = json.dumps({"attackers": [creature(name)], "defenders": [creature("y")]})
    for words in (
        ["blocks"], ["legal"], ["check", "--declaration", json.dumps({"y": [name, name]})],
        ["check", "--declaration", json.dumps({name: []})],
    ):  # fmt: skip
        assert name in optimizer(words, document).out, words


@pytest.mark.parametrize(
    ("words", "document", "expected"),
    [
        ("suggest", BLOCKS, "standard input: defenders: "),
        ("suggest", ATTACKS, "standard input: "),
        ("resolve", BLOCKS, "standard input: defenders: "),
        ("blocks", COMBAT, "standard input: column 8: '<-': belongs to a combat, where blocks have been declared: "),
        ("blocks", ATTACKS, "standard input: creatures: 'creatures' belongs to a board for `optimizer attacks`"),
        ("attacks", COMBAT, "standard input: column 8: '<-': belongs to a combat, where blocks have been declared: "),
        ("attacks", BLOCKS, "standard input: attackers: 'attackers' belongs to a board for `optimizer blocks`"),
        ("check", BLOCKS, "--declaration: is missing: expected a declaration such as"),
        ("check --declaration null", BLOCKS, "--declaration: is missing: expected a declaration such as"),
        ("check --declaration []", BLOCKS, "--declaration: expected a declaration such as"),
        ("check --declaration {", BLOCKS, "Invalid value for '--declaration': not JSON"),
        ("check --assignment {}", BLOCKS, "--assignment: belongs to a combat; on a board, expected a declaration"),
        ("check --declaration {}", COMBAT, "--declaration: belongs to a board; in a combat, expected an assignment"),
        ("blocks --limit 5", BLOCKS, "No such option '--limit'"),
        ("blocks --time-limit soon", BLOCKS, "Invalid value for '--time-limit': 'soon' is not a valid float"),
        ("attacks no-such-file", "", "FILE: can't read 'no-such-file': no such file or directory"),
        ("blocks", "5", "standard input: document: expected a board document with attackers and defenders, not 5"),
        (
            "blocks",
            '{"attackers": [], "defenders": [{"id": "b", "power": 1, "toughness": 1, "provoked_by": ["x"]}]}',
            "standard input: defenders[0].provoked_by: b: there is no attacker 'x'",
        ),
    ],
)
def test_what_is_wrong_is_told(optimizer: Optimizer, words: str, document: str, expected: str) -> None:
    code, out, err = optimizer(words, document)
    assert (code, out) == (2, "")
    assert any(line.startswith(f"optimizer: {expected}") for line in err.splitlines()), err
    assert err.count("\n") <= 3


def test_lines(optimizer: Optimizer) -> None:
    board, before = json.loads(BLOCKS), json.loads(ATTACKS)
    requests = [
        {"id": 1, "document": board, "declaration": {"bear": ["ox"]}},
        {"id": 2, "document": board, "declaration": {"bear": ["ox", "rat"]}},
        {"id": 3, "document": before, "declaration": {"ox": "player"}},
        {"id": 4, "document": board, "declaration": 5},
        {"id": 5, "document": board, "assignment": {}},
        {"id": 6, "document": board},
        {"id": 7, "document": COMBAT, "declaration": {}},
    ]
    code, out, err = optimizer("check --lines", "\n".join(map(json.dumps, requests)))
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert err.startswith("optimizer: 4 of 7 lines bad, the first of them line 4: declaration: ")
    assert [one["id"] for one in answers] == [1, 2, 3, 4, 5, 6, 7]
    assert [one.get("legal") for one in answers] == [True, False, True, None, None, None, None]
    assert [one["error"]["field"] for one in answers[3:]] == ["declaration", "assignment", "declaration", "declaration"]
    out = optimizer("legal --lines --limit 2", f"{BLOCKS}\n{ATTACKS}\n{COMBAT}").out
    assert [list(json.loads(line)) for line in out.splitlines()] == [
        ["declarations", "not_counted"],
        ["declarations", "not_counted"],
        ["assignments", "not_counted"],
    ]
    assert json.loads(out.splitlines()[0])["declarations"] == [{}, {"elf": ["ox"]}]
    out = optimizer("blocks --lines", json.dumps({"id": "x", "document": board, "time_limit": 5})).out
    assert json.loads(out)["blocks"] == {"bear": ["rat"]}
    out = optimizer("count --lines", f"{BLOCKS}\n{ATTACKS}").out
    assert [json.loads(line).get("step") for line in out.splitlines()] == ["declare-blockers", "declare-attackers"]


def test_a_wide_table_stays_within_a_terminal(optimizer: Optimizer, monkeypatch: Any) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    names = [creature(f"creature-with-a-long-name-{n}") for n in range(4)]
    document = json.dumps({"attackers": names, "defenders": [one | {"id": f"x{one['id']}"} for one in names]})
    out = optimizer("legal --limit 600", document).out
    assert max(map(cell_len, out.splitlines())) <= 80


def test_a_file(optimizer: Optimizer, tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text(ATTACKS, encoding="utf-8")
    assert json.loads(optimizer(["attacks", "--json", str(file)]).out)["attacks"] == {"ox": "player"}
