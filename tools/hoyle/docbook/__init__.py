"""Reading DocBook: bytes become a `Page`, every character with its place.

| module | what it does |
|---|---|
| `page` | the nouns: `Page`, `Block`, `Text`, `Place`, `Damage`, `PageError` |
| `reader` | `read_page` and `read_pages`, the way in |
| `source` | bytes to characters |
| `document` | one file: as it stands, else as a capture, else as far as can be told |
| `tape` | all that stands in a page, in order, with places |
| `parse`, `entities` | well-formed XML to a tape; the bounds of entities |
| `capture`, `recover`, `outline`, `repairs` | captures and damaged pages: their lines, their markup, their elements |
| `include` | `xi:include` |
| `blocks`, `elements` | from the tape to blocks; what DocBook's elements are |
| `plain` | most pages need no tape: from their text to blocks |
| `origin`, `tree`, `places` | what few ask for, made of the tape when they do: elements, and where characters stand |
| `language_of` | the language that a page says it is in |
"""
