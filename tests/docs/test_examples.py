"""Every shipped combat through `optimizer suggest`, and board through `blocks` or `attacks`, with its score by hand.

A creature's value is its power and toughness and what its keywords are worth.
"""

from __future__ import annotations

import json
import re

import pytest
from places import ROOT

from optimizer.apps.cli.main import main

EXAMPLES = ROOT / "examples"

SCORES: dict[str, float] = {
    # 1 point of deathtouch kills each: Wurm 5+4 and Mastodon 3+5, the two dearest. Slime, 2+2+2, dies.
    "acidic-slime.txt": 9 + 8 - 6,
    # 2-0-0 or 1-1-0 is legal; the latter is the same as above.
    "acidic-slime-ordered.txt": 9 + 8 - 6,
    # 1 to Mastodon (3+5), 1 to Bear (2+2), 5 to the player. 3+2 damage kills the Wurm, 7+5+1+2.
    "yavimaya-wurm-gorgon-flail.json": 8 + 4 + 5 - 15,
    # Slime's 2 kill the Guard (1+4), the Wurm's 6 go to the player; the Guard's 1 kills nobody.
    "palace-guard.json": 5 + 6,
    # The Bears (2+2) die in the first step; in the second no blocker is left and nothing is assigned.
    "double-strike.txt": 4,
    # 2 to the Bears and 1 over, then 3 over.
    "double-strike-trample.txt": 4 + 1 + 3,
    # 1+(1+3)+5+1 of 7+4 damage is lethal to all: Armodon 6, Brigade 2+4, Ape 10, Piker 3. Baloth (14) gets 3+5
    # from Armodon and Ape; the Brigade's 2, which may pass over a dead Baloth, and the Piker's 2 kill the Boars (8).
    "enormous-baloth.json": 6 + 6 + 10 + 3 - 14 - 8,
    # 3 of Rhino's 4 to the Guard (1+3), 1 stays on the Wall; Boar's 3 go over and win. The Guard's 1 kills nobody.
    # Killing the Wall as well would leave the player at 1.
    "give-way.txt": 4 + 3 + 1000,
    # 2 to the Bears (2+2), 3 to Jace beside the Squire's 1 (loyalty 4), 2 to the player.
    "trample-over-planeswalkers.json": 4 + 4 + 2,
    # 1+3 kill the Elemental (4+4+1). Its 4, which the attacking player divides, kill the Hero (1+1) alone.
    "banding-attack.txt": 9 - 2,
    # The defending player puts all 6 on the Hero (1+1), not 3 on the Giant (6); 1+3 kill the Wurm (6+4).
    "banding-block.txt": 2 - 10,
    # The Finks (3+2) return as a 2/1; the Wolf (1+1) would return as a 2/2, so all 7 go to the Finks.
    "undying-persist.txt": (5 - 3),
    # 2 counters on the Finks (3+2), which had none before but have them now, so they stay dead; 3 on the Giant (3+3);
    # 1 poison at 2. 3+3 damage kills the Banshee (5+5+1).
    "wither-infect.json": 5 + 6 + 2 - 11,
    # Wurm: Spider (2+4+0.5) rather than Giant (3+3), and dies of 3+2 (6+4). Angel: 4 to the player. Rats: Guard (1+4)
    # by deathtouch, so the Rhino's 4 go over; the Guard kills the Rats (1+1+2). Knight: Corpse (2+2) rather than
    # Memnite (1+1), whose 1 kills it (2+1+1). Lion and Wall do nothing.
    "six-on-six.txt": 6.5 - 10 + 4 + 5 + 4 - 4 + 4 - 4,
    # 7+2 at 9 life win; 3+4 kill the Elemental (7+7). The fight would bring 6+9.5, and 2 for the Bears' damage.
    "race.txt": 9 + 1000 - 14,
    # The Monk, 4/5 by exalted, kills the Bears (2+2) rather than the Hatamoto (1+2 as the document has it, 2/3 by then)
    # and gains 4; 2+2 damage doesn't kill it.
    "exalted-bushido.txt": 4 + 4,
}

BLOCKS: dict[str, float] = {
    # 3+2 kill the Mastodon (3+5), whose 3 kill the Courser (3+3). The Spider's 2 kill the Drake (2+2+1). The
    # Squire's 1 goes by. To kill the Squire (1+2) instead and let the Mastodon's 3 go by is 1 worse.
    "gang-block.json": 6 - 8 - 5 + 1,
    # 6+2 at 6 life: the Elves (1+1) die for the Wurm's 6, and the Piker's 2 go through. The Drake (2+2+1) would trade
    # with the Piker (2+1) for those 2: as good, with one blocker more.
    "chump.json": 2 + 2,
}
ATTACKS: dict[str, float] = {
    # 2+1+1 kill one Wurm (6+4+1), which kills all three (4+2+2) with 4 of its 6; 2+6+2 go through, and the Ogre kills
    # the Spawn (1). Other blocks stop less, or win less.
    "alpha-strike.json": 4 + 2 + 2 - 11 + 1 + 10 + 1000,
    # The Bear's 2. The Giant at home trades with the Courser and kills the Piker, so neither attacks. With both gone,
    # 3+2 would be lethal at 5 life.
    "crackback.json": 2,
}


def test_none_is_missing() -> None:
    shipped = {path.name for path in EXAMPLES.iterdir() if path.suffix in (".json", ".txt")}
    scores = SCORES | BLOCKS | ATTACKS
    assert shipped == scores.keys()
    table = re.findall(r"^\| \[(\S+)\]\(\1\) \| .* \| (\S+) \|$", (EXAMPLES / "README.md").read_text("utf-8"), re.M)
    assert {name: float(score) for name, score in table} == scores


@pytest.mark.parametrize("name", SCORES)
def test_suggest(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suggest", str(EXAMPLES / name), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["status"], found["score"], found["bound"]) == ("optimal", SCORES[name], SCORES[name])


@pytest.mark.parametrize("name", SCORES)
def test_suggest_for_people(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suggest", str(EXAMPLES / name)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"Score {float(SCORES[name])} for the attacking player: proven best.\n")


@pytest.mark.parametrize(
    ("command", "name", "score"),
    [("blocks", name, score) for name, score in BLOCKS.items()]
    + [("attacks", name, score) for name, score in ATTACKS.items()],
)
def test_boards(command: str, name: str, score: float, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, str(EXAMPLES / name), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["status"], found["score"], found["bound"]) == ("optimal", score, score)
    assert main([command, str(EXAMPLES / name)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"Score {float(score)} for the attacking player: proven best.\n")
    assert "It is the second best of all" in printed
