"""Documents of decisions: what is written of a mixture, and what is read back."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from costcurves._ground import arrays
from costcurves.conditions.operating_condition import Costs, OperatingCondition
from costcurves.criteria.criterion_spec import CriterionSpec
from costcurves.criteria.decision_member import DecisionMember
from costcurves.criteria.threshold_interval import ThresholdInterval
from costcurves.tallies.cells import Direction

if TYPE_CHECKING:
    from collections.abc import Sequence

#: What the fields of a document are that are not numbers.
KINDS: dict[type, tuple[str, ...]] = {
    str: ("criterion", "model", "chosen_on", "judged_on"),
    bool: ("lower_is_positive", "sample_prevalence"),
}


def mixture(members: Sequence[DecisionMember]) -> dict[str, Any] | None:
    """Return what a document says of the second of two members, None without one.

    Of another model it has no threshold here: readers that know one model only then refuse the document,
    instead of applying that threshold to the scores of the first model.
    """
    if len(members) == 1:
        return None
    first, other = members
    if first.model != other.model:
        return {"share": other.share, "model": other.model}
    return {"share": other.share, "threshold": other.thresholds.to_json(), "flags": other.thresholds.flags}


def fields(value: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a decision from a document of the right kind.

    Raises
    ------
    LookupError, TypeError, ValueError
        If it is not complete.
    """
    for kind, names in KINDS.items():
        for name in names:
            if not isinstance(value[name], kind):
                text = f"{name} = {value[name]!r}"
                raise TypeError(text)
    condition = value["condition"]
    if condition is not None:
        condition = OperatingCondition(**{**condition, "costs": Costs(**condition["costs"])})
    direction = Direction.of(lower_is_positive=value["lower_is_positive"])
    prevalence = value["prevalence"]
    return {
        "thresholds": ThresholdInterval.from_json(value["threshold"], value["cut_flags"], direction),
        "fpr": arrays.share(value["fpr"], "fpr"),
        "tpr": arrays.share(value["tpr"], "tpr"),
        "prevalence": math.nan if prevalence is None else arrays.share(prevalence, "prevalence"),
        "criterion": CriterionSpec.from_json(value["criterion"], value.get("criterion_spec")),
        "model": value["model"],
        "condition": condition,
        "chosen_on": value["chosen_on"],
        "judged_on": value["judged_on"],
        "sample_prevalence": value["sample_prevalence"],
        "candidates": tuple(map(str, value.get("candidates", ()))),
        **_second(value, direction),
    }


def _second(value: dict[str, Any], direction: Direction) -> dict[str, Any]:
    """Return the fields that tell of the second member; older documents have no key `members`."""
    found = value["mixture"]
    if found is None:
        return {}
    members = [DecisionMember.from_json(one) for one in value.get("members", ())]
    rates = tuple((one.fpr, one.tpr) for one in members)
    known = {} if all(math.isnan(rate) for pair in rates for rate in pair) else {"member_rates": rates}
    if "model" in found:
        _, other = members
        return {
            "other": other.thresholds, "other_share": other.share, "other_model": other.model, **known
        }  # fmt: skip
    thresholds = ThresholdInterval.from_json(found["threshold"], found["flags"], direction)
    return {"other": thresholds, "other_share": arrays.share(found["share"], "share"), **known}
