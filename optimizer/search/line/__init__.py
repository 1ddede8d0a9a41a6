"""Exact solvers: knapsack, two-step fights, CP-SAT, listing and game search, chosen by the shape of the combat."""

from .solution import Announced, Limit, Solution
from .solve import solve, solve_all

__all__ = ["Announced", "Limit", "Solution", "solve", "solve_all"]
