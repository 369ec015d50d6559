"""The options of a variant, some of which exclude each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Options:
    """A variant's options with their defaults, and which of them exclude each other."""

    defaults: dict[str, bool]
    groups: list[list[str]]

    @classmethod
    def read(cls, listed: Iterable[Any]) -> Options:
        """Read AisleRiot's list, in which two words enclose options that exclude each other."""
        defaults: dict[str, bool] = {}
        groups: list[list[str]] = []
        inside = False
        for entry in listed:
            if entry == "begin-exclusive":
                inside = True
                groups.append([])
            elif entry == "end-exclusive":
                inside = False
            else:
                name, on = entry[:2]
                defaults[name] = bool(on)
                if inside:
                    groups[-1].append(name)
        return cls(defaults, groups)

    def choose(self, variant: str, wanted: Mapping[str, bool]) -> dict[str, bool]:
        """All options, with those of `wanted` set. Raises `ValueError` where that makes no sense."""
        if unknown := sorted(set(wanted) - set(self.defaults)):
            known = ", ".join(map(repr, self.defaults)) or "none"
            raise ValueError(f"{variant} has no option {unknown[0]!r}; its options: {known}")
        chosen = dict(self.defaults)
        for group in self.groups:
            # Turning one on turns the others off.
            if any(wanted.get(name) for name in group):
                chosen.update(dict.fromkeys(group, False))
        chosen.update(wanted)
        for group in self.groups:
            if sum(chosen[name] for name in group) != 1:
                raise ValueError(f"{variant} needs exactly one of the options {', '.join(map(repr, group))}")
        return chosen
