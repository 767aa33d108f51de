"""
Counts or rates: what stretches and what turns
==============================================

Coverage space has counts on its axes, ROC space rates. With as many positives as negatives both look alike.
Double the negatives, and coverage space stretches while ROC space stays; but a line of equal accuracy, which
had slope 1 in ROC space, now has slope 2.

After J. Fürnkranz, slides on evaluation and cost-sensitive learning (coverage space and ROC space; parallel
lines of equal cost).
"""

# %%
# The same ranking on 12 positives with 12, then 24 negatives, and lines of equal accuracy.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples
from costcurves.curves.isometrics import isometrics

labels, scores = examples.records24()
double = np.where(labels == 0, 2, 1)
cases = {"12 negatives": None, "24 negatives": double}

figure, axes = plt.subplots(2, 2, figsize=(9.5, 8), layout="constrained")
slopes = {}
for (top, bottom), (name, weight) in zip(axes.T, cases.items(), strict=True):
    ev = cc.evaluate(labels, scores, sample_weight=weight)
    roc, prevalence = ev.roc("model"), ev.tally("model").prevalence
    ev.plot("coverage", top)
    top.set_title(f"coverage space, {name}", loc="left")
    top.set_aspect("equal")
    bottom.plot(roc.fpr, roc.tpr)
    for line in isometrics("accuracy", [0.6, 0.7, 0.8, 0.9], prevalence):
        bottom.plot(line.fpr, line.tpr, color="grey", linewidth=0.8)
        top.plot(line.fpr * roc.negatives, line.tpr * roc.positives, color="grey", linewidth=0.8)
        slopes[name] = (line.tpr[-1] - line.tpr[0]) / (line.fpr[-1] - line.fpr[0])
    bottom.set(
        title=f"ROC space, {name}", xlabel="false positive rate", ylabel="true positive rate", aspect="equal"
    )

# %%
# The points stay where they are in ROC space; the slope of equal accuracy doubles there and stays 1 in coverage
# space, N/P and 1.

one, two = (cc.roc_curve(labels, scores, sample_weight=weight) for weight in cases.values())
assert np.allclose(one.fpr, two.fpr)
assert np.allclose(one.tpr, two.tpr)
assert two.negatives == 2 * one.negatives
print(
    "slopes of equal accuracy in ROC space:", {name: round(float(slope), 6) for name, slope in slopes.items()}
)
assert np.allclose(list(slopes.values()), [1, 2])

# %%
# Lines of equal cost are parallel, whatever the cost: two of them differ in level only.

lines = [cc.CostPoint(pc=0.4, nec=nec).roc_line() for nec in (0.1, 0.2, 0.3)]
assert len({line.slope for line in lines}) == 1
print(
    "equal cost at PC(+) 0.4: slope",
    lines[0].slope,
    "intercepts",
    [round(line.intercept, 3) for line in lines],
)

# %%
# In cost space doubling the negatives moves no line either: it moves the condition.

assert np.isclose(cc.OperatingCondition(1 / 3, cc.Costs(1, 1)).slope, 2)
