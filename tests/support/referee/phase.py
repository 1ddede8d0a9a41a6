"""The rules engine `phase-python` as referee over one combat document.

It is optional (`pip install phase-python==0.103.0`) and knows nothing of this project: a document is built as cards
on a board, attackers and blockers are declared, and the engine itself then judges announcements of combat damage and
deals them. What was learnt about it, by experiment:

* It asks for each attacker in turn (`AssignCombatDamage`), in the order of the declaration, wherever there is
  something to decide: two or more blockers, trample with something to spare, "as though it weren't blocked". The rest
  it assigns unasked; nothing is dealt before the step's last answer. A refused answer changes nothing.
* Trample damage goes into `trample_damage`, the blockers' into pairs `[blocker, amount]`.
* The first-strike step is asked first, `combat.first_strike_done` tells the two apart. Without triggers no player gets
  priority between them, so where the regular step asks nothing both pass at once.
* With a blocker that has banding the question goes to the defending player.
* At `GameOver` the loser's cards are exiled before anything of theirs can die.
"""

from __future__ import annotations

import copy
import importlib.metadata
import json
from collections.abc import Iterable, Mapping
from typing import Any

from .boards import random_document
from .reach import COLORS, COUNTERS, PLAYER, STRIKES, TRIGGERS, abilities, counter_bonus, in_reach, name_of, trigger_of

__all__ = ["VERSION", "IllegalAnnouncement", "OutOfReach", "Referee", "available", "in_reach", "random_document"]

Json = dict[str, Any]
Assignment = Mapping[str, Mapping[str, int]]

VERSION = "0.103.0"
FIRST_STRIKE, REGULAR = "first-strike", "regular"
ATTACKING, DEFENDING = 0, 1  # the engine's seats

STATEMENTS = {
    "as_though_unblocked": "You may have {name} assign its combat damage as though it weren't blocked.",
    "damage_equal_to_toughness": "{name} assigns combat damage equal to its toughness rather than its power.",
    "deals_no_damage": "Prevent all combat damage that would be dealt by {name}.",
}
PREVENT_ALL = "Prevent all damage that would be dealt to {name}."
BLOCKS_ANY = "{name} can block any number of creatures."

FORGOTTEN: dict[str, Any] = {  # five sixths of a saved game, and nothing in combat reads it
    "deck_pools": [],
    "zone_changes_this_turn": [],
    "resolved_rules_journal": {
        "entries": [], "nodes": [], "produced_mana": [], "spent_mana": [],
        "next_command_ordinal": 0, "next_settlement_node_ordinal": 0,
    },
}  # fmt: skip


class OutOfReach(ValueError):
    """A document that the engine can't be asked about."""


class IllegalAnnouncement(ValueError):
    """An announcement that the engine refused while a line was played."""


def available() -> bool:
    """The engine is installed, in the version that this file was written for."""
    try:
        return importlib.metadata.version("phase-python") == VERSION
    except importlib.metadata.PackageNotFoundError:
        return False


# The board.


def letters(number: int) -> str:
    """A, B, … Z, BA, …: card names can't hold digits safely."""
    high, low = divmod(number, 26)
    return (letters(high) if high else "") + chr(ord("A") + low)


def card(name: str, creature: Mapping[str, Any], pending: bool) -> Any:
    """A creature as a card of the engine."""
    from phase import build_oracle_face

    keywords = [word for word in creature.get("keywords", ()) if pending or trigger_of(word) not in TRIGGERS]
    text = [keyword.capitalize() for keyword in keywords]
    text += [statement.format(name=name) for field, statement in STATEMENTS.items() if creature.get(field)]
    if creature.get("prevent") == "all":
        text.append(PREVENT_ALL.format(name=name))
    if len(creature.get("blocks", ())) > 1:
        text.append(BLOCKS_ANY.format(name=name))
    bonus = counter_bonus(creature.get("counters", {}))
    colors = [COLORS[color] for color in creature.get("colors", ())]
    atomic = {
        "name": name, "manaCost": "{0}", "manaValue": 0.0, "convertedManaCost": 0.0,
        "colors": colors, "colorIdentity": colors,
        "types": ["Creature"], "subtypes": ["Construct"], "supertypes": [], "type": "Creature — Construct",
        "text": "\n".join(text), "keywords": [trigger_of(word).capitalize() for word in keywords],
        "power": str(creature["power"] - bonus), "toughness": str(creature["toughness"] - bonus),
        "layout": "normal", "legalities": {}, "identifiers": {}, "printings": [], "rulings": [], "foreignData": [],
        "purchaseUrls": {},
    }  # fmt: skip
    face = build_oracle_face(atomic, None)
    if len(face["keywords"]) < len(keywords):
        raise OutOfReach(f"of {keywords} its card reader understands only {face['keywords']}")
    return face


class Referee:
    """The engine, standing in the first damage step of a document in which it has something to ask.

    Immutable: `verdict` may be asked any number of times, `then` gives the referee after an announcement.
    Raises `OutOfReach`.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        from phase import Engine

        reachable, reason = in_reach(document)
        if not reachable:
            raise OutOfReach(reason)
        self.document: Json = copy.deepcopy(dict(document))
        self.document.setdefault("blockers", [])
        self.creatures: dict[str, Json] = {
            name_of(creature): creature for creature in (*self.document["attackers"], *self.document["blockers"])
        }
        pending = document.get("triggers", "applied") == "pending"
        cards = {f"Zorbel {letters(index)}": name for index, name in enumerate(self.creatures)}
        spare = "Zorbel Spare"  # no deck may be empty
        faces = {title.lower(): card(title, self.creatures[name], pending) for title, name in cards.items()}
        faces[spare.lower()] = card(spare, {"power": 1, "toughness": 1}, pending)
        self.engine: Any = Engine.from_json(json.dumps(faces))
        split = len(self.document["attackers"])
        titles = list(cards)
        game = self.engine.new_game(
            player=[*titles[:split], spare], opponent=[*titles[split:], spare], first_player=ATTACKING, format="Limited"
        )
        for seat in (ATTACKING, DEFENDING):
            game.apply(seat, act("MulliganDecision", choice={"type": "Keep"}))
        objects = game.state()["state"]["objects"]
        self.numbers: dict[str, int] = {
            cards[thing["name"]]: int(number) for number, thing in objects.items() if thing["name"] in cards
        }
        self.names: dict[int, str] = {number: name for name, number in self.numbers.items()}
        self.returned: frozenset[str] = frozenset()
        self.excess: dict[str, int] = {}
        self._keep(self._board(game))

    # Questions.

    def step(self) -> str | None:
        """`first-strike` or `regular`: the step in which it asks; None where no damage is left to be divided."""
        if self.prompt is None:
            return None
        return self._step(self.state)

    def verdict(self, assignment: Assignment) -> bool:
        """Whether it accepts an attacking-side announcement for the step it stands in.

        What it asks about it judges; what it assigns unasked must be announced just so.
        """
        return self._announce(assignment) is not None

    def then(self, assignment: Assignment) -> Referee:
        """The referee after an announcement, in the next step that asks something or past all damage."""
        played = self._announce(assignment)
        if played is None:
            raise IllegalAnnouncement(f"{self.step()}: {assignment!r}")
        game, more = self._proceed(played[0])
        after = copy.copy(self)
        after._keep((game, played[1] + more))
        return after

    def play(self, line: Iterable[Mapping[str, Any]]) -> Json:
        """The outcome after the steps of a line; blockers have nothing to divide in reach."""
        referee = self
        for entry in line:
            if entry["step"] == referee.step():
                referee = referee.then(entry.get("attacking", {}))
        if referee.step() is not None:
            raise IllegalAnnouncement(f"the line ends before the {referee.step()} step")
        return referee.outcome()

    def outcome(self) -> Json:
        """Where things stand, in the shape of `resolve`'s outcome.

        Once the defending player has lost, the engine takes that player's creatures away and lets no trigger of undying
        or persist resolve, so then nothing is said about these creatures.
        """
        over = bool(self.state["eliminated_players"])
        known = {
            name
            for name, creature in self.creatures.items()
            if not over or ("blocks" not in creature and not abilities(creature) & {"undying", "persist"})
        }
        objects = {name: self.state["objects"][str(number)] for name, number in self.numbers.items() if name in known}
        here = {name: thing for name, thing in objects.items() if thing["zone"] == "Battlefield"}
        attacking, defending = (
            {"life": player["life"], "poison": player["poison_counters"]} for player in self.state["players"]
        )
        return {
            "dies": [name for name in objects if name not in here],
            "returned": [name for name in here if name in self.returned],
            "attacking_player": attacking,
            "defending_player": defending,
            "planeswalkers": {},
            "battles": {},
            "creatures": {
                name: {
                    "damage": thing["damage_marked"],
                    "power": thing["power"],
                    "toughness": thing["toughness"],
                    "counters": {kind: thing["counters"][key] for kind, key in COUNTERS.items()
                                 if thing["counters"].get(key)},
                }
                for name, thing in here.items()
            },
            "excess": {name: n for name, n in self.excess.items() if name in known},
            "loses": "defending" if over else None,
        }  # fmt: skip

    # Inside.

    def _board(self, game: Any) -> tuple[Any, list[Json]]:
        """Everybody on the battlefield as the document has it, up to the first question."""
        state = game.state()
        state["state"] |= {"debug_mode": True, "debug_permitted": [ATTACKING, DEFENDING]}
        game = self.engine.load_game(state)
        for name, number in self.numbers.items():
            debug(game, "MoveToZone", object_id=number, to_zone="Battlefield")
            debug(game, "SetSummoningSickness", object_id=number, sick=False)
            for kind, count in self.creatures[name].get("counters", {}).items():
                if kind != "shield":
                    debug(game, "ModifyCounters", object_id=number, counter_type=COUNTERS[kind], delta=count)
        state = game.state()
        for name, number in self.numbers.items():
            thing = state["state"]["objects"][str(number)]
            thing["damage_marked"] = self.creatures[name].get("damage", 0)
            if shields := self.creatures[name].get("counters", {}).get("shield"):
                thing["counters"]["shield"] = shields
        for player, side in zip(state["state"]["players"], ("attacking_player", "defending_player"), strict=True):
            player["life"] = self.document.get(side, {}).get("life", 20)
            player["poison_counters"] = self.document.get(side, {}).get("poison", 0)
        return self._proceed(self.engine.load_game(state))

    def _proceed(self, game: Any) -> tuple[Any, list[Json]]:
        """Let the game go on to the next question about damage, or past all damage."""
        events: list[Json] = []
        for _ in range(500):
            prompt = game.waiting_for()
            kind, seat = prompt["type"], prompt["data"].get("player", ATTACKING)
            if kind in ("AssignCombatDamage", "GameOver"):
                break
            if kind == "Priority":
                if game.phase in ("CombatDamage", "EndCombat") and not game.stack() and past_damage(game):
                    break
                answer: Any = act("PassPriority")
            elif kind == "DeclareAttackers":
                defender = {"type": "Player", "data": DEFENDING}
                attacks = [[self.numbers[name_of(attacker)], defender] for attacker in self.document["attackers"]]
                answer = act("DeclareAttackers", attacks=attacks)
            elif kind == "DeclareBlockers":
                pairs = [
                    [self.numbers[name_of(blocker)], self.numbers[attacker]]
                    for blocker in self.document["blockers"]
                    for attacker in blocker["blocks"]
                ]
                answer = act("DeclareBlockers", assignments=pairs)
            else:  # such as the order of triggers: any will do
                answer = game.actions()[0]
            events += game.apply(seat, answer).events
        else:
            raise RuntimeError(f"phase doesn't come to an end: {game.waiting_for()}")
        return game, events

    def _keep(self, stand: tuple[Any, list[Json]]) -> None:
        """Remember where a game stands, and what is worth knowing of what happened."""
        game, events = stand
        saved = game.state()
        saved["state"] |= FORGOTTEN
        self.saved: str = json.dumps(saved)
        self.state: Json = saved["state"]
        prompt = game.waiting_for()
        self.prompt: Json | None = prompt["data"] if prompt["type"] == "AssignCombatDamage" else None
        self.excess = dict(self.excess)
        for event in events:
            data = event["data"] if isinstance(event.get("data"), dict) else {}
            name = self.names.get(data.get("object_id", -1))
            if event["type"] == "ZoneChanged" and name is not None and data["from"] == "Graveyard":
                self.returned |= {name}
            if event["type"] == "DamageDealt" and data.get("excess"):
                name = self.names.get(data["target"].get("Object", -1))
                if name is not None:
                    self.excess[name] = self.excess.get(name, 0) + data["excess"]

    def _step(self, state: Json) -> str:
        strikes = any(abilities(creature) & STRIKES for creature in self.creatures.values())
        return FIRST_STRIKE if strikes and not state["combat"]["first_strike_done"] else REGULAR

    def _announce(self, assignment: Assignment) -> tuple[Any, list[Json]] | None:
        """The game after an announcement and what happened since, or None where the announcement is refused."""
        if self.prompt is None:
            return None
        step = self._step(self.state)
        told = {
            source: {to: n for to, n in share.items() if n}
            for source, share in assignment.items()
            if any(share.values())
        }
        game = self.engine.load_game(self.saved)
        events: list[Json] = []
        asked: set[str] = set()
        while True:
            prompt = game.waiting_for()
            if prompt["type"] != "AssignCombatDamage" or (asked and self._step(game.state()["state"]) != step):
                break
            source = self.names[prompt["data"]["attacker_id"]]
            answer = self._answer(prompt["data"], told.get(source, {}))
            if answer is None:
                return None
            try:
                events += game.apply(prompt["data"]["player"], answer).events
            except (ValueError, OverflowError):
                return None
            asked.add(source)
        unasked = self._dealt(events, step)
        for source in (told.keys() | unasked.keys()) - asked:
            if told.get(source, {}) != unasked.get(source, {}):
                return None
        return game, events

    def _answer(self, prompt: Json, share: Mapping[str, int]) -> Json | None:
        """One attacker's division in the engine's words; None where it names something that isn't there."""
        if not share.keys() <= self.numbers.keys() | {PLAYER}:
            return None
        whole = share == {PLAYER: prompt["total_damage"]}
        if whole and "AsThoughUnblocked" in prompt["assignment_modes"]:
            mode, pairs, over = "AsThoughUnblocked", [], 0
        else:
            mode, over = "Normal", share.get(PLAYER, 0)
            pairs = [[self.numbers[to], n] for to, n in share.items() if to != PLAYER]
        return act("AssignCombatDamage", mode=mode, assignments=pairs, trample_damage=over, controller_damage=0)

    def _dealt(self, events: Iterable[Json], step: str) -> dict[str, dict[str, int]]:
        """What the attackers assigned in one step, read off its damage, prevented or not.

        The events of the regular step may follow at once on those of the first-strike step. They begin with something
        leaving the battlefield, with a creature that has neither first nor double strike, or with a pair seen before.
        """
        found: dict[str, dict[str, int]] = {}
        seen: set[tuple[int, str]] = set()
        for event in events:
            if event["type"] in ("ZoneChanged", "PlayerLost", "StackPushed") and seen:
                break
            if event["type"] not in ("DamageDealt", "DamagePrevented"):
                continue
            data = event["data"]
            if data["source_id"] == data["target"].get("Object"):  # a shield's own report, of all it prevented
                continue
            source = self.names[data["source_id"]]
            pair = (data["source_id"], json.dumps(data["target"]))
            strikes = abilities(self.creatures[source]) & STRIKES
            if pair in seen or (step == FIRST_STRIKE and not strikes):
                break
            seen.add(pair)
            if "blocks" not in self.creatures[source]:
                to = self.names.get(data["target"].get("Object", -1), PLAYER)
                found.setdefault(source, {})[to] = data["amount"]
        return found


def act(kind: str, **data: Any) -> Json:
    """An action in the engine's tagged shape."""
    return {"type": kind, "data": data} if data else {"type": kind}


def debug(game: Any, kind: str, **data: Any) -> None:
    game.apply(ATTACKING, act("Debug", type=kind, data=data))


def past_damage(game: Any) -> bool:
    combat = game.state()["state"]["combat"]
    return game.phase == "EndCombat" or (combat is not None and bool(combat["regular_damage_done"]))
