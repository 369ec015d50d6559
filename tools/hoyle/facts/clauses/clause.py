"""What clauses and noun phrases are."""

from __future__ import annotations

from hoyle.language.bank import Bank, Word

_NONE: frozenset[str] = frozenset()


class Phrase:
    """A noun phrase: its head, what is said of it, and what it does in the clause."""

    __slots__ = (
        "attr_role",
        "attrs",
        "closed",
        "definite",
        "dims",
        "first",
        "heads",
        "kinds",
        "last",
        "name",
        "names",
        "number",
        "of",
        "ordinal",
        "role",
        "verb_before",
    )

    def __init__(self, first: int, role: str | None = None, verb_before: bool = False) -> None:
        self.first = first
        self.last = first
        self.heads: tuple[str, ...] = ()
        self.attrs = _NONE
        self.number: int | None = None
        self.ordinal: int | None = None
        self.dims: tuple[int, int] | None = None
        self.kinds = _NONE
        """The pile kinds that it is, or is of."""
        self.name: str | None = None
        """The rank or suit, where the head is one."""
        self.names: tuple[str, ...] = ()
        """Ranks and suits that say more of the head: a King pile."""
        self.role = role
        self.of: tuple[Phrase, ...] = ()
        self.verb_before = verb_before
        self.attr_role: str | None = None
        self.definite = False
        """Whether its ending says that it is all of them: Basque "bost piletan", and not "bost pilatan"."""
        self.closed = False
        """Whether something stands after its noun, so that no other noun can join it."""

    def is_a(self, head: str) -> bool:
        """Whether its head is this concept."""
        return head in self.heads

    def __repr__(self) -> str:
        parts = ["/".join(self.heads) or "-"]
        if self.name:
            parts.append(f"={self.name}")
        if self.number is not None:
            parts.append(f"×{self.number}")
        if self.ordinal is not None:
            parts.append(f"#{self.ordinal}")
        if self.dims:
            parts.append(f"{self.dims}")
        parts += sorted(self.attrs)
        if self.kinds:
            parts.append("@" + ",".join(sorted(self.kinds)))
        return f"[{self.role or '·'} {' '.join(parts)}]"


class Clause:
    """A stretch of a sentence with one predicate, its subordinate spans taken out."""

    __slots__ = (
        "_targets",
        "aside",
        "clicked",
        "features",
        "genitive_first",
        "located",
        "phrases",
        "spans",
        "words",
    )

    def __init__(self, words: list[Word], aside: bool, bank: Bank) -> None:
        self.words = words
        self.spans: list[tuple[str, list[Word]]] = []
        self.aside = aside
        """Whether it stood in brackets."""
        self.phrases: list[Phrase] = []
        self.clicked: list[Phrase] = []
        """What is clicked on."""
        self._targets: list[str] | None = None
        self.genitive_first = bank.of_before
        """Whether the language puts what is said of a noun before it."""
        self.located = False
        """Whether "on the tableau" says where something moves about: another case says where to."""
        self.features: set[str] = set()

    @property
    def verb_at(self) -> int | None:
        """Where the first verb stands."""
        for index, word in enumerate(self.words):
            if word.sort.verbs and word.tag != "of-verb":
                return index
        return None

    def roles(self, *roles: str | None) -> list[Phrase]:
        """The phrases that do one of these things; None is a subject or object."""
        return [phrase for phrase in self.phrases if phrase.role in roles]

    def targets(self) -> list[str]:
        """The pile kinds that something goes to, in order."""
        if self._targets is None:
            self._targets = self._going_to()
        return self._targets

    def _going_to(self) -> list[str]:
        found: list[str] = []
        for phrase in self.phrases:
            role = phrase.role
            if role is not None and (role == "to" or (role == "at" and phrase.verb_before and self._places())):
                # Columns are those of the tableau, where nothing else is said.
                kinds = _COLUMNS if phrase.is_a("column") and not phrase.kinds else phrase.kinds
                if kinds and phrase not in self.clicked and not any(phrase in other.of for other in self.phrases):
                    found += [kind for kind in sorted(kinds) if kind not in found]
        return found

    def _places(self) -> bool:
        # "Hondarrean har dezakezu": what is taken lies there, and does not go there.
        # "Mahaian mugitu": where a card moves about, and not where it goes.
        features = self.features
        return (
            "PLACING" in features and not self.located and ("take" not in features or not features.isdisjoint(_LAYING))
        )

    def sources(self) -> list[str]:
        """The pile kinds that something comes from, in order."""
        found: list[str] = []
        for phrase in self.phrases:
            if phrase.role == "from":
                found += [kind for kind in sorted(phrase.kinds) if kind not in found]
        return found


_COLUMNS = frozenset(("tableau",))
_LAYING = frozenset(("place", "put-back", "deal", "build", "flip", "leave"))
