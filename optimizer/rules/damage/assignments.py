"""The legal assignments of one side, as a view that computes only what it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...model.terms import PLAYER, Side
from ..position import TO_PLAYER, permanent
from .announcement import Announcement, announcement
from .counting import count
from .legality import violations
from .listing import divisions

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ...model.combat import Combat

__all__ = ["LegalAssignments"]


class LegalAssignments:
    """Every legal assignment of one side for the damage step at hand (510.1), without listing them in advance.

    Iterating gives each once, in a fixed order (`listing.divisions`), as `{source id: {recipient id: points}}` without
    zeros. `in` asks the rules about that one assignment. There always is one, so a view is true; where the side has
    nothing to assign it is the empty one. `len` isn't offered, as the number may exceed what it can return: use
    `count()`.

    >>> from optimizer import Combat
    >>> legal = Combat.parse("Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2").legal_assignments("attacking")
    >>> for assignment in legal:
    ...     print(assignment)
    {'slime': {'wurm': 2}}
    {'slime': {'wurm': 1, 'bear': 1}}
    {'slime': {'bear': 2}}
    >>> {"slime": {"wurm": 1}} in legal
    False
    """

    __slots__ = ("combat", "problem", "side")

    def __init__(self, combat: Combat, side: Side) -> None:
        self.combat = combat
        self.side = side
        self.problem: Announcement = announcement(combat.table, combat.table.start, side)

    def __iter__(self) -> Iterator[dict[str, dict[str, int]]]:
        labels = self.labels()
        for division in divisions(self.problem):
            yield {
                name: {recipient: points for recipient, points in zip(recipients, given, strict=True) if points}
                for (name, recipients), given in zip(labels, division, strict=True)
            }

    def __contains__(self, assignment: object) -> bool:
        return not violations(self.combat, assignment, self.side)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"<LegalAssignments: {self.count()} for the {self.side.value} side of {self.combat!r}>"

    def count(self) -> int:
        """How many there are, exactly, without listing them (`counting.count`).

        >>> from optimizer import Combat
        >>> Combat.parse("Wurm 100/4 <- A 1/1, B 1/1, C 1/1, D 1/1").legal_assignments("attacking").count()
        176851
        """
        return count(self.problem)

    @property
    def columns(self) -> list[tuple[str, str]]:
        """What the columns of `arrays()` are: pairs of a source's and a recipient's id.

        >>> from optimizer import Combat
        >>> Combat.parse("Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2").legal_assignments("attacking").columns
        [('slime', 'wurm'), ('slime', 'bear')]
        """
        return [(name, recipient) for name, recipients in self.labels() for recipient in recipients]

    def arrays(self, rows_per_chunk: int = 1 << 16) -> Iterator[npt.NDArray[np.signedinteger[Any]]]:
        """All of them in bulk: numpy arrays of at most so many rows, one row an assignment, one column a pair of
        `columns`, in points of damage and in the order of iteration (`bulk.arrays`).

        Raises ValueError where `rows_per_chunk` is less than 1.

        >>> from optimizer import Combat
        >>> legal = Combat.parse("Slime 2/2 deathtouch <- Wurm 5/4, Bear 2/2").legal_assignments("attacking")
        >>> [array.tolist() for array in legal.arrays()]
        [[[2, 0], [1, 1], [0, 2]]]
        """
        from .bulk import arrays  # here, so that numpy is loaded only where it is asked for

        return arrays(self.problem, rows_per_chunk)

    def labels(self) -> list[tuple[str, list[str]]]:
        """The ids of each source and of its recipients."""
        table = self.combat.table
        attacking = self.side is Side.ATTACKING
        own, opposing = (table.attackers, table.blockers) if attacking else (table.blockers, table.attackers)

        def name(recipient: int) -> str:
            if recipient >= 0:
                return opposing[recipient].id
            return PLAYER if recipient == TO_PLAYER else table.permanent_ids[permanent(recipient)]

        return [(own[source.creature].id, [name(to) for to in source.recipients]) for source in self.problem.sources]
