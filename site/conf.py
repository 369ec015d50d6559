"""The help site's Sphinx project; one build a language (`hoyle build` runs them all).

By hand: `sphinx-build -c site -D language=fr SOURCES OUTPUT`.
"""

import re
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

project = "Hoyle"
author = "The Hoyle project"
copyright = "The Hoyle project; pages and program under GPL-3.0-or-later"
version = release = version_of("hoyle")
extensions = ["hoyle.publish"]
language = "en"
templates_path: list[str] = []
exclude_patterns = ["conf.py", "theme"]

# Pages are finished texts of one language: Sphinx translates and alters nothing in them. Hoyle's own guide it
# translates, by the catalogue that the extension lays out for it.
locale_dirs: list[str] = []
hoyle_guide = True
smartquotes = False

html_theme = "hoyle"
html_theme_path = [str(Path(__file__).parent / "theme")]
html_title = "Hoyle"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_last_updated_fmt = None
html_use_index = False
html_domain_indices = False
html_permalinks = False
html_use_opensearch = ""
html_favicon = str(Path(__file__).parent / "theme" / "hoyle" / "static" / "hoyle.svg")
pygments_style = "none"

# What these are written in: what has no translation is marked with it.
hoyle_document_languages = {"guide/*": "en", "api/*": "en"}

# The reference of the packages is made from their docstrings, where `hoyle build` lays out the folder `api`.
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_use_type_comments = False
autodoc_default_options = {"members": True, "undoc-members": False}
add_module_names = False
python_display_short_literal_types = True
# `hoyle_engine.interface.Game` says what `hoyle_engine.game.Game` does: a mention of `Game` may mean either.
suppress_warnings = ["ref.python"]


def setup(app: Any) -> None:
    """Read the code in docstrings as Markdown has it, between single backticks."""

    def as_restructured_text(app: Any, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
        text = re.sub(r"(?<!`)`([^`]+)`(?!`)", lambda code: f"``{code[1]}``\\ ", "\n".join(lines))
        lines[:] = text.splitlines()

    if "sphinx.ext.autodoc" in app.config.extensions:
        app.connect("autodoc-process-docstring", as_restructured_text)


hoyle_languages = ["en", "fr", "eu"]
