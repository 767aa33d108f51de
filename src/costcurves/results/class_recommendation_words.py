"""A recommendation among models of many classes in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurves._ground.number_words import enumerated, percent, short
from costcurves.results.headline import interval_words
from costcurves.results.recommendation_facts import LEFT_OUT
from costcurves.results.recommendation_in_words import MOST_SHOWN

if TYPE_CHECKING:
    from costcurves.results.class_recommendation_facts import ClassRecommendationFacts

#: More actions are counted, not listed.
MOST_ACTIONS = 8


def class_sentences(found: ClassRecommendationFacts) -> tuple[str, ...]:
    """Say what to do and what that costs on new records; what is done there; who leads."""
    parts = (f"{_action(found)} {_cost(found)}", _taken(found), f"{_lead(found)} {_never(found)}".strip())
    return tuple(filter(None, parts))


def _action(found: ClassRecommendationFacts) -> str:
    row = found.rows[0]
    if found.is_constant:
        among = f"{row.model} does not cost" if len(found.rows) == 1 else "no model costs"
        return f"Always take {found.constant}: {among} less."
    if row.actions:
        changed = {label: action for label, action in row.actions.items() if label != action}
        if not changed:
            return f"Use {row.model} and take its labels at their word."
        shown = enumerated(
            f"{action} where it says {label}" for label, action in [*changed.items()][:MOST_ACTIONS]
        )
        rest = "; its other labels at their word" if len(changed) < len(row.actions) else ""
        return f"Use {row.model} and take {shown}{rest}."
    if found.of_errors:
        return f"Use {row.model} and take the class of highest probability."
    return f"Use {row.model} and take the action of least expected cost by its probabilities."


def _cost(found: ClassRecommendationFacts) -> str:
    headline, best = found.headline, found.always[found.constant]
    unit = "errors a case" if found.of_errors else "a case"
    verb = "makes" if found.of_errors else "costs"
    cost = f"{short(headline.estimate)} {unit}{interval_words(headline)}"
    beside = f"Always taking {found.constant} {verb} {short(best)}."
    if headline.basis == "same-records":
        return f"It {verb} {cost} on the same records: expect worse on new ones. {beside}"
    if headline.covers == "nothing":
        return f"It {verb} {cost}; nothing was chosen on these records. {beside}"
    alone = f"between {found.rows[0].model} and one action for all"
    model = "the model" if len(found.rows) > 1 else alone
    what = {"model": model, "actions": "actions", "model+actions": "model and actions"}[headline.covers]
    seems = (
        ""
        if found.is_constant
        else f"; on the records used for the choice, it looks like {short(found.rows[0].seems)}"
    )
    pays = ""
    if not found.is_constant and headline.estimate >= best:
        pays = f" So choosing this way does not pay: always taking {found.constant} costs no more."
    there = f"on new records, judged on {LEFT_OUT}{seems}"
    return f"Choosing {what} this way {verb} about {cost} {there}. {beside}{pays}"


def _taken(found: ClassRecommendationFacts) -> str:
    """Say how often actions beside the classes are taken."""
    row, beside = found.rows[0], found.costs.beside
    if found.is_constant or not beside:
        return ""
    shares = enumerated(f"{name} for {percent(row.taken[name])}" for name in beside)
    return f"It takes {shares} of these records."


def _lead(found: ClassRecommendationFacts) -> str:
    return "" if found.is_constant else f"{_over_constant(found)} {_over_others(found)}".strip()


def _over_constant(found: ClassRecommendationFacts) -> str:
    if found.constant_told_apart is not False:
        return ""
    return f"That {found.rows[0].model} costs less than always taking {found.constant} may be chance."


def _over_others(found: ClassRecommendationFacts) -> str:
    if len(found.rows) < 2 or found.rows[0].gap is None:
        return ""
    first, others = found.rows[0].model, found.not_told_apart
    if others:
        more = f" and {len(others) - MOST_SHOWN} more" if len(others) > MOST_SHOWN else ""
        names = ", ".join(others[:MOST_SHOWN]) if more else enumerated(others)
        return f"{first} may lead by chance: it cannot be told apart from {names}{more}."
    count = len(found.rows) - 1
    which = "the other model" if count == 1 else f"the other {count} models"
    return f"{first} is cheaper than {which} by more than chance."


def _never(found: ClassRecommendationFacts) -> str:
    never = found.costs.never_worth_taking
    if not never:
        return ""
    return f"At these costs {enumerated(never)} {'is' if len(never) == 1 else 'are'} never worth taking."
