"""
Where the choice changes: the common tangent
============================================

To find in ROC space where the choice between two classifiers changes, a ruler has to be rolled round both
hulls until it touches both at once; its slope is the condition sought. In cost space the two curves cross
there.

Rebuilds figures 5 and 6 of C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000,
with naive Bayes and a decision tree on the sonar data of the UCI repository.
"""

# %%
# The crossing of the cost curves is a point; its dual is a line of ROC space, the tangent of both hulls. At
# other conditions the line of least cost touches only the hull of the cheaper one, as here at PC(+) = 0.5.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples
from costcurves.charts.palette import LIGHT

BLUE, ORANGE = LIGHT.words[:2]

points = {
    name: (counts.fp / counts.negatives, counts.tp / counts.positives)
    for name, counts in examples.crossing_classifiers().items()
}
ev = cc.evaluate_points(points, positives=111, negatives=97)
(pc,) = ev.compare("tree", "naive Bayes").crossings
same_cost = cc.space.CostPoint(pc, ev.cost_curve("tree")(pc))
tree_wins = cc.space.CostPoint(0.5, ev.cost_curve("tree")(0.5))

figure, (roc, cost) = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
ev.plot("roc", ax=roc).get_legend().remove()
ev.plot("cost", ax=cost).get_legend().remove()
for point, text, style, fill in (
    (same_cost, "touches both hulls", "-", "black"),
    (tree_wins, "touches that of the tree", ":", "white"),
):
    line = point.roc_line()
    roc.axline(
        (0, line.intercept), slope=line.slope, color="black", linewidth=1.3, linestyle=style, label=text
    )
    cost.plot(point.pc, point.nec, "o", color="black", markerfacecolor=fill)
roc.legend(handles=roc.lines[-2:], loc="lower right", framealpha=1, edgecolor="none")
roc.text(0.33, 0.7, "naive Bayes", color=BLUE)
roc.text(0.7, 0.88, "tree", color=ORANGE)
cost.annotate("same cost", (same_cost.pc, same_cost.nec), (8, 4), textcoords="offset points")
cost.annotate("the tree\nis cheaper", (0.5, tree_wins.nec), (0, -32), textcoords="offset points", ha="center")
cost.text(0.5, 0.29, "naive Bayes", color=BLUE, ha="center")
cost.text(0.2, 0.11, "tree", color=ORANGE)

# %%
# The first line touches both hulls, the second only that of the tree.


def height(model, line):
    """How far the hull of a model rises above a line; 0 if it touches."""
    hull = ev.roc(model).hull()
    return np.max(hull.tpr - (line.slope * hull.fpr + line.intercept))


tangent = same_cost.roc_line()
print(f"same cost at PC(+) = {pc:.4f}: a tangent of slope {tangent.slope:.4f}")
assert np.allclose([height("tree", tangent), height("naive Bayes", tangent)], 0, atol=1e-12)
assert np.isclose(height("tree", tree_wins.roc_line()), 0, atol=1e-12)
assert height("naive Bayes", tree_wins.roc_line()) < -0.1

# %%
# The ROC curves themselves cross elsewhere. That point lies below the tangent: at this condition both serve
# better ones.

fpr = np.linspace(0, 0.9, 901)
ahead = ev.roc("naive Bayes").tpr_at(fpr) > ev.roc("tree").tpr_at(fpr)
(crossing,) = fpr[1:][np.diff(ahead)]
touched = [float(ev.cost_curve(model).rates(pc)[0]) for model in points]
print(f"the curves cross at FPR {crossing:.3f}; the tangent touches at {touched[1]:.3f} and {touched[0]:.3f}")

assert all(abs(crossing - touch) > 0.1 for touch in touched)
assert ev.roc("tree").tpr_at(crossing) < tangent.slope * crossing + tangent.intercept - 0.01
