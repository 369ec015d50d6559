"""The language that a page says it is in: in itself, or by where it lies."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from hoyle.docbook.elements import XML_LANG

# ISO 639-1, and the three-letter codes that manuals are translated into.
_CODES: Final = (
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en "
    "eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv "
    "ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne "
    "ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st "
    "su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu "
    "ast ckb crh csb dsb fil fur hsb kab lij mai nds sco szl vec"
)
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*(?:@[A-Za-z]+)?")
_FOLDER: Final = re.compile(r"([a-z]{2,3})((?:[-_](?:[A-Z]{2}|[A-Z][a-z]{3}|\d{3})){0,2}(?:@[A-Za-z]+)?)")


def stated(attributes: Mapping[str, str]) -> str | None:
    """What an element says, in `xml:lang` or DocBook 4's `lang`, if that is a language.

    >>> stated({"lang": "pt_BR"}), stated({"lang": "manual-fr"}), stated({})
    ('pt_BR', None, None)
    """
    value = (attributes.get(XML_LANG) or attributes.get("lang") or "").strip()
    return value if _LANGUAGE.fullmatch(value) else None


_KNOWN: Final = frozenset(_CODES.split())


def of_folder(path: Path) -> str | None:
    """What the nearest two folders around a page say; `C` is English, as gettext has it.

    >>> of_folder(Path("/usr/share/help/fr/aisleriot/yield.xml"))
    'fr'
    >>> of_folder(Path("help/C/yield.xml")), of_folder(Path("help/pt_BR/yield.xml"))
    ('en', 'pt_BR')
    >>> of_folder(Path("/pages/seeds/yield.xml"))
    """
    for folder in path.absolute().parts[-2:-4:-1]:
        if folder == "C":
            return "en"
        match = _FOLDER.fullmatch(folder)
        if match and match[1] in _KNOWN:
            return folder
    return None
