"""What a clause says, as the features that rules ask for."""

from __future__ import annotations

from functools import cache

from hoyle.facts.clauses.clause import Clause, Phrase
from hoyle.facts.clauses.spans import CLICKS, CONDITIONS, PLACING_VERBS
from hoyle.language.bank import Bank, Word

_BUILD = frozenset(("build",))
_SEQUENCE = frozenset(("sequence",))
_PLACE = frozenset(("place",))
_LAID = frozenset(("deal", "place", "play"))
_THERE = frozenset(("here", "place", "is", "move", "at", "to", "when"))


def _clicked(clause: Clause, bank: Bank) -> list[Phrase]:
    """What is clicked on: the phrase after the word for it, or before it where the verb stands last."""
    at = next((index for index, word in enumerate(clause.words) if word.concepts & CLICKS), -1)
    if at < 0:
        return []
    after = [phrase for phrase in clause.phrases if phrase.first > at and phrase.role in ("at", "of", None)]
    if bank.of_before and (
        (at + 1 < len(clause.words) and "here" in clause.words[at + 1].concepts)
        or (
            any(phrase.attrs & {"all", "every"} for phrase in [one for one in after if one.role == "at"][:1])
            and any(word.tag == "to-do" for word in clause.words)
        )
    ):
        # "Click here to …", "click to deal a card on every pile".
        after = []
    if after and any(word.sort.verbs and not word.sort.attrs for word in clause.words[at + 1 : after[0].first]):
        # "Click to deal a card": it is not said on what.
        after = []
    if at and "is" in clause.words[at - 1].concepts and not bank.of_before:
        # "The stock is clicked".
        after = []
    before = [
        phrase
        for phrase in clause.phrases
        if phrase.last < at
        and (
            phrase.role == "at"
            # "Sortari klik eginez": it is given a click.
            or (
                phrase.role == "to"
                and phrase.last == at - 1
                and bool(bank.dative)
                and clause.words[phrase.last].text.lower().endswith(bank.dative)
            )
        )
    ]
    if bank.of_before and before:
        return before[-1:]
    if bank.of_before:
        # "Sorta sakatu, eta karta bana agertuko da": what is pressed stands right before the verb.
        pressed = [
            phrase for phrase in clause.phrases if phrase.last == at - 1 and phrase.role is None and phrase.kinds
        ]
        if pressed:
            return pressed
    if not after:
        subject = [phrase for phrase in clause.phrases if phrase.last < at and phrase.role is None and phrase.kinds]
        if not (subject or before or bank.of_before):
            # "To move a card from the waste to a foundation, double-click it."
            subject = [phrase for phrase in clause.phrases if phrase.last < at and phrase.role == "from"]
        return before[-1:] or subject[-1:] if bank.of_before else subject[-1:] or before[-1:]
    found = after[:1]
    for phrase in clause.phrases[clause.phrases.index(found[0]) + 1 :]:
        between = clause.words[found[-1].last + 1 : phrase.first]
        if any(word.sort.verbs for word in between) or phrase.role not in ("at", "of", None):
            break
        if (phrase.role in ("of", "at") and (not bank.of_before or found[-1].role == "of")) or any(
            "or" in word.concepts or "and" in word.concepts for word in between
        ):
            found.append(phrase)
        else:
            break
    return found


_ENDS = frozenset(("top", "bottom"))
_WAYS = frozenset(("up", "down"))
_CLIMBING = frozenset(("build", "up", "down"))
_FIGURES = frozenset(("pyramid", "arch", "clock", "triangle", "cross", "grid"))
_TURNING = frozenset(("flip", "turn-over"))


def _moves_up(clause: Clause) -> bool:
    """Whether the only word for "up" is a verb right before a pile that cards go to."""
    ups = [at for at, word in enumerate(clause.words) if "up" in word.concepts]
    return (
        len(ups) == 1
        and "build" in clause.words[ups[0]].concepts
        and any(
            phrase.role == "to" and phrase.kinds and ups[0] < phrase.first <= ups[0] + 2 for phrase in clause.phrases
        )
    )


def _rises_by_name_only(clause: Clause) -> bool:
    """Whether only a verb of building says "up" (French "monter"), and something else says that it goes down."""
    if any(("up" in word.concepts and "build" not in word.concepts) or "or" in word.concepts for word in clause.words):
        return False
    ranks = [phrase for phrase in clause.phrases if phrase.is_a("rankname")]
    return any("down" in word.concepts for word in clause.words) or (
        [rank.name for rank in ranks] == ["K", "A"] and ranks[1].role == "to"
    )


def _cards_go_up(clause: Clause) -> bool:
    """Whether cards of a rank only go to the foundations: "Kings go up first"."""
    if not clause.phrases or not clause.phrases[0].is_a("rankname") or clause.phrases[0].role is not None:
        return False
    others = clause.phrases[1:]
    told = {concept for word in clause.words for concept in word.concepts}
    return (
        all(not one.heads or one.is_a("foundation") for one in others)
        and told.isdisjoint(("is", "can", "must", "suit", "color", "from", "by", "start", "regardless"))
        and ("first" in told or any(one.is_a("foundation") for one in others))
    )


def add_features(clause: Clause, bank: Bank) -> None:
    """Gather what a clause says: its concepts, its phrases by what they do, and what its spans say."""
    features = clause.features = _said(clause)
    if bank.dative:
        _settle_datives(clause, bank)
    if "build" in features:
        _settle_building(clause, bank)
    placing = not features.isdisjoint(PLACING_VERBS)
    if placing or (bank.of_before and "in-play" in features) or ("click" in features and "reveal" in features):
        features.add("PLACING")
        clause.located = bool(bank.dative) and "in-play" not in features and features & PLACING_VERBS == {"move"}
        if bank.of_before:
            for phrase in clause.phrases:
                phrase.verb_before = True
    for phrase in clause.phrases:
        number = phrase.number
        if phrase.heads:
            counted = None if number is None else "one" if number == 1 else "many"
            features |= _of_noun(phrase.role, phrase.heads, phrase.attrs, phrase.kinds, counted, phrase.ordinal == 2)
        elif number is not None:
            if phrase.role == "by":
                features.add(":by-number")  # "par trois", by threes
            if number == 1 and not bank.of_before and not phrase.attrs.isdisjoint(_ENDS):
                # "of which only the top one is in play"
                features.add("card.top" if "top" in phrase.attrs else "card.bottom")
    if not features.isdisjoint(CLICKS):
        clause.clicked = _clicked(clause, bank)
        features.update([f"C.{kind}" for phrase in clause.clicked for kind in phrase.kinds])
    for kind in clause.targets():
        features.add(f"target.{kind}")
    if clause.aside:
        features.add("ASIDE")
    for mark, span in clause.spans:
        _add_span(features, mark, span)


def _said(clause: Clause) -> set[str]:
    """What is known of a clause, the concepts of its words, and what their endings say."""
    words = clause.words
    tags = {word.tag for word in words if word.tag}
    concepts = [word.concepts for word in words if not word.noun]
    said = clause.features.union(*concepts)
    if len(concepts) < len(words) or not said.isdisjoint(_AMBIGUOUS) or not tags.isdisjoint(_LESSENING):
        inside = {at for phrase in clause.phrases for at in range(phrase.first + 1, phrase.last + 1)}
        said = clause.features.union(
            *[
                _meant(clause, index, index in inside)
                if word.noun or word.tag or not word.concepts.isdisjoint(_DOUBTFUL)
                else word.concepts
                for index, word in enumerate(words)
            ]
        )
    for tag in tags:
        said.add(f":{tag}")
    if concepts.count(_NOTHING) > 2:
        unknown = [word for word in words if not word.concepts and word.tag is None and word.text.isalpha()]
        if len(unknown) > 2:
            said.add(":unknown")
    return said


def _meant(clause: Clause, index: int, goes_on: bool) -> frozenset[str]:
    """What a word that may mean more than one thing does mean where it stands; whether there a phrase goes on."""
    word = clause.words[index]
    concepts, tag = word.concepts, word.tag
    following = clause.words[index + 1].tag if index + 1 < len(clause.words) else None
    if tag is following is None and not word.noun and not goes_on:
        return concepts
    if tag == "article":
        return _A
    if goes_on and "whole" in concepts and not word.sort.heads:
        return _WHOLE
    if goes_on and "pile" in concepts:
        # "A place", "each place": no one places anything.
        return concepts - _PLACE
    if concepts >= _SEQUENCE_OR_BUILD and not any(one.first <= index <= one.last for one in clause.phrases):
        # "Foundations build upwards": a verb, and no sequence.
        return concepts - _SEQUENCE
    if word.noun:
        # A word that is a noun here ("a build") is no verb.
        return concepts.difference(word.sort.verbs)
    if tag == "of-verb" or following == "of-verb":
        # "Osatutako segida", "osatzen duten kartak": what cards have been built is no building.
        return concepts - _BUILD
    return concepts


def _settle_datives(clause: Clause, bank: Bank) -> None:
    """Tell to whom from where to, in a language that has one ending for both."""
    features = clause.features
    if "remove" in features:
        # "Oinarriei ez zaie kartarik kentzen": taken from them, not given to them.
        role = "from"
    elif not features.isdisjoint(_TURNING):
        # "Hondarrari buelta eman": it is turned over, and nothing goes there.
        role = None
    else:
        return
    for phrase in clause.phrases:
        if phrase.role == "to" and clause.words[phrase.last].text.lower().endswith(bank.dative):
            phrase.role = role


def _settle_building(clause: Clause, bank: Bank) -> None:
    """Tell building from what has the same words: to move cards up to a pile, to make a figure."""
    features = clause.features
    if bank.dative and not features.isdisjoint(_WAYS):
        for word in clause.words:
            if _BUILD < word.concepts <= _CLIMBING and any(
                phrase.role == "to" and phrase.kinds for phrase in clause.phrases
            ):
                # "Oinarrietara igotzen dira": they are moved there.
                features -= word.concepts
                features.add("move")
    if "create" in features and any(
        phrase.role is None and not _FIGURES.isdisjoint(phrase.heads) for phrase in clause.phrases
    ):
        # "Arkua osatuz": a figure is made, and nothing built on it.
        features.discard("build")
    if "up" not in features or "build" not in features:
        return
    if _moves_up(clause):
        # "Les cartes montées aux fondations": they are moved there.
        features -= _RISING
        features.add("move")
    elif _rises_by_name_only(clause):
        features.discard("up")
    elif not bank.of_before and _cards_go_up(clause):
        features -= _RISING


@cache
def _of_noun(
    role: str | None,
    heads: tuple[str, ...],
    attrs: frozenset[str],
    kinds: frozenset[str],
    number: str | None,
    second: bool,
) -> frozenset[str]:
    """The features of a noun phrase with its noun; few are like no other."""
    role = role or "np"
    found = {f"{head}.{attr}" for head in heads for attr in attrs}
    found.update([f"{head}@{kind}" for head in heads for kind in kinds])
    found.update([f"{role}.{one}" for one in (*heads, *kinds)])
    if second:
        found.update([f"{head}.second" for head in heads])
    if number == "many" or (number == "one" and "a" not in attrs):
        found.update([f"{head}.{number}" for head in heads])
    if "rankname" in heads:
        found.add("rankname")
    return frozenset(found)


def _add_span(features: set[str], mark: str, span: list[Word]) -> None:
    """Add what a subordinate span says to the features of its clause."""
    concepts = frozenset().union(*[word.concepts for word in span])
    if mark == "when" and concepts <= _THERE:
        # "Once there": no condition, only a pointer to where the cards have gone.
        features.add("if.here")
    elif mark == "when" and concepts <= _LAID:
        features.add("AFTER")  # "Once laid, …"
    else:
        features.add(mark.upper())
        family = mark
        if mark in CONDITIONS:
            features.add("COND")
            family = "if"
            if "empty-verb" in concepts:
                features.add("if.empty")  # when it has been emptied, it is empty
        features.update([f"{family}.{concept}" for concept in concepts])


_NOTHING: frozenset[str] = frozenset()
_A, _WHOLE = frozenset(("a",)), frozenset(("whole",))
_SEQUENCE_OR_BUILD = _SEQUENCE | _BUILD
_AMBIGUOUS = frozenset(("whole", "place", "sequence"))
_DOUBTFUL = _AMBIGUOUS | _BUILD
_LESSENING = ("article", "of-verb")
_RISING = _BUILD | {"up"}
