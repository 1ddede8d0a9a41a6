"""Whether it plays well: matches against other ways to decide, in two arenas.

`boards` (boards.py): random boards drafted from real creatures, played with attacks and blocks to the end.
`phase` (phase.py): whole games in an engine that others wrote.

An arena is a module with `play(console, games, seed, limit) -> dict`: it plays about so many games against each
opponent, prints its tables, and gives what goes into the JSON, under "missed" the aims that were missed, in words.
`limit` is in seconds for each decision, None for none.
"""

from __future__ import annotations

__all__ = ["ARENAS"]

ARENAS = ("boards", "phase")
"""The arenas, each the name of its module."""
