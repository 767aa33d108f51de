"""
Five rankings, from good to random
==================================

A ROC curve bends inwards where a stretch of the ranking is worse than random. The hull bridges such a
concavity, and a cost curve does not show it, since no condition calls for a threshold within.

Rebuilds the five rankers of J. Fürnkranz's course slides on evaluation: good, reasonable, fairly poor, poor and
random. The counts are made.
"""

# %%
# Ten scores with 100 positives and 100 negatives, from the best score to the worst. Shaded is what the hull adds.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves.charts.palette import LIGHT
from costcurves.curves.concavities import concavities

BLUE, ORANGE = LIGHT.words[:2]

positives = {
    "good": [38, 24, 15, 9, 6, 4, 2, 1, 1, 0],
    "reasonable": [27, 20, 15, 11, 9, 7, 5, 3, 2, 1],
    "fairly poor": [20, 16, 14, 8, 12, 10, 8, 6, 4, 2],
    "poor": [16, 6, 17, 14, 5, 13, 12, 4, 9, 4],
    "random": [9, 11, 10, 12, 8, 9, 11, 8, 12, 10],
}
negatives = {
    "good": [0, 1, 2, 4, 6, 9, 13, 17, 22, 26],
    "reasonable": [2, 4, 6, 8, 9, 11, 13, 14, 16, 17],
    "fairly poor": [4, 6, 8, 11, 9, 11, 11, 12, 13, 15],
    "poor": [4, 13, 8, 7, 15, 8, 8, 16, 9, 12],
    "random": [11, 9, 11, 8, 10, 12, 9, 10, 11, 9],
}
score = np.arange(10, 0, -1)
ev = cc.evaluate_counts({name: (score, positives[name], negatives[name]) for name in positives})

figure, axes = plt.subplots(2, 5, figsize=(11, 5), layout="constrained", sharex=True, sharey="row")
for (upper, lower), name in zip(axes.T, ev.models, strict=True):
    roc, curve = ev.roc(name), ev.cost_curve(name)
    hull = roc.hull()
    upper.plot([0, 1], [0, 1], color="grey", linestyle="--", linewidth=0.8)
    upper.fill_between(roc.fpr, roc.tpr, hull.tpr_at(roc.fpr), color=ORANGE, alpha=0.4, linewidth=0)
    upper.plot(roc.fpr, roc.tpr, color=BLUE, marker="o", markersize=3)
    upper.set(title=name, xlabel="FPR", xlim=(0, 1), ylim=(0, 1), aspect=1)
    upper.text(0.95, 0.05, f"AUC {roc.auc:.2f}", ha="right")
    lower.plot([0, 0.5, 1], [0, 0.5, 0], color="grey", linestyle="--", linewidth=0.8)
    lower.plot(curve.knots, curve.values, color=BLUE)
    lower.set(xlabel="PC(+)", xlim=(0, 1), ylim=(0, 0.5), box_aspect=1)
axes[0, 0].set_ylabel("True positive rate")
axes[1, 0].set_ylabel("Normalised expected cost")

# %%
# From good to random the area falls to about one half, and concavities come up.

found = {name: concavities(tally) for name, tally in ev.models.items()}
for name, dents in found.items():
    print(
        f"{name:12} AUC {ev.roc(name).auc:.3f}, cost {ev.cost_curve(name).area:.4f}, concavities {len(dents)}"
    )

areas = [ev.roc(name).auc for name in found]
assert areas == sorted(areas, reverse=True)
assert abs(areas[-1] - 0.5) < 0.02
assert [len(dents) for dents in found.values()][:4] == [0, 0, 1, 3]
assert len(found["random"]) > 0

# %%
# The expected cost rises in the same order; the concavities make up all of the difference between the area under
# the curve and the area under its hull.

costs = [ev.cost_curve(name).area for name in found]
assert costs == sorted(costs)
for name, dents in found.items():
    roc, hull = ev.roc(name), ev.roc(name).hull()
    assert np.isclose(roc.auc + sum(dent.area for dent in dents), hull.auc)
    assert np.isclose(
        cc.rules.optimal(cc.Tally.from_points(hull.fpr, hull.tpr)).area, ev.cost_curve(name).area
    )
