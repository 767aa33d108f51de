"""
Counts or rates: what stretches and what turns
==============================================

Coverage space has counts on its axes, ROC space rates. With as many positives as negatives both look alike.
With twice the negatives coverage space stretches, and every point with it, while a line of equal accuracy keeps
its slope of 1. In ROC space all points stay, and it is the line that turns: its slope is now 2. In cost space
nothing moves but the condition.

Rebuilds the coverage spaces of J. Fürnkranz's course slides on evaluation. The points are made.
"""

# %%
# Above 100 positives and 100 negatives, below 200 negatives. Dashed is the line of equal accuracy through the
# most accurate of eight classifiers.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples
from costcurves.charts.palette import LIGHT

fpr, tpr = (
    np.concatenate(rates) for rates in zip(*examples.figure_points("eight classifiers").values(), strict=True)
)
positives = 100
lines, curves = {}, {}

figure, axes = plt.subplots(
    2, 3, figsize=(10.5, 5.6), layout="constrained", sharex="col", sharey="col", width_ratios=[2, 1, 1]
)
for (coverage, roc, cost), negatives, colour in zip(axes, (100, 200), LIGHT.words, strict=False):
    tally = cc.Tally.from_points(fpr, tpr, positives=positives, negatives=negatives)
    even = cc.OperatingCondition(tally.prevalence, cc.Costs(fp=1, fn=1))
    best, curve = cc.criteria.least_cost(even)(tally), cc.rules.optimal(tally)
    line = cc.space.CostPoint(even.pc, best.nec).roc_line()
    lines[negatives], curves[negatives] = line, curve
    dashed = {"color": colour, "linestyle": "--"}

    coverage.add_patch(plt.Rectangle((0, 0), negatives, positives, facecolor="0.95", edgecolor="black"))
    coverage.plot(fpr * negatives, tpr * positives, "o", color="0.6")
    coverage.plot(best.fpr * negatives, best.tpr * positives, "o", color=colour)
    x = np.array([0, (1 - line.intercept) / line.slope])
    coverage.plot(x * negatives, (line.slope * x + line.intercept) * positives, **dashed)
    coverage.set(ylabel="True positives (TP)", xlim=(0, 200), ylim=(0, 100), aspect=1)
    coverage.set_title(f"coverage space, {negatives} negatives: slope 1", size="medium", loc="left")

    roc.plot(fpr, tpr, "o", color="0.6")
    roc.plot(best.fpr, best.tpr, "o", color=colour)
    roc.plot(x, line.slope * x + line.intercept, **dashed)
    roc.set(ylabel="TPR", xlim=(0, 1), ylim=(0, 1), aspect=1)
    roc.set_title(f"ROC space: slope {line.slope:.0f}", size="medium", loc="left")

    cost.plot(curve.knots, curve.values, color="black")
    cost.axvline(even.pc, **dashed)
    cost.plot(even.pc, best.nec, "o", color=colour)
    cost.set(ylabel="NEC", xlim=(0, 1), ylim=(0, 0.4), box_aspect=1)
    cost.set_title(f"cost space: PC(+) = {even.pc:.2f}", size="medium", loc="left")
for axis, label in zip(axes[1], ("False positives (FP)", "FPR", "PC(+)"), strict=True):
    axis.set_xlabel(label)

# %%
# In ROC space the slope of equal accuracy is N/P; a false positive and a false negative are one error each, so
# that it is 1 in counts. The cost curve knows nothing of class sizes.

for negatives, line in lines.items():
    print(f"{negatives} negatives: slope {line.slope:g} in ROC space")
    assert np.isclose(line.slope, negatives / positives)
    assert np.isclose(line.slope * positives / negatives, 1)
assert np.allclose(curves[100].knots, curves[200].knots)
assert np.allclose(curves[100].values, curves[200].values)

# %%
# The accuracy along each line is one and the same.

for negatives, line in lines.items():
    x = np.linspace(0, 0.3, 7)
    correct = (line.slope * x + line.intercept) * positives + (1 - x) * negatives
    assert np.allclose(correct, correct[0])
