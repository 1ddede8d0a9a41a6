"""`suggest --interactive`: a prompt at which a person changes a number and sees the answer move."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from ...model.combat import Combat
from ...model.errors import CombatError, InvalidDocument
from ...report.advice import advise
from ...report.advice.page import Page, plain
from ...report.tables import console_for_people, report_width, show_report
from ...search.line import Limit, Solution, solve
from ..requests import Options
from .differing import differences, headline
from .editing import changed
from .watch import one_line

__all__ = ["Session", "converse"]

PROMPT: Final = "> "
HELP: Final = """\
wurm 7/5             power and toughness of the creature called so; some words of its name will do
bear damage 1        any other field of a creature: power, damage, prevent, regeneration, value, ...
bear +first strike   gives it a keyword; bear -trample takes it
life 12, poison 3    of the defending player; life attacker 12 of the other
jace loyalty 3       of a planeswalker; defense of a battle
rules ordered        the edition
undo                 back to what it was before the last change
show                 the combat, and the whole answer
save FILE            writes the combat: JSON where the name ends in .json, else the notation
help, quit"""


class Session:
    """The combats so far with their answers, the last one being at hand. `seconds` is how long to look for what else
    there was where a whole answer is shown."""

    def __init__(self, combat: Combat, limit: Limit, seconds: float) -> None:
        self.limit, self.seconds = limit, seconds
        self.past: list[tuple[Combat, Solution]] = [(combat, solve(combat, limit=self.limit))]

    @property
    def combat(self) -> Combat:
        """The combat at hand."""
        return self.past[-1][0]

    def obey(self, words: str) -> bool:
        """Does what a line says and prints what comes of it; False ends the session.

        Raises `CombatError` where the line can't be understood, or says what can't be.
        """
        words = words.strip()
        word, _, rest = words.partition(" ")
        word = word.lower()
        if not word or word.startswith("#"):
            return True
        if word in ("quit", "exit") and not rest:
            return False
        if word == "help" and not rest:
            print(HELP)
        elif word == "undo" and not rest:
            self.undo()
        elif word == "show" and not rest:
            self.tell()
        elif word == "save":
            self.save(rest.strip())
        else:
            combat = changed(self.combat, words)
            self.past.append((combat, solve(combat, limit=self.limit)))
            self.compare(self.past[-2][1])
        return True

    def tell(self) -> None:
        """The combat at hand, and its whole answer."""
        console_for_people().print(str(self.combat), soft_wrap=True)
        print()
        show_report(advise(self.past[-1][1], seconds=self.seconds))

    def undo(self) -> None:
        """Takes back the last change."""
        if len(self.past) == 1:
            raise CombatError("there is nothing to undo")
        _, after = self.past.pop()
        self.compare(after)

    def compare(self, before: Solution) -> None:
        """Prints what of the answer at hand isn't as in another one."""
        now = self.past[-1][1]
        rows = differences(before, now)

        def write(inner: Console) -> None:
            page = Page({}, inner)
            page.say(headline(before, now))
            page.rows(rows or [["Nothing else changes."]])

        console = console_for_people()
        colour = console.color_system is not None
        told = plain(write, report_width(console), colour=colour)
        console.print(Text.from_ansi(told) if colour else Text(told), soft_wrap=True)

    def save(self, file: str) -> None:
        """Writes the combat at hand."""
        if not file:
            raise CombatError("expected a file's name after save")
        document: Any = self.combat.to_document()
        text = json.dumps(document, indent=2, ensure_ascii=False) if file.endswith(".json") else str(self.combat)
        try:
            Path(file).write_text(f"{text}\n", "utf-8")
        except (OSError, ValueError) as error:
            problem = (isinstance(error, OSError) and error.strerror) or str(error)
            raise CombatError(f"can't write {file!r}: {problem[:1].lower()}{problem[1:]}") from None
        print(f"Written to {file}.")


def converse(combat: Any, options: Options) -> int:
    """Shows the answer to a combat, then obeys line by line; the exit code, which of piped lines tells of bad ones."""
    from .main import DONE, WRONG, complain, looking

    keyboard = sys.stdin is not None and sys.stdin.isatty()
    session = Session(combat, Limit(options.time_limit), looking(options))
    session.tell()
    bad = 0
    if keyboard:
        print("\nChange a number, such as life 12; help says what else. quit ends.")
    while (words := next_line(keyboard=keyboard)) is not None:
        try:
            if not session.obey(words):
                break
        except CombatError as error:
            sys.stdout.flush()
            complain(one_line(error) if isinstance(error, InvalidDocument) else str(error))
            bad += 1
    return WRONG if bad and not keyboard else DONE


def next_line(*, keyboard: bool) -> str | None:
    """The next line, asked for where there is somebody to ask; None at the end."""
    sys.stdout.flush()
    if not keyboard:
        line = sys.stdin.readline() if sys.stdin is not None else ""
        return line if line else None
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # lines can be edited, and called back
    try:
        return input(PROMPT)
    except EOFError:
        print()
        return None
