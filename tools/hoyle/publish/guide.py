"""The guide in the site's language: Sphinx translates it by the catalogue `locale/LANG/LC_MESSAGES/guide.po`.

What the catalogue lacks stays in the guide's own language, and is marked with it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.transforms import SphinxTransform

from hoyle.messages import compiled

DOMAIN = "guide"
"""The folder of its documents, which Sphinx takes for the name of their catalogue.

Other projects may have a folder of this name: only where `hoyle_guide` is set is it Hoyle's.
"""


class NamesAlone(SphinxTransform):
    """Leave out of translation what is the same in all languages: paragraphs of names in literal type, and no word."""

    default_priority = 15  # before Sphinx asks what there is to translate

    def apply(self, **kwargs: Any) -> None:
        """Mark them for Sphinx."""
        if self.config.hoyle_guide and self.env.current_document.docname.startswith(f"{DOMAIN}/"):
            for node in self.document.findall(nodes.TextElement):
                outside = (text for text in node.findall(nodes.Text) if not isinstance(text.parent, nodes.literal))
                if not any(re.search(r"\w", text) for text in outside):
                    node["translatable"] = False


def take_catalogue(app: Any, config: Any) -> None:
    """Lay the catalogue where Sphinx looks for it, in the form that it reads."""
    has_guide = config.hoyle_guide and (Path(app.srcdir) / DOMAIN).is_dir()
    if has_guide and (content := compiled(config.language or "en", DOMAIN)):
        folder = Path(app.doctreedir) / "locale"
        target = folder / config.language / "LC_MESSAGES" / f"{DOMAIN}.mo"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        config.locale_dirs = [*config.locale_dirs, os.path.relpath(folder, app.srcdir)]


def mark(env: Any, doctree: nodes.document, docname: str, language: str) -> bool:
    """Mark what is left in `language`; False where that is the whole document."""
    said = [node for node in doctree.findall(nodes.Element) if "translated" in node]
    if not any(node["translated"] for node in said):
        return False
    translated(env).add(docname)
    for node in said:
        if not node["translated"]:
            node["classes"].append(f"language-{language}")
    return True


def translated(env: Any) -> set[str]:
    """The documents that have a translation, if only in part."""
    if not hasattr(env, "hoyle_translated"):
        env.hoyle_translated = set()
    known: set[str] = env.hoyle_translated
    return known


def forget(app: Any, env: Any, docname: str) -> None:
    """A document is gone, or will be read again."""
    translated(env).discard(docname)
