"""Declarations of attackers and blockers (508, 509): listed, counted and judged, and the board of the next turn."""
