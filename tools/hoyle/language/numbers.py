"""Number words of a language, put together: units, tens and hundreds, with or without a joining word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_DIGITS = 9
"""No more make a number: Python refuses thousands of them, and no rule has so many."""


def whole_number(text: str) -> int | None:
    """The number that digits write, in any script; None for other text and for more digits than a rule could need.

    >>> whole_number("52"), whole_number("٣"), whole_number("²"), whole_number("9" * 5000)
    (52, 3, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= _DIGITS else None


class NumberWords:
    """What a language's number words are worth, and how they go together.

    `joins` are the words between two of them ("et", "and", "eta"); `join_after` is the
    least that must stand before one. `factors` may be multiplied by what stands before
    them (four twenties, three hundred).
    """

    def __init__(
        self,
        values: Mapping[str, int],
        joins: frozenset[str] = frozenset(),
        join_after: int = 20,
        factors: frozenset[int] = frozenset(),
    ) -> None:
        self.values = values
        self.joins = joins
        self.join_after = join_after
        self.factors = factors

    def read(self, words: Sequence[str], start: int) -> tuple[int, int] | None:
        """The number that begins at `words[start]` and how many words it takes; None where none begins.

        >>> french = NumberWords({"quatre": 4, "vingt": 20, "dix": 10, "sept": 7, "et": 0}, frozenset(), 20,
        ...                      frozenset({20, 100}))
        >>> french.read(["quatre", "vingt", "dix", "sept", "cartes"], 0)
        (97, 4)
        """
        value = self.values.get(words[start])
        if value is None:
            return None
        total, last, position = value, value, start + 1
        size = len(words)
        while position < size:
            word = words[position]
            step = 1
            if word in self.joins and last >= self.join_after and position + 1 < size:
                word = words[position + 1]
                step = 2
            value = self.values.get(word)
            if value is None or value == 0:
                break
            if step == 1 and value in self.factors and (last > 1 or value == 100) and last < value and total == last:
                total = last = last * value
            elif step == 1 and value in self.factors and 1 < total % 100 < 10 and value == 20:
                # A score after hundreds: "cent quatre-vingt".
                unit = total % 100
                total += unit * value - unit
                last = unit * value
            elif last >= 20 and value < _lowest(last) and (step == 1 or last >= self.join_after):
                total, last = total + value, value
            elif last == 10 and total > 10 and value < 10 and step == 1:
                # French compounds: soixante-dix-sept, quatre-vingt-dix-neuf.
                total, last = total + value, value
            elif last == 10 and value in (7, 8, 9) and step == 1:
                total, last = total + value, value
            else:
                break
            position += step
        return total, position - start


def _lowest(value: int) -> int:
    """What may still be added to a round number: less than its smallest round part."""
    if value % 100 == 0:
        return 100
    if value % 20 == 0:
        return 20
    return 10 if value % 10 == 0 else 1
