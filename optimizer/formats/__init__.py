"""What combats, boards and cards are read from and written as."""
