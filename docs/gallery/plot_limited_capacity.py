"""
A staff that can handle so many cases
=====================================

120 of 500 cases can be looked at, 100 of which are positive. In ROC space all classifiers that use up the
capacity lie on a line of slope −N/P. In cost space all their lines pass through one point, outside the picture.

After C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000,
figures 13 and 14.
"""

# %%
# Walk along the hull until the capacity is used up.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples

positives, negatives, staff = 100, 400, 120
fpr, tpr = examples.figure_points("constraints")["hull"]
ev = cc.evaluate_points({"classifiers": (fpr, tpr)}, positives=positives, negatives=negatives)
decision = ev.choose(cc.capacity(staff / (positives + negatives), randomised=True))
virtual = cc.CostPoint(
    pc=positives / (positives - negatives), nec=(positives - staff) / (positives - negatives)
)

figure, axes = plt.subplots(1, 2, figsize=(10.5, 4.4), layout="constrained")
ev.plot("roc", axes[0], decision=decision)
x = np.linspace(0, 0.3, 2)
axes[0].plot(x, staff / positives - negatives / positives * x, color="grey", linestyle="--", label="capacity")
axes[0].set_ylim(0, 1)
axes[0].legend(loc="lower right")
pc = np.linspace(virtual.pc, 1, 201)
envelope = ev.cost_curve("classifiers")
axes[1].plot(envelope.knots, envelope.values, label="envelope")
axes[1].plot(virtual.pc, virtual.nec, "o", color="black")
for share in (0.04, 0.12, 0.2):
    line = cc.RocPoint(share, staff / positives - negatives / positives * share).cost_line()
    axes[1].plot(pc, line(pc), color="grey", linewidth=0.8)
chosen = cc.RocPoint(decision.fpr, decision.tpr).cost_line()
axes[1].plot(pc, chosen(pc), color="black", linestyle="--", label="this decision")
axes[1].axvline(0, color="black", linewidth=0.5)
axes[1].set(xlabel="PC(+)", ylabel="normalised expected cost", ylim=(-0.2, 0.8))
axes[1].legend(loc="upper left")

# %%
# The decision uses the capacity up, and its line passes through the virtual point and a corner of the envelope.

load = positives * decision.tpr + negatives * decision.fpr
print(
    f"FPR {decision.fpr:.2f}, TPR {decision.tpr:.2f}: {load:.0f} cases; virtual point ({virtual.pc:.4f}, {virtual.nec:.4f})"
)
assert np.isclose(load, staff)
assert np.allclose((decision.fpr, decision.tpr), (0.12, 0.72))
assert np.allclose((virtual.pc, virtual.nec), (-1 / 3, 1 / 15))
assert np.isclose(chosen(virtual.pc), virtual.nec)
assert np.isclose(chosen(0.5), envelope(0.5))
assert np.isclose(envelope(0.5), 0.2)
