"""Values that rules take from a clause: `@name` in a rule is the function of that name in one of these modules.

Each returns None where the clause does not hold the value; the rule then states nothing.
"""

# Each of them adds what it offers to `VALUES`.
from hoyle.facts.values import moving, numbers, passes, places, ranks, removal, scoring
from hoyle.facts.values.registry import VALUES

__all__ = ["VALUES", "moving", "numbers", "passes", "places", "ranks", "removal", "scoring"]
