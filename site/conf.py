"""The help site's Sphinx project; one build a language (`hoyle build` runs them all).

By hand: `sphinx-build -c site -D language=fr SOURCES OUTPUT`.
"""

from importlib.metadata import version as version_of
from pathlib import Path

project = "Hoyle"
author = "The Hoyle project"
copyright = "The Hoyle project; pages and program under GPL-3.0-or-later"
version = release = version_of("hoyle")
extensions = ["hoyle.publish"]
language = "en"
templates_path: list[str] = []
exclude_patterns = ["conf.py", "theme"]

# Pages are finished texts of one language: Sphinx translates and alters nothing in them.
locale_dirs: list[str] = []
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

# The guide is for the people who keep the pages, and in English.
hoyle_document_languages = {"guide/*": "en"}

hoyle_languages = ["en", "fr", "eu"]
