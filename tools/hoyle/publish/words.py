"""The site's own words: labels, buttons, names of cards and piles, in the language of a site.

They stand in `locale/LANG/LC_MESSAGES/site.po`, which also fills the gaps of Sphinx's
catalogues. (What checks and observers say comes from `hoyle.po`, see `hoyle.messages`.)
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from gettext import NullTranslations
from typing import TYPE_CHECKING

from hoyle import messages

if TYPE_CHECKING:
    from hoyle_engine.cards import Card

Words = NullTranslations


def marked(text: str) -> str:
    """Mark a text for translation that is translated when it is shown."""
    return text


def words(lang: str) -> Words:
    """The words of a language; what it lacks is in English.

    >>> words("fr").gettext("Stock"), words("en").gettext("Stock")
    ('Pioche', 'Stock')
    """
    return messages.catalogue(lang, "site")


@contextlib.contextmanager
def to_the_user() -> Iterator[str]:
    """Have messages come in the language of who builds the site, which may be another than the site's."""
    of_site = messages.user_language()
    messages.speak(None)
    try:
        yield messages.user_language()
    finally:
        messages.speak(of_site)


def for_user(text: str, **values: str | int) -> str:
    """A warning, to whom it is for.

    >>> for_user("no footnote has the id “{name}”", name="f1")
    'no footnote has the id “f1”'
    """
    with to_the_user() as lang:
        return words(lang).gettext(text).format(**values)


def labelled(lang: str, label: str, what: object) -> str:
    """Something behind its name, with the colon as the language sets it.

    >>> labelled("en", "Verified", 3)
    'Verified: 3'
    """
    return words(lang).gettext("{label}: {what}").format(label=label, what=what)


def language_name(code: str) -> str:
    """What a language calls itself.

    >>> language_name("eu"), language_name("fr")
    ('Euskara', 'Français')
    """
    from babel import Locale, UnknownLocaleError

    try:
        name = Locale.parse(code, sep="-" if "-" in code else "_").get_display_name(code)
    except (UnknownLocaleError, ValueError):
        return code
    return (name[:1].upper() + name[1:]) if name else code


def collated(text: str) -> tuple[str, str, str]:
    """What texts are sorted by as CLDR's root collation has it, which English, French and Basque follow.

    Letters count first, then their accents, then small before capital.

    >>> sorted(["Pyramide", "paire", "éventail", "enseigne", "œuvre", "Pile", "pile"], key=collated)
    ['enseigne', 'éventail', 'œuvre', 'paire', 'pile', 'Pile', 'Pyramide']
    """
    import unicodedata

    letters = "".join(_AS_LETTERS.get(letter, letter) for letter in unicodedata.normalize("NFKD", text))
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return bare.casefold(), letters.casefold(), bare.swapcase()


_AS_LETTERS = {
    "œ": "oe",
    "Œ": "OE",
    "æ": "ae",
    "Æ": "AE",
    "ø": "o\u0338",
    "Ø": "O\u0338",
    "ł": "l\u0335",
    "Ł": "L\u0335",
}

PILES = {
    "stock": marked("Stock"),
    "waste": marked("Waste"),
    "foundation": marked("Foundation"),
    "tableau": marked("Tableau"),
    "reserve": marked("Reserve"),
    "chooser": marked("Chooser"),
}
PILES_IN_PLURAL = {
    "stock": marked("Stocks"),
    "waste": marked("Wastes"),
    "foundation": marked("Foundations"),
    "tableau": marked("Tableau"),
    "reserve": marked("Reserves"),
    "chooser": marked("Choosers"),
}


def pile_name(lang: str, kind: str, count: int = 1) -> str:
    """What a kind of piles is called.

    >>> pile_name("en", "foundation", 8), pile_name("eu", "stock")
    ('Foundations', 'Sorta')
    """
    return words(lang).gettext((PILES if count == 1 else PILES_IN_PLURAL)[kind])


_NUMBERED = {
    "pile": marked("pile {n} {of_pile}"),
    "on_pile": marked("on pile {n} {of_pile}"),
    "from_pile": marked("from pile {n} {of_pile}"),
    "to_pile": marked("to pile {n} {of_pile}"),
}


def pile_in_words(lang: str, kind: str, number: int | None = None, form: str = "pile") -> str:
    """A pile in a sentence: alone, or where something is (`on_pile`), comes from or goes to.

    With a number it is one of several of its kind.

    >>> pile_in_words("fr", "tableau", 3), pile_in_words("eu", "waste", None, "from_pile")
    ('pile 3 du tableau', 'hondarretik')
    """
    from hoyle.facts import wording

    if number is not None:
        of_pile = messages.catalogue(lang).gettext(wording.of_pile(kind).text)
        return words(lang).gettext(_NUMBERED[form]).format(n=number, of_pile=of_pile)
    if form == "pile":
        return pile_name(lang, kind).lower()
    said = {"on_pile": wording.on_pile, "from_pile": wording.from_pile, "to_pile": wording.to_pile}[form](kind)
    return messages.catalogue(lang).gettext(said.text)


_SUITS = {"C": marked("clubs"), "D": marked("diamonds"), "H": marked("hearts"), "S": marked("spades")}
_RANKS = {1: marked("ace"), 11: marked("jack"), 12: marked("queen"), 13: marked("king")}
_CORNERS = {1: marked("A"), 11: marked("J"), 12: marked("Q"), 13: marked("K")}


def card_name(lang: str, card: Card) -> str:
    """A card's full name.

    >>> from hoyle_engine.cards import Card
    >>> card_name("fr", Card.parse("QH")), card_name("eu", Card.parse("9S"))
    ('dame de cœur', 'pikako 9')
    """
    _ = words(lang).gettext
    if card.suit not in _SUITS:
        return _("joker")
    rank = _(_RANKS[card.rank]) if card.rank in _RANKS else str(card.rank)
    return _("{rank} of {suit}").format(rank=rank, suit=_(_SUITS[card.suit]))


def corner(lang: str, card: Card) -> str:
    """What stands in the corner of a card: French cards have V, D and R.

    >>> from hoyle_engine.cards import Card
    >>> corner("fr", Card.parse("KH")), corner("eu", Card.parse("10H"))
    ('R', '10')
    """
    return words(lang).gettext(_CORNERS[card.rank]) if card.rank in _CORNERS else str(card.rank)
