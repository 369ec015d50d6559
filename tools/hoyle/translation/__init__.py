"""From a source page to a finished page in another language.

| module | what it does |
|---|---|
| `source`, `rules`, `units`, `messages` | what of a page is translated, with the same text as itstool |
| `catalogue` | gettext catalogues, read and written without losing a line |
| `update` | brings a catalogue up to date with the pages |
| `localize` | makes the page in the other language |
| `align`, `suggest` | catalogues out of old translations, and proposals out of what is translated |
| `status`, `badge` | how much is done |
| `quality`, `fault` | what may be wrong with a catalogue, gathered from the modules that follow |
| `header`, `markup`, `punctuation`, `consistency`, `untranslated` | each looks at one side of it |
| `marks` | how languages set marks: data, in `marks.toml` |
| `manual` | where a manual's pages and catalogues are |
| `writing` | puts files in their place whole or not at all |
"""
