"""Checks of catalogues: each finds its fault, and nothing in a sound catalogue."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle.checks.catalogues import CHECKS, catalogue_findings
from hoyle.checks.finding import Finding

HEADER = r"""msgid ""
msgstr ""
"Project-Id-Version: ladder 1\n"
"PO-Revision-Date: 2026-01-01 12:00+0000\n"
"Last-Translator: Ann Other <ann@example.org>\n"
"Language-Team: French <fr@example.org>\n"
"Language: fr\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"
"""
SOUND = [
    ("Ten piles of four cards.", "Dix piles de quatre cartes."),
    ("Maximum possible score: 52", "Score maximal\u00a0: 52"),
    ("The “waste” is empty!", "La «\u00a0défausse\u00a0» est vide\u00a0!"),
    ("See <link>the rules</link>, or write to ann@example.org.", "Voir <link>les règles</link>, ou ann@example.org."),
    ("Look at <_:figure-1/> first.", "Regardez d'abord <_:figure-1/>."),
    ("Klondike", "Klondike"),
    ("<firstname>Ann</firstname> <surname>Other</surname>", "<firstname>Ann</firstname> <surname>Other</surname>"),
    ("52", "52"),
    ("Points", "Points"),
]


def catalogue(*pairs: tuple[str, str], header: str = HEADER) -> str:
    entries = [f'msgid "{msgid}"\nmsgstr "{msgstr}"\n' for msgid, msgstr in pairs]
    return "\n".join([header, *entries])


Check = Callable[..., list[Finding]]


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """Checks a catalogue of a language, given as text or as pairs."""

    def run(*pairs: tuple[str, str], lang: str = "fr", text: str | None = None) -> list[Finding]:
        path = tmp_path / f"{lang}.po"
        header = HEADER.replace("Language: fr", f"Language: {lang}")
        path.write_text(catalogue(*pairs, header=header) if text is None else text, encoding="utf-8")
        return list(catalogue_findings(path))

    return run


def test_a_sound_catalogue_has_no_finding(check: Check) -> None:
    assert check(*SOUND) == []


@pytest.mark.parametrize(
    ("msgid", "msgstr", "lang", "found"),
    [
        ("Ten piles.", "Dix <emphasis>piles.", "fr", "translation-broken error"),
        ("<b>Ten</b> piles.", "<b>Dix piles.", "fr", "translation-broken error"),
        ("Look at <_:figure-1/> first.", "Regardez d'abord.", "fr", "placeholder-lost error"),
        ("Look at <_:figure-1/> first.", "Regardez <_:figure-1/> <_:figure-1/>.", "fr", "placeholder-lost error"),
        ("<b>Ten</b> piles.", "Dix piles.", "fr", "markup-differs warning"),
        ("Ten &app; piles.", "Dix piles.", "fr", "markup-differs warning"),
        ("<a href='x'>Ten</a> piles.", "<a href='y'>Dix</a> piles.", "fr", "markup-differs note"),
        ("Maximum: 52", "Score maximal: 52", "fr", "punctuation-wrong warning"),
        ("Maximum: 52", "Score maximal : 52", "fr", "punctuation-wrong note"),
        ("The “waste” is empty.", "La «défausse» est vide.", "fr", "punctuation-wrong warning"),
        ("The “waste” is empty.", "La « défausse » est vide.", "fr", "punctuation-wrong note"),
        ("Is it empty?", "Está vacío?", "es", "punctuation-wrong warning"),
        ("Is it empty?", "Είναι άδειο?", "el", "punctuation-wrong warning"),
        ("Empty piles, and full ones.", "空牌堆,满牌堆。", "zh_CN", "punctuation-wrong note"),
        ("No redeal.", "Pas de redistribution", "fr", "punctuation-differs note"),
        ("Ten piles. One stock.", "Dix piles.Une pioche.", "fr", "spacing-wrong warning"),
        ("Ten piles. One stock.", "Dix piles . Une pioche.", "fr", "spacing-wrong warning"),
        ("Ten piles. One stock.", "Dix  piles. Une pioche.", "fr", "spacing-wrong note"),
        ("Ten piles. One stock.", "Dix piles. Une une pioche.", "fr", "word-doubled warning"),
        ("Write to ann@example.org.", "Écrire à ana@example.org.", "fr", "address-differs warning"),
        ("Waste", "Waste", "fr", "text-copied note"),
        ("Written by Ann Other", "Written by Ann Other", "fr", "text-copied warning"),
        ("Cards are moved one at a time.", "Cards are moved one at a time.", "fr", "text-copied warning"),
        ("Ten piles. No redeal.", "Dix piles. There are no more redeals.", "fr", "text-untranslated warning"),
        ("Cards are moved singly.", "Kartak banaka mugitzen dira mahaian.", "fr", "text-wrong-language warning"),
        ("Ten piles. No redeal.", "Zehn Stapel. There are no more redeals.", "de", "text-untranslated warning"),
        ("Deal three cards.", "Distribuez deux cartes.", "fr", "number-differs warning"),
        ("Cards go to the waste.", "Les cartes vont sur la pioche.", "fr", "term-differs note"),
        ("All hearts go there.", "Tous les piques vont là.", "fr", "term-differs note"),
        ("It is built down by two.", "Elle est montée de deux en deux, en montant.", "fr", "term-differs note"),
        ("Cards of one rank go there.", "Irudi bereko kartak hara doaz.", "eu", "term-differs note"),
    ],
)
def test_a_faulty_translation_has_just_its_finding(
    check: Check, msgid: str, msgstr: str, lang: str, found: str
) -> None:
    findings = check((msgid, msgstr), lang=lang)
    assert [f"{finding.id} {finding.severity}" for finding in findings] == [found]
    assert findings[0].place.line == 14


def test_canadian_french_sets_a_space_before_the_colon_only(check: Check) -> None:
    assert check(("Is it empty?", "Est-elle vide?"), lang="fr_CA") == []
    assert [finding.id for finding in check(("Score: 52", "Score: 52 points"), lang="fr_CA")] == ["punctuation-wrong"]


def test_marks_in_names_and_in_what_a_program_fills_in_are_no_punctuation(check: Check) -> None:
    assert check(("Built in {time:.1f} s: {name!r}", "Construit en {time:.1f} s\u00a0: {name!r}"), lang="fr") == []
    assert check(("Use xml:lang there.", "Utilisez xml:lang ici."), lang="fr") == []


def test_a_word_may_stand_twice_where_that_has_a_meaning(check: Check) -> None:
    assert check(("Cards are moved singly.", "Kartak banan banan mugitzen dira."), lang="eu") == []
    assert check(("If you put it there.", "Wenn Sie sie dort hinlegen."), lang="de") == []


def test_the_rarer_of_two_translations_of_the_same_words_is_told(check: Check) -> None:
    findings = check(
        ("Cards are moved singly.", "Les cartes sont déplacées une à une."),
        ("Ten piles. Cards are moved singly.", "Dix piles. Les cartes sont déplacées une à une."),
        ("Six piles. Cards are moved singly.", "Six piles. On déplace les cartes séparément."),
    )
    assert [(finding.id, finding.place.line, finding.quote) for finding in findings] == [
        ("translated-two-ways", 20, "On déplace les cartes séparément.")
    ]


def test_case_and_punctuation_make_no_second_translation(check: Check) -> None:
    assert check(("Foundation piles", "Piles de fondation"), ("Foundation Piles:", "Piles de Fondation\u00a0:")) == []


def test_of_a_fuzzy_translation_only_that_is_told_and_of_an_obsolete_one_nothing(check: Check) -> None:
    text = HEADER + '\n#, fuzzy\nmsgid "Deal three."\nmsgstr "Deux:"\n\n#~ msgid "Deal six."\n#~ msgstr "Deux:"\n'
    assert [(finding.id, finding.severity) for finding in check(text=text)] == [("text-fuzzy", "note")]


def test_a_comment_of_the_translator_keeps_a_finding_out(check: Check) -> None:
    entry = 'msgid "Deal three cards."\nmsgstr "Distribuez deux cartes."\n'
    assert [finding.id for finding in check(text=f"{HEADER}\n{entry}")] == ["number-differs"]
    assert check(text=f"{HEADER}\n# hoyle: ignore number-differs: the joker is counted\n{entry}") == []


# The header and plural forms

PLURAL = '\n#, python-brace-format\nmsgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "une carte"\n'


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("", "", []),
        ("Plural-Forms: nplurals=2; plural=(n > 1);", "X-Generator: none", ["plural-forms error"]),
        ("nplurals=2; plural=(n > 1)", "nplurals=3; plural=(n > 1)", ["plural-forms error"]),
        ("plural=(n > 1)", "plural=(n > )", ["plural-forms error"]),
        ("plural=(n > 1)", "plural=(n > 1 ? 2 : 0)", ["plural-forms error"]),
        ("Language: fr", "Language: eu", ["catalogue-header warning"]),
        ("Language: fr", "X-Lang: fr", ["catalogue-header note"]),
        ("Ann Other <ann@example.org>", "FULL NAME <EMAIL@ADDRESS>", ["catalogue-header note"]),
        ("UTF-8", "ISO-8859-1", ["catalogue-header note"]),
    ],
)
def test_the_header_agrees_with_the_catalogue(check: Check, old: str, new: str, found: list[str]) -> None:
    text = HEADER.replace(old, new) if old else HEADER
    findings = check(text=text + PLURAL + 'msgstr[1] "{n} cartes"\n')
    assert [f"{finding.id} {finding.severity}" for finding in findings] == found


@pytest.mark.parametrize("plural", [PLURAL + 'msgstr[1] "{n} cartes"\n', ""])
@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("nplurals=-1; plural=(n > 1);", "counts -1 forms; a language has from 1 to 6"),
        ("nplurals=0; plural=(n > 1);", "counts 0 forms"),
        ("nplurals=99999999999999; plural=(n > 1);", "counts 99999999999999 forms"),
        ("nplurals=" + "9" * 5000 + "; plural=(n > 1);", "a language has from 1 to 6"),
        ("nplurals=2; plural=n/0;", "cannot be read: it divides by zero"),
        ("nplurals=2; plural=9**9**9**9;", "cannot be read: unexpected token"),
        ("nplurals=2; plural=n;", "counts 2 forms and chooses form 1000"),
        ("nplurals=2; plural=n-1;", "chooses form 999"),
        ("nplurals=2;", "it is not like nplurals=2; plural=(n != 1);"),
    ],
)
def test_a_plural_rule_that_makes_no_sense_is_a_fault(check: Check, rule: str, said: str, plural: str) -> None:
    findings = check(text=HEADER.replace("nplurals=2; plural=(n > 1);", rule) + plural)
    assert [said in finding.message for finding in findings if finding.place.line == 2] == [True]
    assert findings[0].severity == "error"


def test_a_rule_that_nothing_needs_yet_may_stay_unfilled(check: Check) -> None:
    assert check(text=HEADER.replace("nplurals=2; plural=(n > 1);", "nplurals=INTEGER; plural=EXPRESSION;")) == []


def test_a_language_with_three_forms_needs_them(check: Check) -> None:
    text = HEADER.replace("Language: fr", "Language: ru") + PLURAL + 'msgstr[1] "{n} карты"\n'
    assert [finding.message for finding in check(text=text, lang="ru")] == [
        "Plural-Forms counts 2 forms; the language has 3"
    ]


def test_only_the_form_for_one_may_leave_the_number_out(check: Check) -> None:
    findings = check(text=HEADER + PLURAL + 'msgstr[1] "des cartes"\n')
    assert [finding.id for finding in findings] == ["placeholder-lost"]


def test_a_catalogue_without_header_and_one_that_is_broken_are_findings(check: Check) -> None:
    assert [finding.id for finding in check(text='msgid "Ten piles."\nmsgstr "Dix piles."\n')] == ["catalogue-header"]
    broken = check(text='msgid "Ten piles.\nmsgstr "Dix piles."\n')
    assert [(finding.id, finding.place.line, finding.place.column) for finding in broken] == [
        ("catalogue-broken", 1, 7)
    ]


def test_checks_are_chosen_by_id_and_fingerprints_survive_moved_lines(tmp_path: Path) -> None:
    path = tmp_path / "fr.po"
    path.write_text(catalogue(("Deal three cards?", "Distribuez deux cartes, non?")))
    both = list(catalogue_findings(path))
    assert {finding.id for finding in both} == {"number-differs", "punctuation-wrong"}
    assert [finding.id for finding in catalogue_findings(path, checks={"number-differs"})] == ["number-differs"]
    path.write_text(catalogue(("Ten piles.", "Dix piles."), ("Deal three cards?", "Distribuez deux cartes, non?")))
    assert [finding.fingerprint for finding in catalogue_findings(path)] == [finding.fingerprint for finding in both]


def test_every_check_is_documented_and_named_once() -> None:
    assert len({check.id for check in CHECKS}) == len(CHECKS)
    for check in CHECKS:
        assert all((check.summary, check.reason, check.wrong, check.right))
        assert check.wrong != check.right
