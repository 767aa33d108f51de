"""
Where a classifier is worth using
=================================

A classifier is of use only where it is cheaper than flagging nobody and cheaper than flagging everybody. In
ROC space this operating range hides in the slopes of two lines; in cost space it is where the curve leaves the
sides of the triangle.

Rebuilds figures 3 and 4 of C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000.
Point B is printed there; the other corners of the dashed hull are made to obey the text.
"""

# %%
# The solid hull has one corner between the trivial classifiers, B; the dashed one has two more.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples

ev = cc.evaluate_points(examples.figure_points("two hulls"))
solid, dashed = ev.roc("solid").hull(), ev.roc("dashed").hull()
b = cc.space.RocPoint(fpr=0.3, tpr=0.7)
low, high = cc.space.operating_range(b.fpr, b.tpr)

figure, (roc, cost) = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
ev.plot("roc", ax=roc)
ev.plot("cost", ax=cost)
for letter, point, offset in (
    ("A", (0.1, 0.4), (-14, 2)),
    ("B", (0.3, 0.7), (6, -12)),
    ("C", (0, 0), (15, 3)),
):
    roc.annotate(letter, point, offset, textcoords="offset points", weight="bold")
roc.text(0.17, 0.33, f"slope {solid.slopes[0]:.2f}")
roc.text(0.55, 0.76, f"slope {solid.slopes[1]:.2f}")
cost.annotate("", (low, 0.05), (high, 0.05), arrowprops={"arrowstyle": "<->"})
cost.text(0.5, 0.06, f"B is worth using\nfrom {low:.2g} to {high:.2g}", ha="center")
cost.vlines([low, high], 0, 0.3, color="black", linewidth=0.8, linestyle=":")
cost.text(0.5, 0.305, "B", ha="center", weight="bold")
cost.text(0.3, 0.235, "A", weight="bold", va="top")

# %%
# The ends of the range are the duals of the two edges, PC(+) = 1/(1 + slope). Between them the curve is the
# line of B, which is level: B errs on both classes alike.

print("slopes of the solid hull:", *solid.slopes.round(4))
print("as PC(+):                ", *(1 / (1 + solid.slopes)).round(4))

assert np.allclose(solid.slopes, [7 / 3, 3 / 7])
assert np.allclose(1 / (1 + solid.slopes), [low, high])
assert np.allclose([low, high], [0.3, 0.7])
assert np.allclose(ev.cost_curve("solid")(np.linspace(low, high, 101)), 0.3)

# %%
# The two corners that the dashed hull has more are worth at most 0.05, a fifth of its cost, at both ends of
# the range of B. With false alarms 2.1 times as costly as misses the hulls choose A and B; only above 7/3 does
# the solid one fall back on C, which flags nobody.

gap = ev.cost_curve("solid").minus(ev.cost_curve("dashed"))
chosen = {
    ratio: ev.decide(
        criterion=cc.criteria.least_cost(cc.OperatingCondition.from_ratio(ratio, prevalence=0.5)),
        model="solid",
    ).flags
    for ratio in (2.1, 2.3, 2.4)
}
print("largest gap:", np.round(gap.largest_gap()[1], 4), "of", round(ev.cost_curve("dashed")(low), 4))
print("the solid hull flags:", chosen)

assert np.allclose(gap([low, high]), 0.05)
assert np.isclose(gap.largest_gap()[1], 0.05)
assert np.allclose(dashed.breakpoints, [0.2, 0.4, 0.6, 0.8])
assert chosen == {2.1: "some", 2.3: "some", 2.4: "nobody"}
