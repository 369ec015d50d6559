"""The bytes of a page and the characters they stand for."""

from __future__ import annotations

import codecs
import os
import re
import stat
from pathlib import Path
from typing import Final

from hoyle.docbook.page import Damage, PageError, Place
from hoyle.messages import _

MAX_BYTES: Final = 20_000_000
"""The most bytes that are read of one file: four thousand times a help page of usual size."""

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"<\0", "utf-16-le"),
    (b"\0<", "utf-16-be"),
)
_NAMED: Final = re.compile(rb"<\?xml[^>]{0,200}?encoding[^>\w]{1,9}([A-Za-z][\w.-]{0,40})")
# Few pages need these: they are compiled when they do.
_BEGUN: Final = re.compile(rb"<(?:!--|!\[CDATA|!DOCTYPE|[A-Za-z_][\w.:-]*[\s/>])")
"""What no XML declaration follows: where one seems to, it is a comment's or a listing's."""
_KNOWN: Final = (
    r"utf[-_]?8|us-?ascii|ascii|iso[-_]?8859[-_]?\d\d?|latin[-_]?\d|(windows|cp)[-_]?125\d|koi8[-_][rutk]"
    r"|shift[-_]?jis|euc[-_](jp|kr)|gb2312|gbk|gb18030|big5"
)
_NAMED_WIDE: Final = r"(utf|ucs|iso-10646)[-_]?(16|32|2|4)([-_]?[lb]e)?|iso-10646-ucs-[24]"
NOT_IN_XML: Final = re.compile(r"[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]+")
"""Characters that no XML can hold."""


def load(path: Path) -> bytes:
    """The file's bytes.

    Raises `PageError` for what is no regular file, cannot be read, or is larger than `MAX_BYTES`.
    """
    start = Place(str(path), 1, 1)
    try:
        # A pipe would be waited for without end: look before opening, and do not block.
        status = os.stat(path)  # noqa: PTH116
        if not stat.S_ISREG(status.st_mode):
            if path.is_dir():
                raise PageError(start, _("this is a folder; name a page in it"))
            raise PageError(start, _("this is no regular file; name a DocBook page"))
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        try:
            # Room is made for what is asked for: no more of it than there is said to be.
            source = os.read(file, min(status.st_size, MAX_BYTES) + 1)
            while len(source) <= MAX_BYTES and (more := os.read(file, MAX_BYTES)):
                source += more
        finally:
            os.close(file)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise PageError(start, _("the page cannot be read: {reason}").format(reason=reason)) from error
    check_size(source, path)
    return source


def check_size(source: bytes, path: Path) -> None:
    """Raise `PageError` where there is more to read than `MAX_BYTES`."""
    if len(source) > MAX_BYTES:
        raise PageError(
            Place(str(path), 1, 1),
            _("the page is larger than {limit} MB, the most that is read; split it").format(limit=MAX_BYTES // 1000000),
        )


def decode(source: bytes, path: Path) -> tuple[str, list[Damage]]:
    """The characters of a page, without a byte order mark, and what was wrong with its bytes.

    The encoding is that of the byte order mark, else the one that the XML declaration names,
    else UTF-8. Bytes that are not text in it are read as Windows-1252, which Latin-1 is part of.
    Raises `PageError` where there is no character.
    """
    encoding, damage = None, []
    if not source.strip(codecs.BOM_UTF8 + b" \t\r\n"):
        raise PageError(Place(str(path), 1, 1), _("the page is empty"))
    for mark, name in _MARKS:
        if source.startswith(mark):
            encoding = name
            source = source if mark[0:1] in b"<\0" and mark[-1:] in b"<\0" else source[len(mark) :]
            break
    named = _NAMED.search(source[:2000]) if encoding is None else None
    if named and not _BEGUN.search(source, 0, named.start()):
        name = named[1].decode("ascii")
        if name.lower() == "utf-8" or (re.fullmatch(_KNOWN, name, re.IGNORECASE) and _is_there(name)):
            encoding = name.lower()
        elif not re.fullmatch(_NAMED_WIDE, name, re.IGNORECASE):
            before = source[: named.start(1)]
            place = Place(str(path), before.count(b"\n") + 1, len(before) - before.rfind(b"\n"))
            damage.append(
                Damage(place, _('the encoding "{name}" is not known; the page is read as UTF-8').format(name=name))
            )
    encoding = encoding or "utf-8"
    try:
        return _one_kind_of_line_end(source.decode(encoding)), damage
    except UnicodeDecodeError as error:
        before_bad = source[: error.start].decode(encoding, "replace")
        place = Place(str(path), before_bad.count("\n") + 1, len(before_bad) - before_bad.rfind("\n"))
        damage.append(
            Damage(
                place,
                _(
                    "the byte {byte} is not text in {encoding}, the page's encoding; such bytes are read as "
                    "Windows-1252: save the page as UTF-8, or name its encoding in the XML declaration"
                ).format(byte=f"0x{source[error.start]:02X}", encoding=encoding.upper()),
            )
        )
        return _one_kind_of_line_end(source.decode(encoding, _REPAIR)), damage


def _is_there(encoding: str) -> bool:
    """Whether Python can read an encoding: some that have a name, such as ISO-8859-12, never came to be."""
    try:
        codecs.lookup(encoding)
    except LookupError:
        return False
    return True


def _one_kind_of_line_end(text: str) -> str:
    # As XML has it; lines and columns stay.
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _as_windows_1252(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    if error.encoding.replace("_", "-").startswith(("utf-16", "utf-32")):
        return "\N{REPLACEMENT CHARACTER}", error.end
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


_REPAIR: Final = "hoyle-windows-1252"
codecs.register_error(_REPAIR, _as_windows_1252)
