import os
from pathlib import Path

import pytest

from hoyle.settings import SettingsError, load_settings


def test_the_nearest_file_counts(tmp_path: Path) -> None:
    (tmp_path / "hoyle.toml").write_text('pages = ["manual"]\nsource = "de"\nlanguages = ["fr"]\n')
    inner = tmp_path / "manual" / "fr"
    inner.mkdir(parents=True)

    settings = load_settings(inner)

    assert settings.root == tmp_path
    assert settings.pages == (tmp_path / "manual",)
    assert (settings.source, settings.languages) == ("de", ("fr",))


def test_a_pyproject_without_our_section_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.hoyle]\nlocale = "po"\n')
    inner = tmp_path / "package"
    inner.mkdir()
    (inner / "pyproject.toml").write_text('[project]\nname = "other"\n')

    assert load_settings(inner).locale == tmp_path / "po"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pages = [", "cannot be read"),
        ("pages = 'docbook'", "“pages” must be a list of strings"),
        ("languages = [1]", "“languages” must be a list of strings"),
        (
            "page = []",
            "there is no setting “page”; there are baseline, copyright, languages, locale, pages, source, title",
        ),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "hoyle.toml").write_text(text)

    with pytest.raises(SettingsError) as caught:
        load_settings(tmp_path)

    assert said in str(caught.value)
    assert str(tmp_path / "hoyle.toml") in str(caught.value)


@pytest.mark.parametrize("name", ["hoyle.toml", "pyproject.toml"])
def test_settings_that_are_no_file_are_told_and_not_waited_for(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    with pytest.raises(SettingsError, match=f"{name}: the settings cannot be read: this is no regular file"):
        load_settings(tmp_path)


@pytest.mark.parametrize("setting", ['source = "../../x"', 'languages = ["fr", "../fr"]', 'source = ""'])
def test_what_is_no_language_is_refused_as_it_would_name_another_folder(tmp_path: Path, setting: str) -> None:
    (tmp_path / "hoyle.toml").write_text(setting)
    with pytest.raises(SettingsError, match="is no language: write a code such as en, pt_BR or ca@valencia"):
        load_settings(tmp_path)


def test_languages_may_name_a_territory_or_a_variant_and_folders_may_lie_anywhere(tmp_path: Path) -> None:
    (tmp_path / "hoyle.toml").write_text('pages = ["../manual"]\nlanguages = ["pt_BR", "sr@latin", "zh-Hant"]\n')
    settings = load_settings(tmp_path)
    assert settings.languages == ("pt_BR", "sr@latin", "zh-Hant")
    assert settings.pages == (tmp_path / "../manual",)


def test_a_working_folder_that_is_gone_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(SettingsError, match="the working folder is no longer there"):
        load_settings()


def test_a_site_is_called_as_its_settings_say_or_as_their_folder(tmp_path: Path) -> None:
    (tmp_path / "hoyle.toml").write_text('title = "Patience"\ncopyright = "Ann Other"\n')
    settings = load_settings(tmp_path)
    assert (settings.title, settings.copyright) == ("Patience", "Ann Other")
    (tmp_path / "hoyle.toml").write_text("")
    settings = load_settings(tmp_path)
    assert (settings.title, settings.copyright) == (tmp_path.name, "")


def test_what_the_system_says_of_a_file_stands_without_its_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hoyle.toml").write_text("")

    def refuse(*_args: object, **_names: object) -> str:
        raise PermissionError(13, "Permission denied", "hoyle.toml")

    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(SettingsError, match=r"hoyle\.toml: the settings cannot be read: Permission denied$"):
        load_settings(tmp_path)


def test_a_folder_that_is_named_as_a_settings_file_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "hoyle.toml").mkdir()
    (tmp_path / "pyproject.toml").write_text('[tool.hoyle]\ntitle = "Patience"\n')
    assert load_settings(tmp_path).title == "Patience"
