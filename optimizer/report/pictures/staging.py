"""From an answer, a combat or a board to what its picture shows."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence

from ...model.board import Board, DeclareAttackers, DeclareBlockers
from ...model.board_creature import BoardCreature
from ...model.combat import Combat
from ...model.creature import Attacker, Creature
from ...model.terms import ALL, PLAYER, Side, Step
from ...model.uncounted import Uncounted
from ...search.declaration_solution import AttackSolution, BlockSolution
from ...search.line.solution import Announced, Solution, announced
from ..advice import Change, Fate
from ..advice.adviser import Adviser
from ..advice.lines import played
from ..advice.page import points
from ..advice.words import called
from .fights import fights_of
from .letters import clean
from .scene import Arrow, Figure, Panel, Scene
from .story import dealt, headline, left_out, moved, step_words, story

__all__ = ["Drawable", "arrows_of", "names_in", "stage"]

Drawable = Solution | BlockSolution | AttackSolution | Combat | DeclareBlockers | DeclareAttackers
"""What can be drawn."""

OUT = ("don't attack", "don't block")


def stage(found: Drawable) -> Scene:
    """What the picture of an answer, a combat or a board shows.

    >>> from optimizer import solve
    >>> scene = stage(solve(Combat.parse("Wurm 6/4 trample <- Bear 2/2")))
    >>> scene.title, [(arrow.source, arrow.amount, arrow.recipient) for arrow in scene.arrows]
    ('Best line: score 8.0 for the attacking player, proven best', [('wurm', 2, 'bear'), ('wurm', 4, 'player'), \
('bear', 2, 'wurm')])
    """
    if isinstance(found, Solution):
        title = headed("Best line", found, "no line scores more than")
        return answered(title, found, found.not_counted, (), ())
    if isinstance(found, BlockSolution):
        title = headed("Best blocks", found, "no blocks lead to less than")
        return answered(title, found.play, found.not_counted, (), found.board.defenders)
    if isinstance(found, AttackSolution):
        title = headed("Best attacks", found, "no attacks lead to more than")
        if found.reply is not None:
            title += f"; {points(found.reply)} of it taken off for the reply"
        return answered(title, found.defence.play, found.not_counted, found.board.creatures, found.board.defenders)
    return unanswered(found)


def headed(what: str, found: Solution | BlockSolution | AttackSolution, most: str) -> str:
    """The headline of an answer."""
    return headline(what, found.score, found.status, found.bound, most, found.not_counted)


def answered(
    title: str,
    play: Solution,
    not_counted: Sequence[Uncounted],
    ours: Sequence[BoardCreature],
    theirs: Sequence[BoardCreature],
) -> Scene:
    """A line, with those of a board's creatures who have no part in it, and what isn't counted."""
    combat = play.combat
    fighting = {one.id for one in combat.creatures}
    home = [one for one in ours if one.id not in fighting]
    idle = [one for one in theirs if one.id not in fighting]
    names = names_of(combat, (*combat.creatures, *home, *idle))
    adviser = Adviser(play, time.perf_counter(), 0.0)
    fates = adviser.fates()
    moves = adviser.changes()
    line = tuple(announced(combat, step) for step in played(combat.table, play.steps))
    alike = alike_in((*combat.creatures, *home, *idle))
    numbers = numbers_of(moves)
    by_id = {fate.creature: fate for fate in fates}
    figures = {one.id: figure_of(one, side, alike, by_id.get(one.id)) for one, side in with_sides(combat)}
    return Scene(
        title=title + left_out(names, not_counted),
        story=story(names, play, line, fates, moves, [one.id for one in (*home, *idle)], not_counted),
        panels=panels_of(moves, play.outcome.losers),
        fights=fights_of(combat, figures, arrows_of(names, line), names, numbers),
        home=tuple(figure_of(one, Side.ATTACKING, alike, None, out=True) for one in home),
        idle=tuple(figure_of(one, Side.DEFENDING, alike, None, out=True) for one in idle),
        out_words=OUT,
        answered=True,
    )


def unanswered(found: Combat | DeclareBlockers | DeclareAttackers) -> Scene:
    """A combat or board as it stands."""
    home: Sequence[Creature] = ()
    idle: Sequence[Creature] = ()
    if isinstance(found, Combat):
        combat, title = found, "Combat: before damage"
    elif isinstance(found, DeclareBlockers):
        combat, title, idle = found.unblocked, "Board: before blocks", found.defenders
    else:
        combat, title = found.attacked({}).unblocked, "Board: before attacks"
        home, idle = found.creatures, found.defenders
    everyone = (*combat.creatures, *home, *idle)
    names, alike = names_of(combat, everyone), alike_in(everyone)
    moves = unmoved(found)
    numbers = numbers_of(moves)
    figures = {one.id: figure_of(one, side, alike, None) for one, side in with_sides(combat)}
    resting = [f"{names[one.id]} {one.power}/{one.toughness}" for one in (*home, *idle)]
    told = [f"{names[one.id]} attacks {names.get(one.attacking or '', 'what is gone')}" for one in combat.attackers]
    told += [f"{names[one.id]} blocks {', '.join(names[to] for to in one.blocks)}" for one in combat.blockers]
    told += [", ".join(resting)] if resting else []
    told += [f"not counted: {names[one.id]}: {one.text}" for one in found.not_counted]
    return Scene(
        title=title + left_out(names, found.not_counted),
        story=clean(". ".join([*told, *(f"{one.owner}: {moved(one)}" for one in moves)])) + ".",
        panels=panels_of(moves, ()),
        fights=fights_of(combat, figures, (), names, numbers),
        home=tuple(figure_of(one, Side.ATTACKING, alike, None) for one in home),
        idle=tuple(figure_of(one, Side.DEFENDING, alike, None) for one in idle),
        out_words=("may attack", "may block"),
        answered=False,
    )


def names_in(play: Solution, more: Iterable[Creature] = ()) -> dict[str, str]:
    """What to call each id of a line."""
    there = {one.id for one in play.combat.creatures}
    return names_of(play.combat, (*play.combat.creatures, *(one for one in more if one.id not in there)))


def names_of(combat: Combat, creatures: Sequence[Creature]) -> dict[str, str]:
    """What to call each id: fit for XML."""
    permanents = [one.id for one in combat.planeswalkers] + [one.id for one in combat.battles]
    return {name: clean(words) for name, words in called(creatures, permanents).items()}


def alike_in(creatures: Sequence[Creature]) -> set[str]:
    """The names that several creatures have."""
    seen: set[str] = set()
    return {one.name for one in creatures if one.name in seen or seen.add(one.name)}  # type: ignore[func-returns-value]


def with_sides(combat: Combat) -> list[tuple[Creature, Side]]:
    """The creatures of a combat with their sides."""
    return [(one, Side.ATTACKING) for one in combat.attackers] + [(one, Side.DEFENDING) for one in combat.blockers]


def figure_of(one: Creature, side: Side, alike: set[str], fate: Fate | None, out: bool = False) -> Figure:
    """A creature as the picture shows it."""
    return Figure(
        id=one.id, name=clean(one.name), power=one.power, toughness=one.toughness, side=side,
        keywords=tuple(map(clean, one.keywords)), damage=one.damage, marks=tuple(map(clean, marks_of(one))),
        alike=one.name in alike, out=out, fate=fate,
    )  # fmt: skip


def marks_of(one: Creature) -> list[str]:
    """Counters, and what else matters to a creature's damage."""
    found = [f"{n} {kind}" for kind, n in one.counters if n]
    if one.regeneration:
        found.append("regeneration")
    if one.prevent:
        found.append(f"prevent {'all' if one.prevent == ALL else one.prevent}")
    if one.deals_no_damage or one.assigns_no_damage:
        found.append("no damage")
    if isinstance(one, BoardCreature):
        found += [word for word, so in (("tapped", one.tapped), ("summoning sick", one.summoning_sick)) if so]
    if isinstance(one, Attacker) and one.blocked:
        found.append("blocked")
    return found


def numbers_of(moves: Iterable[Change]) -> dict[str, str]:
    """The numbers of players and permanents in words, the defending player's under their id; poison where there is any.

    >>> numbers_of([Change("the defending player", "life", 9, 7), Change("the defending player", "poison", 0, 1)])
    {'the defending player': 'life 9 → 7, poison 0 → 1', 'player': 'life 9 → 7, poison 0 → 1'}
    """
    owners: dict[str, list[str]] = {}
    for change in moves:
        if change.what != "poison" or change.before or change.after:
            owners.setdefault(change.owner, []).append(moved(change))
    found = {owner: ", ".join(held) for owner, held in owners.items()}
    return found | {PLAYER: found["the defending player"]}


def panels_of(moves: Sequence[Change], losers: Sequence[Side]) -> tuple[Panel, ...]:
    """The players and permanents with their numbers."""
    ends = {change.owner: change for change in moves if change.what in ("loyalty", "defense")}
    panels = []
    for place, (owner, numbers) in enumerate(numbers_of(moves).items()):
        if owner == PLAYER:
            continue
        side = Side.DEFENDING if place else Side.ATTACKING
        lost = "loses the game" if place < 2 and side in losers else ""
        if owner in ends and ends[owner].after <= 0 < ends[owner].before:
            lost = "is gone"
        name = owner[:1].upper() + owner[1:] if place < 2 else clean(owner)
        panels.append(Panel(name, numbers, side, lost))
    return tuple(panels)


def unmoved(found: Combat | Board) -> list[Change]:
    """The numbers of players and permanents, which nothing has changed yet."""
    moves = []
    for owner, player in (("attacking", found.attacking_player), ("defending", found.defending_player)):
        for what, number in (("life", player.life), ("poison", player.poison)):
            moves.append(Change(f"the {owner} player", what, number, number))
    moves += (Change(one.id, "loyalty", one.loyalty, one.loyalty) for one in found.planeswalkers)
    moves += (Change(one.id, "defense", one.defense, one.defense) for one in found.battles)
    return moves


def arrows_of(names: Mapping[str, str], line: Iterable[Announced]) -> tuple[Arrow, ...]:
    """The damage of a line, one arrow for each source, recipient and step."""
    return tuple(
        Arrow(source, recipient, n, one.step is Step.FIRST_STRIKE, side, dealt(names, source, recipient, n, words))
        for one in line
        for words in (step_words(one.step is Step.FIRST_STRIKE),)
        for side, assignment in ((Side.ATTACKING, one.attacking), (Side.DEFENDING, one.defending))
        for source, division in assignment.items()
        for recipient, n in division.items()
        if n
    )
