"""What belongs to people at a terminal: colours, completion, watching a file, trying numbers."""
