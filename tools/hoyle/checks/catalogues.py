"""Checks of catalogues, message by message, before any page is made of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from hoyle.checks.check import Check, Fingerprints, Subject
from hoyle.checks.finding import Finding, Severity
from hoyle.checks.numbers import NumberDiffers, changed_number
from hoyle.checks.suppress import parse
from hoyle.checks.terms import TermDiffers, difference, other_kinds
from hoyle.docbook.page import Place
from hoyle.language.bank import available
from hoyle.messages import _, later
from hoyle.translation.catalogue import BrokenCatalogue, Catalogue, Entry, language_of_place, read_catalogue
from hoyle.translation.fault import Fault
from hoyle.translation.untranslated import base, plain


class CatalogueCheck(Check):
    """A check of catalogues. Of a page it finds nothing."""

    def findings(self, subject: Subject) -> Iterator[Finding]:
        """Nothing: `catalogue_findings` finds them in the catalogue."""
        yield from ()


def _told_of(id_: str, severity: Severity, *, summary: str, reason: str, wrong: str, right: str) -> type[Check]:
    """A check of catalogues, with what `hoyle explain` says of it."""
    told = {"id": id_, "severity": severity, "summary": summary, "reason": reason, "wrong": wrong, "right": right}
    return type("CatalogueCheck", (CatalogueCheck,), told)


_BROKEN = _told_of(
    "catalogue-broken",
    "error",
    summary=later("A catalogue cannot be read."),
    reason=later(
        "Nothing in it can be used until that is mended. Guessing might lose translations, so Hoyle does not."
    ),
    wrong=later('msgid "Stock\nmsgstr "Pioche"'),
    right=later('msgid "Stock"\nmsgstr "Pioche"'),
)

CHECKS: tuple[type[Check], ...] = (
    _BROKEN,
    _told_of(
        "catalogue-header",
        "warning",
        summary=later("The header of a catalogue is missing, incomplete, or at odds with the catalogue."),
        reason=later("Tools take the language, the encoding and the plural forms from it."),
        wrong=later('"Language: \\n"'),
        right=later('"Language: fr\\n"'),
    ),
    _told_of(
        "plural-forms",
        "error",
        summary=later("The plural forms of a translation are not those of its language."),
        reason=later(
            "The header says how many forms there are and which number takes which; each message needs them all."
        ),
        wrong=later("nplurals=2 → msgstr[0], msgstr[1], msgstr[2]"),
        right=later("nplurals=2 → msgstr[0], msgstr[1]"),
    ),
    _told_of(
        "translation-broken",
        "error",
        summary=later("The markup of a translation cannot be read."),
        reason=later("The page keeps the source's text there until the translation is mended."),
        wrong=later("No <emphasis>redeal</emphasis>. → Pas de <emphasis>redistribution."),
        right=later("No <emphasis>redeal</emphasis>. → Pas de <emphasis>redistribution</emphasis>."),
    ),
    _told_of(
        "placeholder-lost",
        "error",
        summary=later("A translation has lost what stands for something else, or has it twice."),
        reason=later("What is translated apart, or filled in by the program, has no place in the text without it."),
        wrong=later("See <_:figure-1/> here. → Voir ici."),
        right=later("See <_:figure-1/> here. → Voir <_:figure-1/> ici."),
    ),
    _told_of(
        "punctuation-wrong",
        "warning",
        summary=later("A translation is punctuated against the rules of its language."),
        reason=later(
            "French sets a space that does not break before : ; ! ? and inside « »; Spanish opens questions with ¿; "
            "many languages have quotation marks of their own."
        ),
        wrong=later("Maximum score: 52 → Score maximal: 52"),
        right=later("Maximum score: 52 → Score maximal\u00a0: 52"),
    ),
    _told_of(
        "punctuation-differs",
        "note",
        summary=later("A translation begins or ends with another mark than its source."),
        reason=later("A full stop or a colon was forgotten, or the sentence is built otherwise, and nothing is wrong."),
        wrong=later("No redeal. → Pas de redistribution"),
        right=later("No redeal. → Pas de redistribution."),
    ),
    _told_of(
        "spacing-wrong",
        "warning",
        summary=later("A space is missing in a translation, or is where none belongs."),
        reason=later("Such slips of the hand are seen on the page."),
        wrong=later("Ten piles. One stock. → Hamar pila.Sorta bat ."),
        right=later("Ten piles. One stock. → Hamar pila. Sorta bat."),
    ),
    _told_of(
        "word-doubled",
        "warning",
        summary=later("A word stands twice, one after the other."),
        reason=later("Mostly one of the two was left behind when the sentence was changed."),
        wrong=later("All of the the cards."),
        right=later("All of the cards."),
    ),
    _told_of(
        "address-differs",
        "warning",
        summary=later("A translation has another address than its source."),
        reason=later("A link or an address of mail was mistyped, or leads to a page in the language, which is well."),
        wrong=later("See https://example.org/help → Voir https://example.org/hlep"),
        right=later("See https://example.org/help → Voir https://example.org/help"),
    ),
    _told_of(
        "translated-two-ways",
        "note",
        summary=later("The same words are translated in two ways."),
        reason=later("A reader may think that two things are meant. Where it is only style, nothing is wrong."),
        wrong=later("Foundation → Fondation; Foundation. → Base."),
        right=later("Foundation → Fondation; Foundation. → Fondation."),
    ),
)
"""The checks that look at catalogues alone. Those of texts, markup, numbers and terms look at pages too."""


def catalogue_findings(
    path: Path | str,
    *,
    lang: str | None = None,
    source_language: str = "en",
    checks: Collection[str] | None = None,
    fingerprints: Fingerprints | None = None,
) -> Iterator[Finding]:
    """What is wrong with the catalogue in a file, in the order of its lines.

    The language is `lang`, else the one that the path names, else that of the header.
    `checks` are the ids that are wanted; all, if None. A translator's comment
    `# hoyle: ignore ID: reason` keeps findings about its message out. A catalogue that
    cannot be read is a finding. Raises `OSError` where it cannot be opened.
    """
    fingerprints = fingerprints or Fingerprints()
    try:
        catalogue = read_catalogue(path)
    except BrokenCatalogue as error:
        found = [Finding(_BROKEN.id, _BROKEN.severity, None, lang, error.place, error.reason)]
    else:
        found = _findings(catalogue, lang or language_of_place(path) or catalogue.lang, source_language)
    for finding in sorted(found, key=lambda finding: finding.place):
        if checks is None or finding.id in checks:
            yield fingerprints.mark(finding)


def _findings(catalogue: Catalogue, lang: str | None, source: str) -> list[Finding]:
    from hoyle.translation.quality import catalogue_faults

    found = []
    faults = [*catalogue_faults(catalogue, lang, source), *_by_meaning(catalogue, base(lang or ""), base(source))]
    for entry, fault in faults:
        if entry is not None and fault.id in _ignored(entry, catalogue.path):
            continue
        place = Place(catalogue.path, fault.line or (entry.msgstr_line if entry else 0) or 1, 1)
        # The words of the message tell findings apart, and where none are at fault they are all that does.
        quote = fault.quote or (plain(entry.msgstr or entry.msgid) if entry else None)
        actual = entry.msgid if entry else fault.message
        found.append(
            Finding(fault.id, fault.severity, None, lang, place, fault.message, quote=quote, stated=None, actual=actual)
        )
    return found


def _ignored(entry: Entry, path: str) -> set[str | None]:
    suppressions = (parse(comment, Place(path, entry.line, 1)) for comment in entry.comments)
    return {one.check for one in suppressions if one is not None}


def _by_meaning(catalogue: Catalogue, lang: str, source: str) -> Iterator[tuple[Entry, Fault]]:
    """Numbers that are others, and kinds of piles."""
    from hoyle.translation.quality import is_for_tools

    for entry in catalogue.entries:
        if entry.is_translated and not entry.obsolete and not entry.is_header and not is_for_tools(entry):
            ours, theirs = plain(entry.msgid), plain(entry.msgstr)
            if entry.plural is not None:
                continue
            if (changed := changed_number(ours, source, theirs, lang)) is not None:
                said, other = changed
                message = _("the translation has the number {other} where its source has {said}")
                yield entry, _weighed(NumberDiffers, message.format(other=other.value, said=said), theirs)
            if lang in available() and source in available() and (kinds := other_kinds(ours, source, theirs, lang)):
                yield entry, _weighed(TermDiffers, difference(*kinds), theirs)


def _weighed(check: type[Check], message: str, quote: str) -> Fault:
    return Fault(check.id, check.severity, message, quote)
