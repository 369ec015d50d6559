"""What a clause says, as the features that rules ask for."""

from __future__ import annotations

from hoyle.facts.clauses.clause import Clause, Phrase
from hoyle.facts.clauses.spans import CLICKS, CONDITIONS, PLACING_VERBS
from hoyle.facts.clauses.words import sort
from hoyle.language.bank import Bank

_BUILD = frozenset(("build",))
_SEQUENCE = frozenset(("sequence",))
_PLACE = frozenset(("place",))
_LAID = frozenset(("deal", "place", "play"))
_THERE = frozenset(("here", "place", "is", "move", "at", "to", "when", "finite"))


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
    if after and any(sort(word).verbs and not sort(word).attrs for word in clause.words[at + 1 : after[0].first]):
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
        if any(sort(word).verbs for word in between) or phrase.role not in ("at", "of", None):
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
_FIGURES = ("pyramid", "arch", "clock", "triangle", "cross", "grid")
_MAKING = frozenset(("build", "create"))
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
        and told.isdisjoint(("is", "can", "must", "suit", "color", "from", "by", "start", "regardless", "to-do"))
        and ("first" in told or any(one.is_a("foundation") for one in others))
    )


def add_features(clause: Clause, bank: Bank) -> None:
    """Gather what a clause says: its concepts, its phrases by what they do, and what its spans say."""
    features = clause.features
    nouns = {index for phrase in clause.phrases for index in range(phrase.first + 1, phrase.last + 1)}
    following: str | None = None
    unknown = 0
    for index in range(len(clause.words) - 1, -1, -1):
        word = clause.words[index]
        tag = word.tag
        if tag is None and not word.concepts:
            unknown += word.text.isalpha()
        elif tag is following is None and not word.noun and index not in nouns:
            features |= word.concepts
        elif tag == "article":
            features.add("a")
        elif index in nouns and "whole" in word.concepts and not sort(word).heads:
            features.add("whole")
        elif index in nouns and "pile" in word.concepts:
            # "A place", "each place": no one places anything.
            features |= word.concepts - _PLACE
        elif {"build", "sequence"} <= word.concepts and not any(
            one.first <= index <= one.last for one in clause.phrases
        ):
            # "Foundations build upwards": a verb, and no sequence.
            features |= word.concepts - _SEQUENCE
        elif word.noun:
            # A word that is a noun here ("a build") is no verb.
            features |= word.concepts - frozenset(sort(word).verbs)
        elif tag == "of-verb" or following == "of-verb":
            # "Osatutako segida", "osatzen duten kartak": what cards have been built is no building.
            features |= word.concepts - _BUILD
        else:
            features |= word.concepts
        if tag:
            features.add(":" + tag)
        following = tag
    if bank.dative and "remove" in features:
        # "Oinarriei ez zaie kartarik kentzen": taken from them, not given to them.
        for phrase in clause.phrases:
            if phrase.role == "to" and clause.words[phrase.last].text.lower().endswith(bank.dative):
                phrase.role = "from"
    if bank.dative and not features.isdisjoint(_TURNING):
        # "Hondarrari buelta eman": it is turned over, and nothing goes there.
        for phrase in clause.phrases:
            if phrase.role == "to" and clause.words[phrase.last].text.lower().endswith(bank.dative):
                phrase.role = None
    if bank.dative and "build" in features and not features.isdisjoint(_WAYS):
        for word in clause.words:
            if (
                {"build"} < word.concepts
                and word.concepts <= _CLIMBING
                and any(phrase.role == "to" and phrase.kinds for phrase in clause.phrases)
            ):
                # "Oinarrietara igotzen dira": they are moved there.
                features -= word.concepts
                features.add("move")
    if features >= _MAKING and any(
        phrase.role is None and phrase.is_a(figure) for phrase in clause.phrases for figure in _FIGURES
    ):
        # "Arkua osatuz": a figure is made, and nothing built on it.
        features.discard("build")
    if {"up", "build"} <= features and _moves_up(clause):
        # "Les cartes montées aux fondations": they are moved there.
        features -= {"up", "build"}
        features.add("move")
    if {"up", "build"} <= features and _rises_by_name_only(clause):
        features.discard("up")
    if {"up", "build"} <= features and not bank.of_before and _cards_go_up(clause):
        features -= {"up", "build"}
    if features & PLACING_VERBS or (bank.of_before and "in-play" in features) or {"click", "reveal"} <= features:
        features.add("PLACING")
        clause.located = bool(bank.dative) and "in-play" not in features and features & PLACING_VERBS == {"move"}
        if bank.of_before:
            for phrase in clause.phrases:
                phrase.verb_before = True
    for phrase in clause.phrases:
        role = phrase.role or "np"
        if role == "by" and not phrase.heads and phrase.number is not None:
            # "par trois", by threes
            features.add(":by-number")
        if phrase.is_a("rankname"):
            features.add("rankname")
        if not phrase.heads and phrase.number == 1 and phrase.attrs & _ENDS and not bank.of_before:
            features.add(
                "card.top" if "top" in phrase.attrs else "card.bottom"
            )  # "of which only the top one is in play"
        for head in phrase.heads:
            for attr in phrase.attrs:
                features.add(f"{head}.{attr}")
            if phrase.ordinal == 2:
                features.add(f"{head}.second")
            if phrase.number == 1 and "a" in phrase.attrs:
                pass
            elif phrase.number == 1:
                features.add(f"{head}.one")
            elif phrase.number is not None:
                features.add(f"{head}.many")
            features.add(f"{role}.{head}")
            for kind in phrase.kinds:
                features.add(f"{head}@{kind}")
                features.add(f"{role}.{kind}")
    if features & CLICKS:
        clause.clicked = _clicked(clause, bank)
        for phrase in clause.clicked:
            for kind in phrase.kinds:
                features.add(f"C.{kind}")
    for kind in clause.targets():
        features.add(f"target.{kind}")
    if clause.aside:
        features.add("ASIDE")
    if unknown > 2:
        features.add(":unknown")
    for mark, span in clause.spans:
        family = "if" if mark in CONDITIONS else mark
        concepts = {concept for word in span for concept in word.concepts}
        if mark == "when" and concepts <= _THERE:
            # "Once there": no condition, only a pointer to where the cards have gone.
            features.add("if.here")
            continue
        if mark == "when" and concepts and concepts <= _LAID:
            features.add("AFTER")  # "Once laid, …"
            continue
        features.add(mark.upper())
        if mark in CONDITIONS:
            features.add("COND")
        if family == "if" and "empty-verb" in concepts:
            features.add("if.empty")  # when it has been emptied, it is empty
        for word in span:
            for concept in word.concepts:
                features.add(f"{family}.{concept}")
