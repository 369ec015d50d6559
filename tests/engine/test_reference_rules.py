"""The rules of each variant, in the words of the field."""

from __future__ import annotations

import pytest

from hoyle_engine import reference
from hoyle_engine.cards import Card
from hoyle_engine.moves import IllegalMove, Move
from hoyle_engine.position import Position


def moves(position: str) -> list[str]:
    return [str(move) for move in Position.parse(position).game().legal_moves()]


def after(position: str, *made: str) -> str:
    game = Position.parse(position).game()
    for move in made:
        game.push(Move.parse(move))
    return str(Position.of(game))


@pytest.mark.parametrize("variant", reference.variants)
def test_an_unknown_option_is_refused_by_name(variant: str) -> None:
    with pytest.raises(ValueError, match="'Jokers wild'"):
        reference.deal(variant, options={"Jokers wild": True})


def test_options_of_one_variant_exclude_each_other() -> None:
    with pytest.raises(ValueError, match="only one of"):
        reference.deal("klondike", options={"No redeals": True, "Three card deals": True})


def test_an_unknown_variant_is_refused_by_name() -> None:
    with pytest.raises(KeyError, match="'bridge'"):
        reference.deal("bridge")


class TestFortyThieves:
    def test_four_rows_of_ten_are_dealt_from_two_decks(self) -> None:
        game = reference.deal("forty-thieves", seed=1)
        assert len(game.dealt) == 104
        assert [len(pile.cards) for pile in game.piles if pile.kind == "tableau"] == [4] * 10
        assert all(all(pile.faces) for pile in game.piles if pile.kind == "tableau")

    def test_the_tableau_is_built_down_in_suit(self) -> None:
        assert moves("forty-thieves; tableau 1: 5H; tableau 2: 6H; tableau 3: 6D")[:1] == ["tableau 1 -> tableau 2"]
        assert "tableau 1 -> tableau 3" not in moves("forty-thieves; tableau 1: 5H; tableau 2: 6H; tableau 3: 6D")

    def test_as_a_short_cut_two_cards_move_if_a_pile_is_free(self) -> None:
        full = "; ".join(f"tableau {number}: KC" for number in (3, 4))
        more = "; ".join(f"tableau {number}: KD" for number in (5, 6))
        last = "tableau 7: KH; tableau 8: KH; tableau 9: KS"
        start = f"forty-thieves; tableau 1: 6H 5H; tableau 2: 7H; {full}; {more}; {last}"
        assert "tableau 1 x2 -> tableau 2" in moves(start)
        assert "tableau 1 x2 -> tableau 2" not in moves(f"{start}; tableau 10: KS")
        assert reference.deal("forty-thieves").is_short_cut(Move.parse("tableau 1 x2 -> tableau 2"))

    def test_a_run_goes_home_one_by_one(self) -> None:
        done = after("forty-thieves; foundation 1: AS; tableau 1: 4S 3S 2S", "tableau 1 x3 -> foundation 1")
        assert done == "forty-thieves; foundation 1: AS 2S 3S 4S"

    def test_a_full_foundation_scores_sixty_more(self) -> None:
        suit = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS"
        game = Position.parse(f"forty-thieves; foundation 1: {suit}; tableau 1: KS").game()
        assert game.score == 60
        game.push(Move.parse("tableau 1 -> foundation 1"))
        assert game.score == 125

    def test_the_stock_is_not_dealt_again(self) -> None:
        assert moves("forty-thieves; waste 1: KS QS")[-1:] != ["click stock 1"]


class TestMonteCarlo:
    def test_equal_ranks_that_touch_go_and_others_stay(self) -> None:
        position = "monte-carlo; tableau 1: KS; tableau 7: KH; tableau 5: KD; tableau 6: QS; tableau 11: KC"
        assert set(moves(position)) == {
            "tableau 7 -> tableau 1",
            "tableau 1 -> tableau 7",
            "tableau 7 -> tableau 11",
            "tableau 11 -> tableau 7",
            "click stock 1",
        }

    def test_the_grid_does_not_go_round_its_edge(self) -> None:
        assert moves("monte-carlo; tableau 5: KS; tableau 6: KH") == ["click stock 1"]

    def test_gaps_close_and_the_stock_fills_the_end(self) -> None:
        assert after("monte-carlo; stock 1: -AS -2S; tableau 2: KS; tableau 9: 3D", "click stock 1") == (
            "monte-carlo; tableau 1: KS; tableau 2: 3D; tableau 3: 2S; tableau 4: AS"
        )

    def test_there_is_nothing_to_close_where_no_card_follows_a_gap(self) -> None:
        assert moves("monte-carlo; tableau 1: KS; tableau 2: QS") == []


class TestYield:
    def test_pairs_that_make_thirteen_leave(self) -> None:
        start = "yield; tableau 28: 3S; waste 1: 10D"
        assert set(moves(start)) == {"waste 1 -> tableau 28", "tableau 28 -> waste 1"}
        game = Position.parse(start).game()
        game.push(Move.parse("waste 1 -> tableau 28"))
        assert (game.score, game.is_won) == (2, True)

    def test_a_covered_card_is_not_available(self) -> None:
        # The last card lies on the two before it.
        assert moves("yield; tableau 26: 3S; tableau 27: 10S; tableau 28: 2D") == []
        assert moves("yield; tableau 26: 3S; tableau 27: 10S") != []

    def test_a_card_does_not_go_with_the_one_it_covers(self) -> None:
        assert moves("yield; tableau 27: 3S; tableau 28: 10D") == []

    def test_kings_go_singly(self) -> None:
        assert moves("yield; tableau 28: KS; waste 1: KD") == ["click waste 1", "click tableau 28"]

    def test_the_waste_is_open_at_both_ends_and_two_deep(self) -> None:
        start = "yield; waste 1: 3S; waste 2: QH AH 10H"
        assert set(moves(start)) == {"waste 1 -> waste 2", "waste 2 -> waste 1"}
        assert after(start, "waste 2 -> waste 1") == "yield; points 2; waste 1: QH; waste 2: AH"
        assert moves("yield; waste 1: 5S; waste 2: QH AH") == ["waste 2 -> waste 2"]
        assert after("yield; waste 1: 5S; waste 2: QH AH", "waste 2 -> waste 2") == "yield; points 2; waste 1: 5S"

    def test_the_first_card_turned_lies_apart(self) -> None:
        assert after("yield; stock 1: -3S -4S", "click stock 1", "click stock 1") == "yield; waste 1: 4S; waste 2: 3S"


class TestKlondike:
    def test_a_face_down_card_left_on_top_is_turned(self) -> None:
        assert after("klondike; tableau 1: -5C 4H; tableau 2: 5S", "tableau 1 -> tableau 2") == (
            "klondike; tableau 1: 5C; tableau 2: 5S 4H"
        )

    def test_only_a_king_fills_an_empty_pile_with_all_that_lies_on_it(self) -> None:
        position = "klondike; tableau 1: 9C KH QS; tableau 2: JC"
        assert "tableau 1 x2 -> tableau 3" in moves(position)
        assert not any(move.startswith("tableau 2") for move in moves(position))

    def test_a_card_comes_back_from_a_foundation_and_takes_its_point_with_it(self) -> None:
        game = Position.parse("klondike; points 2; foundation 1: AS 2S; tableau 1: 3H").game()
        game.push(Move.parse("foundation 1 -> tableau 1"))
        assert game.score == 1

    @pytest.mark.parametrize(
        ("option", "turned", "redeals"),
        [
            ("Single card deals", 1, 2),
            ("Three card deals", 3, 9),
            ("No redeals", 1, 0),
            ("Unlimited redeals", 1, 9),
        ],
    )
    def test_the_stock_as_the_options_say(self, option: str, turned: int, redeals: int) -> None:
        game = reference.deal("klondike", seed=2, options={option: True})
        click = Move.parse("click stock 1")
        game.push(click)
        assert len(game.piles[1].cards) == turned
        for made in range(9):
            while game.piles[0].cards:
                game.push(click)
            if click not in game.legal_moves():
                assert made == redeals
                return
            game.push(click)
        assert redeals == 9


class TestFreeCell:
    def test_a_cell_holds_one_card(self) -> None:
        with pytest.raises(ValueError, match="reserve 1 of freecell holds 1 at most, not 2"):
            Position.parse("freecell; reserve 1: KS QS").game()

    def test_low_cards_go_home_by_themselves(self) -> None:
        # The three stays: a red two might need it.
        assert after("freecell; tableau 1: 3S AS; tableau 2: 2S", "tableau 1 -> reserve 1") == (
            "freecell; points 2; foundation 1: AS 2S; tableau 1: 3S"
        )

    def test_as_many_cards_move_as_the_cells_let_through(self) -> None:
        cells = "reserve 1: KC; reserve 2: KD; reserve 3: KH"
        piles = "tableau 1: 9H 8S 7H; tableau 2: 9D; " + "; ".join(
            f"tableau {number}: {card}" for number, card in enumerate(("QC", "QD", "QH", "QS", "JC", "JD"), 3)
        )
        assert "tableau 1 x2 -> tableau 2" in moves(f"freecell; {cells}; {piles}")
        assert "tableau 1 x2 -> tableau 2" not in moves(f"freecell; {cells}; reserve 4: KS; {piles}")


class TestCanfield:
    def test_the_deal_sets_the_base_rank_and_scores_it(self) -> None:
        game = reference.deal("canfield", seed=4)
        foundation = next(pile for pile in game.piles if pile.kind == "foundation")
        assert game.base == foundation.cards[0].rank
        assert game.score == 1

    def test_foundations_begin_with_the_base_rank_and_go_round_the_corner(self) -> None:
        homes = "foundation 1: 5S; foundation 2: 5D 6D 7D 8D 9D 10D JD QD KD"
        start = f"canfield; base 5; {homes}; tableau 1: 5H; tableau 2: AD"
        assert {"tableau 1 -> foundation 3", "tableau 2 -> foundation 2"} <= set(moves(start))

    def test_the_base_card_stays(self) -> None:
        assert moves("canfield; base 5; foundation 1: 5S; tableau 1: 6H") == [
            f"tableau 1 -> tableau {number}" for number in (2, 3, 4)
        ]

    def test_the_reserve_fills_an_empty_pile(self) -> None:
        assert after("canfield; base 2; reserve 1: -3C 9D; tableau 1: 7S; tableau 2: 8H", "tableau 1 -> tableau 2") == (
            "canfield; points 1; base 2; reserve 1: 3C; tableau 1: 9D; tableau 2: 8H 7S"
        )


class TestGolf:
    def test_a_rank_up_or_down_but_not_round_the_corner(self) -> None:
        assert moves("golf; waste 1: AS; tableau 1: KH; tableau 2: 2H") == ["tableau 2 -> waste 1", "click tableau 2"]

    def test_nothing_goes_on_a_king(self) -> None:
        assert moves("golf; waste 1: KS; tableau 1: QH") == []


class TestThirteen:
    def test_a_card_is_turned_when_both_that_lie_on_it_are_gone(self) -> None:
        start = "thirteen; tableau 1: -9S; tableau 2: 3S; tableau 3: 10H"
        assert after(start, "tableau 2 -> tableau 3") == "thirteen; points 2; tableau 1: 9S"

    def test_the_two_top_cards_of_the_waste_may_go_together(self) -> None:
        assert moves("thirteen; waste 1: 3S 10H") == ["waste 1 -> waste 1"]


class TestSpider:
    def test_a_row_is_dealt_only_on_full_piles(self) -> None:
        game = reference.deal("spider", seed=1)
        assert Move.parse("click stock 1") in game.legal_moves()
        assert "click stock 1" not in moves("spider; stock 1: -AS; tableau 1: KS")

    def test_only_a_sequence_in_suit_moves_together_but_it_goes_on_any_suit(self) -> None:
        found = moves("spider; tableau 1: 8S 7S; tableau 2: 9H; tableau 3: 8H 7C; tableau 4: 9C")
        assert "tableau 1 x2 -> tableau 2" in found
        assert "tableau 3 x2 -> tableau 4" not in found

    def test_a_whole_suit_goes_home(self) -> None:
        suit = "KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S AS"
        game = Position.parse(f"spider; tableau 1: {suit}").game()
        assert Move.parse("tableau 1 x13 -> foundation 1") in game.legal_moves()
        assert [str(move) for move in game.short_cuts()] == ["double-click tableau 1"]
        game.push(Move.parse("double-click tableau 1"))
        assert (game.is_won, game.score) == (True, 12)


class TestYukon:
    def test_cards_move_in_any_order(self) -> None:
        found = moves("yukon; tableau 1: 9H 3C KD; tableau 2: 10S")
        assert "tableau 1 x3 -> tableau 2" in found

    def test_not_with_a_face_down_card(self) -> None:
        assert "tableau 1 x3 -> tableau 2" not in moves("yukon; tableau 1: -9H 3C KD; tableau 2: 10S")


class TestBakersDozen:
    def test_kings_lie_at_the_bottom(self) -> None:
        for seed in range(20):
            for pile in reference.deal("bakers-dozen", seed=seed).piles[4:]:
                ranks = [card.rank == 13 for card in pile.cards]
                assert ranks == sorted(ranks, reverse=True)

    def test_an_empty_pile_stays_empty(self) -> None:
        assert moves("bakers-dozen; tableau 1: KS; tableau 2: QH") == ["tableau 2 -> tableau 1"]


class TestBeleagueredCastle:
    def test_the_aces_lie_out_before_the_others_are_dealt(self) -> None:
        game = reference.deal("beleaguered-castle", seed=3)
        assert {str(pile.cards[0]) for pile in game.piles if pile.kind == "foundation"} == {"AC", "AD", "AH", "AS"}
        assert len(game.dealt) == 48

    def test_an_ace_stays_and_a_two_may_come_back(self) -> None:
        position = "beleaguered-castle; base A; foundation 1: AC; foundation 2: AD 2D; tableau 1: 3S"
        assert [move for move in moves(position) if move.startswith("foundation")] == [
            "foundation 2 -> tableau 1",
            *(f"foundation 2 -> tableau {number}" for number in range(2, 9)),
        ]


class TestAccordion:
    def test_a_card_goes_on_the_first_or_third_to_its_left(self) -> None:
        start = "accordion; tableau 1: 5S; tableau 2: 6H; tableau 3: 7D; tableau 4: 5C; tableau 5: 5H"
        assert moves(start) == ["tableau 4 -> tableau 1", "tableau 5 -> tableau 2", "tableau 5 -> tableau 4"]

    def test_the_row_closes_up(self) -> None:
        start = "accordion; tableau 1: 5S; tableau 2: 5H; tableau 3: 7D; tableau 4: 9C"
        assert after(start, "tableau 2 -> tableau 1") == "accordion; tableau 1: 5H; tableau 2: 7D; tableau 3: 9C"


class TestSettingUp:
    def test_a_card_too_many_is_named(self) -> None:
        with pytest.raises(ValueError, match="AS is there 2 times: the deck of klondike holds 1"):
            Position.parse("klondike; tableau 1: AS; tableau 2: AS").game()

    def test_a_pile_that_the_variant_lacks_is_named(self) -> None:
        with pytest.raises(ValueError, match="golf has no reserve 2"):
            Position.parse("golf; reserve 2: AS").game()

    def test_a_deck_with_a_wrong_card_is_refused(self) -> None:
        with pytest.raises(ValueError, match="XC"):
            reference.deal("golf", deck=[Card.parse("XC")])

    def test_a_move_that_names_no_pile_of_the_game_is_refused(self) -> None:
        with pytest.raises(IllegalMove, match="golf has no tableau 9"):
            reference.deal("golf").push(Move.parse("tableau 9 -> waste 1"))

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("Golf!", "'Golf!' names no variant"),
            ("golf; tableau 1: 11S", "tableau 1: '11S' is no card"),
            ("golf; waste 1: 2S; waste 1: 3S", "waste 1 is there twice"),
            ("golf; wast 1: 2S", "'wast 1: 2S' is no part of a position"),
            ("golf; base 17", "'base 17' is no part of a position"),
        ],
    )
    def test_a_text_that_is_no_position_is_refused(self, text: str, message: str) -> None:
        with pytest.raises(ValueError, match=message):
            Position.parse(text)
