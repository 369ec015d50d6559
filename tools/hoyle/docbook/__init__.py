"""Reading DocBook: bytes become a `Page`, every character with its place."""
