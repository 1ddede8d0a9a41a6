"""What is best, proven: the best line of a combat, the best blocks, the best attacks."""
