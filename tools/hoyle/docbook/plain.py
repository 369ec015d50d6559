"""The shortest way to the blocks of a page: where it is plain, what its tags are is seen at a look.

A page is plain whose characters stand for themselves: nothing in it refers to anything else, and no element
is of another namespace than DocBook's. Expat says whether it is well-formed, and its white space is folded as
a whole. Its tape is made where more is asked for than words.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final
from xml.parsers import expat

from hoyle.docbook import tape
from hoyle.docbook.blocks import NO_ATTRIBUTES, BlockReader, folded
from hoyle.docbook.origin import Origin

# Of a start tag its name, its attributes, whether it ends, too, and all that the element holds, if that is text; of
# any other mark, whether it is an end tag. A < that begins no mark is taken with all that follows, and tells that the
# page is not plain: to look from each of many for an end that is not there takes as long as the square of their number.
_MARK: Final = re.compile(
    r"""<(?:
      ([^\s/>!?:]++) ((?:[^"'/>]++|"[^"]*+"|'[^']*+')*+) (?: (/)> | > (?:([^<]++)</\1\ ?>)? )
    | (/)[^>]*+> | !--.*?--> | \?.*?\?> | !DOCTYPE(?:[^"'\[>]|"[^"]*+"|'[^']*+'|\[\ ?\])*+>
    | (.*+)
    )""",
    re.VERBOSE,
)
_ATTRIBUTE: Final = re.compile(r"""([^\s=]++)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)')""")
_DOCBOOK: Final = "http://docbook.org/ns/docbook"
_XML: Final = "{http://www.w3.org/XML/1998/namespace}"
_MOST: Final = 100_000
"""The most characters of a page that is taken apart as a whole: more might take much memory."""


def read_plain(text: str, path: Path) -> BlockReader | None:
    """Read a page; None where it is not plain, not well-formed, too large or too deep."""
    source = text.encode("utf-8", "surrogatepass")
    if len(text) > _MOST or "&" in text or not _is_well_formed(source):
        return None
    reader = BlockReader(str(path), Origin(lambda: _tape(text, path)))
    depth = 0
    # In turn what stands before a mark, and what the mark tells, all with its white space folded.
    parts = iter(_MARK.split(folded(source)))
    for before, name, attributes, closed, held, ends, rest in zip(*[parts] * 7, strict=False):
        if rest is not None:
            return None
        if before and (before != " " or reader.running):
            if not depth:
                return None
            reader.text((tape.TEXT, before, 0, 0))
        if name:
            if depth == tape.MAX_DEPTH:
                return None
            told = _read(attributes) if attributes else NO_ATTRIBUTES
            if told is None:
                return None
            if held:
                reader.leaf(name, told, held)
                continue
            reader.start(name, told)
            if closed:
                reader.end()
            else:
                depth += 1
        elif ends:
            depth -= 1
            reader.end()
    return reader


def _read(attributes: str) -> dict[str, str] | None:
    """The attributes, their names as lxml has them; None where one has to do with other namespaces."""
    found = {}
    for name, one, other in _ATTRIBUTE.findall(attributes):
        value = one or other
        if name.startswith("xml:"):
            found[_XML + name[4:]] = value
        elif ":" in name or (name == "xmlns" and value != _DOCBOOK):
            return None
        elif name != "xmlns":
            found[name] = value
    return found


def _tape(text: str, path: Path) -> list[tape.Entry]:
    from hoyle.docbook.parse import parse

    return parse(text, path).tape


def _is_well_formed(source: bytes) -> bool:
    """Whether UTF-8 that declares no entities is XML."""
    try:
        expat.ParserCreate("utf-8", "}").Parse(source, True)
    except expat.ExpatError:
        return False
    return True
