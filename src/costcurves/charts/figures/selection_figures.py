"""Selection by training condition against the best choice: two curves a family, and what lies between."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurves._ground.number_words import short
from costcurves.charts.chart import Chart
from costcurves.charts.figures.roc_and_cost_figures import NEC, PC, TRIVIAL
from costcurves.charts.marks import Line, Ribbon
from costcurves.charts.scales import Axis

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurves.charts.marks import Mark
    from costcurves.rules.trained_classifiers import TrainedClassifiers
    from costcurves.space.cost_curve import CostCurve

KEY = "selection"


def selection_figure(families: Mapping[str, TrainedClassifiers]) -> Chart:
    """Draw what selecting by training condition costs (solid) above the lower envelope (dashed).

    Parameters
    ----------
    families : mapping of str to TrainedClassifiers
        By model.
    """
    marks: list[Mark] = list(TRIVIAL)
    between, tops = [], []
    for series, (name, family) in enumerate(families.items()):
        policy, best = family.policy, family.best
        marks.append(_between(policy, best, series))
        between.append(f"{name} {short(policy.excess_over(best))}")
        hover = [
            f"{name}: PC(+) {short(x)}, NEC {short(y)}"
            for x, y in zip(policy.knots, policy.values, strict=True)
        ]
        marks.append(Line(best.knots, best.values, series=series, role="hull", dash="dashed"))
        marks.append(Line(policy.knots, policy.values, label=name, series=series, dash="solid", hover=hover))
        tops.append(float(policy.values.max()))
    notes = (
        "Solid: the classifier that was trained for the nearest PC(+).",
        "Dashed: the best choice at each PC(+), including flagging nobody and everybody.",
    )
    return Chart(
        KEY,
        "Selection by training condition",
        PC,
        Axis.around(NEC, [1.05 * max(*tops, 0.3)], low=0),
        marks,
        subtitle=f"area between: {', '.join(between)}",
        notes=notes,
    )


def _between(policy: CostCurve, best: CostCurve, series: int) -> Ribbon:
    """Shade what the policy costs more; where it jumps, both ends of the jump stand in their order."""
    more = np.setdiff1d(best.knots, policy.knots)
    x = np.concatenate([policy.knots, more])
    high = np.concatenate([policy.values, policy(more)])
    order = np.argsort(x, kind="stable")
    low = np.minimum(best(x), high)
    return Ribbon(x[order], low[order], high[order], label="excess", series=series)
