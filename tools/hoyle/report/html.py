"""One HTML file that loads nothing: findings grouped by page, for people who open no terminal."""

from __future__ import annotations

import html as markup
from collections.abc import Sequence

from hoyle.checks.finding import Finding
from hoyle.messages import _, ngettext
from hoyle.report.evidence import folded
from hoyle.report.pages import NAMES, Counts, PageFindings
from hoyle.report.text import language_tag, visible

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --faint: #5a5a5a; --line: #cfcfcf;
  --error: #a3161f; --warning: #7a4b00; --note: #0b5a78; --code: #f3f3f1; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececec; --paper: #16181a; --faint: #a8adb2; --line: #43474b;
  --error: #ff9a94; --warning: #f2c063; --note: #8ad0ee; --code: #22262a; } }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 60rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; border-bottom: 1px solid var(--line);
  overflow-wrap: anywhere; }
a { color: inherit; } a:focus-visible, summary:focus-visible { outline: 3px solid var(--note); outline-offset: 2px; }
ul.pages, ol.findings { padding-left: 0; list-style: none; }
ol > li { margin: 1rem 0; padding-left: .9rem; border-left: .3rem solid currentColor; }
ol > li.error { border-color: var(--error); } ol > li.warning { border-color: var(--warning); }
ol > li.note { border-color: var(--note); }
.error > p > strong { color: var(--error); } .warning > p > strong { color: var(--warning); }
.note > p > strong { color: var(--note); }
p { margin: .2rem 0; overflow-wrap: anywhere; } .faint { color: var(--faint); }
blockquote { margin: .4rem 0; padding: .3rem .8rem; background: var(--code); overflow-wrap: anywhere; }
pre { margin: .4rem 0; padding: .5rem .8rem; background: var(--code); white-space: pre-wrap; overflow-wrap: anywhere; }
.pile { display: inline-block; max-width: 100%; }
code { font-size: .9em; }
""".strip()


def escape(text: str) -> str:
    """The text as HTML shows it, between tags and in attributes."""
    return markup.escape(visible(text))


def html(pages: Sequence[PageFindings], counts: Counts) -> str:
    """The report. Pages without findings are only counted."""
    found = [page for page in pages if page.findings]
    title = _("Findings of Hoyle")
    *looked_at, summary = counts.lines()
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{escape(language_tag())}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{escape(title)}</title>",
        f"<style>\n{_STYLE}\n</style>",
        "</head>",
        "<body>",
        "<header>",
        f"<h1>{escape(title)}</h1>",
        *(f"<p>{escape(line)}</p>" for line in looked_at),
        f"<p><strong>{escape(summary)}</strong></p>",
        "</header>",
    ]
    if found:
        parts += [f'<nav aria-label="{escape(_("Pages"))}">', '<ul class="pages">']
        for number, page in enumerate(found, 1):
            count = ngettext("{count} finding", "{count} findings", len(page.findings)).format(count=len(page.findings))
            parts.append(
                f'<li><a href="#page-{number}">{escape(page.path)}</a> <span class="faint">{escape(count)}</span></li>'
            )
        parts += ["</ul>", "</nav>"]
    parts.append("<main>")
    for number, page in enumerate(found, 1):
        parts += [
            f'<section aria-labelledby="page-{number}">',
            f'<h2 id="page-{number}">{escape(page.path)}</h2>',
            '<ol class="findings">',
            *(_item(finding) for finding in page.findings),
            "</ol>",
            "</section>",
        ]
    parts += ["</main>", "</body>", "</html>"]
    return "\n".join(parts) + "\n"


def _line(line: str) -> str:
    """A line of a position, in which a pile stays with its number as long as it fits."""
    return "  ".join(f'<span class="pile">{escape(part)}</span>' for part in line.split("  "))


def _item(finding: Finding) -> str:
    place = finding.place
    parts = [
        f'<li class="{finding.severity}" id="finding-{escape(finding.fingerprint)}">',
        f'<p><strong>{escape(_(NAMES[finding.severity]))}</strong> <span class="faint">'
        f"{escape(_('line {line}, column {column}').format(line=place.line, column=place.column))}</span></p>",
        f"<p>{escape(finding.message)}</p>",
    ]
    if finding.quote is not None:
        lang = f' lang="{escape(finding.lang)}"' if finding.lang else ""
        parts.append(f"<blockquote{lang}>{escape(finding.quote)}</blockquote>")
    if finding.evidence is not None:
        parts.append(
            f"<details><summary>{escape(_('Evidence'))}</summary>"
            f"<pre>{chr(10).join(map(_line, folded(finding.evidence)))}</pre></details>"
        )
    key = f" <code>{escape(finding.key)}</code>" if finding.key else ""
    parts.append(f'<p class="faint"><code>{escape(finding.id)}</code>{key}</p></li>')
    return "\n".join(parts)
