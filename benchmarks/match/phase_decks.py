"""Decks of real creatures for whole games: costs, sizes and abilities as printed, all within what documents can say."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["CARDS", "DECKS", "Card", "deck", "faces"]

Json = dict[str, Any]

LANDS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
COLOURS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}

STATEMENTS: Mapping[str, Json] = {
    "~ can't block.": {"cant_block": True},
    "~ can block only creatures with flying.": {"can_block_only": ["flying"]},
    "~ can't be blocked.": {"unblockable": True},
    "~ attacks each combat if able.": {"must_attack": True},
    "~ can't be blocked by more than one creature.": {"max_blockers": 1},
    "~ can't be blocked by creatures with power 2 or less.": {"min_blocker_power": 3},
    "All creatures able to block ~ do so.": {"lure": True},
}
"""What cards say, and the fields of a board document that say the same."""

# A deck: its lands, then a card a line: how many, name, cost, size, keywords and statements.
TEXT = """
Stampede: 17 Forest
2 Charging Badger | G | 1/1 | trample
3 Garruk's Companion | GG | 3/2 | trample
2 Grizzly Bears | 1G | 2/2 |
2 Goliath Beetle | 2G | 3/1 | trample
2 Wildwood Patrol | 2G | 4/2 | trample
2 War Mammoth | 3G | 3/3 | trample
2 Tangle Mantis | 2GG | 3/4 | trample
2 Stampeding Rhino | 4G | 4/4 | trample
1 Elfhame Wurm | 4G | 5/4 | trample, vigilance
1 Yavimaya Wurm | 4GG | 6/4 | trample
2 Colossal Dreadmaw | 4GG | 6/6 | trample
1 Giant Warthog | 5G | 5/5 | trample
1 Duskdale Wurm | 5GG | 7/7 | trample

Thicket: 17 Forest
2 Sedge Scorpion | G | 1/1 | deathtouch
2 Deadly Recluse | 1G | 1/2 | reach, deathtouch
2 Kalonian Tusker | GG | 3/3 |
2 Centaur Courser | 2G | 3/3 |
1 Trained Armodon | 1GG | 3/3 |
2 Giant Spider | 3G | 2/4 | reach
1 Arlinn's Wolf | 2G | 3/2 | ~ can't be blocked by creatures with power 2 or less.
2 Rumbling Baloth | 2GG | 4/4 |
1 Prized Unicorn | 3G | 2/2 | All creatures able to block ~ do so.
2 Stalking Tiger | 3G | 3/3 | ~ can't be blocked by more than one creature.
2 Spined Wurm | 4G | 5/4 |
1 Greater Basilisk | 3GG | 3/5 | deathtouch
1 Sentinel Spider | 3GG | 4/4 | vigilance, reach
1 Vastwood Gorger | 5G | 5/6 |
1 Enormous Baloth | 6G | 7/7 |

Griffins: 17 Plains
2 Suntail Hawk | W | 1/1 | flying
2 Healer's Hawk | W | 1/1 | flying, lifelink
2 Stormfront Pegasus | 1W | 2/1 | flying
1 Fortified Rampart | 1W | 0/6 | defender
2 Youthful Knight | 1W | 2/1 | first strike
2 Wild Griffin | 2W | 2/2 | flying
2 Voiceless Spirit | 2W | 2/1 | flying, first strike
1 Skyhunter Skirmisher | 1WW | 1/1 | flying, double strike
2 Razorfoot Griffin | 3W | 2/2 | flying, first strike
2 Pillarfield Ox | 3W | 2/4 |
1 Wall of Swords | 3W | 3/5 | defender, flying
2 Siege Mastodon | 4W | 3/5 |
1 Serra Angel | 3WW | 4/4 | flying, vigilance
1 Archangel | 5WW | 5/5 | flying, vigilance

Crusade: 17 Plains
2 Savannah Lions | W | 2/1 |
2 Tundra Wolves | W | 1/1 | first strike
2 Fencing Ace | 1W | 1/1 | double strike
2 Alpine Watchdog | 1W | 2/2 | vigilance
2 Mesa Unicorn | 1W | 2/2 | lifelink
1 Knight of Meadowgrain | WW | 2/2 | first strike, lifelink
2 Raptor Companion | 1W | 3/1 |
2 Alaborn Trooper | 2W | 2/3 |
2 Trokin High Guard | 3W | 3/3 |
1 Champion of Arashin | 3W | 3/2 | lifelink
1 Aerial Responder | 1WW | 2/3 | flying, vigilance, lifelink
2 Battle Hurda | 4W | 3/3 | first strike
1 Iron Tusk Elephant | 4W | 3/3 | trample
1 Dawnstrike Paladin | 3WW | 2/4 | vigilance, lifelink

Drakes: 17 Island
2 Kraken Hatchling | U | 0/4 |
2 Welkin Tern | 1U | 2/1 | flying, ~ can block only creatures with flying.
1 Storm Crow | 1U | 1/2 | flying
2 Coral Merfolk | 1U | 2/1 |
2 Wind Drake | 2U | 2/2 | flying
1 Cloud Spirit | 2U | 3/1 | flying, ~ can block only creatures with flying.
1 Phantom Warrior | 1UU | 2/2 | ~ can't be blocked.
2 Horned Turtle | 2U | 1/4 |
1 Coral Commando | 2U | 3/2 |
2 Snapping Drake | 3U | 3/2 | flying
2 Giant Octopus | 3U | 3/3 |
1 Azure Drake | 3U | 2/4 | flying
2 Air Elemental | 3UU | 4/4 | flying
1 Water Elemental | 3UU | 5/4 |
1 Mahamoti Djinn | 4UU | 5/6 | flying

Vampires: 17 Swamp
2 Typhoid Rats | B | 1/1 | deathtouch
1 Vampire of the Dire Moon | B | 1/1 | deathtouch, lifelink
2 Child of Night | 1B | 2/1 | lifelink
2 Vampire Interloper | 1B | 2/1 | flying, ~ can't block.
1 Butcher Ghoul | 1B | 1/1 | undying
1 Putrid Goblin | 1B | 2/2 | persist
1 Sickle Ripper | 1B | 2/1 | wither
2 Alley Strangler | 2B | 2/3 | menace
1 Giant Scorpion | 2B | 1/3 | deathtouch
1 Severed Legion | 1BB | 2/2 | fear
1 Vampire Nighthawk | 1BB | 2/3 | flying, deathtouch, lifelink
2 Two-Headed Zombie | 3B | 4/2 | menace
1 Accursed Spirit | 3B | 3/2 | intimidate
1 Highborn Vampire | 3B | 4/3 |
1 Arrogant Vampire | 3BB | 4/3 | flying
2 Blood Glutton | 4B | 4/3 | lifelink
1 Bogstomper | 4BB | 6/5 |

Raiders: 17 Mountain
2 Raging Goblin | R | 1/1 | haste
2 Nest Robber | 1R | 2/1 | haste
1 Valley Dasher | 1R | 2/2 | haste, ~ attacks each combat if able.
1 Goblin Raider | 1R | 2/2 | ~ can't block.
2 Goblin Trailblazer | 1R | 2/1 | menace
1 Raging Redcap | 2R | 1/2 | double strike
2 Viashino Spearhunter | 2R | 2/1 | first strike
2 Boggart Brute | 2R | 3/2 | menace
1 Talruum Minotaur | 2RR | 3/3 | haste
2 Hill Giant | 3R | 3/3 |
1 Komodo Rhino | 3R | 5/2 | trample
1 Roc of Kher Ridges | 3R | 3/3 | flying
1 Earth Elemental | 3RR | 4/5 |
1 Hulking Cyclops | 3RR | 5/5 | ~ can't block.
1 Charging Monstrosaur | 4R | 5/5 | trample, haste
1 Shatterskull Recruit | 3RR | 4/4 | menace
1 Volcanic Dragon | 4RR | 4/4 | flying, haste

Wilds: 9 Forest, 8 Mountain
2 Young Wolf | G | 1/1 | undying
1 Tattermunge Maniac | (R/G) | 2/1 | ~ attacks each combat if able.
2 Pygmy Razorback | 1G | 2/1 | trample
2 Satyr Rambler | 1R | 2/1 | trample
1 Elvish Archers | 1G | 2/1 | first strike
2 Boggart Ram-Gang | (R/G)(R/G)(R/G) | 3/3 | haste, wither
2 Daggerback Basilisk | 2G | 2/2 | deathtouch
2 Wild Elephant | 3G | 3/3 | trample
1 Outland Boar | 2RG | 4/4 | ~ can't be blocked by creatures with power 2 or less.
1 Ridgetop Raptor | 3R | 2/1 | double strike
1 Havoc Devils | 2RR | 4/3 | trample
2 Hippo-Cows | 4G | 5/4 | trample
2 Scuzzback Marauders | 4(R/G) | 5/2 | trample, persist
1 Streetbreaker Wurm | 3RG | 6/4 |
1 Vulpine Goliath | 4GG | 6/5 | trample
"""


@dataclass(frozen=True, slots=True)
class Card:
    """A creature card."""

    name: str
    cost: str
    """In the engine's symbols: `{2}{G}`."""
    power: int
    toughness: int
    keywords: tuple[str, ...]
    statements: tuple[str, ...]

    @property
    def colours(self) -> list[str]:
        return [letter for letter in COLOURS if letter in self.cost]

    @property
    def fields(self) -> Json:
        """What its statements are in a board document."""
        return {field: value for statement in self.statements for field, value in STATEMENTS[statement].items()}


def read() -> tuple[dict[str, Card], dict[str, list[str]]]:
    cards: dict[str, Card] = {}
    decks: dict[str, list[str]] = {}
    for block in TEXT.strip().split("\n\n"):
        head, *lines = block.splitlines()
        name, _, lands = head.partition(": ")
        names = decks[name] = []
        for part in lands.split(", "):
            count, _, land = part.partition(" ")
            names += int(count) * [land]
        for line in lines:
            count, _, rest = line.partition(" ")
            card = creature(*(word.strip() for word in rest.split("|")))
            cards[card.name] = card
            names += int(count) * [card.name]
    return cards, decks


def creature(name: str, cost: str, size: str, text: str) -> Card:
    power, toughness = map(int, size.split("/"))
    abilities = text.split(", ") if text else []
    symbols = "".join(f"{{{symbol.strip('()')}}}" for symbol in re.findall(r"\(.*?\)|\d+|[WUBRG]", cost))
    statements = tuple(ability for ability in abilities if ability in STATEMENTS)
    return Card(name, symbols, power, toughness, tuple(a for a in abilities if a not in STATEMENTS), statements)


CARDS, DECKS = read()


def deck(name: str) -> list[str]:
    """The forty names of a deck."""
    return list(DECKS[name])


def faces() -> str:
    """Every card for `Engine.from_json`."""
    from phase import build_oracle_face

    built = {card.name.lower(): build_oracle_face(atomic(card), None) for card in CARDS.values()}
    built |= {land.lower(): build_oracle_face(basic(land, letter), None) for land, letter in LANDS.items()}
    for card in CARDS.values():
        if len(built[card.name.lower()]["keywords"]) < len(card.keywords):
            raise ValueError(f"of {card.name} the engine understands only {built[card.name.lower()]['keywords']}")
    return json.dumps(built)


def atomic(card: Card) -> Json:
    symbols = re.findall(r"{(.*?)}", card.cost)
    value = float(sum(int(symbol) if symbol.isdecimal() else 1 for symbol in symbols))
    text = [", ".join(card.keywords).capitalize()] if card.keywords else []
    text += [statement.replace("~", card.name) for statement in card.statements]
    return frame(card.name, "Creature", "Beast", "\n".join(text)) | {
        "manaCost": card.cost, "manaValue": value, "convertedManaCost": value, "colors": card.colours,
        "colorIdentity": card.colours, "keywords": [keyword.capitalize() for keyword in card.keywords],
        "power": str(card.power), "toughness": str(card.toughness),
    }  # fmt: skip


def basic(land: str, letter: str) -> Json:
    return frame(land, "Land", land, f"({{T}}: Add {{{letter}}}.)") | {"supertypes": ["Basic"]}


def frame(name: str, kind: str, subtype: str, text: str) -> Json:
    return {
        "name": name, "manaCost": "", "manaValue": 0.0, "convertedManaCost": 0.0, "colors": [], "colorIdentity": [],
        "types": [kind], "subtypes": [subtype], "supertypes": [], "type": f"{kind} — {subtype}", "text": text,
        "keywords": [], "layout": "normal", "legalities": {}, "identifiers": {}, "printings": [], "rulings": [],
        "foreignData": [], "purchaseUrls": {},
    }  # fmt: skip
