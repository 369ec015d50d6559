"""A picture of a number, as project pages show it."""

from __future__ import annotations

from xml.sax.saxutils import escape

_GOOD = ((100.0, "#2e7d32"), (80.0, "#558b2f"), (50.0, "#9a6700"), (0.0, "#b3261e"))
"""From how many percent on a colour holds. White text has a contrast of 4.5 to 1 and more on each."""


def badge(label: str, percent: float) -> str:
    """An SVG with a label and how many percent are done.

    >>> "Basque: 93.5%" in badge("Basque", 93.5)
    True
    """
    value = f"{percent:g}%"
    colour = next(colour for least, colour in _GOOD if percent >= least)
    left, right = _width(label), _width(value)
    title = escape(f"{label}: {value}")
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img">
  <title>{title}</title>
  <clipPath id="corners"><rect width="{left + right}" height="20" rx="3"/></clipPath>
  <g clip-path="url(#corners)">
    <rect width="{left}" height="20" fill="#444"/>
    <rect x="{left}" width="{right}" height="20" fill="{colour}"/>
  </g>
  <g fill="#fff" font-family="DejaVu Sans,Verdana,sans-serif" font-size="11" text-anchor="middle">
    <text x="{left / 2:g}" y="14" textLength="{left - 12}">{escape(label)}</text>
    <text x="{left + right / 2:g}" y="14" textLength="{right - 12}">{value}</text>
  </g>
</svg>
"""


def _width(text: str) -> int:
    """Pixels that a text takes with its margins, near enough: `textLength` makes it fit."""
    return 12 + round(6.8 * len(text))
