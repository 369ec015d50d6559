"""What Sphinx is told at set-up."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from copy import copy
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from docutils import nodes
from sphinx import locale
from sphinx.application import Sphinx

from hoyle.publish import front, glossary, guide, html, progress, reference, replay, verification
from hoyle.publish.documents import SUFFIXES
from hoyle.publish.observed import fingerprint
from hoyle.publish.parser import DocBookParser
from hoyle.publish.words import language_name, marked, words
from hoyle_engine import engines


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the parser, the nodes, the front page, the languages and their search."""
    for suffix in SUFFIXES:
        app.add_source_suffix(suffix, "docbook")
    app.add_source_parser(DocBookParser)

    app.add_config_value("hoyle_rules", True, "env", bool)
    app.add_config_value("hoyle_engine", "auto", "env", str)
    app.add_config_value("hoyle_languages", [], "html", list)
    app.add_config_value("hoyle_documents", {}, "html", dict)
    app.add_config_value("hoyle_pages", {}, "html", dict)
    app.add_config_value("hoyle_locale", "", "html", str)
    app.add_config_value("hoyle_reference", "", "html", str)
    app.add_config_value("hoyle_source_language", "en", "html", str)
    app.add_config_value("hoyle_document_languages", {}, "env", dict)
    app.add_config_value("hoyle_guide", False, "env", bool)
    app.add_config_value("hoyle_version", lambda config: _made_with(config.hoyle_rules), "env", str)

    html.add_nodes(app)
    for part in (front, verification, progress):
        part.add_nodes(app)
        app.connect("doctree-resolved", part.fill)
    app.connect("doctree-resolved", replay.fill)
    app.connect("doctree-resolved", glossary.link_terms)
    app.add_directive("hoyle-front", front.Front)
    app.add_directive("hoyle-verification", verification.Verification)
    app.add_directive("hoyle-translation", progress.Translation)
    app.add_directive("hoyle-glossary", glossary.Glossary)
    app.add_directive("hoyle-keys", reference.Keys)
    app.add_directive("hoyle-checks", reference.Checks)

    from sphinx.search import languages as search_languages

    if "eu" not in search_languages:
        from hoyle.publish.basque import SearchBasque

        app.add_search_language(SearchBasque)

    app.connect("config-inited", _speak)
    app.connect("config-inited", guide.take_catalogue)
    app.add_transform(guide.NamesAlone)
    app.connect("doctree-read", _mark_language)
    for part in (front, progress, guide):
        app.connect("env-purge-doc", part.forget)
    for part in (front, progress):
        app.connect("env-merge-info", part.merge)
    app.connect("env-purge-doc", _let_any_bytes_pass)
    app.connect("env-updated", front.documents_to_write_again)
    app.connect("doctree-resolved", _stem_each_word_once)
    app.connect("html-page-context", _page_context)
    # Not safe to read in parallel: see `_let_any_bytes_pass`. (On such pages it was never faster either.)
    return {"version": fingerprint(), "env_version": 1, "parallel_read_safe": False, "parallel_write_safe": True}


@cache
def _made_with(rules: bool) -> str:
    """Changes with anything but pages and settings that a built page depends on: then all are read again.

    Where no `rules` are tried out, no engine is asked for.
    """
    import sphinx

    from hoyle import data

    summary = hashlib.sha256(f"{sphinx.__version__} {fingerprint()}".encode())
    words_of_site = sorted(data.folder("locale").glob("*/LC_MESSAGES/*.po"))
    files = [path for path in words_of_site if path.stem in ("site", "hoyle", guide.DOMAIN)]
    files += [path for part in ("theme", "games") for path in sorted((data.folder("site") / part).rglob("*"))]
    for path in files:
        if path.is_file():
            summary.update(path.read_bytes())
    for engine in engines("auto") if rules else ():
        summary.update(getattr(getattr(engine, "installation", None), "identity", engine.name).encode())
    return summary.hexdigest()[:16]


def _speak(app: Sphinx, config: Any) -> None:
    """Say everything in the site's language: readers' and engines' messages, Sphinx's own and ours."""
    from hoyle.messages import speak

    language = config.language or "en"
    speak(language)
    # Ours come first: for some texts that Sphinx's catalogue lacks, its compiled form says the English.
    ours = copy(words(language))
    ours.add_fallback(app.translator)
    app.translator = locale.translators["general", "sphinx"] = ours
    _reassure_docutils(language)


def _reassure_docutils(language: str) -> None:
    """Keep docutils from warning of a language that it lacks: Sphinx says its words, and directives are English.

    Sphinx's own command has seen to that already, with functions of another kind in their place.
    """
    from docutils import languages
    from docutils.parsers.rst import languages as directives

    for importer in (languages.get_language, directives.get_language):
        if hasattr(importer, "cache") and importer(language) in (None, importer("en")):
            importer.cache[language] = importer("en")


def _let_any_bytes_pass(app: Sphinx, env: Any, docname: str) -> None:
    """Have Sphinx decode the page that it reads next in a way that never fails.

    Our parser reads the bytes itself, and says where a page is not in the encoding it
    claims; Sphinx, which decodes every source before it asks for the parser, would stop
    the whole build.
    """
    is_docbook = env.doc2path(docname).suffix in SUFFIXES
    env.settings["input_encoding"] = "latin-1" if is_docbook else app.config.source_encoding


def _mark_language(app: Sphinx, doctree: Any) -> None:
    """Mark what is in another language than the site, as `hoyle_document_languages` tells by documents' names."""
    docname = app.env.current_document.docname
    language = _other_language(app, docname)
    if language and not guide.mark(app.env, doctree, docname, language):
        for section in doctree.children:
            if isinstance(section, nodes.section):
                section["classes"].append(f"language-{language}")


def _other_language(app: Sphinx, docname: str) -> str:
    """The language of a document where it is not the site's; else nothing."""
    if docname in guide.translated(app.env):
        return ""
    languages = sorted(app.config.hoyle_document_languages.items())
    said = next((code for pattern, code in languages if fnmatchcase(docname, pattern)), app.config.language)
    return str(said) if said != app.config.language else ""


def _in_words(app: Sphinx, code: str) -> str:
    """What the site's language calls a language.

    Basque declines it where it stands; the site's words are put so that the name alone serves.
    """
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(code.replace("-", "_")).get_display_name(app.config.language.replace("-", "_")) or code
    except (UnknownLocaleError, ValueError):
        return code


def _stem_each_word_once(app: Sphinx, doctree: Any, docname: str) -> None:
    """Have the search remember stems: pages of a manual share most of their words."""
    language = getattr(getattr(app.builder, "indexer", None), "lang", None)
    if language is not None and not hasattr(language.stem, "cache_info"):
        language.stem = cache(language.stem)


_APART = ("verification", "translation", "glossary", "search")


def _part(docname: str) -> str:
    """`games`, `guide`, `api` or nothing: which part of the site a document belongs to.

    >>> _part("guide/index"), _part("games/yield"), _part("glossary")
    ('guide', 'games', '')
    """
    return docname.rpartition("/")[0].partition("/")[0]


def _page_context(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """What the theme's templates ask for: the page's other languages, directions, words for the search."""
    language = app.config.language or "en"
    suffix = context.get("file_suffix") or ".html"
    root = context.get("content_root", "./")
    links = []
    for code in app.config.hoyle_languages or []:
        documents = app.config.hoyle_documents.get(code)
        here = pagename if documents is None or pagename in documents or pagename not in app.env.all_docs else None
        links.append(
            {
                "code": code,
                "name": language_name(code),
                "current": code == language,
                "same_page": here is not None,
                "href": f"{root}../{code}/{here or app.config.root_doc}{suffix}",
            }
        )
    context["hoyle_languages"] = links
    if doctree is not None and any(doctree.findall(replay.replay)):
        app.add_js_file("hoyle-replay.js", loading_method="defer")
    if doctree is not None and any(doctree.findall(front.game_filters)):
        app.add_js_file("hoyle-find.js", loading_method="defer")
    html_builder: Any = app.builder
    _parent, *neighbours = html_builder.relations.get(pagename, (None, None, None))
    for way, name in zip(("prev", "next"), neighbours, strict=True):
        if name is None or pagename in _APART or _part(name) != _part(pagename):
            context[way] = None  # from the games no way leads on into the guide, which is for other people
        elif context.get(way):
            # Whole parts of a site are in one language: the neighbour's is that of the page.
            context[way] = {**context[way], "lang": _other_language(app, pagename)}
    other = _other_language(app, pagename)
    context["hoyle_page_language"] = {"code": other, "name": _in_words(app, other)} if other else None
    context["hoyle_source_language"] = app.config.hoyle_source_language
    context["hoyle_direction"] = _direction(language)
    context["hoyle_search_words"] = _search_words(app) if pagename == "search" else ""
    context["hoyle_document_languages"] = {
        name: code for name in sorted(app.env.all_docs) if (code := _other_language(app, name))
    }
    context["hoyle_guide"] = list(_overviews(app, pagename))
    if app.config.hoyle_reference:
        context["hoyle_guide"].append(
            {
                "title": "API",
                "href": root + app.config.hoyle_reference + suffix,
                "lang": "en",
                "language": _in_words(app, "en"),
            }
        )


def _overviews(app: Sphinx, pagename: str) -> Iterator[dict[str, str]]:
    """The pages about the site, the guide's first page and the reference's, for the foot of each page."""
    for name in ("verification", "translation", "glossary", "guide/index", "api/index"):
        if name in app.env.titles:
            lang = _other_language(app, name)
            yield {
                "title": app.env.titles[name].astext(),
                "href": app.builder.get_relative_uri(pagename, name),
                "lang": lang,
                "language": _in_words(app, lang) if lang else "",
            }


def _direction(language: str) -> str:
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language.replace("-", "_")).text_direction
    except (UnknownLocaleError, ValueError):
        return "ltr"


def _search_words(app: Sphinx) -> str:
    """The words that Sphinx's search script says, as JSON."""
    import json

    say = [
        marked("Searching"),
        marked("Preparing search..."),
        marked("Search Results"),
        marked(", in "),
        marked(
            "Your search did not match any documents. Please make sure that all words are spelled correctly and that "
            "you've selected enough categories."
        ),
    ]
    told: dict[str, Any] = {text: app.translator.gettext(text) for text in say}
    one = "Search finished, found one page matching the search query."
    more = "Search finished, found ${resultCount} pages matching the search query."
    told[one] = [app.translator.ngettext(one, more, number) for number in (1, 2)]
    return json.dumps(told, ensure_ascii=False, sort_keys=True)
