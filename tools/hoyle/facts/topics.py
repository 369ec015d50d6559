"""Which kind of pile a rule is about: its topic, found as the rule says."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable

from hoyle.facts.clauses.clause import Clause
from hoyle.facts.clauses.spans import CONDITIONS
from hoyle.facts.context import Context, header_of
from hoyle.facts.values.scoring import counted
from hoyle.language.concepts import KINDS


def points_there(clause: Clause) -> bool:
    """Whether a clause points to a place ("there") and names no pile that it could be."""
    return "here" in clause.features and not any(
        phrase.is_a("pile") or (phrase.kinds and phrase.role in ("at", "to")) for phrase in clause.phrases
    )


def emptied_in(clause: Clause, context: Context) -> str | None:
    """The kind of the empty pile that a clause speaks of."""
    for phrase in clause.phrases:
        if "empty" in phrase.attrs and (phrase.is_a("pile") or phrase.kinds):
            return next(iter(sorted(phrase.kinds)), None) or (header_of(context) or ["tableau"])[0]
    for mark, span in clause.spans:
        if mark != "if" and mark != "when":
            continue
        # "If you clear a tableau pile, …: no card may be put there."
        concepts = frozenset().union(*[word.concepts for word in span])
        cleared = "pile" in concepts and concepts & {"empty", "empty-verb", "remove"}
        if cleared and concepts.isdisjoint(("card", "not", "no")):
            return next((kind for kind in KINDS if kind in concepts), (header_of(context) or ["tableau"])[0])
    return None


def named_in(clause: Clause) -> list[str]:
    """The pile kinds that a clause speaks of, its subject first, those that something comes from last."""
    kinded = [phrase for phrase in clause.phrases if phrase.kinds]
    if not kinded:
        return []
    if len(kinded) == 1 and kinded[0].role in _NAMING:
        return sorted(kinded[0].kinds)
    found: list[str] = []
    for roles in _IN_TURN:
        for phrase in kinded:
            if phrase.role in roles:
                _add(found, phrase.kinds)
    return found


_IN_TURN = (None, "at", "of"), ("to", "by"), ("from",)
_NAMING = (None, "at", "of", "to", "by", "from")


def _add(found: list[str], kinds: frozenset[str]) -> None:
    """Put kinds after those that were found before, in the order of their names."""
    for kind in sorted(kinds):
        if kind not in found:
            found.append(kind)


def _kinds_of(clause: Clause, heads: Iterable[str], roles: tuple[str | None, ...] | None = None) -> list[str]:
    found: list[str] = []
    wanted = frozenset(heads)
    for phrase in clause.phrases:
        if phrase.kinds and (roles is None or phrase.role in roles) and not wanted.isdisjoint(phrase.heads):
            _add(found, phrase.kinds)
    return found


Policy = Callable[[Clause, Context], list[str]]
_POLICIES: dict[str, Policy] = {}


def is_policy(name: str) -> bool:
    """Whether a rule may find its topic by a policy of this name."""
    return name in _POLICIES


def topics_of(policy: str, clause: Clause, context: Context) -> list[str]:
    """The kinds of piles that a rule is about, found by the policy that it names; mostly one, or none.

    What a rule without a policy states is of no pile, which is the kind without a name.
    """
    return _POLICIES[policy](clause, context)


def _policy(name: str) -> Callable[[Policy], Policy]:
    def named(policy: Policy) -> Policy:
        _POLICIES[name] = policy
        return policy

    return named


@_policy("header")
def _header(clause: Clause, context: Context) -> list[str]:
    """That of the row."""
    return header_of(context)


@_policy("header-or-named")
def _header_or_named(clause: Clause, context: Context) -> list[str]:
    """What is counted in the clause, else that of the row."""
    header = header_of(context)
    counted_piles = [
        phrase
        for phrase in clause.phrases
        if phrase.number is not None
        and phrase.role is None
        and (phrase.is_a("pile") or any(phrase.is_a(kind) for kind in KINDS))
    ]
    named = [kind for phrase in counted_piles[:1] for kind in sorted(phrase.kinds)]
    if header == ["stock"] and not counted_piles and "PLACING" in clause.features:
        return []  # "À chaque donne, une carte sur chacune des dix colonnes"
    return named[:1] or header


@_policy("subject")
def _subject(clause: Clause, context: Context) -> list[str]:
    """The first kind spoken of, subjects before others."""
    named = _kinds_of(clause, KINDS, (None,)) or list(named_in(clause))
    return named[:1]


@_policy("onto")
def _onto(clause: Clause, context: Context) -> list[str]:
    """Where something goes, else the first kind spoken of that nothing comes from."""
    header = header_of(context)
    closed = context.header is not None and not header
    targets = [kind for kind in clause.targets() if kind in ("tableau", "foundation", "reserve", "waste")]
    named = [
        kind
        for kind in named_in(clause)
        if kind in ("tableau", "foundation", "reserve", "waste") and kind not in clause.sources()
    ]
    spoken_of = [context.topic] if context.topic in ("tableau", "foundation") and not closed else []
    return targets[:1] or named[:1] or header or spoken_of


@_policy("source")
def _source(clause: Clause, context: Context) -> list[str]:
    """Where cards come from."""
    return [kind for kind in clause.sources() if kind in ("reserve", "waste")][:1] or [
        kind for kind in _kinds_of(clause, ("card",)) if kind in ("reserve", "waste")
    ][:1]


@_policy("onto-or-topic")
def _onto_or_topic(clause: Clause, context: Context) -> list[str]:
    """As `onto`, else what was spoken of before, or the tableau."""
    header = header_of(context)
    closed = context.header is not None and not header
    found_onto = _onto(clause, context)
    if found_onto or closed or context.section != "rules":
        return found_onto
    return [context.topic if context.topic in ("foundation", "waste", "reserve") else "tableau"]


@_policy("counted")
def _counted(clause: Clause, context: Context) -> list[str]:
    """The kind whose piles are counted."""
    found = counted(clause)
    return [found[0]] if found else []


@_policy("build")
def _build(clause: Clause, context: Context) -> list[str]:
    """What is built on: where cards go, the subject, or what was built on before."""
    header = header_of(context)
    closed = context.header is not None and not header
    onto = [
        kind for phrase in clause.phrases if phrase.role == "to" for kind in sorted(phrase.kinds) if kind != "stock"
    ]
    subject = _kinds_of(clause, ("card", "pile", "sequence", "rankname", *KINDS), (None,))
    targets = (
        onto
        or [kind for kind in subject if kind in ("foundation", "tableau", "waste") and kind not in clause.sources()]
        or [kind for kind in clause.targets() if kind != "stock"]
    )
    if targets:
        return targets[:1]
    if clause.features & {"corner", "center"} and not header:
        return []
    if "np.column" in clause.features and not header and not closed:
        return ["tableau"]
    named = [
        kind
        for kind in named_in(clause)
        if kind in ("foundation", "tableau", "reserve", "waste") and kind not in clause.sources()
    ]
    return (
        named[:1]
        or header
        or (
            []
            if closed
            else [kind for kind in (context.built, context.topic) if kind and kind != "stock"][:1]
            or (["tableau"] if context.section in ("rules", "options") else [])
        )
    )


@_policy("topic")
def _topic(clause: Clause, context: Context) -> list[str]:
    """What was spoken of before."""
    header = header_of(context)
    closed = context.header is not None and not header
    return [context.topic] if context.topic and not closed else []


@_policy("built-before")
def _built_before(clause: Clause, context: Context) -> list[str]:
    """What was built on before."""
    header = header_of(context)
    return [context.built] if context.built else header or _kinds_of(clause, ("tableau", "foundation"), ("at",))[:1]


@_policy("card")
def _card(clause: Clause, context: Context) -> list[str]:
    """The pile that the cards spoken of lie on."""
    header = header_of(context)
    closed = context.header is not None and not header
    named = (
        _kinds_of(clause, ("card",), (None, "of", "at"))
        or _kinds_of(clause, ("card", *KINDS), (None,))
        or header
        or [kind for kind in named_in(clause) if kind not in clause.targets()]
    )
    if not named and not header and not closed and _of_a_pyramid(clause):
        return ["tableau"]
    if header == ["stock"] and context.target == "waste":
        # "Turned over on to the waste; the top card may be played."
        return named[:1] if named and named != header else ["waste"]
    if not named and not header and not closed:
        named = (
            [context.target or context.topic or ""]
            if context.target or (context.topic and context.topic != "stock")
            else (
                ["tableau"]
                if clause.features & {"pyramid", "exposed", "column"}
                or (
                    clause.features & {"pile.every", "pile.all", "of.pile", "at.pile"}
                    and clause.features & {"card.top", "card.last"}
                )
                else []
            )
        )
    return named[:1] or header


@_policy("foundation-card")
def _foundation_card(clause: Clause, context: Context) -> list[str]:
    """The foundation, where its cards are spoken of."""
    header = header_of(context)
    if clause.features & {"if.foundation", "after.foundation"} and not _kinds_of(clause, ("card", "pile", *KINDS)):
        return ["foundation"]
    if header not in ([], ["foundation"]) and clause.features.isdisjoint(
        ("card@foundation", "from.foundation", "if.foundation", "after.foundation", "np.foundation")
    ):
        return []
    if any(
        # "Waste cards can be used on the foundations".
        phrase.is_a("card") and phrase.role is None and phrase.kinds and "foundation" not in phrase.kinds
        for phrase in clause.phrases
    ):
        return []
    if _named_for(clause, "foundation") or any(
        # "Cards that have come to the foundations stay there".
        phrase.role == "to" and phrase.kinds == {"foundation"} and not phrase.verb_before
        for phrase in clause.phrases
    ):
        return ["foundation"]
    if (
        any(phrase.kinds for phrase in clause.phrases if phrase.is_a("card") or phrase.is_a("pile"))
        and "from.foundation" not in clause.features
    ):
        return []
    return (
        ["foundation"]
        if header == ["foundation"]
        or (
            not header
            and (context.target == "foundation" or (context.topic == "foundation" and context.target is None))
        )
        else []
    )


@_policy("pile")
def _pile(clause: Clause, context: Context) -> list[str]:
    """The piles spoken of."""
    header = header_of(context)
    closed = context.header is not None and not header
    named = _kinds_of(clause, ("pile",)) or [
        kind
        for kind in named_in(clause)
        if kind != "stock" and (kind not in clause.targets() or "hold" not in clause.features)
    ]
    return named[:1] or header or ([] if closed else [context.topic or "tableau"])


@_policy("empty-pile")
def _empty_pile(clause: Clause, context: Context) -> list[str]:
    """The piles that are empty, wherever the cards come from."""
    header = header_of(context)
    closed = context.header is not None and not header
    named = []
    for phrase in clause.phrases:
        if phrase.attrs & {"empty", "free"} and phrase.role not in ("from", "by"):
            named += [kind for kind in sorted(phrase.kinds) if kind not in named]
    # "With a card of the reserve or of another pile": where the card comes from.
    sources = [of for phrase in clause.phrases if phrase.role in ("from", "by") for of in phrase.of]
    for phrase in clause.phrases:
        if phrase.is_a("pile") and phrase.role not in ("from", "by") and phrase not in sources and not named:
            named += sorted(phrase.kinds)
    if not named:
        # "By any card in the reserve": where the card comes from.
        taken_from = {
            kind
            for before, phrase in itertools.pairwise(clause.phrases)
            if before.role == "by" and before.is_a("card") and phrase.role == "at"
            for kind in phrase.kinds
        }
        named = [
            kind for kind in _kinds_of(clause, KINDS, (None, "at", "to")) if kind != "stock" and kind not in taken_from
        ]
    if (
        not named
        and "if.empty" in clause.features
        and ("if.pile" in clause.features or not clause.phrases or "here" in clause.features)
        and "pile.empty" not in clause.features
    ):
        # "When a pile of the reserve is emptied, …"
        named = [
            kind
            for mark, span in clause.spans
            if mark in CONDITIONS
            for word in span
            for kind in KINDS
            if kind in word.concepts and kind not in ("stock", "waste")
        ]
    if named:
        return named[:1]
    if header and header[0] not in ("stock", "waste"):
        return header
    if closed:
        return []
    if context.emptied and points_there(clause):
        return [context.emptied]
    return [context.topic] if context.topic in ("reserve",) and context.section == "setup" else ["tableau"]


@_policy("move")
def _move(clause: Clause, context: Context) -> list[str]:
    """What moves: the tableau or the reserve."""
    header = header_of(context)
    closed = context.header is not None and not header
    free = "number-of" in clause.features or (clause.genitive_first and "enough" in clause.features)
    named = [
        kind
        for phrase in clause.phrases
        # "Enough free cells", "the number of free cells" are not what moves.
        if not (phrase.is_a("reserve") and (phrase.attrs & {"enough", "empty", "free"} or free))
        and phrase.role in (None, "of", "at", "by")
        and any(phrase.is_a(head) for head in ("card", "sequence", "group", *KINDS))
        for kind in sorted(phrase.kinds)
        if kind not in clause.targets()
    ]
    named = [kind for kind in named if kind in ("tableau", "reserve")] or [
        kind for kind in clause.targets() if kind in ("tableau",)
    ]
    if named:
        return named[:1]
    if header:
        return header if header[0] in ("tableau", "reserve") else []
    return [] if closed else ["tableau"]


@_policy("playing")
def _playing(clause: Clause, context: Context) -> list[str]:
    """Where the cards that are played lie."""
    header = header_of(context)
    closed = context.header is not None and not header
    named = [
        kind
        for phrase in clause.phrases
        if phrase.is_a("card") and phrase.role is None and (clause.genitive_first or not phrase.verb_before)
        for kind in sorted(phrase.kinds)
    ]
    named = named or [
        kind for kind in _kinds_of(clause, ("card", *KINDS), (None, "of", "at", "from")) if kind not in clause.targets()
    ]
    named = [kind for kind in named if kind != "stock"]
    if named:
        return named[:1]
    if header and header[0] in ("reserve", "waste", "chooser"):
        return header
    if any("top" in phrase.attrs for phrase in clause.phrases) and context.topic in ("waste", "reserve"):
        # "The waste takes the cards of the stock. Its top card may be played."
        return [context.topic] if not closed and context.target in (None, context.topic) else []
    if any("this" in phrase.attrs for phrase in clause.phrases) and not closed:
        return [kind for kind in (context.target, context.topic) if kind][:1]
    return []


@_policy("spoken-of")
def _spoken_of(clause: Clause, context: Context) -> list[str]:
    """The tableau, the reserve or the waste, if one was spoken of before."""
    header = header_of(context)
    closed = context.header is not None and not header
    return [context.topic] if context.topic in ("tableau", "reserve", "waste") and not closed else []


@_policy("stock-here")
def _stock_here(clause: Clause, context: Context) -> list[str]:
    """The stock, where something goes to it or its row speaks."""
    header = header_of(context)
    named = clause.targets()
    if named:
        return named[:1] if named[0] == "stock" else []
    return header if header == ["stock"] else []


@_policy("turning")
def _turning(clause: Clause, context: Context) -> list[str]:
    """The stock, where its cards are turned."""
    targets = clause.targets()
    return ["stock"] if not targets or targets[0] in ("waste", "chooser") else []


@_policy("from-stock")
def _from_stock(clause: Clause, context: Context) -> list[str]:
    """The stock, where cards come from it."""
    kinds = clause.sources()
    return ["stock"] if not kinds or "stock" in kinds else []


@_policy("clicked")
def _clicked(clause: Clause, context: Context) -> list[str]:
    """What is clicked on."""
    header = header_of(context)
    clicked_kinds = [kind for phrase in clause.clicked for kind in sorted(phrase.kinds)]
    if clicked_kinds:
        return list(dict.fromkeys(clicked_kinds))
    if header and any(phrase.is_a("card") or phrase.is_a("pile") for phrase in clause.phrases):
        return header if any(phrase.is_a("pile") for phrase in clause.clicked) else []
    return ["tableau"] if any(phrase.is_a("pile") and not phrase.kinds for phrase in clause.clicked) else []


@_policy("clicked-card")
def _clicked_card(clause: Clause, context: Context) -> list[str]:
    """The kind whose card is clicked on."""
    named = _kinds_of(clause, ("card", "rankname", "tableau"))
    return named[:1] or ["tableau"]


@_policy("")
@_policy("worth")
def _worth(clause: Clause, context: Context) -> list[str]:
    """None: ranks are worth something wherever they lie."""
    return [""]


def _of_a_pyramid(clause: Clause) -> bool:
    """Whether the cards spoken of are those of a pyramid."""
    if "pyramid" not in clause.features:
        return False
    cards = next((phrase for phrase in clause.roles(None) if phrase.is_a("card")), None)
    return cards is not None and any(of.is_a("pyramid") for of in cards.of)


def _named_for(clause: Clause, kind: str) -> bool:
    targets = clause.targets()
    return "from." + kind in clause.features or any(
        kind in phrase.kinds
        for phrase in clause.phrases
        if (phrase.role != "to" and (kind not in targets or phrase.role != "at")) or phrase.is_a("card")
    )
