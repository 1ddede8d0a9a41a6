"""Answers for people: advice, pictures, tables."""
