"""The one-line notation of a combat (docs/notation.md): what a person types and an error prints.

    Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2 m1; Guard 3/3 trample <- Wall 0/4, Bear | defender 12 poison 3

A text is read into a combat document, so that what is legal and what it means is said once, in document.py.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from typing import Any, NoReturn

from .combat import Combat
from .document import name_creatures, read_combat
from .errors import Fault, InvalidDocument, NotationError
from .fields import PLAYERS, WEIGHTS
from .keywords import COLORS, KNOWN, squash
from .notation_tokens import Token, place, tokens
from .notation_words import ARGUMENTS, FLAGS, NOBODY, NOTHING, STATS, dashed, keyword_run
from .notation_writer import write
from .terms import PLAYER, Edition, Step

__all__ = ["parse", "write"]

MARKED = re.compile(r"m([0-9]+)")
LONGEST_NUMBER = 20


def parse(text: str) -> Combat:
    """The combat of a text in the one-line notation; `write` is its inverse.

    Raises `NotationError` with every fault, each with its column, the word there, and what was expected.

    >>> combat = parse("Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2 m1 | defender 12")
    >>> [blocker.damage for blocker in combat.blockers], combat.defending_player.life
    ([0, 1], 12)
    >>> parse("Slime 2/2 deathtuch")
    Traceback (most recent call last):
    optimizer.errors.NotationError: column 11: 'deathtuch': unknown word: did you mean 'deathtouch'?
    """
    return Reader(text).combat()


class Slip(Exception):
    """What was expected at a token; the reader goes on with the next statement."""

    def __init__(self, token: Token, message: str) -> None:
        self.token = token
        self.message = message


class Reader:
    """Reads a text statement by statement into a document, and keeps where each part of it stands."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokens(text)
        self.at = 0
        self.faults: list[Fault] = []
        self.document: dict[str, Any] = {"attackers": [], "blockers": []}
        self.where: dict[str, Token] = {}
        self.groups: list[list[tuple[Mention, int | None]]] = []
        self.references: list[tuple[dict[str, Any], str, str, list[Mention], Token]] = []
        self.arrangement: list[Mention] = []

    # Tokens.

    @property
    def token(self) -> Token:
        """The token at hand."""
        return self.tokens[self.at]

    def advance(self) -> Token:
        """The token at hand, and on to the next."""
        token = self.tokens[self.at]
        self.at += token.kind != "end"
        return token

    def accept(self, kind: str) -> bool:
        """Whether the token at hand is of a kind; then on to the next."""
        if self.token.kind != kind:
            return False
        self.at += 1
        return True

    def expect(self, kind: str, wanted: str) -> None:
        """On past a sign, or a slip."""
        if not self.accept(kind):
            raise Slip(self.token, f"expected {wanted}")

    def fault(self, token: Token, message: str) -> None:
        """Note a fault at a token."""
        word = repr(token.text) if token.kind != "end" else "at the end"
        self.faults.append(Fault(place(self.text, token.start), f"{word}: {message}"))

    # The whole.

    def combat(self) -> Combat:
        """The combat, or `NotationError` with all that is wrong."""
        self.statements()
        if not self.faults:
            self.connect()
        if self.faults:
            raise NotationError(self.faults)
        try:
            return read_combat(self.document)
        except InvalidDocument as error:
            for fault in error.faults:
                self.fault(self.located(fault.field), fault.message)
            raise NotationError(self.faults) from None

    def statements(self) -> None:
        """Every statement, those after a slip too."""
        settings = False
        empty = True
        while self.token.kind != "end":
            if self.token.kind in (";", "|"):
                settings = self.advance().kind == "|"
                continue
            empty = False
            try:
                if settings:
                    self.settings()
                else:
                    self.group()
                if self.token.kind not in (";", "|", "end"):
                    raise Slip(self.token, self.surplus(settings))
            except Slip as slip:
                self.fault(slip.token, slip.message)
                while self.token.kind not in (";", "|", "end"):
                    self.advance()
        if empty:
            self.fault(self.token, "expected an attacker, such as 'Bear 2/2'")

    def surplus(self, settings: bool) -> str:
        """What could have gone on where something else stands."""
        if settings:
            return "expected ',' before another setting, or ';' before another attacker"
        if self.token.kind == ",":
            return "expected '<-' before blockers or ';' before another attacker; keywords are separated by spaces"
        return "expected '<-' before blockers, ';' before another attacker, or '|' before settings"

    # Creatures.

    def group(self) -> None:
        """An attacker and its blockers: `Slime 2/2 -> jace <- Wurm 5/4, Bear`."""
        if self.token.text == NOBODY and self.tokens[self.at + 1].kind in (";", "|", "end"):
            self.advance()
            return
        mention = self.mention("an attacker")
        attacker = self.creature("attackers", mention)
        if attacker is None:
            raise Slip(mention.token, f"expected power and toughness after {mention.text!r}, such as '{mention.text} 2/2'")
        if self.accept("->"):
            self.where[f"attackers[{len(self.document['attackers']) - 1}].attacking"] = self.token
            attacker["attacking"] = self.target()
        blockers: list[tuple[Mention, int | None]] = []
        self.groups.append(blockers)
        if self.accept("<-"):
            blockers.append(self.blocker())
            while self.accept(","):
                blockers.append(self.blocker())

    def blocker(self) -> tuple[Mention, int | None]:
        """A blocker: its place in the document where it is described here, else None."""
        mention = self.mention("a blocker")
        described = self.creature("blockers", mention) is not None
        return mention, len(self.document["blockers"]) - 1 if described else None

    def mention(self, wanted: str) -> Mention:
        """A name, an id in brackets, or both; `#2` for the second of a name."""
        first = self.token
        text = self.advance().text if first.kind == "quoted" else self.words(until=STATS)
        ident = None
        if self.accept("["):
            ident = self.advance().text if self.token.kind == "quoted" else self.words()
            self.expect("]", "']' after an id")
        if not text and ident is None:
            raise Slip(first, f"expected {wanted}")
        number = int(self.advance().text[1:]) if self.token.kind == "number" else None
        return Mention(first, text, ident, number)

    def words(self, until: re.Pattern[str] | None = None) -> str:
        """The words at hand, as one text."""
        found = []
        while self.token.kind == "word" and not (until and until.fullmatch(self.token.text)):
            found.append(self.advance().text)
        return " ".join(found)

    def creature(self, side: str, mention: Mention) -> dict[str, Any] | None:
        """The creature described after its name, or None where power and toughness don't follow."""
        stats = self.token
        if stats.kind != "word" or not STATS.fullmatch(stats.text):
            return None
        self.advance()
        creature: dict[str, Any] = {}
        if mention.ident is not None:
            creature["id"] = mention.ident
        if mention.text:
            creature["name"] = mention.text
        namesakes = sum(other.get("name") == mention.text for other in self.document[side])
        if mention.number is not None and mention.number != namesakes + 1:
            self.fault(mention.token, f"this is number {namesakes + 1} of that name, not {mention.number}")
        path = f"{side}[{len(self.document[side])}]"
        self.document[side].append(creature)
        self.where[path] = mention.token
        power, _, toughness = stats.text.partition("/")
        for name, number in (("power", power), ("toughness", toughness)):
            creature[name] = self.integer(stats, number)
            self.where[f"{path}.{name}"] = stats
        while self.token.kind in ("word", "quoted", "number"):
            self.attribute(path, creature)
        return creature

    def attribute(self, path: str, creature: dict[str, Any]) -> None:
        """One thing that is said of a creature after its power and toughness."""
        token = self.token
        field = token.text.lower().replace("-", "_")
        marked = MARKED.fullmatch(token.text)
        if token.kind == "quoted":
            self.advance()
            self.listed(path, creature, "keywords", token, token.text)
            return
        if field in ARGUMENTS and self.tokens[self.at + 1].kind == "(":
            self.advance()
            self.once(path, creature, field, token, self.arguments(path, creature, field))
            return
        phrase, number = keyword_run(self.run())
        if number > (field in FLAGS or token.text in COLORS):
            self.at += number
            self.listed(path, creature, "keywords", token, phrase)
            return
        self.advance()
        if marked:
            self.once(path, creature, "damage", token, self.integer(token, marked[1]))
        elif token.text.lower() in COLORS:
            self.listed(path, creature, "colors", token, token.text.lower())
        elif field in FLAGS:
            self.once(path, creature, field, token, True)
        else:
            self.unknown(token)

    def run(self) -> list[str]:
        """The words from here on."""
        end = self.at
        while self.tokens[end].kind == "word":
            end += 1
        return [token.text for token in self.tokens[self.at : end]]

    def unknown(self, token: Token) -> None:
        """Note a word that says nothing, with what may have been meant, and skip what was meant by it."""
        words = [token.text, *self.run()]
        spellings = KNOWN | {squash(word): dashed(word) for word in (*FLAGS, *ARGUMENTS, *COLORS)}
        for number in (3, 2, 1):
            phrase = " ".join(words[:number])
            near = difflib.get_close_matches(squash(phrase), spellings, n=1, cutoff=0.8 if number > 1 else 0.7)
            if near and number <= len(words):
                self.at += number - 1
                self.faults.append(
                    Fault(place(self.text, token.start), f"{phrase!r}: unknown word: did you mean {spellings[near[0]]!r}?")
                )
                return
        self.fault(token, "expected a keyword, a color, 'm1' for marked damage, or another word of docs/notation.md")

    def once(self, path: str, owner: dict[str, Any], field: str, token: Token, value: Any) -> None:
        """Set a field that can be given once."""
        if field in owner:
            self.fault(token, f"{dashed(field)} is given twice")
        owner[field] = value
        self.where[f"{path}.{field}"] = token

    def listed(self, path: str, owner: dict[str, Any], field: str, token: Token, value: str) -> None:
        """Add to a list."""
        values = owner.setdefault(field, [])
        self.where[f"{path}.{field}[{len(values)}]"] = token
        values.append(value)

    # What stands in parentheses, and numbers.

    def arguments(self, path: str, owner: dict[str, Any], field: str) -> Any:
        """The arguments of a field, in parentheses."""
        opened = self.advance()
        shape = ARGUMENTS[field]
        if shape == "several":
            mentions: list[Mention] = []
            while not self.accept(")"):
                mentions.append(self.mention("a name"))
                if self.token.kind != ")":
                    self.expect(",", "',' or ')'")
            self.references.append((owner, path, field, mentions, opened))
            return []
        if shape == "pairs":
            return self.pairs()
        token = self.token
        value: Any = self.advance().text if token.kind == "quoted" else self.words()
        self.expect(")", f"')' after what {dashed(field)} is")
        return value if token.kind == "quoted" or field == "band" else self.number(token, value)

    def pairs(self) -> dict[str, Any]:
        """Names with numbers, separated by commas, up to the closing parenthesis: `+1/+1 2, shield`."""
        found: dict[str, Any] = {}
        while not self.accept(")"):
            token = self.token
            name = self.advance().text if token.kind == "quoted" else self.pair_name()
            if not name:
                raise Slip(token, "expected a name and a number")
            if name in found:
                self.fault(token, "given twice")
            found[name] = self.number(self.token, self.advance().text) if self.token.kind == "word" else 1
            if self.token.kind != ")":
                self.expect(",", "',' or ')'")
        return found

    def pair_name(self) -> str:
        """The words before a number and the end of a pair."""
        found = []
        while self.token.kind == "word":
            if found and self.tokens[self.at + 1].kind in (",", ")") and isinstance(self.value(self.token.text), (int, float)):
                break
            found.append(self.advance().text)
        return " ".join(found)

    def integer(self, token: Token, digits: str) -> int:
        """An integer of bearable length."""
        if len(digits) > LONGEST_NUMBER:
            self.fault(token, "expected a number of fewer digits")
            return 0
        return int(digits)

    def number(self, token: Token, text: str) -> Any:
        """A number where the text is one, else the text, for the document's reader to judge."""
        return self.integer(token, text) if re.fullmatch(r"[+-]?[0-9]+", text) else self.value(text)

    @staticmethod
    def value(text: str) -> Any:
        """A number where the text is one, else the text."""
        if re.fullmatch(r"[+-]?[0-9]{1,20}", text):
            return int(text)
        return float(text) if re.fullmatch(r"[+-]?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?", text) else text

    # Settings.

    def settings(self) -> None:
        """Settings, separated by commas: `ordered, defender 12 poison 3, planeswalker jace 4`."""
        self.setting()
        while self.accept(","):
            self.setting()

    def setting(self) -> None:
        """One setting."""
        token = self.token
        word = token.text.lower() if token.kind == "word" else ""
        simple = SIMPLE.get(word)
        if simple is not None:
            self.advance()
            self.once("", self.document, simple[0], token, simple[1])
            return
        handler = SETTINGS.get(word)
        if handler is None:
            near = difflib.get_close_matches(word, [*SIMPLE, *SETTINGS], n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join([*SIMPLE, *SETTINGS])}"
            raise Slip(token, f"unknown setting: {hint}")
        self.advance()
        handler(self, token)

    def player(self, token: Token) -> None:
        """`defender 12 poison 3 commander-damage(kraum 5)`."""
        field = {"attacker": "attacking_player", "defender": "defending_player"}[token.text.lower()]
        player: dict[str, Any] = {}
        self.once("", self.document, field, token, player)
        while self.token.kind == "word":
            word = self.token
            name = word.text.lower().replace("-", "_")
            if isinstance(self.value(word.text), str):
                self.advance()
            else:
                name = "life"
            if name not in PLAYERS.readers:
                raise Slip(word, f"expected {', '.join(dashed(known) for known in PLAYERS.readers)}")
            if name == "commander_damage":
                self.expect("(", "'(' after commander-damage")
                self.once(field, player, name, word, self.pairs())
            elif self.token.kind == "word":
                number = self.advance()
                self.once(field, player, name, number, self.number(number, number.text))
            else:
                raise Slip(self.token, f"expected a number after {word.text!r}")
        if not player:
            raise Slip(self.token, f"expected a life total after {token.text!r}")

    def permanent(self, token: Token) -> None:
        """`planeswalker jace 4`, `battle siege 5`."""
        word = token.text.lower()
        kind, counted = {"planeswalker": ("planeswalkers", "loyalty"), "battle": ("battles", "defense")}[word]
        first = self.token
        name = self.advance().text if first.kind == "quoted" else self.pair_name_before_setting()
        number = self.token
        if not name or number.kind != "word":
            raise Slip(number, f"expected a name and {counted}, such as '{word} {'jace' if kind[0] == 'p' else 'siege'} 4'")
        self.advance()
        things = self.document.setdefault(kind, [])
        self.where[f"{kind}[{len(things)}]"] = first
        self.where[f"{kind}[{len(things)}].{counted}"] = number
        things.append({"id": name, counted: self.number(number, number.text)})

    def pair_name_before_setting(self) -> str:
        """The words before the last of a run of words."""
        words = self.run()[:-1]
        self.at += len(words)
        return " ".join(words)

    def weights(self, token: Token) -> None:
        """`weights(life 2, win 50)`."""
        self.expect("(", "'(' after weights")
        weights = self.pairs()
        self.once("", self.document, "weights", token, weights)
        for name in weights:
            if name not in WEIGHTS.readers:
                self.fault(token, f"unknown weight {name!r}: expected {', '.join(WEIGHTS.readers)}")

    def blockers(self, token: Token) -> None:
        """`blockers(Wall, Bear)`: all of them, in the document's order where that is not the text's."""
        self.expect("(", "'(' after blockers")
        self.where["blockers"] = token
        while not self.accept(")"):
            self.arrangement.append(self.mention("a blocker"))
            if self.token.kind != ")":
                self.expect(",", "',' or ')'")

    # From names to ids.

    def target(self) -> str | None:
        """What an attacker attacks."""
        token = self.token
        if token.kind == "quoted":
            return self.advance().text
        bracket = self.accept("[")
        words = self.words()
        if bracket:
            self.expect("]", "']' after an id")
        if not words:
            raise Slip(token, f"expected '{PLAYER}', '{NOTHING}', or the name of a planeswalker or battle")
        return None if words == NOTHING and not bracket else words

    def connect(self) -> None:
        """Ids instead of names, and whom each blocker blocks."""
        attackers, blockers = self.document["attackers"], self.document["blockers"]
        name_creatures(self.document)
        mentioned: list[list[str]] = [[] for _ in blockers]
        for attacker, group in zip(attackers, self.groups, strict=False):
            for mention, index in group:
                found = index if index is not None else self.found(blockers, mention, "blocker")
                if found is not None:
                    mentioned[found].append(attacker["id"])
        for blocker, targets in zip(blockers, mentioned, strict=True):
            blocker.setdefault("blocks", targets)
        for owner, path, field, mentions, _ in self.references:
            side = attackers if (field == "blocks") == path.startswith("blockers") else blockers
            if field == "order" and path.startswith("blockers"):
                side = attackers
            indices = [self.found(side, mention, "creature") for mention in mentions]
            owner[field] = [side[index]["id"] for index in indices if index is not None]
        for index, (blocker, targets) in enumerate(zip(blockers, mentioned, strict=True)):
            if sorted(blocker["blocks"]) != sorted(targets):
                self.fault(self.where[f"blockers[{index}].blocks"], f"expected once each that it stands by: {targets}")
        self.arrange(blockers)

    def found(self, side: list[dict[str, Any]], mention: Mention, kind: str) -> int | None:
        """Where a creature that a mention means stands; a fault where it is none or several."""
        if mention.ident is not None:
            chosen = [index for index, creature in enumerate(side) if creature["id"] == mention.ident]
        else:
            chosen = [index for index, creature in enumerate(side) if creature.get("name") == mention.text]
            chosen = chosen or [index for index, creature in enumerate(side) if creature["id"] == mention.text]
            if mention.number is not None:
                chosen = chosen[mention.number - 1 : mention.number] if mention.number else []
        if len(chosen) == 1:
            return chosen[0]
        if chosen:
            self.fault(mention.token, f"{len(chosen)} have that name: expected {mention.text}#1 or the like, or an [id]")
        else:
            self.fault(mention.token, self.missing(mention, kind))
        return None

    def missing(self, mention: Mention, kind: str) -> str:
        """What to say of a name that nothing has."""
        _, number = keyword_run(mention.text.split(" "))
        if number:
            return "this is a keyword: keywords stand after a creature's power and toughness, separated by spaces"
        return f"expected power and toughness after it, such as 2/2, or the name of a {kind} described elsewhere"

    def arrange(self, blockers: list[dict[str, Any]]) -> None:
        """Blockers in the order announced for the document."""
        if "blockers" not in self.where:
            return
        indices = [self.found(blockers, mention, "blocker") for mention in self.arrangement]
        if None not in indices and sorted(index for index in indices if index is not None) != list(range(len(blockers))):
            self.fault(self.where["blockers"], "expected every blocker once")
        elif None not in indices:
            self.document["blockers"] = [blockers[index] for index in indices if index is not None]
            places = {f"blockers[{new}]": f"blockers[{old}]" for new, old in enumerate(indices)}
            self.where |= {
                new + path[len(old) :]: token
                for new, old in places.items()
                for path, token in list(self.where.items())
                if path.startswith(old)
            }

    def located(self, path: str) -> Token:
        """The token that a field of the document comes from, or that of what it belongs to."""
        while path:
            token = self.where.get(path)
            if token is not None:
                return token
            path = re.sub(r"(\.[^.\[]*|\[[^\[]*\]|^[^.\[]*)$", "", path)
        return self.tokens[0]


class Mention:
    """A creature as a text names it."""

    __slots__ = ("ident", "number", "text", "token")

    def __init__(self, token: Token, text: str, ident: str | None, number: int | None) -> None:
        self.token = token
        self.text = text
        self.ident = ident
        self.number = number
