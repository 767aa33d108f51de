"""
Between two classifiers
=======================

Let a coin decide which of two classifiers judges a case, and both error rates are averaged: the mixture lies
on the straight line between the two points, and its cost line runs through the crossing of the two lines. So a
whole edge of the hull can be had, and a point below the hull is never needed.

Rebuilds figure 10 of C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000, and the
convex hull with points below it, interpolated at q, of J. Fürnkranz's course slides on evaluation. The
classifiers are made.
"""

# %%
# Eight classifiers, three of them on the hull. q uses C4.5 for a third of the cases and SVM for the others.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples
from costcurves.charts.palette import LIGHT

BLUE, ORANGE, GREEN = LIGHT.words[:3]

points = {
    name: cc.space.RocPoint(fpr.item(), tpr.item())
    for name, (fpr, tpr) in examples.figure_points("eight classifiers").items()
}
tally = cc.Tally.from_points([p.fpr for p in points.values()], [p.tpr for p in points.values()])
hull, envelope = cc.RocHull.of(tally), cc.rules.optimal(tally)
c45, svm = (int(np.flatnonzero(hull.fpr == points[name].fpr)[0]) for name in ("C4.5", "SVM"))
q = cc.space.RocPoint(*hull.mixture(c45, svm, by_first=1 / 3))

figure, (roc, cost) = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
roc.set(
    xlabel="False positive rate (FPR)", ylabel="True positive rate (TPR)", xlim=(0, 1), ylim=(0, 1), aspect=1
)
cost.set(xlabel="PC(+)", ylabel="Normalised expected cost (NEC)", xlim=(0, 1), ylim=(0, 0.6))
roc.plot(hull.fpr, hull.tpr, color="black", linewidth=1)
cost.plot(envelope.knots, envelope.values, color="black", linewidth=2)
colours = {"C4.5": BLUE, "SVM": ORANGE}
for name, point in points.items():
    line, colour = point.cost_line(), colours.get(name, "0.7")
    roc.plot(point.fpr, point.tpr, "o", color=colour)
    cost.plot([0, 1], [line(0), line(1)], color=colour, linewidth=1.5 if name in colours else 0.8, zorder=1)
    roc.annotate(
        name, (point.fpr, point.tpr), (-30, 4) if name == "C4.5" else (6, -11), textcoords="offset points",
        size="small", color=colours.get(name, "0.4"),
    )  # fmt: skip
line = q.cost_line()
crossing = points["C4.5"].cost_line().crossing(points["SVM"].cost_line())
roc.plot(q.fpr, q.tpr, "s", color=GREEN, zorder=3)
roc.annotate("q", (q.fpr, q.tpr), (-6, 8), textcoords="offset points", color=GREEN, weight="bold")
cost.plot([0, 1], [line(0), line(1)], color=GREEN, linewidth=2, linestyle=":")
cost.plot(crossing.pc, crossing.nec, "o", color="black")
cost.text(0.02, points["C4.5"].fpr - 0.03, "C4.5", color=BLUE)
cost.text(0.03, points["SVM"].fpr + 0.01, "SVM", color=ORANGE)
cost.text(0.02, q.fpr + 0.015, "q", color=GREEN, weight="bold")

# %%
# q lies on the edge. Its line is the average of two lines and passes through their crossing, where alone it
# reaches the envelope.

pc = np.linspace(0, 1, 101)
both = [np.array([points[name].cost_line()(x) for x in pc]) for name in ("C4.5", "SVM")]
own = np.array([line(x) for x in pc])
assert np.isclose(hull.tpr_at(q.fpr), q.tpr)
assert np.allclose(own, both[0] / 3 + both[1] * 2 / 3)
assert np.isclose(line(crossing.pc), crossing.nec)
assert np.isclose(envelope(crossing.pc), crossing.nec)
assert np.all(own >= envelope(pc) - 1e-12)

# %%
# A classifier below the hull is dominated by some mixture, and its line runs above the envelope everywhere.

below = [name for name, point in points.items() if hull.tpr_at(point.fpr) > point.tpr + 1e-12]
print("below the hull:", ", ".join(below))
assert set(points) - set(below) == {"CN2", "C4.5", "SVM"}
for name in below:
    point = points[name]
    assert cc.space.RocPoint(point.fpr, hull.tpr_at(point.fpr)).dominates(point)
    assert min(point.cost_line()(x) - envelope(x) for x in pc[1:-1]) > 0
