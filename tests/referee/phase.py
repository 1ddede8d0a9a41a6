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
import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

__all__ = ["VERSION", "IllegalAnnouncement", "OutOfReach", "Referee", "available", "in_reach", "random_document"]

Json = dict[str, Any]
Assignment = Mapping[str, Mapping[str, int]]

VERSION = "0.103.0"
PLAYER, FIRST_STRIKE, REGULAR = "player", "first-strike", "regular"
ATTACKING, DEFENDING = 0, 1  # the engine's seats

COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
COUNTERS = {"+1/+1": "P1P1", "-1/-1": "M1M1", "shield": "shield"}
EVERYDAY = {
    "deathtouch", "trample", "first strike", "double strike", "lifelink", "indestructible", "wither", "infect",
    "menace", "flying", "reach", "banding", "undying", "persist", "vigilance", "haste", "hexproof",
}  # fmt: skip
NUMBERED = {"toxic"}
TRIGGERS = {"bushido", "flanking", "rampage", "exalted", "battle cry", "melee", "frenzy", "afflict"}
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
DOCUMENT_FIELDS = {
    "rules", "attacking_player", "defending_player", "planeswalkers", "battles", "attackers", "blockers", "triggers",
    "step", "weights",
}  # fmt: skip
CREATURE_FIELDS = {
    "id", "name", "power", "toughness", "keywords", "colors", "damage", "counters", "prevent", "deals_no_damage",
    "damage_equal_to_toughness", "as_though_unblocked", "value", "attacking", "blocks", "order",
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


# What it can be asked.


def in_reach(document: Mapping[str, Any]) -> tuple[bool, str]:
    """Whether the engine can be asked about a document, and if not, why."""
    reason = next(obstacles(document), "")
    return not reason, reason


def obstacles(document: Mapping[str, Any]) -> Iterator[str]:
    """Everything that keeps a document from the engine."""
    yield from (f"the field {field!r}" for field in document if field not in DOCUMENT_FIELDS)
    if document.get("rules", "foundations") != "foundations":
        yield "only the foundations edition"
    if "step" in document:
        yield "it starts at the beginning of combat damage, not in the middle"
    if document.get("planeswalkers") or document.get("battles"):
        yield "planeswalkers and battles"
    for side in ("attacking_player", "defending_player"):
        player = document.get(side, {})
        if set(player) - {"life", "poison"} or player.get("life", 20) <= 0 or player.get("poison", 0) >= 10:
            yield f"{side}: the game must still be on, and only life and poison are known"
    attackers, blockers = document["attackers"], document.get("blockers", [])
    if any("id" not in creature for creature in (*attackers, *blockers)):
        yield "a creature without an id"
        return
    if document.get("triggers", "applied") == "pending":
        afflict = sum(
            number_of(word)
            for creature in attackers
            for word in creature.get("keywords", ())
            if word.startswith("afflict ")
        )
        if afflict >= document.get("defending_player", {}).get("life", 20):
            yield "afflict ends the game, between triggers that we let resolve together"
    for creature in (*attackers, *blockers):
        yield from (f"{name_of(creature)}: {reason}" for reason in strangeness(creature, document))
    hidden = [attacker for attacker in attackers if attacker.get("deals_no_damage")]
    hidden += [blocker for blocker in blockers if blocker.get("prevent", 0)]
    yield from (f"{name_of(creature)}: what was assigned can't be read off prevented damage" for creature in hidden)
    strikes = any(abilities(creature) & {"first strike", "double strike"} for creature in (*attackers, *blockers))
    if strikes and document.get("triggers", "applied") == "pending":
        for creature in (*attackers, *blockers):
            if abilities(creature) & {"undying", "persist"}:
                yield f"{name_of(creature)}: may return after two steps, and the second doesn't know of its triggers"
    for attacker in attackers:
        if attacker.get("attacking", PLAYER) != PLAYER:
            yield f"{name_of(attacker)}: attacks something else than the player"
    for attacker in attackers:
        yield from (f"{name_of(attacker)}: {reason}" for reason in misblocks(attacker, blockers))
    tramplers = {name_of(attacker) for attacker in attackers if "trample" in abilities(attacker)}
    for blocker in blockers:
        if len(blocker["blocks"]) > 1:
            if amount(blocker) > 0 or document.get("triggers") == "pending":
                yield f"{name_of(blocker)}: fault 1, a blocker of several attackers isn't asked (510.1d)"
            if tramplers.intersection(blocker["blocks"]):
                yield f"{name_of(blocker)}: fault 2, what other attackers assign isn't counted (702.19b)"


def strangeness(creature: Mapping[str, Any], document: Mapping[str, Any]) -> Iterator[str]:
    """What the engine can't be told about a creature."""
    yield from (f"the field {field!r}" for field, value in creature.items() if field not in CREATURE_FIELDS and value)
    for keyword in creature.get("keywords", ()):
        stem, _, number = keyword.rpartition(" ")
        numbered = stem in NUMBERED | TRIGGERS and number.isdecimal()
        shielded = stem == "protection from" and number in COLORS
        if not (keyword in EVERYDAY | TRIGGERS or numbered or shielded):
            yield f"the keyword {keyword!r}"
    if {"undying", "persist"} <= abilities(creature):
        yield "undying with persist, whose order is its owner's choice"
    if "deathtouch" in abilities(creature) and abilities(creature) & {"wither", "infect"}:
        yield "fault 4, wither and infect make it forget deathtouch (702.2b, 704.5h)"
    if creature.get("prevent", 0) not in (0, "all"):
        yield "a prevention of the next so many points"
    counters = creature.get("counters", {})
    yield from (f"{kind} counters" for kind in counters if kind not in COUNTERS)
    if creature["toughness"] <= 0 or creature["toughness"] - counter_bonus(counters) <= 0:
        yield "dies before damage (704.5f)"
    if creature.get("damage", 0) >= creature["toughness"] and "indestructible" not in abilities(creature):
        yield "dies before damage (704.5g)"
    if document.get("triggers", "applied") == "pending" and creature.get("damage", 0):
        yield "marked damage while triggers are pending"


def misblocks(attacker: Mapping[str, Any], blockers: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Why the engine would refuse these blocks of an attacker (509.1b), or misjudge them."""
    has = abilities(attacker)
    blocking = [blocker for blocker in blockers if name_of(attacker) in blocker["blocks"]]
    if "menace" in has and len(blocking) == 1:
        yield "menace (702.111b)"
    if "flying" in has and any(not abilities(blocker) & {"flying", "reach"} for blocker in blocking):
        yield "flying (702.9b)"
    colors = {color for blocker in blocking for color in blocker.get("colors", ())}
    if any(f"protection from {color}" in has for color in colors):
        yield "protection (702.16f)"
    if {"trample", "deathtouch"} <= has:
        for blocker in blocking:
            again = "double strike" in has or blocker.get("damage", 0) >= blocker["toughness"]
            if again and "indestructible" in abilities(blocker):
                yield "fault 3, a deathtouch source owes 1 point where marked damage is lethal already (702.19b)"


def name_of(creature: Mapping[str, Any]) -> str:
    """The id; documents that leave it out are out of reach."""
    name: str = creature["id"]
    return name


def number_of(keyword: str) -> int:
    """The number at the end of a keyword."""
    return int(keyword.rpartition(" ")[2])


def abilities(creature: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(creature.get("keywords", ()))


def amount(creature: Mapping[str, Any]) -> int:
    """How much damage it assigns (510.1a)."""
    of = "toughness" if creature.get("damage_equal_to_toughness") else "power"
    return max(0, int(creature[of]))


def counter_bonus(counters: Mapping[str, int]) -> int:
    return counters.get("+1/+1", 0) - counters.get("-1/-1", 0)


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
    return build_oracle_face(atomic, None)


def trigger_of(keyword: str) -> str:
    """A keyword without what follows it: "toxic 2" is toxic, "protection from red" is protection."""
    if keyword.startswith("protection from"):
        return "protection"
    stem, _, number = keyword.rpartition(" ")
    return stem if stem and number.isdecimal() else keyword


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
        """The outcome (contract, section 4) after the steps of a line; blockers have nothing to divide in reach."""
        referee = self
        for entry in line:
            if entry["step"] == referee.step():
                referee = referee.then(entry.get("attacking", {}))
        if referee.step() is not None:
            raise IllegalAnnouncement(f"the line ends before the {referee.step()} step")
        return referee.outcome()

    def outcome(self) -> Json:
        """Where things stand, in the contract's shape.

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
        strikes = any(abilities(creature) & {"first strike", "double strike"} for creature in self.creatures.values())
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
            strikes = abilities(self.creatures[source]) & {"first strike", "double strike"}
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


# Documents.

FREQUENCY = {
    "trample": 0.35, "deathtouch": 0.25, "first strike": 0.15, "double strike": 0.12, "lifelink": 0.15,
    "indestructible": 0.1, "wither": 0.08, "infect": 0.08, "toxic 1": 0.05, "toxic 2": 0.05, "menace": 0.1,
    "flying": 0.08, "reach": 0.05, "protection from red": 0.05, "protection from blue": 0.05, "banding": 0.03,
    "undying": 0.05, "persist": 0.05, "vigilance": 0.05,
}  # fmt: skip
PENDING_FREQUENCY = {
    "bushido 1": 0.2, "bushido 2": 0.1, "flanking": 0.15, "rampage 1": 0.15, "exalted": 0.1, "battle cry": 0.1,
    "melee": 0.1, "frenzy 2": 0.1, "afflict 1": 0.1,
}  # fmt: skip
MOST_DIVISIONS = 400


def random_document(rng: random.Random) -> Json:
    """A document in reach: 1 to 4 attackers, up to 5 blockers, up to 3 for each attacker."""
    while True:
        document = draft(rng)
        if in_reach(document)[0] and divisions(document) <= MOST_DIVISIONS:
            return document


def draft(rng: random.Random) -> Json:
    attackers = [random_creature(rng, f"a{index}", rng.choice((0, 1, 2, 2, 3, 3, 4, 5, 6, 7))) for index in range(
        rng.randint(1, 4))]  # fmt: skip
    places = [name_of(attacker) for attacker in attackers for _ in range(3)]
    blockers = [
        random_creature(rng, f"b{index}", rng.choice((0, 1, 1, 2, 2, 3, 4))) | {"blocks": [place]}
        for index, place in enumerate(rng.sample(places, min(len(places), rng.randint(0, 5))))
    ]
    for blocker in blockers:
        if blocker["power"] == 0 and len(attackers) > 1 and rng.random() < 0.5:
            blocker["blocks"] = [name_of(attacker) for attacker in rng.sample(attackers, 2)]
    document: Json = {"attackers": attackers, "blockers": blockers}
    if rng.random() < 0.3:
        document["defending_player"] = {"life": rng.randint(1, 12), "poison": rng.randint(0, 9)}
    if rng.random() < 0.2:
        document["attacking_player"] = {"life": rng.randint(1, 30), "poison": rng.randint(0, 9)}
    if rng.random() < 0.15:
        document["triggers"] = "pending"
        for creature in (*attackers, *blockers):
            creature["keywords"] += [word for word, share in PENDING_FREQUENCY.items() if rng.random() < share]
    return document


def random_creature(rng: random.Random, name: str, power: int) -> Json:
    creature: Json = {"id": name, "power": power if rng.random() < 0.97 else -1, "toughness": rng.randint(1, 6)}
    scale = rng.choice((0.3, 1, 1.5))
    creature["keywords"] = [word for word, share in FREQUENCY.items() if rng.random() < scale * share]
    if rng.random() < 0.3:
        creature["colors"] = rng.sample(list(COLORS), rng.randint(1, 2))
    if rng.random() < 0.15:
        most = creature["toughness"] - ("indestructible" not in creature["keywords"])
        creature["damage"] = rng.randint(0, most)
    if rng.random() < 0.15:
        creature["counters"] = {rng.choice(("+1/+1", "-1/-1")): rng.randint(1, 2)}
    if rng.random() < 0.05:
        creature[rng.choice(list(STATEMENTS))] = True
    if rng.random() < 0.03:
        creature["prevent"] = "all"
    return creature


def divisions(document: Mapping[str, Any]) -> int:
    """A bound on the number of announcements of one step."""
    total = 1
    for attacker in document["attackers"]:
        blocking = sum(name_of(attacker) in blocker["blocks"] for blocker in document["blockers"])
        recipients = blocking + ("trample" in abilities(attacker))
        if blocking and recipients > 1:
            extra = 3 if document.get("triggers") == "pending" else 0
            total *= math.comb(amount(attacker) + extra + recipients - 1, recipients - 1)
    return total
