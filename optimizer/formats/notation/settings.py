"""What the notation says of the combat as a whole: `| ordered, defender 12 poison 3, planeswalker jace 4`."""

from __future__ import annotations

from typing import Any, Final

from ...model.likeness import likeliest
from ...model.terms import Edition, Step
from ...model.words import show
from ..json.fields import PLAYERS
from .creatures import CreatureReader
from .cursor import Mention, Slip, value
from .tokens import Token
from .usage import of_life
from .words import dashed

__all__ = ["LIMITS", "PERMANENTS", "SIDES", "SIMPLE", "SettingsReader"]

SIMPLE: Final = {
    **{str(edition): ("rules", str(edition)) for edition in Edition},
    **{str(step): ("step", str(step)) for step in Step},
    **{word: ("triggers", word) for word in ("applied", "pending")},
}
"""Settings that are one word, and the field each sets."""

SIDES: Final = {"attacker": "attacking_player", "defender": "defending_player"}
PERMANENTS: Final = {"planeswalker": ("planeswalkers", "loyalty"), "battle": ("battles", "defense")}
LIMITS: Final = {"max-attacking": "max_attacking", "max-blocking": "max_blocking"}
"""Settings of boards that are a word and a number."""

KNOWN: Final = (*SIMPLE, *SIDES, *PERMANENTS, "weights", "blockers")
ON_BOARDS: Final = ("crackback", *LIMITS)


class SettingsReader(CreatureReader):
    """A cursor that reads settings too."""

    on_board: bool = False

    def __init__(self, text: str, known: list[Token] | None = None) -> None:
        super().__init__(text, known)
        self.arrangement: list[Mention] | None = None

    def settings(self) -> None:
        """Settings, separated by commas."""
        self.setting()
        while self.accept(","):
            self.setting()

    def setting(self) -> None:
        """One setting."""
        token = self.token
        word = token.text.lower() if token.kind == "word" else ""
        if word not in KNOWN and word not in ON_BOARDS:
            known = (*KNOWN, *ON_BOARDS) if self.on_board else KNOWN
            if whose := of_life(token.text):
                raise Slip(token, whose)
            near = likeliest(word, dict(zip(known, known, strict=True)), 0.7)
            raise Slip(token, f"did you mean {near!r}?" if near else f"expected one of {', '.join(known)}")
        self.advance()
        if word in SIMPLE:
            field, held = SIMPLE[word]
            self.once("", self.document, field, token, held)
        elif word == "crackback":
            self.once("", self.document, word, token, True)
        elif word in LIMITS:
            if self.token.kind != "word":
                raise Slip(self.token, f"expected a number after {word!r}")
            self.once("", self.document, LIMITS[word], token, self.number(self.token, self.advance().text))
        elif word in SIDES:
            self.player(token, SIDES[word])
        elif word in PERMANENTS:
            self.permanent(word, *PERMANENTS[word])
        else:
            self.expect("(", f"'(' after {word}")
            if word == "weights":
                self.once("", self.document, "weights", token, self.pairs())
            else:
                self.where["blockers"] = token
                self.arrangement = self.mentions("a blocker")

    def player(self, token: Token, field: str) -> None:
        """`defender 12 poison 3 commander-damage(kraum 5)`."""
        player: dict[str, Any] = {}
        self.once("", self.document, field, token, player)
        while self.token.kind == "word":
            word = self.token
            name = word.text.lower().replace("-", "_")
            if isinstance(value(word.text), str):
                self.advance()
            else:
                name = "life"
            if name not in PLAYERS.readers:
                raise Slip(word, f"expected a life total, {' or '.join(map(dashed, PLAYERS.readers))}")
            if name == "commander_damage":
                self.expect("(", f"'(' after {dashed(name)}")
                self.once(field, player, name, word, self.pairs())
            elif self.token.kind == "word":
                self.once(field, player, name, self.token, self.number(self.token, self.advance().text))
            else:
                raise Slip(self.token, f"expected a number after {show(word.text)}")
        if not player:
            raise Slip(self.token, f"expected a life total after {show(token.text)}")

    def permanent(self, word: str, kind: str, counted: str) -> None:
        """`planeswalker jace 4`, `battle siege 5`."""
        first = self.token
        name = self.advance().text if first.kind == "quoted" else self.counted()
        ident = self.bracketed()
        number = self.token
        if not (name or ident) or number.kind != "word":
            raise Slip(number, f"expected a name and its {counted}, such as '{word} x 4'")
        self.advance()
        things = self.document.setdefault(kind, [])
        path = f"{kind}[{len(things)}]"
        self.where[path] = first
        self.where[f"{path}.{counted}"] = number
        named = {"id": name} if ident is None else {"id": ident, "name": name} if name else {"id": ident}
        things.append({**named, counted: self.number(number, number.text)})
