"""
A staff that can handle so many cases
=====================================

Of 500 cases 100 are positive, and 120 can be looked at. In ROC space all classifiers that use up this capacity
lie on a line of slope −N/P. In cost space all their lines pass through one virtual point, outside the picture.

Rebuilds figures 13 and 14 of C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000.
The hull is made.
"""

# %%
# Walk along the edges A, B, C of the hull, and stop where the capacity is used up.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples
from costcurves.charts.palette import LIGHT

BLUE = LIGHT.words[0]

positives, negatives, staff = 100, 400, 120
points = examples.figure_points("constraints")["hull"]
ev = cc.evaluate_points({"model": points}, positives=positives, negatives=negatives)
hull, envelope = ev.roc("model").hull(), ev.cost_curve("model")
decision = ev.decide(criterion=cc.criteria.capacity(staff / (positives + negatives), randomised=True))

full = cc.space.RocLine(slope=-negatives / positives, intercept=staff / positives)
virtual = full.cost_point()

figure, (roc, cost) = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
ev.plot("roc", ax=roc, decision=decision).get_legend().remove()
roc.axline((0, full.intercept), slope=full.slope, color="grey", linestyle="--")
roc.text(0.3, 0.05, f"{staff} cases flagged", color="grey")
for letter, place in zip("ABC", ((0.035, 0.2), (0.075, 0.54), (0.22, 0.77)), strict=True):
    roc.text(*place, letter, color=BLUE, weight="bold")
roc.annotate("capacity used up", (decision.fpr, decision.tpr), (10, -16), textcoords="offset points")

cost.set(xlabel="PC(+)", ylabel="Normalised expected cost (NEC)", xlim=(-0.4, 1), ylim=(0, 0.5))
cost.axvline(0, color="black", linewidth=0.8)
cost.plot(envelope.knots, envelope.values, color=BLUE, linewidth=2)
for fpr in (0.1, 0.12, 0.14, 0.16, 0.18):
    line = cc.space.RocPoint(fpr, full.slope * fpr + full.intercept).cost_line()
    chosen = np.isclose(fpr, decision.fpr)
    cost.plot(
        [virtual.pc, 1], [line(virtual.pc), line(1)], color="black" if chosen else "0.7", zorder=1 + chosen
    )
cost.plot(virtual.pc, virtual.nec, "o", color="black", zorder=4)
cost.annotate("virtual point", (virtual.pc, virtual.nec), (0, -18), textcoords="offset points")
cost.text(0.03, 0.45, "grey: other classifiers\nthat use up the capacity", color="grey", va="center")
cost.text(0.99, 0.225, "this decision", ha="right", va="center")
cost.text(0.86, 0.1, "envelope", color=BLUE, ha="right")

# %%
# At the corners of the hull so many cases are flagged; the capacity ends within edge B. The line of the decision
# passes through the virtual point and through the corner of the envelope that is dual to this edge.

flagged = positives * hull.tpr + negatives * hull.fpr
line = cc.space.RocPoint(decision.fpr, decision.tpr).cost_line()
edge = int(np.searchsorted(flagged, staff))
print("cases flagged at the corners:", *flagged.round().astype(int))
print(decision)
print(f"virtual point: ({virtual.pc:.4f}, {virtual.nec:.4f})")

assert np.isclose(decision.flagged * (positives + negatives), staff)
assert np.allclose((decision.fpr, decision.tpr), (0.12, 0.72))
assert np.allclose((virtual.pc, virtual.nec), (-1 / 3, 1 / 15))
assert np.isclose(line(virtual.pc), virtual.nec)
corner = hull.breakpoints[edge - 1]
assert np.isclose(line(corner), envelope(corner))
