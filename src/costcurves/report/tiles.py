"""The tiles of an answer: what to use, what that costs, and whom it flags; and the condition it is for."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurves._ground.number_words import digits_after_point, format_value, percent, short
from costcurves.conditions.operating_condition import is_at_a_loss
from costcurves.report.elements import Html, definitions, join, tag
from costcurves.report.page_tables import CASES
from costcurves.results.headline import DIGITS, cost_title, in_unit_of

if TYPE_CHECKING:
    from costcurves.conditions.operating_condition import OperatingCondition
    from costcurves.criteria.decision import Decision
    from costcurves.criteria.threshold_interval import ThresholdInterval
    from costcurves.report.contents import Report
    from costcurves.results.headline import Headline


def key_figures(report: Report, decision: Decision) -> Html:
    """Write the answer as tiles: model, rule, cost, and shares flagged and found."""
    pairs = [("Model", " and ".join(decision.models) if decision.flags == "some" else "–")]
    if decision.other is not None:
        pairs.append(("Rule", _mixture(decision)))
    elif (label := _label(report, decision)) is not None:
        pairs.append(("Rule", f"label {label}"))
    else:
        pairs.append(("Rule", _rule(decision.thresholds, given=decision.criterion.is_given)))
    pairs += _cost(report, decision)
    pairs += _saving(decision)
    if not math.isnan(decision.prevalence):
        pairs.append(("Flags", join([percent(decision.flagged), " ", tag("small", "of all cases")])))
    pairs.append(("Finds", join([percent(decision.tpr), " ", tag("small", "of the positives")])))
    pairs.append(("False alarms", join([percent(decision.fpr), " ", tag("small", "of the negatives")])))
    return definitions(pairs, class_="tiles")


def _label(report: Report, decision: Decision) -> str | None:
    """Return the label that a model of predicted labels flags; None of scores."""
    if decision.flags != "some":
        return None
    chosen = {} if report.recommended is None else report.recommended.labels
    return chosen.get(decision.model, decision.criterion.parameters.get("label"))


def _rule(thresholds: ThresholdInterval, *, given: bool) -> Html:
    """Write a rounded threshold, with all that decide alike beside it; a given one as it is."""
    if given or not thresholds.interval:
        return tag("span", thresholds.rule)
    small = tag("small", f"alike: {thresholds.interval}")
    return join([tag("span", thresholds.rounded_rule, class_="whole"), " ", small])


def _mixture(decision: Decision) -> Html:
    found = []
    for one in decision.members:
        by = f" by {one.model}" if len(decision.models) > 1 else ""
        small = tag("small", f"for {percent(one.share)} of the cases{by}")
        found.append(join([one.thresholds.rounded_rule, " ", small]))
    return join(found)


def _headline(report: Report) -> Headline | None:
    """What is known of the cost to expect."""
    if report.recommended is not None:
        return report.recommended.headline
    rows = () if report.given is None else report.given.rows
    return rows[0].headline if len(rows) == 1 else None


def _cost(report: Report, decision: Decision) -> list[tuple[str, str]]:
    """Write what a case costs or brings, with its interval; nothing without costs."""
    condition, found = decision.condition, _headline(report)
    if condition is None or decision.nec is None:
        return []
    ends: tuple[float, ...] = (in_unit_of(condition, decision.nec),)
    if found is not None:
        interval = () if found.low is None or found.high is None else (found.low, found.high)
        ends = (found.estimate, *interval)
    decimals = digits_after_point(ends[0], DIGITS)
    own, *others = (format_value(end, decimals=decimals) for end in ends)
    level = "" if found is None or found.level is None else percent(found.level)
    small = f"{level} interval {' to '.join(others)}" if others else ""
    small = "on the records that chose it" if not others and _is_optimistic(report, decision) else small
    title = cost_title(condition)
    return [(f"{title[:1].upper()}{title[1:]}", join([own, " ", tag("small", small)] if small else [own]))]


def _is_optimistic(report: Report, decision: Decision) -> bool:
    """Whether the cost is that on the records that chose the threshold."""
    return report.recommended is None and decision.optimistic and decision.flags == "some"


def _saving(decision: Decision) -> list[tuple[str, str]]:
    own, nobody, everybody = decision.expected_cost, decision.cost_of_nobody, decision.cost_of_everybody
    if own is None or nobody is None or everybody is None:
        return []
    benefits = decision.condition is not None and decision.condition.costs.stated_as_benefits
    better = "nobody" if nobody <= everybody else "everybody"
    saved = min(nobody, everybody) - own
    unit = "" if decision.condition is None else decision.condition.unit.strip()
    small = tag("small", f"{unit} per {CASES:,} cases, against flagging {better}".strip())
    word = "Loses" if is_at_a_loss(own, nobody, everybody) else "Gains" if benefits else "Saves"
    amount = _amount(CASES * (abs(saved) if word == "Loses" else max(saved, 0.0)))
    return [(word, join([amount, " ", small]))]


def _amount(value: float) -> str:
    """Write an amount of money without needless noughts."""
    text = format_value(value)
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text


# ---- the condition --------------------------------------------------------------------------


def stated(decision: Decision) -> Html:
    """Write the condition that an answer is for; nothing without one."""
    condition = decision.condition
    if condition is None:
        return Html("")
    pairs = [("PC(+)", short(condition.pc))]
    if not condition.relative:
        source = f" (the share in {decision.prevalence_source})" if decision.sample_prevalence else ""
        stated = [("Prevalence", f"{percent(condition.prevalence)}{source}"), *_money_stated(condition)]
        pairs = [*stated, *pairs, ("Flagging pays above a probability of", percent(condition.threshold))]
    return tag("div", tag("h3", "Stated condition"), definitions(pairs, class_="facts"), class_="stated")


def _money_stated(condition: OperatingCondition) -> list[tuple[str, str]]:
    costs = condition.costs
    shown = {"false positive": costs.fp, "false negative": costs.fn}
    shown |= {"true positive": costs.tp} if costs.tp else {}
    shown |= {"true negative": costs.tn} if costs.tn else {}
    verb = "costs"
    if costs.stated_as_benefits:
        shown, verb = {name: 0.0 - cost for name, cost in shown.items()}, "brings"
    return [(f"A {name} {verb}", f"{_amount(amount)}{condition.unit}") for name, amount in shown.items()]
