"""Combat damage: who assigns it, what is legal, listed and counted, and what it does."""
