"""`--interactive`: a prompt at which a person changes a number and sees the answer move."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import Any, Final

from ...model.board import Subject
from ...model.errors import CombatError, InvalidDocument
from ...report.advice.page import Page
from ...report.tables import unwrapped
from ..requests import Options
from .answers import advised, best
from .console import console_for_people, print_report, report_width, tell
from .differing import Answer, differences, headline
from .editing import changed
from .output import DONE, WRONG, complain
from .watch import one_line

__all__ = ["Session", "converse"]

PROMPT: Final = "> "
HELP: Final = """\
wurm 7/5             power and toughness of the creature called so; some words of its name will do
wurm +1/+1           a counter that changes both; wurm 2 +1/+1 two of them
bear damage 1        any other field of a creature: power, damage, prevent, regeneration, value, ...
bear +first strike   gives it a keyword; bear -trample takes it
tap bear, untap bear on a board; bear sick, bear cant_block no and so on, too
remove bear          it is no longer there
life 12, poison 3    of the defending player; life attacker 12 of the other
jace loyalty 3       of a planeswalker; defense of a battle
rules ordered        the edition
undo                 back to what it was before the last change
show                 what is at hand, and the whole answer
save FILE            writes it: JSON where the name ends in .json, else the notation
help, quit"""


class Session:
    """The combats or boards so far with their answers, the last one being at hand."""

    def __init__(self, subject: Subject, options: Options) -> None:
        self.options = options
        self.past: list[tuple[Subject, Answer]] = [(subject, best(subject, options))]

    @property
    def subject(self) -> Subject:
        """The combat or board at hand."""
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
            subject = changed(self.subject, words)
            self.past.append((subject, best(subject, self.options)))
            self.compare(self.past[-2][1])
        return True

    def tell(self) -> None:
        """What is at hand, and its whole answer."""
        tell([unwrapped(f"{self.subject}\n")])
        advice = advised(self.past[-1][1], self.options)
        self.past[-1] = (self.subject, advice.solution)
        print_report(advice)

    def undo(self) -> None:
        """Takes back the last change."""
        if len(self.past) == 1:
            raise CombatError("there is nothing to undo")
        _, after = self.past.pop()
        self.compare(after)

    def compare(self, before: Answer) -> None:
        """Prints what of the answer at hand isn't as in another one."""
        now = self.past[-1][1]
        rows = differences(before, now)
        page = Page({}, report_width(console_for_people()))
        page.say(headline(before, now))
        page.rows(rows or [["Nothing else changes."]])
        tell([page])

    def save(self, file: str) -> None:
        """Writes what is at hand."""
        if not file:
            raise CombatError("expected a file's name after save")
        document: Any = self.subject.to_document()
        text = json.dumps(document, indent=2, ensure_ascii=False) if file.endswith(".json") else str(self.subject)
        try:
            Path(file).write_text(f"{text}\n", "utf-8")
        except (OSError, ValueError) as error:
            problem = (isinstance(error, OSError) and error.strerror) or str(error)
            raise CombatError(f"can't write {file!r}: {problem[:1].lower()}{problem[1:]}") from None
        print(f"Written to {file}.")


def converse(subject: Subject, options: Options) -> int:
    """Shows the answer to a combat or board, then obeys line by line; the exit code, which tells of bad piped lines."""
    keyboard = sys.stdin is not None and sys.stdin.isatty()
    session = Session(subject, options)
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
