"""A manual in three languages without a fault, made of one page and two catalogues, to plant faults in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from hoyle.checks.run import check_pages
from hoyle.docbook.reader import read_pages
from hoyle.observe.observation import Evidence, Observation
from hoyle.settings import Settings
from hoyle.translation.catalogue import parse_catalogue
from hoyle.translation.localize import localize

LANGUAGES = ("en", "fr", "eu")

PAGE = """<?xml version="1.0" encoding="utf-8"?>
<article xmlns="http://docbook.org/ns/docbook" xmlns:xlink="http://www.w3.org/1999/xlink" version="5.0"
         xml:id="ladder" xml:lang="en">
  <title>Ladder</title>
  <section xml:id="ladder-setup">
    <title>Setup</title>
    <informaltable><tgroup cols="2"><tbody>
      <row><entry>Type of deck</entry><entry>Double deck, shuffled together.</entry></row>
      <row><entry>Stock</entry><entry>Its cards are turned over to the waste one at a time.</entry></row>
      <row><entry>Foundation</entry><entry>Each is built up in suit from Ace to King.</entry></row>
      <row><entry>Waste</entry><entry>Its top card can be played.</entry></row>
      <row><entry>Tableau</entry><entry>Ten piles, side by side.</entry></row>
    </tbody></tgroup></informaltable>
  </section>
  <section xml:id="ladder-goal">
    <title>Goal</title>
    <para>Bring all the cards to the foundations.</para>
  </section>
  <section xml:id="ladder-rules">
    <title>Rules</title>
    <para>Any card may be placed on an empty tableau pile.</para>
    <para>A card that is on a foundation cannot be taken back into play.</para>
  </section>
  <section xml:id="ladder-scoring">
    <title>Scoring</title>
    <para>Highest possible score: 1000</para>
  </section>
  <section xml:id="ladder-strategy">
    <title>Strategy</title>
    <para>See <link linkend="ladder-rules">the rules</link> first.</para>
    <para>Clear three piles before you look at the <emphasis>waste</emphasis> again.</para>
  </section>
</article>
"""

TRANSLATIONS = {
    "Ladder": ("L'échelle", "Eskailera"),
    "Setup": ("Configuration", "Konfigurazioa"),
    "Type of deck": ("Type de paquet", "Karta mota"),
    "Double deck, shuffled together.": ("Paquet double, le tout bien mélangé.", "Sorta bikoitza, ondo nahasia."),
    "Stock": ("Pioche", "Sorta"),
    "Its cards are turned over to the waste one at a time.": (
        "Ses cartes sont retournées une à une vers la défausse.",
        "Bertako kartak banan-banan iraultzen dira hondarrera.",
    ),
    "Foundation": ("Fondation", "Oinarria"),
    "Each is built up in suit from Ace to King.": (
        "Chacune se construit en montant, par couleur, de l'As au Roi.",
        "Bakoitza gorantz osatzen da, irudiaren arabera, batekotik erregera.",
    ),
    "Waste": ("Défausse", "Hondarra"),
    "Its top card can be played.": ("Sa carte du dessus peut être jouée.", "Haren goiko karta joka daiteke."),
    "Tableau": ("Tableau", "Mahaia"),
    "Ten piles, side by side.": ("Dix piles, côte à côte.", "Hamar pila, bata bestearen ondoan."),
    "Goal": ("Objectif", "Xedea"),
    "Bring all the cards to the foundations.": (
        "Amener toutes les cartes sur les fondations.",
        "Karta guztiak oinarrietan jartzea.",
    ),
    "Rules": ("Règles", "Arauak"),
    "Any card may be placed on an empty tableau pile.": (
        "N'importe quelle carte peut être posée sur une pile vide du tableau.",
        "Mahaiko pila huts batean edozein karta jar daiteke.",
    ),
    "A card that is on a foundation cannot be taken back into play.": (
        "Une carte placée sur une fondation ne peut plus être remise en jeu.",
        "Oinarri batean dagoen karta ezin da berriro jokoan erabili.",
    ),
    "Scoring": ("Score", "Puntuak"),
    "Highest possible score: 1000": (
        "Meilleur score possible\u00a0: 1000",
        "Lor daitekeen puntuaziorik altuena: 1000",
    ),
    "Strategy": ("Stratégie", "Estrategia"),
    'See <link linkend="ladder-rules">the rules</link> first.': (
        'Voyez d\'abord <link linkend="ladder-rules">les règles</link>.',
        'Begiratu lehenik <link linkend="ladder-rules">arauak</link>.',
    ),
    "Clear three piles before you look at the <emphasis>waste</emphasis> again.": (
        "Videz trois piles avant de revenir à la <emphasis>défausse</emphasis>.",
        "Hustu hiru pila <emphasis>hondarrera</emphasis> itzuli aurretik.",
    ),
}

GAME = {
    "deck.kind": "double",
    "stock.turn": 1,
    "stock.deals_to": "waste",
    "foundation.build.direction": "up",
    "foundation.build.suit": "same-suit",
    "foundation.build.from": "A",
    "foundation.build.to": "K",
    "foundation.play_back": False,
    "waste.available": ["top"],
    "tableau.piles": 10,
    "tableau.fill.accepts": "any",
    "stock.redeals": 2,
    "score.max": 1000,
    "goal": "foundation",
}


class Planted:
    """The manual in a folder, and what is found in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.page = PAGE
        self.texts = {
            lang: {msgid: both[at] for msgid, both in TRANSLATIONS.items()} for at, lang in enumerate(LANGUAGES[1:])
        }
        self.fuzzy: set[str] = set()
        self.game = dict(GAME)
        self.languages = LANGUAGES[1:]

    def path(self, lang: str, name: str = "ladder") -> Path:
        return self.root / "docbook" / lang / f"{name}.xml"

    def change(self, lang: str, old: str, new: str) -> None:
        """Change what the page in a language says, the way its authors or translators do."""
        if lang == "en":
            assert self.page.count(old) == 1, old
            self.page = self.page.replace(old, new)
            return
        (msgid,) = (msgid for msgid, text in self.texts[lang].items() if old in text)
        self.texts[lang][msgid] = self.texts[lang][msgid].replace(old, new)

    def write(self) -> None:
        """Write the page, the catalogues, and the pages made of both."""
        self._put(self.path("en"), self.page)
        for lang in LANGUAGES[1:]:
            catalogue = self._catalogue(lang)
            path = self.root / "locale" / lang / "LC_MESSAGES" / "pages.po"
            self._put(path, catalogue)
            known = parse_catalogue(catalogue.encode(), str(path))
            made = localize(self.path("en"), known, lang, use_fuzzy=True)
            self._put(self.path(lang), made.content.decode())

    def _catalogue(self, lang: str) -> str:
        entries = [f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: {lang}\\n"\n']
        for msgid, text in self.texts[lang].items():
            mark = "#, fuzzy\n" if msgid in self.fuzzy else ""
            msgid, text = (one.replace('"', '\\"') for one in (msgid, text))
            entries.append(f'{mark}msgid "{msgid}"\nmsgstr "{text}"\n')
        return "\n".join(entries)

    def _put(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def found(self, lang: str, *, source: bool = True, engine: bool = True) -> list[str]:
        """The ids of all findings in the page of a language, notes among them; without an engine not that it lacks."""
        if not source and lang != "en":
            self.path("en").unlink()
        settings = Settings(self.root, (self.root / "docbook",), self.root / "locale", "en", tuple(self.languages))
        results = check_pages(
            read_pages([self.root / "docbook" / lang]),
            self.observe if engine else lambda name, keys, options: (),
            locale=settings.locale,
            settings=settings,
        )
        found = [finding.id for result in results for finding in result.findings if finding.page in ("ladder", None)]
        return [name for name in found if engine or name != "fact-undecided"]

    def observe(self, name: str, keys: frozenset[str], options: Mapping[str, frozenset[str]]) -> Iterable[Observation]:
        return [Observation(key, self.game[key], Evidence("so it was seen")) for key in sorted(keys & set(self.game))]
