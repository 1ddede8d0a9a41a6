"""`--interactive`, in a pipe and at a terminal."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import Optimizer
from terminals import GUARD, TRAMPLER, Terminal, at_a_terminal

from optimizer import Combat, DeclareAttackers, DeclareBlockers, solve
from optimizer.apps.cli.differing import differences, headline
from optimizer.apps.cli.editing import changed


def session(optimizer: Optimizer, combat: str, *lines: str, tmp_path: Path) -> tuple[int, str, str]:
    """A piped session on a combat; what comes after the first answer."""
    file = tmp_path / "combat"
    file.write_text(combat)
    code, out, err = optimizer(["suggest", "--interactive", str(file)], "".join(f"{line}\n" for line in lines))
    first, _, rest = out.partition("second best of all.\n")
    assert "Score" in first
    return code, rest, err


def test_a_session(optimizer: Optimizer, tmp_path: Path) -> None:
    code, out, err = session(
        optimizer, TRAMPLER, "wurm 7/5", "wall damage 1", "# nothing", "", "life 3", "undo", "wurm 2/1", "quit", "x",
        tmp_path=tmp_path,
    )  # fmt: skip
    assert (code, err) == (0, "")
    assert out == (
        "Score 8.0 -> 9.0: proven best.\n"
        "  Wurm                  1 -> 2 to the player\n"
        "  the defending player  ends at 10 life, 11 before\n"
        "Score 9.0 -> 10.0: proven best.\n"
        "  Wurm                  3 -> 2 to Wall, 2 -> 3 to the player\n"
        "  the defending player  ends at 9 life, 10 before\n"
        "Score 10.0 -> 1010.0: proven best.\n"
        "  the defending player  ends at 0 life, 9 before\n"
        "  the defending player  loses the game\n"
        "Score 1010.0 -> 10.0: proven best.\n"
        "  the defending player  ends at 9 life, 0 before\n"
        "  the defending player  doesn't lose\n"
        "Score 10.0 -> 0.0: proven best.\n"
        "  Wurm                  dies, survives before\n"
        "  Wall                  survives, dies before\n"
        "  Wurm                  2 -> 0 to Wall, 3 -> 0 to the player\n"
        "  the defending player  ends at 12 life, 9 before\n"
    )


def test_a_session_that_goes_wrong_goes_on(optimizer: Optimizer, tmp_path: Path) -> None:
    code, out, err = session(
        optimizer, TRAMPLER, "undo", "ghost 3/3", "wurm", "wurm x/3", "wurm damage", "bear dmage 1", "wal 3", "life",
        "life x", "wurm -flying", "wurm +flyign", "save", "save /no/such/folder/x", "wurm 5/4", tmp_path=tmp_path,
    )  # fmt: skip
    assert code == 2
    assert out.startswith("Score 8.0 -> 7.0: proven best.\n")
    assert [line.removeprefix("optimizer: ").split(":")[0] for line in err.splitlines()] == [
        "there is nothing to undo", "nothing here is called 'ghost'", "expected what to change, such as wurm 3/3 or "
        "wurm damage 1", "expected what to change, such as wurm 3/3 or wurm damage 1",
        "expected a value after 'damage', such as wurm damage 1", "bear",
        "expected what to change, such as wall 3/3 or wall damage 1", "expected a number, such as life 3, or life "
        "attacker 3", "defending_player.life", "wurm has no 'flying'", "wurm", "expected a file's name after save",
        "can't write '/no/such/folder/x'",
    ]  # fmt: skip


def test_what_is_saved_is_the_combat(optimizer: Optimizer, tmp_path: Path) -> None:
    for name in ("saved.json", "saved.txt"):
        file = tmp_path / name
        code, out, _ = session(optimizer, TRAMPLER, "wurm 7/5", f"save {file}", "help", "show", tmp_path=tmp_path)
        assert code == 0
        assert f"Written to {file}." in out
        assert "undo" in out
        text = file.read_text()
        saved = Combat.from_document(json.loads(text)) if name.endswith("json") else Combat.parse(text)
        assert saved == Combat.parse(TRAMPLER.replace("6/4", "7/5"))


@pytest.mark.parametrize(
    ("before", "words", "after"),
    [
        ("A Bear 2/2; A Bear#2 3/3", "a-bear 5/5", "A Bear 5/5; A Bear#2 3/3"),
        ("Ox 3/3 -> jace | planeswalker jace 4", "jace loyalty 2", "Ox 3/3 -> jace | planeswalker jace 2"),
        ("Ox 3/3 <- Bear 2/2", "BEAR prevent all", "Ox 3/3 <- Bear 2/2 prevent(all)"),
        ("Ox 3/3 <- Bear 2/2", "rules ordered", "Ox 3/3 <- Bear 2/2 | ordered"),
        ("Ox 3/3 <- Bear 2/2", "poison attacker 3", "Ox 3/3 <- Bear 2/2 | attacker 20 poison 3"),
        ("Ox 3/3 <- Bear 2/2", 'bear counters {"shield": 1}', "Ox 3/3 <- Bear 2/2 counters(shield)"),
        ("Ox 3/3 <- Bear 2/2", "bear -1/2", "Ox 3/3 <- Bear -1/2"),
        ("Ox 3/3 <- Bear 2/2", "bear =-1/-2", "Ox 3/3 <- Bear =-1/-2"),
        ("Ox 3/3 <- Bear 2/2", "bear -1/-1", "Ox 3/3 <- Bear 1/1 -1/-1"),
        ("Ox 3/3 <- Bear 2/2", "remove bear", "Ox 3/3"),
        ("Ox 3/3 <- Bear 2/2; Elk 1/1 <- Bear", "remove ox", "Elk 1/1 <- Bear 2/2"),
        (
            "Ox 3/3 order(Bear, Cat) <- Bear 2/2, Cat 1/1 | ordered",
            "remove cat",
            "Ox 3/3 order(Bear) <- Bear 2/2 | ordered",
        ),
    ],
)
def test_what_can_be_changed(before: str, words: str, after: str) -> None:
    assert changed(Combat.parse(before), words) == Combat.parse(after)


@pytest.mark.parametrize(
    ("before", "words", "after"),
    [
        ("Ox 3/3, Elk 2/2 vs Bear 2/2", "tap bear", "Ox 3/3, Elk 2/2 vs Bear 2/2 tapped"),
        ("Ox 3/3 tapped, Elk 2/2 vs Bear 2/2", "untap ox", "Ox 3/3, Elk 2/2 vs Bear 2/2"),
        ("Ox 3/3, Elk 2/2 vs Bear 2/2", "elk sick", "Ox 3/3, Elk 2/2 sick vs Bear 2/2"),
        ("Ox 3/3, Elk 2/2 vs Bear 2/2", "bear can-block any", "Ox 3/3, Elk 2/2 vs Bear 2/2 can-block(any)"),
        ("Ox 3/3 unblockable vs Bear 2/2", "ox unblockable no", "Ox 3/3 vs Bear 2/2"),
        ("Ox 3/3 vs Bear 2/2", "bear 2 +1/+1", "Ox 3/3 vs Bear 4/4 2 +1/+1"),
        ("Ox 3/3 vs Bear 2/2, Cat 1/1", "remove cat", "Ox 3/3 vs Bear 2/2"),
        ("Ox 3/3 vs Bear 2/2 provoked-by(Ox)", "remove ox", "vs Bear 2/2"),
        ("Ox 3/3 vs Bear 2/2", "life attacker 3", "Ox 3/3 vs Bear 2/2 | attacker 3"),
    ],
)
def test_what_can_be_changed_on_a_board(before: str, words: str, after: str) -> None:
    assert changed(DeclareAttackers.parse(before), words) == DeclareAttackers.parse(after)
    if "sick" not in words:
        assert changed(DeclareBlockers.parse(before), words) == DeclareBlockers.parse(after)


def test_a_session_on_a_board(optimizer: Optimizer) -> None:
    board = "Serra Angel, Hill Giant vs Wall 0/4, Centaur Courser | defender 8"
    code, out, err = optimizer(["attacks", "--interactive", board], "tap angel\nundo\ntap\nlife 4\nremove wall\n")
    assert (code, err) == (2, "optimizer: expected a creature's name after 'tap'\n")
    assert out[out.index("Score 4.0 -> 0.0") :] == (
        "Score 4.0 -> 0.0: proven best.\n"
        "  Serra Angel           doesn't attack, attacks the player before\n"
        "  Serra Angel           4 -> 0 to the player\n"
        "  the defending player  ends at 8 life, 4 before\n"
        "Score 0.0 -> 4.0: proven best.\n"
        "  Serra Angel           attacks the player, doesn't attack before\n"
        "  Serra Angel           0 -> 4 to the player\n"
        "  the defending player  ends at 4 life, 8 before\n"
        "Score 4.0 -> 1004.0: proven best.\n"
        "  the defending player  ends at 0 life, 4 before\n"
        "  the defending player  loses the game\n"
        "Score 1004.0 as before: proven best.\n"
        "  Nothing else changes.\n"
    )


def test_a_session_before_blocks(optimizer: Optimizer, tmp_path: Path) -> None:
    file = tmp_path / "board"
    words = f"tap spider\nspider cant_block yes\nsave {file}\n"
    code, out, err = optimizer(["blocks", "--interactive", "Craw Wurm, Ox 2/2 vs Giant Spider, Bear 2/2"], words)
    assert (code, err) == (0, "")
    assert "Giant Spider          doesn't block, blocks Ox before\n" in out
    assert out.endswith(f"Nothing else changes.\nWritten to {file}.\n")
    text = "Craw Wurm, Ox 2/2 vs Giant Spider tapped cant-block, Bear 2/2"
    assert DeclareBlockers.parse(file.read_text()) == DeclareBlockers.parse(text)


def test_who_is_meant_must_be_clear() -> None:
    combat = Combat.parse("Grizzly Bear 2/2 <- Runeclaw Bear 2/2")
    with pytest.raises(ValueError, match="'bear' may be grizzly-bear or runeclaw-bear"):
        changed(combat, "bear 3/3")


@at_a_terminal
def test_a_session_at_a_terminal() -> None:
    terminal = Terminal("suggest", "--interactive", GUARD)
    terminal.until("quit ends.\n> ")
    terminal.type("guard damage 4")
    assert "Score" in terminal.until("\n> ")
    terminal.type("nonsense")
    terminal.until("nothing here is called 'nonsense'")
    terminal.type("quit")
    assert terminal.end() == 0


@at_a_terminal
def test_interrupted_at_the_prompt() -> None:
    terminal = Terminal("suggest", "--interactive", GUARD)
    terminal.until("quit ends.\n> ")
    terminal.interrupt()
    assert terminal.end() == 130
    assert "Traceback" not in terminal.seen


def test_without_a_proof_it_says_so() -> None:
    before, now = (solve(Combat.parse(text)) for text in (TRAMPLER, TRAMPLER.replace("6/4", "7/4")))
    assert headline(before, replace(now, status="feasible", bound=12.0)) == (
        "Score 8.0 -> 9.0: the best found in time, not proven (nothing scores more than 12.0)."
    )


def test_amounts_name_their_step_where_there_are_two() -> None:
    before, now = (solve(Combat.parse(f"Raptor {n}/3 double strike trample <- Bear 2/2")) for n in (3, 4))
    rows = [f"{name}: {what}" for name, what in differences(before, now)]
    assert rows == [
        "Raptor: 1 -> 2 to the player (first-strike step)",
        "Raptor: 3 -> 4 to the player (regular step)",
        "the defending player: ends at 14 life, 16 before",
    ]
