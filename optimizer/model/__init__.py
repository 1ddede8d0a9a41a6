"""The values: the rules' words, errors, keywords, creatures, combats and boards."""
