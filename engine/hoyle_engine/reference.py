"""The reference engine: every variant that a file in `hoyle_engine.variants` declares.

>>> "forty-thieves" in ENGINE.variants
True
>>> game = deal("yield", seed=1)
>>> len(game.piles)
31
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from runpy import run_path
from traceback import extract_tb

import hoyle_engine.variants
from hoyle_engine import declaration
from hoyle_engine.cards import Card
from hoyle_engine.decks import shuffled
from hoyle_engine.game import Game
from hoyle_engine.rules import Rules
from hoyle_engine.variant import Variant

_rules: dict[tuple[int, frozenset[str]], Rules] = {}


def deal_variant(
    variant: Variant,
    *,
    seed: int = 0,
    deck: Sequence[Card] | None = None,
    options: Mapping[str, bool] | None = None,
) -> Game:
    """Start a game of a declaration, whether or not it is one of the engine's.

    Raises as `Reference.deal` does.

    >>> from hoyle_engine.variants.golf import VARIANT
    >>> deal_variant(VARIANT, seed=1).variant
    'golf'
    """
    variant.with_options(options)  # what makes no sense in them is told before they are looked up
    key = id(variant), frozenset(name for name, on in (options or {}).items() if on)
    rules = _rules.get(key)
    if rules is None or rules.declared is not variant:
        rules = _rules[key] = Rules(variant, options)
    order = shuffled(rules.shuffled, seed) if deck is None else rules.number_cards(deck, without=rules.laid)
    return Game(rules, order, variant.option_values(options))


class Reference:
    """Deals the declared variants. There is one: `ENGINE`; its methods are functions of this module too."""

    name = "reference"

    @cached_property
    def declared(self) -> dict[str, Variant]:
        """The declarations by name: the `VARIANT` of each module of `hoyle_engine.variants`."""
        package = hoyle_engine.variants
        modules = (import_module(f"{package.__name__}.{module.name}") for module in iter_modules(package.__path__))
        return {module.VARIANT.name: module.VARIANT for module in modules}

    def load(self, path: str) -> str:
        """Add the variant that a file of yours declares as `VARIANT`; gives its name.

        The file is run, so load only what you trust. Raises `ValueError` where it cannot be.

        >>> ENGINE.load("no_such_file.py")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        ValueError: no_such_file.py: No such file or directory
        """
        try:
            found = run_path(path).get("VARIANT")
        except (Exception, SystemExit) as error:  # whatever the file does wrong
            raise ValueError(_told(path, error)) from None
        if not isinstance(found, Variant):
            raise ValueError(f"{path} declares no variant: it needs `VARIANT = Variant(…)`")
        try:
            for option in (None, *(option.name for option in found.options)):
                changed = found.with_options({option: True} if option else None)
                declaration.check(changed)
                declaration.check_goal(changed)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
        self.declared[found.name] = found
        return found.name

    @property
    def variants(self) -> Sequence[str]:
        """The names of the variants, sorted.

        >>> "monte-carlo" in ENGINE.variants
        True
        """
        return sorted(self.declared)

    def options(self, variant: str) -> Mapping[str, bool]:
        """The options of a variant with their defaults. Raises `KeyError` for a variant that the engine lacks.

        >>> ENGINE.options("spider")
        {'Four Suits': True, 'Two Suits': False, 'One Suit': False}
        """
        return self._declaration(variant).option_values(None)

    def _declaration(self, variant: str) -> Variant:
        if not isinstance(variant, str) or variant not in self.declared:
            raise KeyError(f"no variant {variant!r}; there are {', '.join(self.variants)}")
        return self.declared[variant]

    def deal(
        self,
        variant: str,
        *,
        seed: int = 0,
        deck: Sequence[Card] | None = None,
        options: Mapping[str, bool] | None = None,
    ) -> Game:
        """Start a game from a seed, or with the cards of `deck` dealt in that order.

        Raises `KeyError` for a variant that the engine lacks, `ValueError` for options that the
        variant lacks and for a card that its deck does not hold so often.

        >>> ENGINE.deal("monte-carlo", seed=3).score
        0
        """
        return deal_variant(self._declaration(variant), seed=seed, deck=deck, options=options)


def _told(path: str, error: BaseException) -> str:
    """What went wrong in a file that was run, with the line of it where it did."""
    if isinstance(error, OSError) and error.strerror and Path(str(error.filename)).absolute() == Path(path).absolute():
        return f"{path}: {error.strerror}"
    if isinstance(error, SyntaxError) and error.filename == path:
        return f"{path}:{error.lineno}:{error.offset}: {error.msg}"
    if isinstance(error, SystemExit):
        error = ValueError("the file ends the program (SystemExit) before it has declared a variant").with_traceback(
            error.__traceback__
        )
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == path]
    return f"{path}{f':{lines[-1]}' if lines else ''}: {error or type(error).__name__}"


ENGINE = Reference()
deal = ENGINE.deal
load = ENGINE.load
options = ENGINE.options


def __getattr__(name: str) -> Sequence[str]:
    # Worked out when it is asked for, so that it has the variants that `load` has added.
    if name == "variants":
        return ENGINE.variants
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
