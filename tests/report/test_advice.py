"""Advice: the runner-up against trying everything, temptations, and how it all reads."""

from __future__ import annotations

import io
import time
from dataclasses import FrozenInstanceError, replace
from math import isclose
from random import Random
from typing import Any

import pytest
from bruteforce import best_score_of_line, legal, resolve, score_of_outcome
from rich.cells import cell_len
from rich.console import Console
from strategies import PROFILES, random_document

from optimizer import Combat, Limit, Side, Solution, Step, solve
from optimizer.report.advice import Advice, Fortune, Lethal, Past, advise, alternatives, report_on, text
from optimizer.rules.score import Prices

SLIME = "Acidic Slime 2/2 deathtouch <- Siege Mastodon 3/5, Runeclaw Bear 2/2, Spined Wurm 5/4"


def advice_on(line: str, seconds: float = 10) -> Advice:
    return advise(solve(Combat.parse(line)), seconds=seconds)


# The line, creature by creature


def test_deathtouch_702_2c() -> None:
    slime, mastodon, *_ = advice_on(SLIME).steps[0].moves
    assert [(share.recipient, share.amount, share.lethal) for share in slime.shares] == [
        ("siege-mastodon", 1, Lethal.DEATHTOUCH),
        ("spined-wurm", 1, Lethal.DEATHTOUCH),
    ]
    assert (slime.chosen_by, mastodon.chosen_by) == (Side.ATTACKING, None)
    assert mastodon.shares[0].lethal is Lethal.ALONE


def test_trample_behind_anothers_deathtouch_702_19b() -> None:
    slime, wurm, guard = advice_on("Slime 2/2 deathtouch <- Guard 1/4; Wurm 6/4 trample <- Guard").steps[0].moves
    assert [(share.recipient, share.amount, share.past) for share in wurm.shares] == [("player", 6, Past.TRAMPLES)]
    assert (slime.chosen_by, wurm.chosen_by, guard.chosen_by) == (None, Side.ATTACKING, Side.DEFENDING)


def test_lethal_only_together_510_1e() -> None:
    moves = advice_on("Elf 2/2 <- Guard 1/4; Cat 2/2 <- Guard").steps[0].moves
    assert [move.shares[0].lethal for move in moves] == [Lethal.TOGETHER, Lethal.TOGETHER, None]


def test_banding_702_22j() -> None:
    advice = advice_on("Wurm 5/5 <- Wall 0/4 banding, Bear 2/2")
    assert advice.steps[0].moves[0].chosen_by is Side.DEFENDING
    assert "the defending player's choice" in text(advice)
    assert advice.runner_up is not None and advice.runner_up.exact
    assert advice.runner_up.side is Side.DEFENDING


def test_a_trampler_that_is_forced() -> None:
    advice = advice_on("Baloth 4/4 trample <- Wall 0/7")
    assert advice.steps[0].moves[0].chosen_by is None
    assert advice.runner_up is None
    assert "Everything is forced" in text(advice)


def test_double_strike_702_4b() -> None:
    advice = advice_on("Knight 3/3 double strike trample <- Bear 2/2")
    told = [[(share.recipient, share.amount, share.past) for share in step.moves[0].shares] for step in advice.steps]
    assert told == [[("bear", 2, None), ("player", 1, Past.TRAMPLES)], [("player", 3, Past.TRAMPLES)]]
    assert [step.step for step in advice.steps] == [Step.FIRST_STRIKE, Step.REGULAR]


# What comes of it


def test_what_is_left() -> None:
    advice = advice_on("Wurm 7/5 trample <- Mastodon 3/5; Cat 1/1 | defender 3")
    fates = {fate.creature: fate for fate in advice.fates}
    assert (fates["wurm"].fortune, fates["wurm"].damage, fates["wurm"].toughness) == (Fortune.SURVIVES, 3, 5)
    assert fates["mastodon"].fortune is Fortune.DIES
    assert [(change.before, change.after) for change in advice.changes if change.what == "life"] == [(20, 20), (3, 0)]
    assert "life 3 -> 0, loses the game" in text(advice)


def test_what_returns() -> None:
    advice = advice_on("Wurm 5/5 <- Elf 2/2 undying")
    assert advice.fates[1].fortune is Fortune.RETURNS
    assert "returns, 3/3" in text(advice)


def test_the_terms_add_up() -> None:
    for line in (SLIME, "Wurm 7/5 trample <- Mastodon 3/5; Cat 1/1 | defender 3", "Elf 2/2 lifelink <- Bear 2/2"):
        advice = advice_on(line)
        assert isclose(sum(term.points for term in advice.terms), advice.solution.score)
        assert isclose(sum(points for _, points in advice.terms[0].losses), advice.terms[0].points)


def test_of_a_score_of_the_callers_own_nothing_is_known() -> None:
    advice = advise(solve(Combat.parse(SLIME), score=lambda outcome: -len(outcome.dies)))
    assert (advice.terms, advice.runner_up, advice.temptations) == ((), None, ())
    assert "made of" not in text(advice)


# The runner-up


def test_the_runner_up_is_told_by_what_differs() -> None:
    second = advice_on(SLIME + " | foundations").runner_up
    assert second is not None and second.exact
    assert (second.differs, second.worse) == (("kill Runeclaw Bear instead of Siege Mastodon",), 4.0)
    assert [move.creature for move in second.moves] == ["acidic-slime"]


def test_what_goes_on_makes_a_difference() -> None:
    second = advice_on("Yavimaya Wurm 7/5 trample deathtouch <- Siege Mastodon 3/5").runner_up
    assert second is not None
    assert (second.differs, second.worse) == (("leave the defending player at 15 life instead of 14",), 1.0)


def test_another_fight_stays_as_it_is() -> None:
    second = advice_on("Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2, Ape 4/4; Ox 3/3 <- Cat 2/2, Dog 2/3").runner_up
    assert second is not None and second.exact
    assert (second.differs, second.worse) == (("kill Cat instead of Dog",), 1.0)


def test_the_defending_player_chooses_where_the_attacking_one_cannot() -> None:
    second = advice_on("A 2/3 <- Guard 3/5; B 1/2 <- Guard").runner_up
    assert second is not None
    assert (second.side, second.differs, second.worse) == (Side.DEFENDING, ("kill B instead of A",), 2.0)


def test_the_runner_up_turns_off_in_the_second_step() -> None:
    advice = advice_on("Knight 2/2 first strike <- Elf 1/1; Ox 4/4 <- Wolf 4/3, Bear 4/2")
    second = advice.runner_up
    assert second is not None and second.exact
    assert second.differs == ("kill Bear instead of Wolf",)


def random_solutions(seed: int, number: int) -> list[tuple[dict[str, Any], Solution]]:
    rng = Random(seed)
    found = []
    for place in range(number):
        document = random_document(rng, PROFILES[place % len(PROFILES)])
        found.append((document, solve(Combat.from_document(document))))
    return found


def the_runner_up(solution: Solution, side: Side) -> tuple[Solution | None, bool]:
    """As `advise` gets it, as a solution."""
    combat = solution.combat
    prices = Prices(combat)
    found, exact = alternatives.runner_up(combat.table, solution.steps, prices, side, time.perf_counter() + 60)
    if found is None:
        return None, exact
    return replace(solution, steps=found.steps, score=prices.points(found.score)), exact


def happened(final: dict[str, Any]) -> str:
    """What makes two outcomes different for a runner-up."""
    told = {name: value for name, value in final.items() if name not in ("creatures", "excess")}
    return repr(sorted((told | {"dies": sorted(told["dies"]), "returned": sorted(told["returned"])}).items()))


@pytest.mark.parametrize("listed", [3000, 1])
def test_runners_up_are_legal_lines_with_another_result_and_no_better(listed: int, monkeypatch: Any) -> None:
    monkeypatch.setattr(alternatives, "LISTED", listed)
    there = 0
    for document, solution in random_solutions(20, 250):
        for side in Side:
            other, _ = the_runner_up(solution, side)
            if other is None:
                continue
            there += 1
            line = [step.to_dict() for step in other.line]
            assert isclose(best_score_of_line(document, line), other.score, abs_tol=1e-9), document
            assert happened(other.outcome.to_dict()) != happened(solution.outcome.to_dict()), document
            better = other.score - solution.score if side is Side.ATTACKING else solution.score - other.score
            assert better <= 1e-9, document
    assert there > 100


def test_the_runner_up_of_one_step_is_the_second_best_of_all() -> None:
    checked = 0
    for document, solution in random_solutions(21, 400):
        if solution.combat.step is not Step.REGULAR or not solution.line or solution.combat.table.banded:
            continue
        best = happened(solution.outcome.to_dict())
        for side in Side:
            other, exact = the_runner_up(solution, side)
            assert exact
            sure, possible = second_best(document, side, solution.line[0].to_dict()["attacking"], best)
            if other is None:
                assert sure is None, document
                continue
            assert possible is not None, document
            sign = 1 if side is Side.ATTACKING else -1
            assert sure is None or sign * other.score >= sign * sure - 1e-9, document
            assert sign * other.score <= sign * possible + 1e-9, document
            checked += 1
    assert checked > 50


def second_best(document: dict[str, Any], side: Side, attack: Any, best: str) -> tuple[float | None, float | None]:
    """By definition: the best score of another result, the other player answering as well as they can. Where equally
    good answers differ in the result, one of them may give the best line's; so once without and once with those."""
    sure: list[float] = []
    possible: list[float] = []
    defences = legal(document, "defending")

    def end(one: Any, other: Any) -> tuple[float, str]:
        final, _ = resolve(document, one, other)
        return score_of_outcome(document, final), happened(final)

    for one in legal(document, "attacking") if side is Side.ATTACKING else [attack]:
        ends = [end(one, other) for other in defences]
        least = min(score for score, _ in ends)
        options = [[it for it in ends if it[0] == least]] if side is Side.ATTACKING else [[it] for it in ends]
        for answers in options:
            if any(result != best for _, result in answers):
                possible.append(answers[0][0])
            if all(result != best for _, result in answers):
                sure.append(answers[0][0])
    choose = max if side is Side.ATTACKING else min
    return choose(sure, default=None), choose(possible, default=None)


def test_a_combat_too_large_to_list_is_searched_by_bent_prices() -> None:
    blockers = ", ".join(f"B{n} {n}/{n + 3}" for n in range(1, 10))
    advice = advice_on(f"Wurm 20/20 trample <- {blockers}")
    assert advice.runner_up is not None
    assert not advice.runner_up.exact
    assert "among those tried" in text(advice)
    assert 0 <= advice.runner_up.worse <= 1


def test_the_time_is_kept() -> None:
    line = "; ".join(f"A{n} 9/9 <- B{n} 3/3, B{n + 1}" for n in range(1, 8)) + "; A8 9/9 <- B8 3/3"
    solution = solve(Combat.parse(line))
    began = time.process_time()
    advise(solution, seconds=0.3)
    assert time.process_time() - began < 3
    assert advise(solution, seconds=0).runner_up is None
    with pytest.raises(ValueError, match="seconds"):
        advise(solution, seconds=-1)


# Tempting, but illegal


def test_skipping_ahead_510_1c_until_2024() -> None:
    (one,) = advice_on(SLIME + " | ordered").temptations
    assert one.assignment == {"acidic-slime": {"siege-mastodon": 1, "spined-wurm": 1}}
    assert (one.gain, [broken.rule for broken in one.violations]) == (5.0, ["510.1c"])
    assert advice_on(SLIME).temptations == ()


def test_trample_past_what_is_not_lethal_702_19b() -> None:
    (one,) = advice_on("Baloth 4/4 trample <- Wall 0/7").temptations
    assert one.assignment == {"baloth": {"player": 4}}
    assert (one.gain, [broken.rule for broken in one.violations]) == (4.0, ["702.19b"])


def test_the_player_once_all_blockers_are_dead_510_1c() -> None:
    (one,) = advice_on("Knight 3/3 double strike <- Bear 2/2").temptations
    assert (one.step, one.assignment, one.gain) == (Step.REGULAR, {"knight": {"player": 3}}, 3.0)
    assert [broken.rule for broken in one.violations] == ["510.1c"]


def test_what_is_no_better_does_not_tempt() -> None:
    assert advice_on("Wurm 6/4 trample <- Bear 2/2").temptations == ()


def test_temptations_break_rules_and_there_are_two_at_most() -> None:
    told = 0
    for _, solution in random_solutions(22, 150):
        found = advise(solution).temptations
        assert len(found) <= 2
        for one in found:
            told += 1
            assert one.gain > 0 and one.violations and one.sources
    assert told > 10


# The report


def test_the_report_fits_80_columns() -> None:
    long = "The Very Long and Winding Name of a Legendary Creature That Goes On and On"
    for line in (SLIME + " | ordered", f'"{long}" 2/2 deathtouch <- "{long}, Too" 2/2, "[bold]Bär[/bold] 🐻" 3/3'):
        advice = advice_on(line)
        for report in (text(advice), printed(advice, 80), printed(advice, 200)):
            assert max(map(cell_len, report.splitlines())) <= 80
        assert max(map(cell_len, printed(advice, 50).splitlines())) <= 50
    assert "[bold]Bär[/bold] 🐻" in text(advice)


def printed(advice: Advice, width: int) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
    with console.capture() as captured:
        console.print(report_on(advice))
    assert "\x1b" not in captured.get()
    return captured.get()


def test_creatures_of_one_name_are_told_apart() -> None:
    advice = advice_on("Wurm 4/4 <- Bear 2/2, Bear#2 2/2")
    bears = [creature.id for creature in advice.solution.combat.blockers]
    assert [advice.names[ident] for ident in bears] == [f"Bear ({ident})" for ident in bears]


def test_a_report_for_every_shape() -> None:
    for document, solution in random_solutions(23, 200):
        assert text(advise(solution, seconds=0.2)), document
    advice = advise(solve(Combat.parse(SLIME), limit=Limit(0)))
    assert ("not proven" in text(advice)) == (advice.solution.status == "feasible")


def test_advice_is_a_value() -> None:
    advice = advice_on(SLIME)
    with pytest.raises(FrozenInstanceError):
        advice.runner_up = None  # type: ignore[misc]
    assert str(advice) == text(advice)
