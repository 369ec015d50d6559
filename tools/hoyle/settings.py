"""What a manual's own file says about it: where its pages and catalogues are, in which languages.

The nearest `hoyle.toml`, or `[tool.hoyle]` in the nearest `pyproject.toml`, going up from
the working folder. A manual need not be a Python project.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hoyle.messages import _

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*(?:@[A-Za-z0-9]+)?")


class SettingsError(ValueError):
    """The settings file cannot be used; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one manual. Paths are absolute or relative to the working folder."""

    root: Path
    pages: tuple[Path, ...]
    """Folders and files of pages, read when a command names none."""
    locale: Path
    """The folder of catalogues: `LANG/LC_MESSAGES/pages.po` below it."""
    source: str
    """The language that the pages are written in."""
    languages: tuple[str, ...]
    """The languages that they are translated to."""
    baseline: Path | None = None
    """The file of findings that are known and do not count."""
    title: str = ""
    """What the help site is called; by default as the folder of the settings."""
    copyright: str = ""
    """Whose the pages are and under which licence, for the foot of the site; by default nothing is said."""

    def order(self, lang: str | None) -> int:
        """Where a language comes in what is printed: the source's first, the others as they are listed, the rest last.

        >>> manual = Settings(Path(), (), Path("locale"), "en", ("fr", "pt_BR"))
        >>> [manual.order(lang) for lang in ("en", "fr", "pt-BR", "eu", None)]
        [0, 1, 2, 3, 3]
        """
        known = [code.replace("_", "-") for code in (self.source, *self.languages)]
        code = (lang or "").replace("_", "-")
        return known.index(code) if code in known else len(known)


def load_settings(start: Path | None = None) -> Settings:
    """The settings that hold in a folder, or the defaults where no file gives any.

    Raises `SettingsError` for a file that cannot be read or says something of the wrong type.
    """
    start = (start or _here()).resolve()
    return find_settings(start) or _settings(start / "hoyle.toml", {})


def find_settings(start: Path) -> Settings | None:
    """The settings that hold in a folder, None where no file gives any. Raises `SettingsError`."""
    for folder in (start, *start.parents):
        for name, section in (("hoyle.toml", ()), ("pyproject.toml", ("tool", "hoyle"))):
            path = folder / name
            if path.exists() and not path.is_dir() and (table := _table(path, section)) is not None:
                return _settings(path, table)
    return None


def _table(path: Path, section: tuple[str, ...]) -> Mapping[str, Any] | None:
    if not path.is_file():  # a pipe would be waited for without end
        raise SettingsError(
            _("{path}: the settings cannot be read: {why}").format(path=path, why=_("this is no regular file"))
        )
    try:
        table: Any = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise SettingsError(_("{path}: the settings cannot be read: {why}").format(path=path, why=why)) from None
    for name in section:
        table = table.get(name)
        if not isinstance(table, Mapping):
            return None
    return table if isinstance(table, Mapping) else None


def _settings(path: Path, table: Mapping[str, Any]) -> Settings:
    defaults = {
        "pages": ["docbook"],
        "locale": "locale",
        "source": "en",
        "languages": [],
        "baseline": "",
        "title": "",
        "copyright": "",
    }
    for name, value in table.items():
        if name not in defaults:
            known = ", ".join(sorted(defaults))
            raise SettingsError(
                _("{path}: there is no setting “{name}”; there are {known}").format(path=path, name=name, known=known)
            )
        wanted = defaults[name]
        if not isinstance(value, type(wanted)) or (
            isinstance(value, list) and not all(isinstance(v, str) for v in value)
        ):
            kind = _("a list of strings") if isinstance(wanted, list) else _("a string")
            raise SettingsError(_("{path}: “{name}” must be {kind}").format(path=path, name=name, kind=kind))
    values: dict[str, Any] = {**defaults, **table}
    for language in (values["source"], *values["languages"]):
        # Languages name folders below those of pages and catalogues; a name such as "../x" would leave them unseen.
        # The folders themselves may lie anywhere: a manual need not lie beside its settings.
        if not _LANGUAGE.fullmatch(language):
            raise SettingsError(
                _("{path}: “{language}” is no language: write a code such as en, pt_BR or ca@valencia").format(
                    path=path, language=language
                )
            )
    root = path.parent
    return Settings(
        root=root,
        pages=tuple(_near(root / page) for page in values["pages"]),
        locale=_near(root / values["locale"]),
        source=values["source"],
        languages=tuple(values["languages"]),
        baseline=_near(root / values["baseline"]) if values["baseline"] else None,
        title=values["title"] or root.resolve().name,
        copyright=values["copyright"],
    )


def _near(path: Path) -> Path:
    """Relative to the working folder where it lies below it, so that messages stay short."""
    here = _here()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _here() -> Path:
    try:
        return Path.cwd()
    except OSError:
        raise SettingsError(_("the working folder is no longer there; go to another")) from None
