"""The best blocks of a board."""
