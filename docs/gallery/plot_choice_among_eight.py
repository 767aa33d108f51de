"""
Eight classifiers, three conditions, three choices
==================================================

Lines of equal cost are parallel, and their slope is the ratio of costs and class sizes. Move such a line from
the upper left until it touches a point: this is the best classifier. In cost space nothing has to be moved: the
condition is a place on the axis.

Rebuilds three pictures of J. Fürnkranz's course slides on evaluation: the parallel lines of equal cost, eight
classifiers among which three slopes choose, and the share of positives below which none is of use. The points
are made: they obey the text.
"""

# %%
# Lines of equal cost at one condition. Each is dual to a point of cost space, and all these points lie above one
# another: same PC(+), more or less cost.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples
from costcurves.charts.palette import LIGHT

COLOURS = dict(zip(("C4.5", "SVM", "CN2"), LIGHT.words, strict=False))
ROC = {"xlabel": "False positive rate (FPR)", "ylabel": "True positive rate (TPR)", "aspect": 1}
COST = {"xlabel": "PC(+)", "ylabel": "Normalised expected cost (NEC)"}
UNIT = {"xlim": (0, 1), "ylim": (0, 1)}

condition = cc.OperatingCondition.from_ratio(2 / 3, prevalence=0.5)
levels = [cc.space.CostPoint(condition.pc, nec) for nec in (0.1, 0.2, 0.3, 0.4, 0.5)]

figure, (roc, cost) = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
roc.set(**ROC, **UNIT)
cost.set(**COST, xlim=(0, 1), ylim=(0, 0.6))
for shade, point in zip(np.linspace(0.1, 0.7, 5), levels, strict=True):
    line = point.roc_line()
    roc.axline((0, line.intercept), slope=line.slope, color=f"{shade:.2f}")
    roc.text(0.02, line.intercept + 0.04, f"{point.nec:.1f}", rotation=33, rotation_mode="anchor")
    cost.plot(point.pc, point.nec, "o", color=f"{shade:.2f}")
    cost.text(point.pc + 0.02, point.nec, f"{point.nec:.1f}", va="center")
cost.axvline(condition.pc, color="grey", linewidth=0.8, linestyle=":")

assert np.allclose([point.roc_line().slope for point in levels], condition.slope)

# %%
# Eight classifiers and three ratios r of the cost of a false alarm to that of a miss. Each line is the lowest of
# its slope that leaves no point above it.

points = examples.figure_points("eight classifiers")
ev = cc.evaluate_points(points)
chosen = {}

figure, (roc, cost) = plt.subplots(1, 2, figsize=(10, 4.8), layout="constrained")
roc.set(**ROC, **UNIT)
cost.set(**COST, xlim=(0, 1), ylim=(0, 0.4))
for name, (fpr, tpr) in points.items():
    curve, colour = ev.cost_curve(name), COLOURS.get(name, "0.6")
    roc.plot(fpr, tpr, "o", color=colour)
    roc.annotate(
        name, (fpr[0], tpr[0]), (9, -1) if name == "C4.5" else (6, -11), textcoords="offset points",
        size="small", color=COLOURS.get(name, "0.4"),
    )  # fmt: skip
    cost.plot(curve.knots, curve.values, color=colour, zorder=2 if name in COLOURS else 1)
for text, ratio in {"r = 1": 1, "r = ¼": 1 / 4, "r = 4": 4}.items():
    condition = cc.OperatingCondition.from_ratio(ratio, prevalence=0.5)
    decision = ev.decide(condition)
    chosen[ratio] = decision.model
    line, colour = cc.space.CostPoint(condition.pc, decision.nec).roc_line(), COLOURS[decision.model]
    roc.axline((0, line.intercept), slope=line.slope, color=colour, linewidth=1, linestyle="--")
    cost.axvline(condition.pc, color=colour, linewidth=1, linestyle="--")
    cost.plot(condition.pc, decision.nec, "o", color=colour)
    cost.text(condition.pc + 0.01, 0.01, f"{text}:\n{decision.model}", color=colour)

# %%
# Three ratios, three choices.

print(chosen)
assert chosen == {1: "C4.5", 1 / 4: "SVM", 4: "CN2"}
assert [cc.OperatingCondition.from_ratio(r, prevalence=0.5).pc for r in chosen] == [0.5, 0.8, 0.2]

# %%
# At equal costs nobody should be flagged below 9 % positives, and everybody below 11 % negatives.

for part in ev.winners():
    print(f"PC(+) from {part.low:.2f} to {part.high:.2f}: {part.winner}")
assert [part.winner for part in ev.winners()] == ["flag nobody", "CN2", "C4.5", "SVM", "flag everybody"]
assert np.allclose((ev.winners()[0].high, ev.winners()[-1].low), (0.09, 1 - 0.11))
