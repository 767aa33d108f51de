"""
A ranking becomes a ROC curve
=============================

Go down the ranked list: one step up for a positive record, one to the right for a negative one, and a slope
for records of one score. The area under the curve is the share of pairs in the right order.

After J. Fürnkranz, slides on evaluation and cost-sensitive learning (ROC curve from a ranked list, area under
the curve), and G. Shmueli, N. R. Patel and P. C. Bruce, *Data Mining for Business Intelligence*, 2nd ed.,
Wiley 2010, figure 5.6.
"""

# %%
# On the left the 24 records of the book, none of equal score; on the right the same scores cut to one decimal.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples
from costcurves.charts.palette import LIGHT

labels, scores = examples.records24()
tied = np.round(scores, 1)

figure, axes = plt.subplots(1, 2, figsize=(9, 4.4), layout="constrained", sharey=True)
for ax, score, title in zip(axes, (scores, tied), ("24 scores", "rounded: ties are slopes"), strict=True):
    roc = cc.roc_curve(labels, score)
    ax.fill_between(roc.fpr, roc.tpr, color=LIGHT.series[0], alpha=0.15, linewidth=0)
    ax.plot(roc.fpr, roc.tpr, color=LIGHT.series[0], marker="o", markersize=4, clip_on=False)
    ax.plot([0, 1], [0, 1], color="grey", linestyle="--", linewidth=0.8)
    ax.text(0.55, 0.4, f"area {roc.auc:.4f}")
    ax.set(xlabel="False positive rate (FPR)", title=title, xlim=(0, 1), ylim=(0, 1), aspect="equal")
axes[0].set_ylabel("True positive rate (TPR)")

# %%
# Without ties every step is upright or level. The area counts pairs: 135 of 144.

roc = cc.roc_curve(labels, scores)
assert np.all((np.diff(roc.fp) == 0) | (np.diff(roc.tp) == 0))
pairs = np.subtract.outer(scores[labels == 1], scores[labels == 0])
assert roc.auc == np.mean(pairs > 0) == 135 / 144 == 0.9375

# %%
# With ties there are slopes, and a tied pair counts one half.

slopes = cc.roc_curve(labels, tied)
assert np.any((np.diff(slopes.fp) > 0) & (np.diff(slopes.tp) > 0))
pairs = np.subtract.outer(tied[labels == 1], tied[labels == 0])
assert np.isclose(slopes.auc, np.mean(pairs > 0) + np.mean(pairs == 0) / 2)
