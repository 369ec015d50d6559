"""Search in Basque, for which Sphinx has a stemmer and does not use it."""

from __future__ import annotations

from sphinx.search import SearchLanguage, parse_stop_word


class SearchBasque(SearchLanguage):
    """Stems with Snowball's Basque rules; Python's and the browser's stemmer are made of the same source.

    >>> basque = SearchBasque({})
    >>> basque.stem("oinarrietara") == basque.stem("oinarri")
    True
    """

    lang = "eu"
    language_name = "Basque"
    js_stemmer_rawcode = "basque-stemmer.js"
    stopwords = parse_stop_word(
        "al ala ari arte bai baina baino bait bat batzuk bera beste bezala da dago dira du dugu dut dute edo egin egon "
        "ere esan eta ez ezin gero gu ha haiek hala han hau hauek hemen hi hor horiek hori hura izan nola non nor oso "
        "zein zen zer zu"
    )

    def __init__(self, options: dict[str, str]) -> None:
        import snowballstemmer  # type: ignore[import-untyped]

        super().__init__(options)
        self._stemmer = snowballstemmer.stemmer("basque")

    def stem(self, word: str) -> str:
        """The stem of a word, as the browser will make it of a word searched for."""
        return str(self._stemmer.stemWord(word.lower()))
