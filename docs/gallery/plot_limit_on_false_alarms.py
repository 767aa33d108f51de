"""
At most so many false alarms
============================

Neyman and Pearson ask for the most positives found at a false positive rate of φ or less. In ROC space this is
where an upright line at φ meets the hull. In cost space it is the line from (0, φ) through the corner of the
envelope that belongs to that edge of the hull.

After C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000,
figures 11 and 12.
"""

# %%
# φ = 0.05 lies between two corners of the hull: the exact answer decides some cases by lot.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples

phi = 0.05
ev = cc.evaluate_points({"classifiers": examples.figure_points("constraints")["hull"]})
decision = ev.choose(cc.max_fpr(phi, randomised=True))
hull = ev.roc("classifiers").hull()
edge = int(np.searchsorted(hull.fpr, phi)) - 1
left, right = (cc.RocPoint(float(hull.fpr[k]), float(hull.tpr[k])) for k in (edge, edge + 1))
corner = left.line_to(right).cost_point()

pc = np.linspace(0, 1, 201)
figure, axes = plt.subplots(1, 2, figsize=(10.5, 4.4), layout="constrained")
ev.plot("roc", axes[0], decision=decision)
axes[0].axvline(phi, color="grey", linestyle="--")
ev.plot("cost", axes[1], decision=decision)
axes[1].plot(corner.pc, corner.nec, "s", color="black")
axes[1].annotate("corner", (corner.pc, corner.nec), xytext=(6, -12), textcoords="offset points")

# %%
# Both constructions give the same classifier.

by_corner = phi + (corner.nec - phi) / corner.pc
print(f"TPR {decision.tpr:.4f}; the line from (0, {phi}) through the corner ends at FNR {by_corner:.4f}")
assert np.isclose(decision.fpr, phi)
assert np.isclose(decision.tpr, 0.5125)
assert np.isclose(1 - by_corner, decision.tpr)
print(decision)
