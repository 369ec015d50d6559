"""FreeCell: all cards in sight, four cells, and low cards that go home by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle_engine.short_cuts import first_of
from hoyle_engine.variant import ACE, SINGLE, Autoplay, Build, Piles, Points, Row, Variant, line, sequence

if TYPE_CHECKING:
    from hoyle_engine.cards import Card
    from hoyle_engine.game import Game

DOWN = Build("down", "alternate-color")


def _is_not_needed(game: Game, card: Card) -> bool:
    """A card may go home by itself when those that could be built on it are home, or soon will be."""
    home = dict.fromkeys("CDHS", 0)
    for pile in game.of_kind("foundation"):
        for top in game.cards_of(pile)[-1:]:
            home[top.suit] = top.rank
    red, black = min(home["D"], home["H"]), min(home["C"], home["S"])
    same, other = (red, black) if card.is_red else (black, red)
    return card.rank <= min(other + 2, same + 3)


VARIANT = Variant(
    name="freecell",
    piles=(
        Piles(
            "reserve",
            line(0, 0, 4, step=23 / 24),
            empty="any",
            takes="single",
            capacity=1,
            lift=SINGLE,
            double_click=first_of("reserve"),
        ),
        Piles("foundation", line(4.125, 0, 4, step=23 / 24), build=Build("up", "same-suit"), empty=ACE, takes="single"),
        Piles(
            "tableau",
            line(0, 1, 8),
            spread="down",
            build=DOWN,
            empty="any",
            lift=sequence(DOWN),
            limit="free-spaces",
            double_click=first_of("reserve"),
        ),
    ),
    deal=(Row("tableau", times=6), Row("tableau", (1, 2, 3, 4))),
    scoring=Points(card_to_foundation=1),
    autoplay=Autoplay(("reserve", "tableau"), _is_not_needed),
)
