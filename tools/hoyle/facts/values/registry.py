"""The functions that rules may ask for a value: `@name` in a rule is the function of that name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hoyle.facts.clauses.clause import Clause

Value = TypeVar("Value", bound=Callable[[Clause], Any])

VALUES: dict[str, Callable[[Clause], Any]] = {}


def value(function: Value) -> Value:
    """Let rules ask for what a function finds in a clause, by the function's name."""
    VALUES[function.__name__] = function
    return function
