"""Documents: combats, boards and creatures as JSON, by one table of fields."""
