"""A recommendation in words: what to do, what that costs, whom it flags, and how far that stands."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurves._ground.number_words import enumerated, format_value, percent, short
from costcurves.results.headline import beside_words, cost_verb, cost_words, in_unit_of
from costcurves.results.recommendation_facts import LEFT_OUT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurves.results.recommendation_facts import RecommendationFacts

#: More models are counted, not shown.
MOST_SHOWN = 12
#: More thresholds that are as cheap are counted, not listed.
MOST_TIES = 3


def sentences(found: RecommendationFacts) -> tuple[str, ...]:
    """Say what to do and what that costs on new records; whom it flags there; and how far that stands."""
    parts = (
        (_action(found), _ties(found), _cost(found)),
        (_outcome(found),),
        (_champion_there(found), _lead(found), *_rivals(found), _range(found)),
    )
    return tuple(filter(None, (" ".join(filter(None, part)) for part in parts)))


def judged(found: RecommendationFacts) -> str:
    """Say where it was judged."""
    words = {
        "cross-fitted": f"judged on {LEFT_OUT}",
        "held-out": f"judged on {found.decision.judged_on}",
        "given": "on the records it was counted on",
        "same-records": "on the same records it was chosen on" if found.records > 0 else "as published",
    }
    return words[found.headline.basis]


def _is_held_out(found: RecommendationFacts) -> bool:
    return found.headline.basis == "held-out"


def _chosen_on(found: RecommendationFacts) -> str:
    """Name the records that chose."""
    return found.decision.chosen_on if _is_held_out(found) else "these records"


def _action(found: RecommendationFacts) -> str:
    """Say what to do."""
    decision, model = found.decision, found.rows[0].model
    size = "these records" if math.isnan(found.records) else f"all {found.records:,.0f} records"
    size = f"{size} of {decision.chosen_on}" if _is_held_out(found) else size
    if decision.flags != "some":
        among = f"{model} does not cost" if len(found.rows) == 1 else "no model costs"
        where = f"on {decision.chosen_on}, where it was chosen" if _is_held_out(found) else judged(found)
        return f"Flag {found.verdict}: {among} less, {where}."
    if model in found.labels:
        return f"Flag the cases that {model} labels {found.labels[model]!r}, the cheapest choice on {size}."
    if not decision.has_thresholds:
        return f"Use {model} at its cheapest operating point (its threshold is not known)."
    thresholds = decision.thresholds
    return f"Use {model} and {thresholds.action}{thresholds.alike}, the cheapest threshold on {size}."


def _ties(found: RecommendationFacts) -> str:
    """Say what costs exactly the same: other thresholds, and other models."""
    if found.decision.flags != "some":
        return ""
    said, first = [], found.rows[0].model
    if len(found.equally_cheap) > 1 and found.decision.has_thresholds:
        alike = [one.rule for one in found.equally_cheap if one != found.decision.thresholds]
        more = "" if len(alike) <= MOST_TIES else f" and {len(alike) - MOST_TIES} more"
        each = ", ".join(alike[:MOST_TIES]) if more else enumerated(alike)
        said.append(f"Equally cheap there: {each}{more}, and any mixture of these.")
    if found.tied:
        said.append(f"{enumerated([first, *found.tied])} cost exactly the same.")
    return " ".join(said)


def _cost(found: RecommendationFacts) -> str:
    """Say what choosing this way costs, and what it looks like on the records that chose."""
    condition, headline, where = found.condition, found.headline, judged(found)
    verb, cost, beside = cost_verb(condition), cost_words(condition, headline), beside_words(condition)
    seems = short(in_unit_of(condition, found.seems))
    if headline.basis == "same-records":
        worse = "" if math.isnan(found.records) else ": expect worse on new ones"
        return f"It {verb} {cost} {where}{worse}. {beside}"
    if found.decision.flags == "some" and not found.pays:
        beside += f" So on new records choosing this way does not pay: {_cheaper_one(found)} costs no more."
    if _is_held_out(found):
        more = f"; on {found.decision.chosen_on}, it looks like {seems}" * (found.decision.flags == "some")
        return f"It {verb} {cost}, {where}, which had no part in the choice{more}. {beside}"
    if headline.covers == "nothing":
        return f"It {verb} {cost}, {where}. {beside}"
    what = "model and threshold" if headline.covers == "model+threshold" else "the threshold"
    return (
        f"Choosing {what} this way {verb} about {cost} on new records, {where}; on the records "
        f"used for the choice, it looks like {seems}. {beside}"
    )


def _cheaper_one(found: RecommendationFacts) -> str:
    """Name the cheaper of flagging nobody and flagging everybody."""
    return f"flagging {'nobody' if found.condition.pc <= 0.5 else 'everybody'}"


def _outcome(found: RecommendationFacts) -> str:
    """Say whom it flags where it was judged."""
    decision, prevalence = found.decision, found.decision.prevalence
    if decision.flags != "some" or math.isnan(prevalence):
        return ""
    source = f", the share in {decision.prevalence_source}" if decision.sample_prevalence else ""
    flagged = percent(found.to_expect.flagged)
    return (
        f"At a prevalence of {percent(prevalence)}{source}, it flags {flagged} of all "
        f"cases, finds {percent(found.tpr)} of the positives and flags {percent(found.fpr)} of the "
        f"negatives by mistake{_efforts(found)}."
    )


def _efforts(found: RecommendationFacts) -> str:
    """Say how many cases are flagged for each positive found."""
    flagged, positive = found.to_expect.flagged, found.decision.prevalence * found.tpr
    if not 0 < positive < flagged:
        return ""
    share, each = percent(positive / flagged), format_value(flagged / positive, decimals=1)
    return f"; {share} of those flagged are positive, so {each} are flagged for each one found"


def _lead(found: RecommendationFacts) -> str:
    """Say whether the leading model leads by more than chance."""
    if len(found.rows) < 2:
        return ""
    first = found.rows[0].model
    if found.champion and not _is_held_out(found):
        return _of_champion(found)
    if found.rows[0].gap is None:
        return "" if _is_held_out(found) else f"Whether {first} leads by more than chance is not tested."
    ahead = {row.model for row in found.rivals}
    others = [name for name in found.not_told_apart if name not in found.tied and name not in ahead]
    if others:
        more = f" and {len(others) - MOST_SHOWN} more" if len(others) > MOST_SHOWN else ""
        names = ", ".join(others[:MOST_SHOWN]) if more else enumerated(others)
        return f"{first} may lead by chance: it cannot be told apart from {names}{more}."
    left = len(found.rows) - 1 - len(found.tied) - len(ahead)
    if not left:
        return ""
    which = "the other model" if left == 1 else f"the other {left} models"
    return f"{first} is cheaper than {which} by more than chance."


def _champion_there(found: RecommendationFacts) -> str:
    """Say whether the champion stayed where other records chose."""
    if not found.champion or not _is_held_out(found):
        return ""
    first, there = found.rows[0].model, found.decision.chosen_on
    if first == found.champion:
        return f"The champion {first} stays: no other model is cheaper by more than chance on {there}."
    return f"{first} replaces the champion {found.champion}: it is cheaper by more than chance on {there}."


def _of_champion(found: RecommendationFacts) -> str:
    """Say whether the champion stays."""
    first, champion = found.rows[0], found.champion
    if first.model != champion:
        return f"{first.model} replaces the champion {champion}: it is cheaper by more than chance."
    if not found.rivals:
        return f"The champion {champion} stays: no other model costs less."
    rival, unknown = found.rivals[0], found.rivals[0].told_apart is None
    chance = "but whether by more than chance is not known" if unknown else "which may be chance"
    cost = short(in_unit_of(found.condition, rival.nec))
    return f"The champion {champion} stays: {rival.model} costs less ({cost}), {chance}."


def _rivals(found: RecommendationFacts) -> Iterator[str]:
    """Name the cheapest of the models that cost less than the chosen one on other records than chose it."""
    if not found.rivals or not _is_held_out(found):
        return
    rival, judge = found.rivals[0], found.decision.judged_on
    cost = short(in_unit_of(found.condition, rival.nec))
    told_apart = rival.told_apart if found.decision.flags == "some" else None
    chance = {True: ", by more than chance", False: ", which may be chance", None: ""}[told_apart]
    yield (
        f"On {judge}, {rival.model} costs less ({cost}){chance}; if it is chosen for that, it must be "
        "judged on other records."
    )


def _range(found: RecommendationFacts) -> str:
    """Say under which other conditions the leading model is the cheapest choice, too."""
    if found.stands is None or found.decision.flags != "some":
        return ""
    first, where = found.rows[0].model, _chosen_on(found)
    if found.stands == (0.0, 1.0):
        return f"On {where}, {first} is the cheapest choice for every PC(+)."
    low, high = map(short, found.stands)
    sentence = f"On {where}, {first} is the cheapest choice for PC(+) from {low} to {high}"
    if found.shares is None:
        return f"{sentence}."
    least, most = map(percent, found.shares)
    sentence = f"{sentence}: at these costs, for a share of positives from {least} to {most}"
    if found.ratios is None:
        return f"{sentence}."
    fewest, times = map(short, found.ratios)
    much = f"at least {fewest} times" if math.isinf(found.ratios[1]) else f"{fewest} to {times} times"
    return f"{sentence}; at this share, if a false negative costs {much} as much as a false positive."
