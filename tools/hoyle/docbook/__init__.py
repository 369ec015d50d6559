"""Reading DocBook: bytes become a `Page`, every character with its place.

| module | what it does |
|---|---|
| `page` | the nouns: `Page`, `Block`, `Text`, `Place`, `Damage`, `PageError` |
| `reader` | `read_page` and `read_pages`, the way in |
| `source` | bytes to characters |
| `document` | one file: as it stands, else as a capture, else as far as can be told |
| `parse`, `entities` | well-formed XML to a tree and a tape of its text with places; the bounds of entities |
| `capture`, `recover`, `outline`, `repairs` | captures and damaged pages: their lines, their markup, their elements |
| `include` | `xi:include` |
| `blocks`, `elements` | from the tape to blocks; what DocBook's elements are |
| `language_of` | the language that a page says it is in |
"""
