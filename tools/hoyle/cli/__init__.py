"""The command `hoyle`."""
