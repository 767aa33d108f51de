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

labels, scores = examples.records24()
tied = np.round(scores, 1)

figure, axes = plt.subplots(1, 2, figsize=(9, 4.4), layout="constrained", sharey=True)
for ax, score, title in zip(axes, (scores, tied), ("24 scores", "rounded: ties are slopes"), strict=True):
    roc = cc.roc_curve(labels, score)
    ax.fill_between(roc.fpr, roc.tpr, alpha=0.15)
    ax.plot(roc.fpr, roc.tpr, marker="o", markersize=3)
    ax.plot([0, 1], [0, 1], color="grey", linestyle=":")
    ax.set(xlabel="false positive rate", title=f"{title}, area {roc.auc:.4f}", aspect="equal")
axes[0].set_ylabel("true positive rate")

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
