"""
Points come one by one, the envelope sinks
==========================================

Each threshold adds a point on the left and a line on the right. What remains in the end is the lower envelope
of all lines: the dual of the upper hull of all points.

After C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000, figure 9;
and slides on cost curves of the LMU Munich (a cost curve built in four steps).
"""

# %%
# Twenty scored instances; after 1, 4, 10 and all thresholds.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples

roc = cc.roc_curve(*examples.twenty_instances())
pc = np.linspace(0, 1, 501)
lines = roc.fpr[:, None] * (1 - pc) + (1 - roc.tpr[:, None]) * pc

figure, axes = plt.subplots(4, 2, figsize=(8, 12), layout="constrained", sharex="col", sharey="col")
for (left, right), count in zip(axes, (1, 4, 10, len(roc)), strict=True):
    left.plot(roc.fpr[:count], roc.tpr[:count], "o", markersize=4)
    left.set(ylabel="true positive rate", xlim=(-0.03, 1.03), ylim=(-0.03, 1.03), aspect="equal")
    right.plot(pc, lines[:count].T, color="tab:blue", linewidth=0.7)
    right.set(ylabel="normalised expected cost", ylim=(0, 1))
    right.set_title(f"{count} of {len(roc)} thresholds", fontsize="medium")
right.plot(pc, lines.min(axis=0), color="black", linewidth=2.5, linestyle="--")
left.set_xlabel("false positive rate")
right.set_xlabel("PC(+)")

# %%
# The lowest line at every condition is the cost curve, worked out from the corners of the hull alone.

curve = cc.optimal(cc.Tally.from_scores(*examples.twenty_instances()))
assert np.allclose(curve(pc), lines.min(axis=0))
hull = roc.hull()
assert np.allclose(curve.knots[1:-1], 1 / (1 + hull.slopes[(hull.slopes > 0) & np.isfinite(hull.slopes)]))
print("corners of the hull:", len(hull), "of", len(roc), "points; breakpoints", curve.knots.round(4))
