"""How fast the engine is: moves a second, and how often AisleRiot's rules under Guile go into that.

Both do the same in their own process: list all legal moves and make one at random, again and
again; a game with no move left is followed by the next deal, and dealing is not counted.

    python -m hoyle_engine.bench [VARIANT …]

What limits the engine is Python's price for each step, some ten microseconds a move: four
lists are copied, so that taking back is exact, and each pile that changed is looked at again.
Where a variant has few piles or few that take cards, Guile has little to try, and the ratio is
least (Golf, Accordion); where it must try many drops in vain, it is greatest (Spider).
"""

from __future__ import annotations

import sys
from random import Random
from time import process_time

from hoyle_engine import reference

WANTED = {"forty-thieves": 20, "monte-carlo": 10, "klondike": 10, "yield": 10}


def moves_per_second(variant: str, *, moves: int = 20_000, seed: int = 0) -> float:
    """List all legal moves of a position and make one at random, `moves` times; moves a second of processor time.

    >>> moves_per_second("golf", moves=100) > 0
    True
    """
    draw = Random(seed).random
    spent = 0.0
    made = 0
    while made < moves:
        game = reference.deal(variant, seed=seed)
        seed += 1
        start = process_time()
        while made < moves:
            legal = game.legal_moves()
            if not legal:
                break
            game.push(legal[int(draw() * len(legal))])
            made += 1
        spent += process_time() - start
    return made / spent


def main(variants: list[str]) -> int:
    """Print a table, one variant a line; the exit status tells whether a wanted ratio was missed."""
    from hoyle_engine.aisleriot import EngineMissing, benchmark

    missed = False
    print(f"{'variant':<16}{'moves/s':>10}{'Guile':>10}{'ratio':>8}{'wanted':>8}")
    for variant in variants or reference.variants:
        # Turn about, three times, so that a busy machine slows both alike; the best of each counts.
        ours, theirs = 0.0, 0.0
        for seed in range(3):
            ours = max(ours, moves_per_second(variant, seed=seed))
            try:
                theirs = max(theirs, benchmark(variant, moves=1500, seed=seed))
            except EngineMissing as error:
                print(error)
                return 2
        wanted = WANTED.get(variant)
        missed |= wanted is not None and ours < wanted * theirs
        print(f"{variant:<16}{ours:>10.0f}{theirs:>10.0f}{ours / theirs:>8.1f}{wanted or '':>8}", flush=True)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
