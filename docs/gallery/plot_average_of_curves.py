"""
The average of two curves
=========================

A classifier was measured twice, on two folds. What does it cost on average? The mean of the two cost curves
answers just that. The mean of the two ROC curves answers another question, and read as a cost it is never
lower.

Rebuilds figures 15 and 16 of C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000.
The two hulls are made.
"""

# %%
# Each average is drawn in both spaces: the mean TPR at equal FPR, and the mean cost at equal PC(+). Dashed are
# the two folds.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples
from costcurves.charts.palette import LIGHT
from costcurves.rules import averages

BLUE, ORANGE = LIGHT.words[:2]

folds = [cc.Tally.from_points(*points) for points in examples.figure_points("averages").values()]
mean_cost = averages.cost_average(folds)
mean_roc = averages.vertical_average(folds)

# What serves in each piece of the mean cost curve is a point of ROC space, from nobody to everybody.
served = cc.Tally.from_points(mean_cost.fpr[:, 0], 1 - mean_cost.fnr[:, 0])
as_roc = cc.RocHull.of(served)
read_off = cc.rules.optimal(cc.Tally.from_points(mean_roc.fpr, mean_roc.tpr))

figure, (roc, cost) = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
roc.set(
    xlabel="False positive rate (FPR)", ylabel="True positive rate (TPR)", xlim=(0, 1), ylim=(0, 1), aspect=1
)
cost.set(xlabel="PC(+)", ylabel="Normalised expected cost (NEC)", xlim=(0, 1), ylim=(0, 0.4))
for fold in folds:
    hull, curve = cc.RocHull.of(fold), cc.rules.optimal(fold)
    roc.plot(hull.fpr, hull.tpr, color="grey", linestyle="--", linewidth=1)
    cost.plot(curve.knots, curve.values, color="grey", linestyle="--", linewidth=1)
roc.plot(mean_roc.fpr, mean_roc.tpr, color=ORANGE, label="mean TPR at equal FPR")
roc.plot(as_roc.fpr, as_roc.tpr, color=BLUE, linestyle=":", linewidth=2, label="mean cost, as a hull")
cost.plot(
    read_off.knots, read_off.values, color=ORANGE, linestyle=":", linewidth=2, label="mean ROC, as a cost"
)
cost.plot(mean_cost.knots, mean_cost.values, color=BLUE, label="mean cost at equal PC(+)")
roc.legend(loc="lower right", frameon=False)
cost.legend(loc="lower center", frameon=False)
a = (as_roc.fpr[-2], as_roc.tpr[-2])
roc.plot(*a, "o", color=BLUE)
roc.annotate("A", a, (2, 8), textcoords="offset points", color=BLUE, weight="bold")

# %%
# Vertex A averages the last vertex of the upper fold with flagging everybody in the other one, which is the best
# there can be had at this condition. No vertical average of the curves knows such a point.

upper = cc.RocHull.of(folds[0])
assert np.allclose(a, (np.mean([upper.fpr[-2], 1]), np.mean([upper.tpr[-2], 1])))
assert as_roc.tpr_at(a[0]) > mean_roc.tpr_at(a[0])

# %%
# The mean of the cost curves is nowhere above what a mean of ROC curves promises: the mean of two minima is at
# most the minimum of the mean.

pc = np.linspace(0, 1, 1001)
across = averages.horizontal_average(folds)
print(f"areas: mean {mean_cost.area:.6f}, read off the vertical mean {read_off.area:.6f}")
print("largest difference:", *np.round(read_off.minus(mean_cost).largest_gap(), 4))

assert np.all(mean_cost(pc) <= read_off(pc) + 1e-12)
assert np.all(mean_cost(pc) <= cc.rules.optimal(cc.Tally.from_points(across.fpr, across.tpr))(pc) + 1e-12)
assert np.isclose(mean_cost.area, np.mean([cc.rules.optimal(fold).area for fold in folds]))
assert np.allclose([mean_cost.area, read_off.area], [0.190119, 0.197840], atol=5e-7)
