"""The command `hoyle-engine`: list the variants, play one, count moves."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hoyle_engine.console import Commands

if TYPE_CHECKING:
    from hoyle_engine.game import Game
    from hoyle_engine.interface import Game as AnyGame

HELP = """\
Type a move by its number or in words, such as `tableau 3 -> foundation 1` or `click stock 1`.
  show    the table again             moves   the moves again
  undo    take the last move back     hint    a move to think of
  record  the game so far             save FILE
  help    this list                   quit    leave the game"""


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="hoyle")
def main() -> None:
    """Games of patience: play them, and count what their rules allow.

    VARIANT is a name that `list` prints, or a file of yours, such as
    simple_simon.py, that declares one.
    """


@main.command("list")
def list_variants() -> None:
    """Print the variants, one a line, with the options of each."""
    from hoyle_engine import reference

    for variant in reference.variants:
        names = [f"{name}{' (default)' if on else ''}" for name, on in reference.options(variant).items()]
        click.echo(f"{variant}: {', '.join(names)}" if names else variant)


def _game(
    variant: str, seed: int | None, options: tuple[str, ...], position: str | None = None, ranks: int | None = None
) -> Game:
    """The game that the options of a command name; what makes no sense in them is said in a sentence."""
    from hoyle_engine import reference
    from hoyle_engine.decks import shuffled
    from hoyle_engine.position import Position

    chosen = dict.fromkeys(options, True)
    if position is not None:
        others = {"--seed": seed is not None, "--option": bool(options), "--ranks": ranks is not None}
        if given := [name for name, is_there in others.items() if is_there]:
            raise click.UsageError(f"--position says all that {given[0]} would: leave one of them out")
    try:
        if variant.endswith(".py"):
            variant = reference.load(variant)
        if position is not None:
            start = Position.parse(position)
            if start.variant != variant:
                raise ValueError(f"the position is one of {start.variant}, not of {variant}")
            return start.game()
        seed = seed or 0
        game = reference.deal(variant, seed=seed, options=chosen)
        if ranks is not None:
            cards = (game.rules.deck[number] for number in game.rules.shuffled)
            few = [card for card in cards if card.rank <= ranks]
            game = reference.deal(variant, deck=shuffled(few, seed), options=chosen)
    except (KeyError, ValueError) as error:
        raise click.UsageError(str(error.args[0])) from None
    return game


@main.command(short_help="Count the sequences of moves.")
@click.argument("variant")
@click.argument("depth", type=click.IntRange(1), default=3)
@click.option("--seed", type=int, help="Which deal; 0 if not given.")
@click.option("--option", "options", multiple=True, metavar="NAME", help="An option to turn on; may be repeated.")
@click.option("--ranks", type=click.IntRange(1, 13), help="Deal from a deck shrunk to the lowest RANKS ranks.")
@click.option("--position", metavar="TEXT", help="Start from this position instead of a deal.")
@click.option("--split", "by_move", is_flag=True, help="Give the last count by first move, too.")
@click.option(
    "--play-out",
    is_flag=True,
    help="Count instead the positions of a game played out in full; only small decks (--ranks) come to an end.",
)
@click.option("--engine", type=click.Choice(["reference", "aisleriot"]), default="reference", show_default=True)
def perft(
    variant: str,
    depth: int,
    seed: int | None,
    options: tuple[str, ...],
    ranks: int | None,
    position: str | None,
    by_move: bool,
    play_out: bool,
    engine: str,
) -> None:
    """Count the sequences of up to DEPTH moves (3) from a deal of VARIANT, or from a position."""
    from hoyle_engine.interface import EngineFailed

    start = _game(variant, seed, options, position, ranks)
    try:
        _count(start if engine == "reference" else _same_in_aisleriot(start), depth, by_move, play_out)
    except EngineFailed as error:
        raise _Unusable(str(error)) from None


class _Unusable(click.ClickException):
    """Told without the command's usage, which is not at fault."""

    exit_code = 2


def _count(game: AnyGame, depth: int, by_move: bool, play_out: bool) -> None:
    from hoyle_engine import perft as counting

    if play_out:
        for number, count in enumerate(counting.play_out(game)):
            click.echo(f"positions first reached after {number}: {count}")
        return
    for number in range(1, depth + 1):
        click.echo(f"depth {number}: {counting.perft(game, number)}")
    if by_move:
        for move, count in counting.split(game, depth).items():
            click.echo(f"  {move}: {count}")


def _same_in_aisleriot(start: Game) -> AnyGame:
    """The same cards in AisleRiot's rules."""
    from hoyle_engine.aisleriot import AisleRiot
    from hoyle_engine.position import Position

    engine = AisleRiot()
    if start.variant not in engine.variants:
        raise click.UsageError(f"AisleRiot has no game {start.variant!r}")
    whole = len(start.dealt) == len(start.rules.shuffled)
    game = engine.deal(start.variant, deck=start.dealt if whole else None, options=start.options)
    if start.was_set_up or not whole:
        game.set_up(Position.of(start).piles)
    return game


@main.command(short_help="Play a variant in the terminal.")
@click.argument("variant")
@click.option("--seed", type=int, help="Which deal; another each time if not given.")
@click.option("--option", "options", multiple=True, metavar="NAME", help="An option to turn on; may be repeated.")
@click.option("--position", metavar="TEXT", help="Start from this position instead of a deal.")
@click.option("--symbols", is_flag=True, help="Show cards as Unicode playing cards.")
def play(variant: str, seed: int | None, options: tuple[str, ...], position: str | None, symbols: bool) -> None:
    """Play VARIANT in the terminal, in words and without colours."""
    if seed is None and position is None:
        import random

        seed = random.randrange(1_000_000)
    game = _game(variant, seed, options, position)
    if position is None:
        click.echo(f"{game.variant}, deal {seed}. Type help for what to type.")
    _show(game, symbols)
    _list_moves(game)
    commands: dict[str, Callable[[], None]] = {
        "show": lambda: _show(game, symbols),
        "moves": lambda: _list_moves(game),
        "hint": lambda: _hint(game),
        "record": lambda: _record(game),
        "help": lambda: click.echo(HELP),
    }
    while True:
        try:
            typed = " ".join(input("> ").split())
        except (EOFError, RuntimeError):  # the end of the input, or no input at all
            typed = "quit"
        # Commands and moves are written small; a file is named as it is.
        first, _, path = typed.partition(" ")
        if first.lower() == "save":
            if path:
                _save(game, path)
            else:
                click.echo("Save where? Write save and the name of a file.")
            continue
        typed = typed.lower()
        if typed in ("quit", "q", "exit"):
            click.echo(f"{_points(game.score)} after {_counted(len(game.history), 'move')}.")
            return
        if typed in commands:
            commands[typed]()
        elif typed and _change(game, typed):
            _show(game, symbols)
            _list_moves(game)


def _change(game: Game, typed: str) -> bool:
    """Undo, or make the move that was typed; tells whether anything changed."""
    from hoyle_engine.moves import IllegalMove, Move

    if typed == "undo":
        if not game.history:
            click.echo("There is no move to take back.")
            return False
        click.echo(f"Taken back: {game.pop()}.")
        return True
    moves = [*game.legal_moves(), *game.short_cuts()]
    try:
        if typed.isdecimal() and len(typed) < 10:
            if not 1 <= int(typed) <= len(moves):
                click.echo(f"There is no move {typed}; there are {len(moves)}.")
                return False
            move = moves[int(typed) - 1]
        else:
            move = Move.parse(typed)
        before = game.score
        game.push(move)
    except IllegalMove as error:
        click.echo(f"Not allowed: {error}.")
        return False
    except ValueError as error:
        click.echo(f"{error}, or help.")
        return False
    gained = game.score - before
    click.echo(f"{move}.{f' {_points(gained)}.' if gained else ''}")
    return True


def _points(count: int) -> str:
    return _counted(count, "point")


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if abs(count) == 1 else 's'}"


def _show(game: Game, symbols: bool) -> None:
    """Each pile on a line of its own: what it is, how many cards it holds, and those that show, lowest first."""
    for pile in game.piles:
        cards = [
            (card.unicode if symbols else str(card)) if up else "back"
            for card, up in zip(pile.cards, pile.faces, strict=True)
        ]
        shown = cards if pile.spread != "none" else cards[-1:]
        hidden = 0
        while len(shown) - hidden > 1 and shown[hidden] == "back":
            hidden += 1
        if hidden:
            shown = [f"{hidden} face down,", *shown[hidden:]]
        count = f" ({len(cards)})" if len(cards) > len(shown) and not hidden else ""
        click.echo(f"{pile.kind} {pile.number}{count}: {' '.join(shown) or 'empty'}")
    click.echo(f"Score {game.score}.")


def _list_moves(game: Game) -> None:
    if game.is_won:
        click.echo("You have won.")
    moves, short_cuts = game.legal_moves(), game.short_cuts()
    if not moves and not game.is_won:
        click.echo("No move is left.")
    for number, move in enumerate([*moves, *short_cuts], 1):
        note = " (short cut)" if game.is_short_cut(move) else ""
        click.echo(f"{number:>3}. {move}{note}")


def _hint(game: Game) -> None:
    """The move that gains most at once; among equals, one that leaves more to do."""
    moves = game.legal_moves()
    if not moves:
        click.echo("No move is left; undo takes the last one back.")
        return

    def worth(number: int) -> tuple[int, int, int]:
        game.push(moves[number])
        gain = game.score, len(game.legal_moves()), -number
        game.pop()
        return gain

    click.echo(f"Think of: {moves[max(range(len(moves)), key=worth)]}")


def _record(game: Game) -> None:
    from hoyle_engine.record import Record

    click.echo(str(Record.of(game)), nl=False)


def _save(game: Game, path: str) -> None:
    from hoyle_engine.record import Record

    try:
        _write(Path(path), str(Record.of(game)))
    except (OSError, ValueError) as error:
        click.echo(f"{path}: {getattr(error, 'strerror', None) or error}.")
    else:
        click.echo(f"Saved in {path}.")


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all: a full disk must not cost the record that was there before."""
    if path.exists() and not path.is_file():  # a pipe, a terminal
        path.write_text(text, encoding="utf-8")
        return
    target = path.resolve()
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        beside.write_text(text, encoding="utf-8")
        if target.exists():
            beside.chmod(target.stat().st_mode & 0o7777)
        beside.replace(target)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


@main.command(short_help="Play a record again.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--variant", metavar="FILE", help="The file that declares the variant, where it is one of yours.")
def replay(file: Path, variant: str | None) -> None:
    """Play the record in FILE again and say how it ends.

    The exit status is 1 where the record does not fit the rules, and 2 where it cannot be read.
    """
    from hoyle_engine import reference
    from hoyle_engine.record import Record

    try:
        name = None if variant is None else reference.load(variant)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    try:
        record = Record.parse(file.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise click.UsageError(f"{file}: this is no record: it is not text in UTF-8") from None
    except OSError as error:
        raise click.UsageError(f"{file}: {error.strerror}") from None
    except ValueError as error:
        raise click.UsageError(f"{file}: {error}") from None
    if name is not None and record.variant != name:
        raise click.UsageError(f"{file}: this is a game of {record.variant}; {variant} declares {name}")
    if record.variant not in reference.variants:
        names = ", ".join(reference.variants)
        raise click.UsageError(
            f"{file}: no variant {record.variant!r}; there are {names}, and with --variant FILE one of yours"
        )
    try:
        game = record.replay()
    except (KeyError, ValueError) as error:
        raise click.ClickException(f"{file}: {error.args[0]}") from None
    click.echo(f"{game.variant}: {_counted(len(game.history), 'move')}, {_points(game.score)}.")
