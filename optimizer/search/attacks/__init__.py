"""The best attacks of a board, with or without the counter-attack."""
