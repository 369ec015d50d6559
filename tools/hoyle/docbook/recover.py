"""Reading what is not well-formed: a page with tags missing, or a capture with lines missing.

This reader of markup takes any text. What the tags leave open, `outline` decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hoyle.docbook.capture import Gap
from hoyle.docbook.elements import CELLS, INLINE, TEXT_ONLY, is_known
from hoyle.docbook.entities import MAX_DEPTH, character
from hoyle.docbook.outline import Outline
from hoyle.docbook.page import Damage, PageError
from hoyle.docbook.parse import Document, undeclared
from hoyle.docbook.repairs import Repairs
from hoyle.docbook.source import NOT_IN_XML
from hoyle.docbook.tape import REFERENCE
from hoyle.messages import _

_TAG: Final = re.compile(
    r"""<(?P<end>/?)(?P<name>[A-Za-z_][\w.:-]*+)(?P<attributes>(?:[^<>"']|"[^"<]*+"|'[^'<]*+')*+)>""", re.ASCII
)
_BROKEN_TAG: Final = re.compile(
    r"<(?P<end>/?)(?P<name>[A-Za-z_][\w.:-]*+)(?P<attributes>[^<>\n]*+)(?P<close>>?)", re.ASCII
)
# What is left of a tag and of a reference where the end of the text is cut off.
_CUT_OFF_TAG: Final = re.compile(r"</?(?:[A-Za-z_][^<>\n]*+)?")
_CUT_OFF_REFERENCE: Final = re.compile(r"&#?\w{0,60}")
_ATTRIBUTE: Final = re.compile(r"""([A-Za-z_][\w.:-]*+)\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s"'<>]++)""", re.ASCII)
_NAME: Final = re.compile(r"(?:(.*):)?([A-Za-z_][\w.-]*)", re.ASCII)
_INSTRUCTION: Final = re.compile(r"([A-Za-z_][\w.-]*)\s*(.*)", re.DOTALL | re.ASCII)
_DOCTYPE: Final = re.compile(r"""<!DOCTYPE(?:[^"'\[<>]|"[^"<>]*+"|'[^'<>]*+')*+(?:>|(?P<subset>\[))""")
_SUBSET_END: Final = re.compile(r"\]\s*+>")
_REFERENCE: Final = re.compile(r"&(?:(?P<name>[A-Za-z_][\w.-]{0,60})|#x[0-9A-Fa-f]{1,6}|#[0-9]{1,7});", re.ASCII)
_CHARACTER: Final = re.compile(r"&#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}));")
_MARKUP: Final = re.compile(r"<[^<>]*>")
_PREDEFINED: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
# What ends a comment whose own end is lost.
_PROSE: Final = re.compile(
    r"<(title|para|simpara|informaltable|table|itemizedlist|orderedlist|variablelist|section|sect[1-5])\b"
)


def recover(text: str, path: Path, gaps: Sequence[Gap] = (), entities: dict[str, str] | None = None) -> Document:
    """Read what can be read; each repair that no lost line explains is damage.

    `gaps` are where lines are lost; `entities` are those that the page declares. Raises
    `PageError` where the text is no XML at all, or goes beyond a bound.
    """
    return _Reader(text, path, gaps, entities or {}).read()


class _Reader:
    def __init__(self, text: str, path: Path, gaps: Sequence[Gap], entities: dict[str, str]) -> None:
        self.document = Document(path)
        self.repairs = Repairs(text, path, gaps)
        self.outline = Outline(self.document, self.repairs, self.ends_next)
        self.entities = entities
        self.text = self.clean(text)
        self.filled = len(self.text.rstrip())
        # Where something is not found once, it is not found further on: not to be looked for again and again.
        self.missing_from: dict[str, int] = {}

    def read(self) -> Document:
        text, repairs, outline = self.text, self.repairs, self.outline
        end = len(text)
        at = 0
        while at < end:
            mark = text.find("<", at)
            if mark != at:
                self.read_text(at, mark if mark >= 0 else end)
                at = mark if mark >= 0 else end
                continue
            self.pass_gaps(at)
            if text.startswith("<!--", at):
                at = self.read_comment(at)
            elif text.startswith("<![CDATA[", at):
                close = self.find("]]>", at)
                if close is None:
                    repairs.tell(at, _("the end of the CDATA section, ]]>, is missing"))
                self.read_text(at + 9, end if close is None else close, references=False)
                at = end if close is None else close + 3
            elif text.startswith("<?", at):
                close = self.find("?>", at)
                line_end = self.find("\n", at)
                stop = close if close is not None else line_end if line_end is not None else end
                self.instruction(text[at + 2 : stop])
                at = stop + 2 if close is not None else stop
            elif match := _DOCTYPE.match(text, at):
                at = match.end()
                if match["subset"] and (subset_end := _SUBSET_END.search(text, at)):
                    at = subset_end.end()
            elif match := _TAG.match(text, at):
                self.read_tag(match)
                at = match.end()
            elif _CUT_OFF_TAG.fullmatch(text, at, self.filled):
                at = end
            elif (match := _BROKEN_TAG.match(text, at)) and (match["close"] or is_known(match["name"])):
                repairs.tell(at, _("the tag {tag} is broken").format(tag=f"<{match['end']}{match['name']}"))
                self.read_tag(match)
                at = match.end()
            else:
                repairs.tell(at, _("a < that begins no tag; write it as &lt;"))
                self.read_text(at, at + 1)
                at += 1
        self.pass_gaps(end)
        if not outline.stack or not outline.known:
            message = _("the file is not XML: no element of DocBook is in it; name a DocBook page")
            raise PageError(repairs.place(0), message)
        if cut_off := outline.close():
            message = _("the end of the page is missing: {tags} not closed").format(tags=", ".join(cut_off[:8]))
            repairs.damage.append(Damage(repairs.place(self.filled), message))
        repairs.sum_up(outline.offset)
        self.document.damage += repairs.damage
        return self.document

    def find(self, what: str, start: int) -> int | None:
        if start >= self.missing_from.get(what, len(self.text) + 1):
            return None
        found = self.text.find(what, start)
        if found < 0:
            self.missing_from[what] = start
            return None
        return found

    def clean(self, text: str) -> str:
        """The text without the characters that XML does not allow."""
        match = NOT_IN_XML.search(text)
        if not match:
            return text
        message = _("the character {code} is not allowed in XML; it and its like are read as spaces")
        code = f"U+{ord(match[0][0]):04X}"
        self.repairs.damage.append(Damage(self.repairs.place(match.start()), message.format(code=code)))
        return NOT_IN_XML.sub(lambda match: " " * len(match[0]), text)

    def pass_gaps(self, offset: int) -> None:
        """Mark where lines are lost, up to there."""
        for gap in self.repairs.pass_gaps(offset):
            self.document.lost(gap.first, gap.last)

    # Tags, comments, instructions

    def read_tag(self, match: re.Match[str]) -> None:
        at = self.outline.offset = match.start()
        name = _NAME.fullmatch(match["name"])
        if not name:
            return
        if match["end"]:
            self.outline.end(name[2], at)
            return
        written = match["attributes"].rstrip()
        attributes = [(key, self.attribute(value)) for key, value in _ATTRIBUTE.findall(written)]
        self.outline.start(name[2], name[1] or "", attributes, at)
        if written.endswith("/"):
            self.outline.pop()
        self.repairs.room = 0

    def attribute(self, value: str) -> str:
        """An attribute's value without quotes, its references replaced."""
        if value[0] in "\"'":
            value = value[1:-1]
        return self.expand(value, 0) if "&" in value else value

    def read_comment(self, at: int) -> int:
        """Read a comment, and say where it ends: if its end is lost, where prose begins, or with its line."""
        text = self.text
        close, following = self.find("-->", at + 4), self.find("<!--", at + 4)
        if close is not None and (following is None or close < following):
            data = text[at + 4 : close]
            if "--" in data or data.endswith("-"):
                self.repairs.tell(
                    at, _("the comment that begins here has two hyphens in it; only its end may have them")
                )
            self.comment(data)
            return close + 3
        limit = len(text) if following is None else following
        prose = _PROSE.search(text, at, limit)
        line_end = text.find("\n", at, limit)
        stop = prose.start() if prose else line_end if line_end >= 0 else limit
        self.comment(text[at + 4 : stop])
        self.pass_gaps(stop)
        if not self.repairs.lost_since(at):
            self.repairs.tell(at, _("the comment that begins here has no end; write --> behind it"))
        return stop

    def comment(self, data: str) -> None:
        self.document.comment(re.sub("-(?=-)", "- ", data).rstrip("-"))

    def instruction(self, data: str) -> None:
        match = _INSTRUCTION.match(data)
        if match and match[1].lower() != "xml":
            self.document.instruction(match[1], match[2].replace("?>", "? >"))

    # Text

    def read_text(self, at: int, end: int, references: bool = True) -> None:
        """Read text between tags, which lost lines may part."""
        while at < end:
            gap = self.repairs.next_gap()
            stop = end if gap is None else min(end, max(gap, at + 1))
            if self.text[at:stop].strip():
                self.prose(at, stop, stop if stop == end else None, references)
            elif self.outline.stack:
                self.document.text(self.text[at:stop], *self.repairs.where(at))
            at = stop
            self.pass_gaps(at + 1)

    def prose(self, start: int, end: int, tag: int | None, references: bool) -> None:
        """Read text that is not blank; `tag` is where the next tag is, if nothing is lost before it."""
        text, repairs, outline = self.text, self.repairs, self.outline
        outline.offset = start + end - start - len(text[start:end].lstrip())
        if text.startswith("-->", outline.offset):
            if not repairs.lost_since(0):
                repairs.tell(outline.offset, _("the comment that ends here has no beginning"))
            start = outline.offset + 3
            if not text[start:end].strip():
                return
        if outline.ended:
            repairs.tell(outline.offset, _("text after the end of the page; it is not read"))
            return
        if not outline.stack:
            if not repairs.gaps:
                repairs.tell(outline.offset, _("text before the root element; it is not read"))
                return
            outline.imply("article")
        outline.make_room_for_text(tag)
        repairs.room = 0
        outline.fill()
        while start < end:
            newline = text.find("\n", start, end)
            stop = end if newline < 0 else newline + 1
            self.line(start, stop, references)
            start = stop

    def line(self, at: int, end: int, references: bool) -> None:
        """Read text of one line."""
        while at < end:
            ampersand = self.text.find("&", at, end) if references else -1
            if ampersand != at:
                stop = end if ampersand < 0 else ampersand
                self.document.text(self.text[at:stop], *self.repairs.where(at))
                at = stop
            elif match := _REFERENCE.match(self.text, at, end):
                place = self.repairs.where(at)
                if data := self.replace(match, 0, place):
                    self.document.text(data, *place, REFERENCE)
                at = match.end()
            elif _CUT_OFF_REFERENCE.fullmatch(self.text, at, self.filled):
                at = end
            else:
                self.repairs.tell(at, _("an & that begins no reference; write it as &amp;"))
                self.document.text("&", *self.repairs.where(at))
                at += 1

    def replace(self, match: re.Match[str], depth: int, place: tuple[int, int]) -> str:
        """What a reference stands for."""
        name = match["name"]
        if name is None:
            return NOT_IN_XML.sub("", _CHARACTER.sub(character, match[0]))
        if name in _PREDEFINED:
            return _PREDEFINED[name]
        if name in self.entities:
            return self.expand(self.entities[name], depth + 1)
        return undeclared(name, self.document, *place)

    def expand(self, value: str, depth: int) -> str:
        """A text with its references replaced, and without the markup in it."""
        if depth > MAX_DEPTH:
            return ""
        place = self.repairs.where(self.outline.offset)
        expanded = _REFERENCE.sub(lambda match: self.replace(match, depth, place), _MARKUP.sub("", value))
        return NOT_IN_XML.sub("", expanded)

    def ends_next(self, at: int) -> str | None:
        """The element of running text whose end tag comes next, those of inline ones aside, before more is lost."""
        gap = self.repairs.next_gap()
        stop = len(self.text) if gap is None else gap
        for _attempt in range(20):
            match = _TAG.search(self.text, at, min(stop, at + 5000))
            if not match:
                return None
            name = match["name"]
            if name not in INLINE:
                return name if match["end"] and (name in TEXT_ONLY or name in CELLS) else None
            at = match.end()
        return None
