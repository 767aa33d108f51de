"""
At most so many false alarms
============================

Neyman and Pearson ask for the most positives found with a false positive rate of at most φ. In ROC space the
answer is where an upright line at φ meets the hull. In cost space it is the line that starts at φ and passes
through a corner of the envelope.

Rebuilds figures 11 and 12 of C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000.
The hull is made.
"""

# %%
# φ = 0.05 lies between two corners of the hull, so that some cases are decided by the one threshold and some by
# the other. The edge between them is dual to the corner of the envelope at which their lines cross.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples

limit = 0.05
ev = cc.evaluate_points({"model": examples.figure_points("constraints")["hull"]})
decision = ev.decide(criterion=cc.criteria.max_fpr(limit, randomised=True))

hull = ev.roc("model").hull()
after = int(np.searchsorted(hull.fpr, limit))
strict, lax = (cc.space.RocPoint(float(hull.fpr[i]), float(hull.tpr[i])) for i in (after - 1, after))
corner = strict.cost_line().crossing(lax.cost_line())

figure, (roc, cost) = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
ev.plot("roc", ax=roc, decision=decision).get_legend().remove()
ev.plot("cost", ax=cost, decision=decision).get_legend().remove()
roc.axvline(limit, color="grey", linestyle="--")
roc.text(limit + 0.02, 0.03, f"φ = {limit}", color="grey")
roc.text(0.13, 0.56, "mixture of\ntwo thresholds")
cost.plot(0, limit, "o", color="grey", clip_on=False)
cost.annotate("φ", (0, limit), (0.12, 0.03), color="grey", arrowprops={"arrowstyle": "-", "color": "grey"})
cost.plot(corner.pc, corner.nec, "s", color="black", zorder=5)
cost.annotate("corner of the edge", (corner.pc, corner.nec), (10, -10), textcoords="offset points")
cost.text(0.56, 0.28, "this decision", va="top")

# %%
# Both constructions give the same classifier.

fnr = limit + (corner.nec - limit) / corner.pc
print(decision)
print(f"the line through the corner ({corner.pc:.4f}, {corner.nec:.4f}) ends at FNR = {fnr:.4f}")

assert np.isclose(decision.fpr, limit)
assert np.isclose(decision.tpr, hull.tpr_at(limit))
assert np.isclose(decision.tpr, 1 - fnr)
assert np.isclose(decision.tpr, 0.5125)

# %%
# Without a mixture one threshold has to do, and less is found. It need not be a corner of the hull.

points = cc.Tally.from_points([0.02, 0.05, 0.1], [0.4, 0.5, 0.7])
single = cc.criteria.max_fpr(limit)(points)
assert single.tpr == 0.5
assert single.fpr not in cc.RocHull.of(points).fpr
assert ev.decide(criterion=cc.criteria.max_fpr(limit)).tpr == 0.4
