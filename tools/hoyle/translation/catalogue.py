"""Gettext catalogues, read and written without losing a byte of what did not change.

polib and Babel read most of a catalogue; what they lose (the previous text of an
obsolete message, the wrapping, places of errors) is what a translator minds. So an
entry here keeps the lines it came from, and only what changed is written anew.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from unicodedata import east_asian_width

from hoyle.docbook.page import Place
from hoyle.messages import _
from hoyle.translation.writing import CannotWrite, write_whole

WIDTH = 79
"""Columns of a line of text with its quotes, as gettext's own tools wrap it."""


LARGEST = 50_000_000
"""Bytes of the largest catalogue that is read."""


class BrokenCatalogue(ValueError):
    """A catalogue that cannot be read without guessing; says where and why."""

    def __init__(self, place: Place, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Previous:
    """What a message said when its fuzzy translation was made."""

    msgid: str
    context: str | None = None
    plural: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One message of a catalogue and its translation.

    >>> Entry("Stock", "Sorta").is_translated, Entry("Stock", "Sorta", flags=("fuzzy",)).is_translated
    (True, False)
    """

    msgid: str
    msgstr: str = ""
    context: str | None = None
    plural: str | None = None
    plurals: tuple[str, ...] = ()
    """The forms `msgstr[0]`, `msgstr[1]`, … of a message with a plural."""
    comments: tuple[str, ...] = ()
    """The translator's own, a line each."""
    extracted: tuple[str, ...] = ()
    """Those that come from the source, a line each."""
    references: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    previous: Previous | None = None
    obsolete: bool = False
    line: int = 0
    """Where the message begins in its file; 0 for one that is not from a file."""
    msgstr_line: int = 0
    head: str | None = field(default=None, repr=False, compare=False)
    """The lines of comments as they stand in the file; None where they must be written anew."""
    body: str | None = field(default=None, repr=False, compare=False)
    """The same for the lines of the message and its translation."""

    @property
    def key(self) -> tuple[str | None, str]:
        """What tells it from all other messages: context and text."""
        return self.context, self.msgid

    @property
    def is_fuzzy(self) -> bool:
        """Whether a translator has to look at it before it is used."""
        return "fuzzy" in self.flags

    @property
    def has_text(self) -> bool:
        """Whether there is any translation, in all forms, be it fuzzy or not."""
        return all(self.plurals) if self.plurals else bool(self.msgstr)

    @property
    def is_translated(self) -> bool:
        """Whether there is a translation that can be used."""
        return self.has_text and not self.is_fuzzy

    @property
    def is_header(self) -> bool:
        """Whether it is the entry that tells of the catalogue itself."""
        return not self.msgid and self.context is None and not self.obsolete


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The messages of one language."""

    path: str
    entries: tuple[Entry, ...]
    encoding: str = "utf-8"
    bom: bool = False
    newline: str = "\n"
    end: str = ""
    """What stands after the last entry: empty lines, comments without a message."""
    index: dict[tuple[str | None, str], Entry] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for entry in self.entries:
            if not entry.obsolete:
                self.index.setdefault(entry.key, entry)

    def find(self, msgid: str, context: str | None = None) -> Entry | None:
        """The entry of a message that is in use, whatever its state."""
        return self.index.get((context, msgid))

    @property
    def header(self) -> dict[str, str]:
        """The fields of the header by name."""
        entry = self.find("")
        fields = (line.partition(":") for line in (entry.msgstr.split("\n") if entry else ()))
        return {name.strip(): value.strip() for name, colon, value in fields if colon}

    @property
    def lang(self) -> str | None:
        """The language that the header names, else the one that the path does."""
        return self.header.get("Language") or language_of_place(self.path)


def language_of_place(path: Path | str) -> str | None:
    """The language that a catalogue's place names.

    >>> [language_of_place(place) for place in ("fr/LC_MESSAGES/pages.po", "fr/fr.po", "pt-BR.po", "pages.po")]
    ['fr', 'fr', 'pt-BR', None]
    """
    path = Path(path)
    if path.parent.name == "LC_MESSAGES":
        return path.parent.parent.name
    return path.stem if re.fullmatch(r"[a-z]{2,3}([_@-].*)?", path.stem) else None


def pages_of(entry: Entry) -> list[str]:
    """The names of the files that an entry names as its places, without their folders."""
    return [reference.rpartition(":")[0].strip("\u2068\u2069").rpartition("/")[2] for reference in entry.references]


def file_name(page: Path) -> str:
    """A file's name as an entry has it, with escapes for what would end a comment's line or is no text."""
    return in_comment(page.name)


_NOT_IN_COMMENT = re.compile("[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def in_comment(name: str) -> str:
    r"""A name as it can stand in a comment: what ends a line, what turns its direction, and what is no text is escaped.

    >>> in_comment("my\npage.xml")
    'my\\npage.xml'
    """
    return _NOT_IN_COMMENT.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), name)


# Reading

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_STRINGS = re.compile(r'\s*(?:"(?:[^"\\]|\\.)*"\s*)+')
_KEYWORD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr\[[0-9]+\]|msgstr)(?=[\s\"])")
_REFERENCE = re.compile(r"\u2068[^\u2068\u2069]*\u2069\S*|\S+")
_CONFLICT = re.compile(r"(<{7}|>{7}|\|{7})( |$)|={7}$")
_ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)")
_PLAIN_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_MARKS = "".join(map(chr, range(32, 127))) + "\\n"
_HEADER = re.compile(
    rb"""(?m:^)[ \t]*(?P<context>msgctxt[^\n]*\n(?:[ \t]*"[^\n]*\n)*[ \t]*)?
    msgid\s*(?:""\s*)+ msgstr(?:\s*"[^\n]*)+""",
    re.VERBOSE,
)
_CHARSET = re.compile(rb"charset=([A-Za-z0-9_.:-]+)")


def read_catalogue(path: Path | str) -> Catalogue:
    """The catalogue in a file. Raises `BrokenCatalogue`, and `OSError` where it cannot be opened."""
    path = Path(path)
    # A pipe would be waited for without end, and some devices have no end.
    if path.exists() and not path.is_file() and not path.is_dir():
        raise BrokenCatalogue(Place(str(path), 1, 1), _("this is no regular file"))
    if path.stat().st_size > LARGEST:
        reason = _("the catalogue is larger than {limit} MB, the most that is read")
        raise BrokenCatalogue(Place(str(path), 1, 1), reason.format(limit=LARGEST // 1_000_000))
    return parse_catalogue(path.read_bytes(), str(path))


def parse_catalogue(content: bytes, path: str) -> Catalogue:
    """The catalogue in `content`; `path` is for places. Raises `BrokenCatalogue`.

    >>> catalogue = parse_catalogue(b'msgid "Stock"\\nmsgstr "Sorta"\\n', "eu.po")
    >>> catalogue.find("Stock").msgstr
    'Sorta'
    >>> parse_catalogue(b'msgid "Stock\\nmsgstr "Sorta"\\n', "eu.po")
    Traceback (most recent call last):
    hoyle.translation.catalogue.BrokenCatalogue: eu.po:1:7: this text does not end with a quotation mark
    """
    bom = content.startswith(codecs.BOM_UTF8)
    encoding, text = _decoded(content[3:] if bom else content, path)
    reader = _Reader(path)
    for number, line in enumerate(_lines(text), 1):
        reader.take(number, line)
    reader.finish()
    newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    return Catalogue(path, tuple(reader.entries), encoding, bom, newline, reader.rest)


def _lines(text: str) -> list[str]:
    """The lines of the text; only a line feed ends one (str.splitlines knows too many ends)."""
    lines = [line + "\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _decoded(content: bytes, path: str) -> tuple[str, str]:
    if (null := content.find(b"\0")) >= 0:
        line = content.count(b"\n", 0, null) + 1
        raise BrokenCatalogue(Place(path, line, 1), _("this is not a text file, or it is in UTF-16"))
    # A comment or a message that speaks of an encoding names none.
    header = next((match for match in _HEADER.finditer(content) if not match["context"]), None)
    named = _CHARSET.search(content, *header.span()) if header else None
    encoding = named.group(1).decode("ascii") if named else "utf-8"
    if encoding.upper() == "CHARSET":
        encoding = "utf-8"
    if not _is_for_text(encoding):
        line = content.count(b"\n", 0, named.start() if named else 0) + 1
        raise BrokenCatalogue(
            Place(path, line, 1), _("the header names an unknown encoding, {encoding}").format(encoding=encoding)
        )
    try:
        return encoding, content.decode(encoding)
    except UnicodeDecodeError as error:
        start = content.rfind(b"\n", 0, error.start) + 1
        place = Place(path, content.count(b"\n", 0, error.start) + 1, error.start - start + 1)
        raise BrokenCatalogue(
            place, _("this is not {encoding}, which the header names").format(encoding=encoding)
        ) from None


def _is_for_text(encoding: str) -> bool:
    """Whether it is an encoding that catalogues may have: one in which gettext's own marks are those of ASCII."""
    try:
        return _MARKS.encode("ascii").decode(encoding) == _MARKS and _MARKS.encode(encoding).decode("ascii") == _MARKS
    except (LookupError, ValueError, AttributeError):
        return False


class _Reader:
    """Takes a catalogue line by line."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.entries: list[Entry] = []
        self.seen: dict[tuple[str | None, str], int] = {}
        self.start()

    def start(self) -> None:
        """Begin an entry."""
        self.head: list[str] = []
        self.body: list[str] = []
        self.comments: list[str] = []
        self.extracted: list[str] = []
        self.references: list[str] = []
        self.flags: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.old: dict[str, list[str]] = {}
        self.starts: dict[str, int] = {}
        self.obsolete = False
        self.current: list[str] | None = None
        self.current_old: list[str] | None = None

    @property
    def rest(self) -> str:
        return "".join(self.head)

    def error(self, line: int, column: int, reason: str) -> BrokenCatalogue:
        return BrokenCatalogue(Place(self.path, line, column), reason)

    def take(self, number: int, line: str) -> None:
        stripped = line.strip()
        if not stripped:
            if self.has_msgstr:
                self.close()
            (self.body if self.texts else self.head).append(line)
        elif stripped.startswith("#~|"):
            self.before_comment(number)
            self.head.append(line)
            self.previous(number, line, stripped[3:])
        elif stripped.startswith("#~"):
            rest = stripped[2:].lstrip()
            if not self.texts and rest.startswith(("msgctxt", "msgid")):
                self.obsolete = True
            self.text(number, line, rest, obsolete=True)
        elif stripped.startswith("#"):
            self.before_comment(number)
            self.head.append(line)
            self.comment(number, line, stripped)
        elif _CONFLICT.match(stripped):
            raise self.error(number, 1, _("a conflict between two versions has not been resolved here"))
        else:
            self.text(number, line, stripped, obsolete=False)

    @property
    def has_msgstr(self) -> bool:
        return any(name.startswith("msgstr") for name in self.texts)

    def before_comment(self, number: int) -> None:
        if self.has_msgstr:
            self.close()
        elif self.texts:
            raise self.error(number, 1, _("a comment stands between a message and its translation"))

    def comment(self, number: int, line: str, stripped: str) -> None:
        kind, rest = stripped[:2], stripped[2:]
        if kind == "#.":
            self.extracted.append(rest[1:] if rest.startswith(" ") else rest)
        elif kind == "#:":
            self.references += _REFERENCE.findall(rest)
        elif kind in ("#,", "#="):
            self.flags += [flag.strip() for flag in rest.split(",") if flag.strip()]
        elif kind == "#|":
            self.previous(number, line, rest)
        else:
            self.comments.append(stripped[2:] if kind == "# " else stripped[1:])

    def previous(self, number: int, line: str, rest: str) -> None:
        keyword = _KEYWORD.match(rest.lstrip())
        rest = rest.lstrip()
        if keyword:
            self.current_old = self.old.setdefault(keyword.group(1), [])
            rest = rest[keyword.end() :]
        if self.current_old is None:
            raise self.error(number, 1, _("a previous text begins without its keyword"))
        self.current_old.append(self.unquoted(number, line, rest))

    def text(self, number: int, line: str, rest: str, *, obsolete: bool) -> None:
        keyword = _KEYWORD.match(rest)
        if keyword:
            name = keyword.group(1)
            if name in ("msgctxt", "msgid") and self.has_msgstr:
                self.close()
                self.obsolete = obsolete
            if name in self.texts:
                raise self.error(number, 1, _("a second {keyword} in one message").format(keyword=name))
            if name != "msgctxt" and name != "msgid" and "msgid" not in self.texts:
                raise self.error(number, 1, _("{keyword} without a message before it").format(keyword=name))
            self.current = self.texts[name] = []
            self.starts[name] = number
            rest = rest[keyword.end() :]
        elif not rest.startswith('"'):
            word = rest.split(maxsplit=1)[0]
            raise self.error(number, 1, _("neither a comment, a keyword nor a text: {word}").format(word=word))
        if self.current is None:
            raise self.error(number, 1, _("a text without a keyword before it"))
        if obsolete != self.obsolete:
            raise self.error(number, 1, _("a message that is only in part obsolete (#~)"))
        self.current.append(self.unquoted(number, line, rest))
        self.body.append(line)

    def unquoted(self, number: int, line: str, rest: str) -> str:
        if rest.count('"') == 2 and "\\" not in rest and (inner := rest.strip())[0] == inner[-1] == '"':
            return inner[1:-1]
        if not _STRINGS.fullmatch(rest):
            column = line.find('"') + 1 or len(line.rstrip()) + 1
            if rest.strip().startswith('"') and not _STRINGS.match(rest):
                raise self.error(number, column, _("this text does not end with a quotation mark"))
            raise self.error(number, column, _("this is not a text in quotation marks"))
        value = "".join(_QUOTED.findall(rest))
        return _ESCAPE.sub(_unescaped, value) if "\\" in value else value

    def close(self) -> None:
        """End the entry that is open."""
        name = next(iter(self.starts))
        line = self.starts.get("msgid", self.starts[name])
        if "msgid" not in self.texts:
            raise self.error(line, 1, _("a context without a message"))
        context = "".join(self.texts["msgctxt"]) if "msgctxt" in self.texts else None
        forms = [name for name in self.texts if name.startswith("msgstr[")]
        if set(forms) != {f"msgstr[{number}]" for number in range(len(forms))}:
            raise self.error(line, 1, _("the plural forms are not numbered from 0"))
        if ("msgid_plural" in self.texts) != bool(forms):
            reason = _("a message with a plural has msgstr[0], msgstr[1] and so on, and any other msgstr")
            raise self.error(line, 1, reason)
        old = {name: "".join(parts) for name, parts in self.old.items()}
        entry = Entry(
            msgid="".join(self.texts["msgid"]),
            msgstr="".join(self.texts.get("msgstr", ())),
            context=context,
            plural="".join(self.texts["msgid_plural"]) if "msgid_plural" in self.texts else None,
            plurals=tuple("".join(self.texts[f"msgstr[{number}]"]) for number in range(len(forms))),
            comments=tuple(self.comments),
            extracted=tuple(self.extracted),
            references=tuple(self.references),
            flags=tuple(self.flags),
            previous=Previous(old.get("msgid", ""), old.get("msgctxt"), old.get("msgid_plural")) if old else None,
            obsolete=self.obsolete,
            line=line,
            msgstr_line=next(number for name, number in self.starts.items() if name.startswith("msgstr")),
            head="".join(self.head),
            body="".join(self.body),
        )
        if not entry.obsolete:
            if entry.key in self.seen:
                reason = _("this message stands in line {line} already").format(line=self.seen[entry.key])
                raise self.error(line, 1, reason)
            self.seen[entry.key] = line
        self.entries.append(entry)
        self.start()

    def finish(self) -> None:
        if self.has_msgstr:
            self.close()
        elif self.texts:
            line = next(iter(self.starts.values()))
            raise self.error(line, 1, _("this message has no msgstr"))


def _unescaped(match: re.Match[str]) -> str:
    code = match.group(1)
    if code[0] == "x" and len(code) > 1:
        return chr(int(code[1:], 16))
    if code[0] in "01234567":
        return chr(int(code, 8))
    return _PLAIN_ESCAPES.get(code, code)


# Writing


def changed(entry: Entry, **fields: object) -> Entry:
    """The entry with other values; the lines that still hold are kept as they stand.

    >>> changed(Entry("Stock", "Sorta"), msgstr="Sorta nagusia").msgstr
    'Sorta nagusia'
    """
    new: Entry = replace(entry, **fields)  # type: ignore[arg-type]
    same_body = all(
        getattr(new, name) == getattr(entry, name)
        for name in ("msgid", "msgstr", "context", "plural", "plurals", "obsolete")
    )
    same_head = all(
        getattr(new, name) == getattr(entry, name)
        for name in ("comments", "extracted", "references", "flags", "previous", "obsolete")
    )
    return replace(new, head=entry.head if same_head else None, body=entry.body if same_body else None)


def write_catalogue(path: Path | str, catalogue: Catalogue) -> bool:
    """Write a catalogue whole or not at all; returns whether the file changed. Raises `CannotWrite`."""
    return write_whole(path, readable(catalogue, path))


def readable(catalogue: Catalogue, path: Path | str) -> bytes:
    """The catalogue as the content of the file at `path`, once it is seen to hold the same messages when it is read.

    Raises `CannotWrite` where it would not: a file that nobody can read loses what a translator wrote.
    """
    content = serialized(catalogue)
    try:
        again = parse_catalogue(content, str(path))
    except BrokenCatalogue as error:
        raise CannotWrite(
            _("{path}: is left as it was: what would be written cannot be read: {reason}").format(
                path=path, reason=error
            )
        ) from None
    if [_essence(entry) for entry in again.entries] != [_essence(entry) for entry in catalogue.entries]:
        raise CannotWrite(
            _("{path}: is left as it was: what would be written holds other messages when it is read").format(path=path)
        )
    return content


def _essence(entry: Entry) -> tuple[object, ...]:
    """What must be the same when an entry is read again."""
    return entry.key, entry.plural, entry.msgstr, any(entry.plurals) and entry.plurals, entry.obsolete


def serialized(catalogue: Catalogue) -> bytes:
    """The catalogue as a file's content; what came from a file and was not changed is byte for byte the same.

    Raises `CannotWrite` where its encoding lacks a character.
    """
    pieces: list[str] = []
    for entry in catalogue.entries:
        if pieces and not pieces[-1].endswith("\n"):
            pieces.append(catalogue.newline)
        if entry.head is not None:
            pieces.append(entry.head)
        else:
            lines = [""] * bool(pieces) + _head(entry)
            pieces.append("".join(line + catalogue.newline for line in lines))
        if entry.body is not None:
            pieces.append(entry.body)
        else:
            pieces.append("".join(line + catalogue.newline for line in _body(entry)))
    pieces.append(catalogue.end)
    text = "".join(pieces)
    try:
        content = text.encode(catalogue.encoding)
    except UnicodeEncodeError as error:
        raise CannotWrite(
            _("{path}: its encoding, {encoding}, has no “{character}”").format(
                path=catalogue.path, encoding=catalogue.encoding, character=text[error.start]
            )
        ) from None
    return (codecs.BOM_UTF8 if catalogue.bom else b"") + content


def _head(entry: Entry) -> list[str]:
    lines = [f"# {line}".rstrip() for comment in entry.comments for line in comment.split("\n")]
    if not entry.obsolete:
        lines += [f"#. {line}".rstrip() for comment in entry.extracted for line in comment.split("\n")]
        lines += _references(entry.references)
    if entry.flags:
        lines.append("#, " + ", ".join(entry.flags))
    if entry.previous:
        mark = "#~| " if entry.obsolete else "#| "
        old = (("msgctxt", entry.previous.context), ("msgid", entry.previous.msgid))
        for keyword, text in (*old, ("msgid_plural", entry.previous.plural)):
            if text is not None:
                lines += _text(keyword, text, mark)
    return lines


def _references(references: Iterable[str]) -> Iterator[str]:
    line = "#:"
    for reference in references:
        if len(line) + 1 + len(reference) > WIDTH and line != "#:":
            yield line
            line = "#:"
        line += " " + reference
    if line != "#:":
        yield line


def _body(entry: Entry) -> list[str]:
    mark = "#~ " if entry.obsolete else ""
    lines: list[str] = []
    if entry.context is not None:
        lines += _text("msgctxt", entry.context, mark)
    lines += _text("msgid", entry.msgid, mark)
    if entry.plural is not None:
        lines += _text("msgid_plural", entry.plural, mark)
        for number, form in enumerate(entry.plurals or ("", "")):
            lines += _text(f"msgstr[{number}]", form, mark)
    else:
        lines += _text("msgstr", entry.msgstr, mark)
    return lines


_TO_ESCAPE = {ord("\\"): "\\\\", ord('"'): '\\"', ord("\t"): "\\t", ord("\r"): "\\r"} | {
    ord(character): "\\" + name for name, character in _PLAIN_ESCAPES.items() if name in "abfv"
}


def _text(keyword: str, text: str, mark: str = "") -> list[str]:
    """The lines of one text, wrapped as gettext's tools do: after a space, and after each end of a line.

    >>> _text("msgid", "Ten piles.")
    ['msgid "Ten piles."']
    >>> _text("msgstr", "one\\ntwo\\n")
    ['msgstr ""', '"one\\\\n"', '"two\\\\n"']
    """
    lines = [line.translate(_TO_ESCAPE) + "\\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-2]
    if not lines[-1] and len(lines) > 1:
        lines.pop()
    if len(lines) == 1 and len(mark) + len(keyword) + 3 + _columns(lines[0]) <= WIDTH:
        return [f'{mark}{keyword} "{lines[0]}"']
    wrapped = [f'{mark}{keyword} ""']
    for line in lines:
        wrapped += [f'{mark}"{part}"' for part in _wrapped(line, WIDTH - len(mark) - 2)]
    return wrapped


_BREAK = re.compile(
    r"\\[nt]| +|[-/.:](?=[^\W\d])|[\u2e80-\u9fff\uac00-\ud7a3\uff01-\uff60](?![\u3000-\u3002\uff01-\uff60])"
)
"""Where a line may end: after a space, within `</tag>` and `a-b`, after an ideograph."""


def _wrapped(line: str, width: int) -> Iterator[str]:
    if _columns(line) <= width:
        yield line
        return
    start = end = columns = 0
    for stop in [*(match.end() for match in _BREAK.finditer(line)), len(line)]:
        added = _columns(line[end:stop])
        if columns + added > width and end > start:
            yield line[start:end]
            start, columns = end, 0
        columns += added
        end = stop
    yield line[start:]


def _columns(text: str) -> int:
    """Columns on a terminal: an ideograph takes two."""
    return len(text) if text.isascii() else sum(1 + (east_asian_width(character) in "WF") for character in text)
