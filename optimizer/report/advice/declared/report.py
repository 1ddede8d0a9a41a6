"""Advice on blocks and attacks as a report for a person, in the manner of `advice.report`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rich.text import Text

from ....formats.json.jsontext import grouped
from ....model.board_creature import BoardCreature
from ....model.uncounted import best
from ...styles import DIES, ILLEGAL, marked
from ..page import STEPS, WIDTH, Page, decided, fortune, listed, points
from ..values import Fortune
from ..words import joined
from .values import AttackAdvice, BlockAdvice, FightAdvice, Other

__all__ = ["AttackReport", "BlockReport"]

CROWD = 3
"""More creatures than so many that are the same, names included, are told as one."""

REASONS = 2
"""So many violations are told."""

FATES = {Fortune.DIES: "die", Fortune.REGENERATES: "regenerate", Fortune.SURVIVES: "survive"}


class DeclaredReport(Page):
    """The sections that blocks and attacks have in common; `player` declares, by the verb `does`."""

    player: str
    does: str

    def __init__(self, advice: BlockAdvice | AttackAdvice, creatures: Iterable[BoardCreature], widest: int) -> None:
        super().__init__(advice.names, widest)
        self.told = advice
        self.looks = {one.id: replace(one, id="x") for one in creatures}

    # Sections.

    def headline(self, bound: str) -> None:
        """The score, and whether it is proven."""
        found = self.told.solution
        proof = best(found.not_counted)
        if found.status != "optimal":
            proof = f"the best found, not proven ({bound} {points(found.bound)})"
        self.say(f"Score {points(found.score)} for the attacking player: {proof}.")
        self.say(f"Method: {found.method}; {found.seconds * 1000:.1f} ms.")
        self.uncounted(found.not_counted)

    def fights(self) -> None:
        """Who fights whom, and what comes of it."""
        rows: list[list[str | Text]] = []
        unblocked: dict[tuple[object, str], tuple[Text, list[str]]] = {}
        for fight in self.told.fights:
            if fight.blockers:
                rows.append([f"{self.some(fight.attackers)} against {self.some(fight.blockers)}", self.fought(fight)])
            else:
                (name,) = fight.attackers
                what = self.fought(fight)
                unblocked.setdefault((self.looks[name], what.plain), (what, []))[1].append(name)
        for what, names in unblocked.values():
            if len(names) > CROWD:
                rows.append([f"{self.some(names)}, not blocked", what + Text(" each")])
            else:
                rows += [[f"{self.names[name]}, not blocked", what] for name in names]
        self.rows(rows)

    def fought(self, fight: FightAdvice) -> Text:
        """What comes of a fight."""
        found: list[str | Text] = []
        for kind, verb in FATES.items():
            names = [fate.creature for fate in fight.fates if fate.fortune is kind]
            if names and (fight.blockers or kind is not Fortune.SURVIVES):
                does = f"{verb}{'s' if len(names) == 1 else ''}"
                found.append(Text.assemble(f"{self.some(names)} ", (does, DIES if kind is Fortune.DIES else "")))
        found += [
            f"{self.names[fate.creature]} {fortune(fate)}" for fate in fight.fates if fate.fortune is Fortune.RETURNS
        ]
        found += [f"{n} damage to {self.names[target]}" for target, n in fight.damage.items() if n]
        return listed(found, "; ") if found else Text("no damage")

    def divided(self) -> None:
        """The damage assignment orders, and the damage that somebody chose how to divide."""
        if self.told.orders:
            self.heading("Damage assignment orders")
            self.rows(
                [
                    [self.names[name], ", then ".join(self.names[other] for other in order)]
                    for name, order in self.told.orders.items()
                ]
            )
        for step in self.told.steps:
            self.heading(f"{STEPS[step.step]}, where there is a choice")
            self.rows(
                [[self.names[move.creature], joined(self.shares(move.shares)), decided(move)] for move in step.moves]
            )

    def afterwards(self) -> None:
        """Life before and after, and what the score is made of."""
        found = self.told.solution
        if self.told.fights:
            self.heading("Afterwards")
            self.players(self.told.changes, found.outcome.losers)
        if self.told.terms:
            self.made_of(found.score, self.told.terms)

    def compelled(self) -> None:
        """Who does something only because it must."""
        one = self.told.compelled
        if one is None:
            return
        if one.creatures:
            single = len(one.creatures) == 1
            verb = f"{self.does}s" if single else self.does
            it = "it" if single else "they"
            self.heading(f"Only because {it} must ({one.rule}): {self.some(one.creatures)} {verb}.")
        else:
            self.heading(f"What must be done ({one.rule}) makes a difference.")
        gain = f"{points(one.gain)} better for the {self.player} player" if one.gain else "as good"
        self.say(f"If no creature had to: {'; '.join(one.differs)}: {gain}.", indent=2)

    def nothing(self, what: str) -> None:
        """What comes of declaring no creature, where that isn't the runner-up anyway."""
        if self.told.forbidden:
            self.heading(marked(f"{what} isn't legal:", "isn't legal", ILLEGAL))
            self.rows([[broken.rule, broken.message] for broken in self.told.forbidden[:REASONS]])
        elif self.told.nothing is not None and (self.told.runner_up is None or self.told.runner_up.declaration):
            self.heading(f"{what}: {self.how_much(self.told.nothing)}.")
            self.then(self.told.nothing)

    def runner_up(self) -> None:
        """The runner-up, how much worse it is, and how far was looked."""
        second, looked = self.told.runner_up, self.told.looked
        if second is None:
            if looked.legal == 1:
                self.heading("Runner-up: none. Nothing else is legal.")
            elif looked.exact:
                self.heading("Runner-up: none. What else is legal is the same, done by equal creatures.")
            else:
                self.heading("Runner-up: nothing else was found in the time there was.")
            return
        what = "Runner-up" if second.worse >= 0 else "Better, found afterwards"
        self.heading(f"{what}: {'; '.join(second.differs)}: {self.how_much(second)}.")
        self.then(second)
        if looked.exact and looked.legal is not None:
            self.say(f"It is the second best of all {grouped(looked.legal)} legal declarations.", indent=2)
        else:
            legal = "" if looked.legal is None else f"; {grouped(looked.legal)} declarations are legal"
            self.say(f"It is the best of the {grouped(looked.tried)} tried, close ones first{legal}.", indent=2)

    def then(self, other: Other) -> None:
        """What else would happen."""
        self.say(f"Then {'; '.join(other.then) or 'the same would happen'}.", indent=2)

    # Words.

    def how_much(self, other: Other) -> str:
        """How much worse other declarations are."""
        words = "as good"
        if other.worse:
            words = (
                f"{points(abs(other.worse))} {'worse' if other.worse > 0 else 'better'} for the {self.player} player"
            )
        return words if other.proven else f"{words} (not proven)"

    def some(self, creatures: Sequence[str]) -> str:
        """Creatures as a person lists them."""
        alike: dict[BoardCreature, list[str]] = {}
        for name in creatures:
            alike.setdefault(self.looks[name], []).append(name)
        words = []
        for look, names in alike.items():
            if len(names) > CROWD:
                words.append(f"{look.name} ({len(names)} of them)")
            else:
                words += [self.names[name] for name in names]
        return joined(words)


class BlockReport(DeclaredReport):
    """The report on blocks."""

    player, does = "defending", "block"

    def __init__(self, advice: BlockAdvice, widest: int = WIDTH) -> None:
        self.advice = advice
        board = advice.solution.board
        super().__init__(advice, (*board.attackers, *board.defenders), widest)
        self.headline("no blocks lead to less than")
        self.heading("Blocks" if self.advice.solution.blocks else "Nobody blocks.")
        self.fights()
        if self.advice.idle and self.advice.solution.blocks:
            self.say(f"Not blocking: {self.some(self.advice.idle)}.", indent=2)
        self.divided()
        self.afterwards()
        self.compelled()
        self.nothing("Not blocking")
        self.runner_up()


class AttackReport(DeclaredReport):
    """The report on attacks."""

    player, does = "attacking", "attack"

    def __init__(self, advice: AttackAdvice, widest: int = WIDTH) -> None:
        self.advice = advice
        board = advice.solution.board
        super().__init__(advice, (*board.creatures, *board.defenders), widest)
        self.headline("no attacks lead to more than")
        self.attacks()
        self.divided()
        self.afterwards()
        self.reply()
        self.compelled()
        self.nothing("Not attacking")
        self.runner_up()

    def attacks(self) -> None:
        """Who attacks what, and the best blocks against it."""
        found = self.advice.solution
        targets: dict[str, list[str]] = {}
        for name, target in found.attacks.items():
            targets.setdefault(target, []).append(name)
        self.heading("Attacks" if targets else "Nobody attacks.")
        for target, names in targets.items():
            self.say(f"{self.some(names)} attack{'s' if len(names) == 1 else ''} {self.names[target]}.", indent=2)
        if self.advice.idle and targets:
            self.say(f"Staying back: {self.some(self.advice.idle)}.", indent=2)
        if targets:
            self.heading("The best blocks against that" if found.blocks else "The best blocks against that: none.")
            self.fights()
            if self.advice.unmoved and found.blocks:
                self.say(f"Not blocking: {self.some(self.advice.unmoved)}.", indent=2)

    def uncounted_reply(self) -> None:
        """That the next turn isn't counted, and what it would bring where that is the end."""
        found = self.advice.solution
        if found.outcome.loses:
            return
        self.heading("The other player's next turn isn't counted (crackback).")
        if found.losing_reply:
            one = len(found.losing_reply) == 1
            names = self.some(list(found.losing_reply))
            self.say(f"It would win them the game: {names} attack{'s' if one else ''}.", indent=2)

    def reply(self) -> None:
        """The counter-attack, and what would be best if it didn't count."""
        reply = self.advice.reply
        if reply is None:
            self.uncounted_reply()
            return
        solution = self.advice.solution
        if solution.attacks and solution.outcome.losers:
            who = joined([f"the {side} player" for side in solution.outcome.losers])
            self.heading(f"No reply next turn: {who} ha{'s' if len(solution.outcome.losers) == 1 else 've'} lost.")
        elif not reply.attacks:
            self.heading("The reply next turn: nobody attacks.")
        else:
            one = len(reply.attacks) == 1
            names = self.some(list(reply.attacks))
            self.heading(f"The reply next turn: {names} attack{'s' if one else ''}, worth {points(reply.worth)}.")
            before, after = reply.life
            if before != after:
                lost = ", loses the game" if after <= 0 else ""
                self.rows([["the attacking player", f"life {before} -> {after}{lost}"]])
        if reply.without is not None:
            best = f"{'; '.join(reply.differs)}, for a" if reply.differs else "the same, for a"
            self.say(f"If it didn't count: {best} score of {points(reply.without)}.", indent=2)
