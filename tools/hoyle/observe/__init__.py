"""What a running game does, under the keys of the fact vocabulary."""
