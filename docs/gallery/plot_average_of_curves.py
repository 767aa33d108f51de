"""
The average of two curves
=========================

Two classifiers were measured on different folds. What do they cost on average? The mean of their cost
curves answers just that. The mean of their ROC curves answers another question, and read as a cost it is
never lower.

After C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000, figures 15 and 16.
"""

# %%
# The mean at equal PC(+), and the cost that is read off the vertical and the horizontal mean of the ROC
# curves.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import averaging

folds = [cc.Tally.from_points([0.1, 0.5], [0.6, 0.9]), cc.Tally.from_points([0.3], [0.7])]
mean = averaging.cost_average(folds)
pc = np.linspace(0, 1, 1001)


def envelope(roc):
    """Cost of the best point of an averaged ROC curve at each PC(+)."""
    return np.min(roc.fpr[:, None] * (1 - pc) + (1 - roc.tpr[:, None]) * pc, axis=0)


vertical = envelope(averaging.vertical_average(folds))
horizontal = envelope(averaging.horizontal_average(folds))

figure, axes = plt.subplots(figsize=(6.5, 3.8), layout="constrained")
for fold in folds:
    axes.plot(pc, cc.optimal(fold)(pc), color="grey", linestyle="--")
axes.plot(pc, mean(pc), label="mean of the cost curves")
axes.plot(pc, vertical, linestyle=":", label="read off the vertical mean")
axes.set(xlabel="PC(+)", ylabel="normalised expected cost", ylim=(0, 0.4))
axes.legend()

# %%
# Nowhere is the mean of the cost curves above what an average of ROC curves promises: the mean of minima is
# at most the minimum of means.

assert np.all(mean(pc) <= vertical + 1e-12)
assert np.all(mean(pc) <= horizontal + 1e-12)
print(f"area of the mean: {mean.area:.6f}; largest difference {np.max(vertical - mean(pc)):.5f}")
