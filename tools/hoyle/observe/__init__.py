"""What a running game does, under the keys of the fact vocabulary.

`observe(engine, variant, keys=…)` plays a variant and returns, by key, an `Observation` with its
`Evidence`. It uses the public interface of an engine alone (`hoyle_engine.interface`), so that the
same observers serve every engine, and none can answer from a declaration.
"""

from __future__ import annotations

from hoyle.observe.observation import Evidence, Observation
from hoyle.observe.observe import is_tried, observe
from hoyle.observe.session import Session

__all__ = ["Evidence", "Observation", "Session", "is_tried", "observe"]
