"""The header of a catalogue, and the plural forms that it promises."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.messages import _
from hoyle.translation.catalogue import Catalogue, Entry
from hoyle.translation.fault import Fault, Severity
from hoyle.translation.marks import marks
from hoyle.translation.untranslated import base

_DEFAULTS = {
    "Project-Id-Version": "PACKAGE VERSION",
    "PO-Revision-Date": "YEAR-MO-DA HO:MI+ZONE",
    "Last-Translator": "FULL NAME <EMAIL@ADDRESS>",
    "Language-Team": "LANGUAGE <LL@li.org>",
}
_NEEDED = ("Language", "MIME-Version", "Content-Type", "Content-Transfer-Encoding")
_PLURALS = re.compile(r"nplurals\s*=\s*(-?[0-9]+)\s*;\s*plural\s*=\s*([^;]+)")
_MOST_FORMS = 6
"""What Arabic has, and no language has more (CLDR, gettext)."""
_UNFILLED = re.compile(r"nplurals\s*=\s*INTEGER\b")


def header_faults(catalogue: Catalogue, lang: str) -> Iterator[Fault]:
    """What is missing in the header, was never filled in, or does not agree with the rest."""
    entry = catalogue.find("")
    if entry is None:
        yield Fault("catalogue-header", "warning", _("the catalogue has no header"), line=1)
        return
    line, fields = entry.msgstr_line or 1, catalogue.header

    def fault(severity: Severity, message: str) -> Fault:
        return Fault("catalogue-header", severity, message, line=line)

    for name in _NEEDED:
        if not fields.get(name):
            yield fault("note", _("the header does not say: {field}").format(field=name))
    for name, default in _DEFAULTS.items():
        if fields.get(name) == default:
            yield fault("note", _("a field of the header was never filled in: {field}").format(field=name))
    if catalogue.encoding.lower().replace("-", "") not in ("utf8", "ascii", "usascii"):
        yield fault("note", _("the catalogue is in {encoding}, not in UTF-8").format(encoding=catalogue.encoding))
    stated = fields.get("Language", "")
    if stated and base(stated) != base(lang):
        text = _("the header names the language {stated}, the catalogue's place is that of {lang}")
        yield fault("warning", text.format(stated=stated, lang=lang))
    if entry.is_fuzzy:
        yield fault("note", _("the header is marked fuzzy, so that gettext does not use it"))
    rule = fields.get("Plural-Forms", "")
    if any(each.plural is not None and not each.obsolete for each in catalogue.entries):
        yield from _plural_rule(rule, lang, line)
    elif rule and not _UNFILLED.match(rule):
        # Nothing needs the rule yet: whether it is the language's own does not matter, but it must be one.
        yield from _plural_rule(rule, None, line)


def _plural_rule(rule: str, lang: str | None, line: int) -> Iterator[Fault]:
    match = _PLURALS.search(rule)
    if match is None and rule and not _UNFILLED.match(rule):
        message = _("Plural-Forms cannot be read: {reason}").format(
            reason=_("it is not like {example}").format(example="nplurals=2; plural=(n != 1);")
        )
        yield Fault("plural-forms", "error", message, quote=rule, line=line)
        return
    if match is None:
        yield Fault("plural-forms", "error", _("there are messages with a plural, and no Plural-Forms"), line=line)
        return
    from gettext import c2py

    try:
        choose = c2py(match[2].strip())
        forms = {choose(number) for number in range(1001)}
    except ZeroDivisionError:
        message = _("Plural-Forms cannot be read: {reason}").format(reason=_("it divides by zero"))
        yield Fault("plural-forms", "error", message, quote=match[2].strip(), line=line)
        return
    except (ValueError, ArithmeticError, MemoryError, RecursionError) as error:
        message = _("Plural-Forms cannot be read: {reason}").format(reason=error)
        yield Fault("plural-forms", "error", message, quote=match[2].strip(), line=line)
        return
    count = _number(match[1])
    if not 1 <= count <= _MOST_FORMS:
        message = _("Plural-Forms counts {count} forms; a language has from 1 to {most}").format(
            count=match[1], most=_MOST_FORMS
        )
        yield Fault("plural-forms", "error", message, line=line)
        return
    if not 0 <= min(forms) <= max(forms) < count:
        message = _("Plural-Forms counts {count} forms and chooses form {form}").format(
            count=match[1], form=max(forms, key=lambda form: (not 0 <= form < count, form))
        )
        yield Fault("plural-forms", "error", message, line=line)
    if lang is None:
        return
    usual = _usual_forms(lang)
    either = marks(lang).plural_forms or (usual,)
    if usual is not None and count not in either:
        message = _("Plural-Forms counts {count} forms; the language has {usual}").format(count=match[1], usual=usual)
        yield Fault("plural-forms", "warning", message, line=line)


def _number(digits: str) -> int:
    """The number, cut where it is far too long to be one of forms."""
    return int(digits[:9])


def _usual_forms(lang: str) -> int | None:
    from babel.messages.plurals import PLURALS

    found = PLURALS.get(lang.replace("-", "_")) or PLURALS.get(base(lang))
    return None if found is None else int(found[0])


def plural_faults(entry: Entry, catalogue: Catalogue) -> Iterator[Fault]:
    """Plural forms that are too few, too many, or empty."""
    match = _PLURALS.search(catalogue.header.get("Plural-Forms", ""))
    if entry.plural is not None and match is not None and len(entry.plurals) != _number(match[1]):
        text = _("the translation has {count} plural forms, and the header says {wanted}")
        yield Fault("plural-forms", "error", text.format(count=len(entry.plurals), wanted=match[1]))
