"""Hoyle: what the help pages of card games say, checked against the games."""
