"""
Where two ROC curves cross, and where the choice changes
========================================================

Two ROC curves cross at one false positive rate; the better choice changes at another condition. In ROC space
that condition is the slope of the line that touches both hulls. In cost space it is where the two envelopes
cross, and nothing has to be constructed.

After C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000,
figures 2, 5 and 6; J. Fürnkranz, slides on evaluation and cost-sensitive learning (two rankers that cross);
and slides on cost curves of the LMU Munich (two crossing ROC curves beside their cost curves).
"""

# %%
# Naive Bayes and a tree on the sonar data.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples

ev = cc.evaluate_points(
    {
        name: (counts.fp / counts.negatives, counts.tp / counts.positives)
        for name, counts in examples.crossing_classifiers().items()
    },
    positives=111,
    negatives=97,
)
hulls = {name: ev.roc(name).hull() for name in ev.models}
(crossing,) = (x for x in ev.compare("naive Bayes", "tree").crossings if 0.05 < x < 0.95)
point = cc.CostPoint(pc=crossing, nec=ev.cost_curve("tree")(crossing))
tangent = point.roc_line()

figure, axes = plt.subplots(1, 2, figsize=(10.5, 4.6), layout="constrained")
ev.plot("roc", axes[0])
x = np.array([0.0, 0.6])
axes[0].plot(x, tangent.slope * x + tangent.intercept, color="black", linestyle="--", label="common tangent")
axes[0].legend(loc="lower right")
ev.plot("cost", axes[1])
axes[1].plot(point.pc, point.nec, "o", color="black")

# %%
# The tangent touches both hulls: no corner lies above it, and one of each lies on it.

for name, hull in hulls.items():
    above = hull.tpr - (tangent.slope * hull.fpr + tangent.intercept)
    print(f"{name}: nearest corner {above.max():+.1e}")
    assert np.isclose(above.max(), 0, atol=1e-12)
print(f"crossing of the envelopes: PC(+) {crossing:.7f}, slope of the tangent {tangent.slope:.6f}")
assert round(crossing, 7) == 0.7016914
assert round(tangent.slope, 6) == 0.425128

# %%
# The ROC curves cross elsewhere. Their crossing is one more classifier of both kinds, no change of preference:
# its cost line does not pass through the crossing of the envelopes.

fpr = np.linspace(0.3, 0.9, 60_001)
gap = np.interp(fpr, hulls["tree"].fpr, hulls["tree"].tpr) - np.interp(
    fpr, hulls["naive Bayes"].fpr, hulls["naive Bayes"].tpr
)
at = fpr[np.flatnonzero(np.diff(np.sign(gap)))[0]]
line = cc.RocPoint(at, float(np.interp(at, hulls["tree"].fpr, hulls["tree"].tpr))).cost_line()
print(
    f"ROC curves cross at FPR {at:.3f}; its line is at {line(crossing):.4f}, the envelopes at {point.nec:.4f}"
)
assert abs(at - 0.486) < 0.001
assert line(crossing) > point.nec + 1e-3
