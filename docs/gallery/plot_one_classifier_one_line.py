"""
One classifier is one line
==========================

A classifier costs its false positive rate where only negatives count, its false negative rate where only
positives count, and lies on a straight line between. Classifiers that lean to the negative class have rising
lines, those that lean to the positive class falling ones.

Rebuilds figure 8 of C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000, and the
two families A and B of LMU Munich's slides on cost curves (made points).
"""

# %%
# The ends of the line are read off the point: FPR on the left, FNR = 1 − TPR on the right.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples
from costcurves.charts.palette import LIGHT

BLUE, ORANGE = LIGHT.words[:2]
ROC = {"xlabel": "False positive rate (FPR)", "ylabel": "True positive rate (TPR)", "aspect": 1}
COST = {"xlabel": "PC(+)", "ylabel": "Normalised expected cost (NEC)"}
UNIT = {"xlim": (0, 1), "ylim": (0, 1)}

((fpr, tpr),) = examples.figure_points("single line").values()
point = cc.space.RocPoint(fpr.item(), tpr.item())
line = point.cost_line()

figure, (roc, cost) = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
roc.set(**ROC, **UNIT)
cost.set(**COST, **UNIT)
roc.plot(point.fpr, point.tpr, "o", color="black", zorder=3)
roc.plot([0, point.fpr], [point.tpr, point.tpr], color=ORANGE)
roc.plot([point.fpr, point.fpr], [point.tpr, 1], color=BLUE)
roc.text(point.fpr + 0.03, point.tpr, f"FPR = {point.fpr:.2f}", color=ORANGE, va="center")
roc.text(point.fpr + 0.03, 0.7, f"FNR = {1 - point.tpr:.2f}", color=BLUE)
cost.plot([0, 1], [line(0), line(1)], color="black")
cost.plot([0, 0], [0, line(0)], color=ORANGE, linewidth=5, clip_on=False, solid_capstyle="butt")
cost.plot([1, 1], [0, line(1)], color=BLUE, linewidth=5, clip_on=False, solid_capstyle="butt")
cost.text(0.03, 0.02, f"FPR = {line.at_zero:.2f}", color=ORANGE)
cost.text(0.97, 0.3, f"FNR = {line.at_one:.2f}", color=BLUE, ha="right")

# %%
# In the middle, where both errors weigh alike, stands their mean.

assert (line.at_zero, round(line.at_one, 12)) == (0.09, 0.64)
assert np.isclose(line(0.5), (0.09 + 0.64) / 2)

# %%
# Thresholds of one scorer, from strict to lax. Family A misses more than it falsely flags, family B the other
# way round; the diagonal of equal error rates divides them.

x = np.array([0.01, 0.04, 0.1, 0.2, 0.35, 0.5, 0.68, 0.85])
family = [cc.space.RocPoint(*rates) for rates in zip(x.tolist(), (x**0.3).tolist(), strict=True)]

figure, (roc, cost) = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
roc.set(**ROC, **UNIT)
cost.set(**COST, **UNIT)
roc.plot([0, 1], [1, 0], color="grey", linestyle=":")
roc.text(0.5, 0.52, "FPR = FNR", color="grey", rotation=-45, rotation_mode="anchor")
for point in family:
    line = point.cost_line()
    rises = line.at_one > line.at_zero
    roc.plot(point.fpr, point.tpr, "o" if rises else "s", color=BLUE if rises else ORANGE)
    cost.plot([0, 1], [line(0), line(1)], color=BLUE if rises else ORANGE, linestyle="-" if rises else "--")
roc.text(0.09, 0.3, "A", color=BLUE, weight="bold", size="large")
roc.text(0.6, 0.79, "B", color=ORANGE, weight="bold", size="large")
cost.text(0.6, 0.62, "A: rising", color=BLUE, ha="right")
cost.text(0.3, 0.7, "B: falling", color=ORANGE, ha="left")

# %%
# The slope of a line is FNR − FPR.

slopes = [line.at_one - line.at_zero for line in (point.cost_line() for point in family)]
print("slopes from strict to lax:", *np.round(slopes, 2))
assert np.allclose(slopes, [(1 - point.tpr) - point.fpr for point in family])
assert slopes == sorted(slopes, reverse=True)
assert slopes[0] > 0 > slopes[-1]
