"""
Points below the hull
=====================

A threshold whose point lies below the hull is never the best, whatever the costs: deciding by lot between two
corners beats it. In cost space its line runs above the envelope everywhere.

After J. Fürnkranz, slides on evaluation and cost-sensitive learning (convex hull of a ROC curve and the
interpolation of two classifiers).
"""

# %%
# Twenty instances: the hull, the points below it, and a mixture q on an edge.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples

roc = cc.roc_curve(*examples.twenty_instances())
hull = roc.hull()
q = hull.mixture(2, 3, 0.5)
pc = np.linspace(0, 1, 501)
envelope = cc.optimal(cc.Tally.from_scores(*examples.twenty_instances()))

figure, axes = plt.subplots(1, 2, figsize=(10, 4.4), layout="constrained")
axes[0].plot(roc.fpr, roc.tpr, marker="o", markersize=3, label="thresholds")
axes[0].plot(hull.fpr, hull.tpr, linestyle="--", label="hull")
axes[0].plot(*q, "s", color="black")
axes[0].annotate("q", q, xytext=(6, -12), textcoords="offset points")
axes[0].set(xlabel="false positive rate", ylabel="true positive rate", aspect="equal")
axes[0].legend(loc="lower right")
axes[1].plot(pc, envelope(pc), color="black", label="envelope")

# %%
# Each point below the hull costs more than the envelope at every condition.

corners = set(zip(hull.fpr.tolist(), hull.tpr.tolist(), strict=True))
below = [
    p
    for p in zip(roc.fpr.tolist(), roc.tpr.tolist(), strict=True)
    if np.interp(p[0], hull.fpr, hull.tpr) > p[1] + 1e-9
]
for fpr, tpr in below:
    line = cc.RocPoint(fpr, tpr).cost_line()
    axes[1].plot(pc, line(pc), color="tab:orange", linewidth=0.6)
    assert np.all(line(pc[1:-1]) > envelope(pc[1:-1]))
axes[1].set(xlabel="PC(+)", ylabel="normalised expected cost", ylim=(0, 0.6))
print(f"{len(below)} of {len(roc)} points lie below the hull of {len(corners)} corners; q = {q}")

# %%
# The mixture reaches the envelope just where its two corners cost the same.

line = cc.RocPoint(*q).cost_line()
assert np.isclose(line(hull.breakpoints[2]), envelope(hull.breakpoints[2]))
assert np.all(line(pc) >= envelope(pc) - 1e-12)
