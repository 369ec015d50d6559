"""A manual of one page in two languages, for tests that plant a fault in it."""

from __future__ import annotations

from pathlib import Path

from hoyle.checks.run import PageResult, check_pages
from hoyle.docbook.reader import read_pages

ENGLISH = """<?xml version="1.0" encoding="utf-8"?>
<article xmlns="http://docbook.org/ns/docbook" version="5.0" xml:id="ladder" xml:lang="en">
  <title>Ladder</title>
  <section>
    <title>Setup</title>
    <informaltable><tgroup cols="2"><tbody>
      <row><entry>Type of deck</entry><entry>Standard deck</entry></row>
      <row>
        <entry>Tableau</entry>
        <entry>Ten piles. Deal four rows face up.</entry>
      </row>
      <row>
        <entry>Reserve</entry>
        <entry>Three piles.</entry>
      </row>
    </tbody></tgroup></informaltable>
  </section>
</article>
"""

FRENCH = """<?xml version="1.0" encoding="utf-8"?>
<article xmlns="http://docbook.org/ns/docbook" version="5.0" xml:id="ladder" xml:lang="fr">
  <title>Échelle</title>
  <section>
    <title>Configuration</title>
    <informaltable><tgroup cols="2"><tbody>
      <row><entry>Type de paquet</entry><entry>Paquet standard</entry></row>
      <row>
        <entry>Tableau</entry>
        <entry>Dix piles. Distribuez quatre rangées face visible.</entry>
      </row>
      <row>
        <entry>Réserve</entry>
        <entry>Trois piles.</entry>
      </row>
    </tbody></tgroup></informaltable>
  </section>
</article>
"""

CATALOGUE = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: fr\\n"

#: docbook/en/ladder.xml:10
msgid "Ten piles. Deal four rows face up."
msgstr "Huit piles. Distribuez quatre rangées face visible."
"""


class Manual:
    """The manual in a folder, with what a test changes in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.locale = root / "locale"
        self.write("en", ENGLISH)
        self.write("fr", FRENCH)

    def path(self, lang: str) -> Path:
        return self.root / "docbook" / lang / "ladder.xml"

    def write(self, lang: str, text: str) -> None:
        self.path(lang).parent.mkdir(parents=True, exist_ok=True)
        self.path(lang).write_text(text, encoding="utf-8")

    def change(self, lang: str, old: str, new: str) -> None:
        text = self.path(lang).read_text(encoding="utf-8")
        assert text.count(old) == 1, old
        self.write(lang, text.replace(old, new))

    def write_catalogue(self, text: str = CATALOGUE, layout: str = "fr/LC_MESSAGES/pages.po") -> Path:
        path = self.locale / layout
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def check(self, *languages: str, **more: object) -> list[PageResult]:
        """What checking finds, without an engine, but that it lacks one."""
        more.setdefault("ignore", ["fact-undecided"])
        folders = [self.root / "docbook" / lang for lang in languages] or [self.root / "docbook"]
        return list(check_pages(read_pages(folders), lambda name, keys, options: (), locale=self.locale, **more))  # type: ignore[arg-type]

    def found(self, *languages: str) -> list[tuple[str, str | None, int]]:
        """The id, key and line of each finding."""
        return [
            (finding.id, finding.key, finding.place.line)
            for result in self.check(*languages)
            for finding in result.findings
        ]
