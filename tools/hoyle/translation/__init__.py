"""From a source page to a finished page in another language.

`messages` finds what is to be translated, with the same text as itstool; `catalogue`
reads and writes gettext catalogues without losing a line; `update` brings a catalogue up
to date with the pages; `localize` makes the page in the other language; `status` says
how much is done. `writing` puts files in their place whole or not at all.
"""
