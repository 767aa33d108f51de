"""
The four extremes
=================

Flagging nobody costs PC(+), flagging everybody 1 − PC(+); neither looks at the record. A perfect classifier
costs nothing, and one that is always wrong costs 1. A line that runs above the lower of the two diagonals at
some condition belongs to a classifier that should not be used there.

Rebuilds figure 7 of C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000, and the
worst and the perfect classifier of LMU Munich's slides on cost curves.
"""

# %%
# In ROC space the extremes are the corners of the square. Shaded is what is of no use: the points below the
# diagonal on the left, the costs that flagging nobody or everybody would avoid on the right.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples
from costcurves.charts.palette import LIGHT

points = {
    name: cc.space.RocPoint(f.item(), t.item()) for name, (f, t) in examples.figure_points("extremes").items()
}
lines = {name: point.cost_line() for name, point in points.items()}
colours = dict(zip(("nobody", "everybody", "perfect", "always wrong"), LIGHT.words, strict=False))
pc = np.linspace(0, 1, 201)
trivial = np.minimum(pc, 1 - pc)

figure, (roc, cost) = plt.subplots(1, 2, figsize=(10, 4.8), layout="constrained")
roc.set(
    xlabel="False positive rate (FPR)", ylabel="True positive rate (TPR)", xlim=(0, 1), ylim=(0, 1), aspect=1
)
cost.set(xlabel="PC(+)", ylabel="Normalised expected cost (NEC)", xlim=(0, 1), ylim=(0, 1))
roc.fill_between([0, 1], [0, 1], color="0.92")
cost.fill_between(pc, trivial, 1, color="0.92")
for name, colour in colours.items():
    point, line = points[name], lines[name]
    style = {
        "color": colour,
        "linestyle": "--" if "body" in name else "-",
        "linewidth": 2.5,
        "clip_on": False,
    }
    roc.plot(point.fpr, point.tpr, "o", color=colour, clip_on=False, markersize=9)
    side, up = (1, -1)[int(point.fpr)], (1, -1)[int(point.tpr)]
    roc.annotate(
        name, (point.fpr, point.tpr), (12 * side, 12 * up), textcoords="offset points", color=colour,
        ha="left" if side > 0 else "right", va="center",
    )  # fmt: skip
    cost.plot([0, 1], [line(0), line(1)], **style)
for name, place in {"nobody": (0.88, 0.75), "everybody": (0.12, 0.75), "perfect": (0.5, 0.03)}.items():
    cost.text(*place, name, color=colours[name], ha="center")
cost.text(0.5, 0.97, "always wrong", color=colours["always wrong"], ha="center", va="top")

# %%
# Their lines are 0, 1, x and 1 − x.

for name, expected in {
    "perfect": 0 * pc,
    "always wrong": 1 + 0 * pc,
    "nobody": pc,
    "everybody": 1 - pc,
}.items():
    assert np.allclose([lines[name](x) for x in pc], expected, atol=1e-15)

# %%
# The two shaded regions are one and the same: the line of a classifier on or below the diagonal lies wholly in
# the grey, and that of any other leaves it somewhere.

for fpr in np.linspace(0, 1, 11):
    for tpr in np.linspace(0, 1, 11):
        line = cc.space.RocPoint(fpr, tpr).cost_line()
        in_the_grey = np.all(line(pc) >= trivial - 1e-12)
        assert in_the_grey == (tpr <= fpr)
        assert in_the_grey == (cc.space.operating_range(fpr, tpr) is None)
