"""One file: read as it stands, else as a capture, else as far as can be told."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hoyle.docbook.elements import is_page
from hoyle.docbook.entities import Malformed, declared
from hoyle.docbook.page import Damage, Place
from hoyle.docbook.parse import Document, parse
from hoyle.messages import _

if TYPE_CHECKING:
    from hoyle.docbook.capture import Restored


def read_document(text: str, path: Path) -> tuple[Document, bool]:
    """Read a file's text; and whether it is a capture.

    What is well-formed is read as it stands. What is not is read as a capture, if it looks like one,
    and where tags are missing still, as far as it can be told.
    """
    is_xml = is_page(path)
    try:
        return parse(text, path), not is_xml
    except Malformed as error:
        malformed = error
    # Few files need these.
    from hoyle.docbook.capture import restore
    from hoyle.docbook.recover import recover

    restored = restore(text)
    document = None
    if not restored.gaps and restored.text != text:
        try:
            document = parse(restored.text, path)
        except Malformed as error:
            malformed = error
    if document is None:
        document = recover(restored.text, path, restored.gaps, declared(restored.text, path, strict=False))
        if not document.damage and not restored.gaps:
            place = Place(str(path), malformed.line, malformed.column + 1)
            message = _("the page is not well-formed XML here ({error}); it is read all the same").format(
                error=malformed.message
            )
            document.damage.append(Damage(place, message))
    document.damage += _losses(restored, path, is_xml)
    document.damage.sort(key=lambda damage: damage.place)
    return document, restored.is_capture or not is_xml


def _losses(restored: Restored, path: Path, is_xml: bool) -> list[Damage]:
    losses = []
    for gap in restored.gaps:
        if gap.first == gap.last:
            message = _("line {first} of the page is missing").format(first=gap.first)
        else:
            message = _("lines {first} to {last} of the page are missing").format(first=gap.first, last=gap.last)
        losses.append(Damage(Place(str(path), gap.line, 1), message))
    if is_xml:
        # A capture of any other name has a right to what a web view puts around; a file of XML has none.
        for line, message in (
            (restored.before, _("text before the XML declaration: XML must begin the file")),
            (restored.after, _("text after the end of the root element")),
        ):
            if line is not None:
                losses.append(Damage(Place(str(path), line, 1), message))
    return losses
