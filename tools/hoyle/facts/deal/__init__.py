"""Deals, told over several sentences, and the lists of cards that they end in."""
