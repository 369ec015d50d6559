"""From sentences to facts."""
