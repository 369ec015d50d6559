"""What double clicks do: they make moves for the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle_engine.variant import ShortCut

if TYPE_CHECKING:
    from hoyle_engine.game import Game


def first_of(*kinds: str) -> ShortCut:
    """Play the top card to the first pile of these kinds that takes it, cards before empty tableau piles."""

    def make(game: Game, pile: int) -> bool:
        for kind in kinds:
            targets = sorted(game.of_kind(kind), key=lambda target: kind == "tableau" and not game.cards[target])
            target = game.first_target(pile, targets)
            if target is not None:
                game.play(pile, target)
                return True
        return False

    return ShortCut(make)


def _autoplay(game: Game, _pile: int) -> bool:
    made = False
    while any(_send_home(game, pile) for kind in ("waste", "tableau") for pile in game.of_kind(kind)):
        made = True
    return made


def _send_home(game: Game, pile: int) -> bool:
    home = game.home_of(pile)
    if home is None:
        return False
    game.play(pile, home)
    return True


def _suit_home(game: Game, pile: int) -> bool:
    """Send a finished sequence, king to ace, to the first empty foundation."""
    cards = game.cards[pile]
    home = next((home for home in game.of_kind("foundation") if not game.cards[home]), None)
    if home is None or len(cards) < 13 or not game.accepts[home] & game.lifts[pile] & 1 << max(cards[-13], 0):
        return False
    game.play(pile, home, 13)
    return True


AUTOPLAY = ShortCut(_autoplay)
SUIT_HOME = ShortCut(_suit_home)
CLICK_AGAIN = ShortCut(lambda game, pile: game.click(pile))
