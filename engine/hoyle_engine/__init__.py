"""Card games of patience as a library: cards, piles, rules, variants."""
