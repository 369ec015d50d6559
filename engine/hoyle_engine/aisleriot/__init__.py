"""AisleRiot's own compiled rules as an engine: they run under Guile, in a process of their own.

Needs the packages `aisleriot` and `guile-3.0`; without them, `AisleRiot()` raises `EngineMissing`, which says so.

| name | what it is |
|---|---|
| `AisleRiot()` | the engine: `variants`, `options`, `option_groups`, `deck`, `deal`, `benchmark`, `faults`, `close` |
| `AisleRiotGame` | a game: `piles`, `legal_moves`, `short_cuts`, `push`, `pop`, `score`, `is_won`, `set_up` |
| `AisleRiotGame.try_moves`, `.legal_moves_in` | many questions in one, which is much faster than one by one |
| `benchmark(variant, moves, seed)` | moves a second inside Guile |
| `EngineMissing` | AisleRiot or Guile is not installed; says what to install |
| `EngineError`, `EngineTimeout` | the rules failed or their process ended; they did not answer in time |

What to know of AisleRiot's rules:

- A move is legal if the module takes the cards up, lets them go on the target, and something changes by it. Only
  cards that show can be taken up: of a pile that is not spread, the top card.
- Some modules leave out checks that their own play makes needless. Probe positions that can arise.
- The module's idea of a game that is over is that its hint finds nothing; it is not asked. `is_stuck` means that no
  move is left.
- The tool bar's deal is a click on the stock, and is not listed besides it.
"""

from __future__ import annotations

from hoyle_engine.aisleriot.engine import AisleRiot
from hoyle_engine.aisleriot.game import AisleRiotGame, AisleRiotPile
from hoyle_engine.aisleriot.installation import EngineMissing, Installation, find
from hoyle_engine.aisleriot.process import EngineError, EngineTimeout

__all__ = [
    "AisleRiot",
    "AisleRiotGame",
    "AisleRiotPile",
    "EngineError",
    "EngineMissing",
    "EngineTimeout",
    "Installation",
    "benchmark",
    "find",
]


def benchmark(variant: str, moves: int = 1000, seed: int = 0) -> float:
    """Moves a second when Guile lists all legal moves and makes one at random, without the pipe between."""
    engine = AisleRiot()
    try:
        return engine.benchmark(variant, moves, seed)
    finally:
        engine.close()
