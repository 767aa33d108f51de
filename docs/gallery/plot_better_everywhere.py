"""
Better everywhere
=================

Where one ROC curve lies inside another, no mix of prevalence and costs makes its classifier the better one.
In cost space the same is seen as one curve below the other, and there their distance is a difference in cost.

Rebuilds figure 1 of C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000, and the
three hard classifiers of LMU Munich's slides on cost curves. The points are made: they obey the text.
"""

# %%
# Two nested curves. How far the inner one falls behind depends on the condition; in cost space the largest
# difference can be measured with a ruler.

import matplotlib.pyplot as plt

import costcurves as cc
from costcurves import examples
from costcurves.charts.palette import LIGHT

BLUE, ORANGE, GREEN = LIGHT.words[:3]

nested = cc.evaluate_points(examples.nested_classifiers())
comparison = nested.compare("A", "B")
pc, gap = comparison.largest_gap
least, most = comparison.curve_a(pc), comparison.curve_b(pc)

figure, (roc, cost) = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
nested.plot("roc", ax=roc).get_legend().remove()
nested.plot("cost", ax=cost).get_legend().remove()
roc.text(0.28, 0.88, "A", color=BLUE, ha="right", weight="bold")
roc.text(0.42, 0.73, "B", color=ORANGE, weight="bold")
cost.plot([pc, pc], [least, most], color="black")
cost.text(pc, 0.17, f"largest gap: {-gap:.3f}", ha="center")
cost.text(0.28, 0.155, "A", color=BLUE, weight="bold")
cost.text(0.35, 0.285, "B", color=ORANGE, weight="bold")

# %%
# The hull of A contains that of B, and the cost curve of A is nowhere above that of B.

print(comparison)
assert nested.roc("A").dominates(nested.roc("B"))
assert comparison.dominant == "A"

# %%
# Three classifiers without scores. Each is a point in ROC space and a line (dotted) in cost space. Point 3 lies
# above and to the left of point 1, so the whole line of 3 lies below the line of 1. The lines of 3 and 2 cross.

points = examples.figure_points("three classifiers")
hard = cc.evaluate_points(points)

figure, (roc, cost) = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
hard.plot("roc", ax=roc).get_legend().remove()
hard.plot("cost", ax=cost).get_legend().remove()
for (name, (fpr, tpr)), colour in zip(points.items(), (BLUE, ORANGE, GREEN), strict=True):
    label = {"color": colour, "weight": "bold", "textcoords": "offset points"}
    roc.annotate(name, (fpr[0], tpr[0]), (-12, 4), **label)
    cost.annotate(name, (0, fpr[0]), (8, -3 if name == "2" else 6), **label)

# %%
# Among these three there is never a reason to use 1. Up to PC(+) = 0.7 the third is the cheapest.

one, two, three = (cc.space.RocPoint(fpr.item(), tpr.item()) for fpr, tpr in points.values())
crossing = three.cost_line().crossing(two.cost_line())
print(f"3 and 2 cross at PC(+) = {crossing.pc:.3f}")

assert three.dominates(one)
assert hard.compare("3", "1").dominant == "3"
assert round(crossing.pc, 12) == 0.7
assert three.cost_line()(0.69) < two.cost_line()(0.69)
assert three.cost_line()(0.71) > two.cost_line()(0.71)
