"""A few more cards than come with the package, in the manner of Scryfall's file, for names as they are printed."""

from __future__ import annotations

from typing import Any

__all__ = ["CARDS"]


def creature(name: str, power: str, toughness: str, text: str = "", colors: str = "", **more: Any) -> dict[str, Any]:
    """A creature card of one face."""
    return {
        "object": "card", "name": name, "layout": "normal", "type_line": "Legendary Creature — Human",
        "power": power, "toughness": toughness, "oracle_text": text, "colors": list(colors),
    } | more  # fmt: skip


CARDS = [
    creature("Sheoldred, the Apocalypse", "4", "5", "Deathtouch", "B"),
    creature("Ragavan, Nimble Pilferer", "2", "1", "", "R"),
    creature("Jace, Vryn's Prodigy", "0", "2", "", "U"),
    creature("Thalia, Guardian of Thraben", "2", "1", "First strike", "W"),
    creature("Thalia, Heretic Cathar", "3", "2", "First strike", "W"),
    creature("1996 World Champion", "3", "3", "", "WUBRG"),
    creature("Urza's Engine", "1", "5", "Trample"),
    creature("Hazoret the Fervent", "5", "4", "Indestructible, haste", "R"),
    creature("Rune-Tail, Kitsune Ascendant", "2", "2", "", "W"),
    creature("Savannah Lions", "2", "1", "", "W"),
    {
        "object": "card", "name": "Brutal Cathar // Moonrage Brute", "layout": "transform", "colors": ["W"],
        "card_faces": [
            {"name": "Brutal Cathar", "type_line": "Creature — Human", "power": "2", "toughness": "2",
             "oracle_text": "", "colors": ["W"]},
            {"name": "Moonrage Brute", "type_line": "Creature — Werewolf", "power": "3", "toughness": "3",
             "oracle_text": "First strike", "colors": ["R"]},
        ],
    },
]  # fmt: skip
