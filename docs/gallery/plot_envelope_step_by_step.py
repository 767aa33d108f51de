"""
Points come one by one, the envelope sinks
==========================================

Every threshold adds a point on the left and a line on the right. What remains in the end is the lower envelope
of all lines: it is the dual of the upper hull of all points.

Rebuilds figure 9 of C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000, and the
four steps from ROC points to a cost curve of LMU Munich's slides on cost curves, with the twenty instances of
T. Fawcett, *An introduction to ROC analysis*, 2006.
"""

# %%
# After 3, 8 and all 21 thresholds, newest in colour; in the last step the hull and the envelope.

import itertools

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples
from costcurves.charts.palette import LIGHT

BLUE = LIGHT.words[0]

tally = cc.Tally.from_scores(*examples.twenty_instances())
points = cc.RocCurve.of(tally)
hull, envelope = points.hull(), cc.rules.optimal(tally)
steps = [0, 3, 8, len(points)]

figure, axes = plt.subplots(2, 4, figsize=(11, 5.8), layout="constrained", sharex="row", sharey="row")
for (roc, cost), (known, count) in zip(axes.T, itertools.pairwise([*steps, len(points)]), strict=True):
    roc.set(title=f"{count} thresholds", xlabel="FPR", xlim=(0, 1), ylim=(0, 1), aspect=1)
    cost.set(xlabel="PC(+)", xlim=(0, 1), ylim=(0, 1), aspect=1)
    for i in range(count):
        colour = BLUE if i >= known else "0.7"
        roc.plot(points.fpr[i], points.tpr[i], "o", color=colour, markersize=5, clip_on=False)
        cost.plot([0, 1], [points.fpr[i], 1 - points.tpr[i]], color=colour, linewidth=0.9)
axes[0, 0].set_ylabel("True positive rate")
axes[1, 0].set_ylabel("Normalised expected cost")
axes[0, 3].set_title("hull and envelope")
axes[0, 3].plot(hull.fpr, hull.tpr, color="black", linestyle="--", linewidth=2)
axes[1, 3].plot(envelope.knots, envelope.values, color="black", linestyle="--", linewidth=2)

# %%
# Every edge of the hull is a line of ROC space; its dual is a corner of the envelope. The vertical first edge and
# the level last one are its ends.

corners = [cc.space.RocPoint(*rates) for rates in zip(hull.fpr.tolist(), hull.tpr.tolist(), strict=True)]
duals = [a.line_to(b).cost_point() for a, b in itertools.pairwise(corners) if a.fpr < b.fpr and a.tpr < b.tpr]
print("corners of the envelope:", *((round(point.pc, 3), round(point.nec, 3)) for point in duals))

assert np.allclose(envelope.knots[1:-1], [point.pc for point in duals])
assert np.allclose(envelope.values[1:-1], [point.nec for point in duals])

# %%
# And it is the lowest line everywhere.

pc = np.linspace(0, 1, 501)
lines = np.outer(points.fpr, 1 - pc) + np.outer(1 - points.tpr, pc)
assert np.allclose(envelope(pc), lines.min(axis=0))
