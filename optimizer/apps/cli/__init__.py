"""The command line, and what belongs to people at a terminal: completion, watching a file, trying numbers."""
