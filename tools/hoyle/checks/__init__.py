"""Checks: each finds one kind of fault and knows nothing of how it is shown."""
