"""
Five rankings, from good to random
==================================

The shape of a ROC curve tells where a ranking goes wrong: a stretch below the hull is a range of scores in
which records are ordered worse than at random.

After J. Fürnkranz, slides on evaluation and cost-sensitive learning (rankers from good to random; made data).
"""

# %%
# 40 records of each class; three of the rankings are made convex or not by hand.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc

rng = np.random.default_rng(4)
label = np.repeat([1, 0], 40)


def ranking(pattern):
    """Scores that order the classes as a string of + and − from the top says."""
    order = np.array([c == "+" for c in pattern])
    score = np.empty(80)
    falling = -np.arange(80.0)
    score[:40], score[40:] = falling[order], falling[~order]
    return score


rankers = {
    "good": ranking("+" * 32 + "-" * 4 + "+" * 8 + "-" * 36),
    "reasonable": ranking("+" * 18 + "-" * 4 + "+" * 12 + "-" * 8 + "+" * 8 + "-" * 18 + "+" * 2 + "-" * 10),
    "fairly poor": ranking(
        "+" * 10 + "-" * 8 + "+" * 12 + "-" * 12 + "+" * 10 + "-" * 14 + "+" * 8 + "-" * 6
    ),
    "poor": ranking("+" * 9 + "-" * 12 + "+" * 15 + "-" * 13 + "+" * 8 + "-" * 7 + "+" * 8 + "-" * 8),
    "random": rng.normal(size=80),
}
curves = {name: cc.roc_curve(label, score) for name, score in rankers.items()}

figure, axes = plt.subplots(1, 5, figsize=(13, 3.1), layout="constrained", sharey=True)
for ax, (name, roc) in zip(axes, curves.items(), strict=True):
    ax.plot(roc.fpr, roc.tpr)
    hull = roc.hull()
    ax.plot(hull.fpr, hull.tpr, color="grey", linestyle=":")
    ax.set(title=name, xlabel="FPR", aspect="equal")
axes[0].set_ylabel("TPR")

# %%
# In this order the area falls, to about one half. The good ranking has the fewest concavities.

area = {name: roc.auc for name, roc in curves.items()}
count = {name: len(roc.concavities()) for name, roc in curves.items()}
for name in curves:
    print(f"{name}: area {area[name]:.3f}, {count[name]} concavities")
assert list(area.values()) == sorted(area.values(), reverse=True)
assert count["good"] < min(count["reasonable"], count["fairly poor"], count["poor"], count["random"])
assert abs(area["random"] - 0.5) < 0.05

# %%
# In cost space a concavity is invisible, since nobody has to use a threshold inside it; the order stays.

cost = {name: cc.cost_curve(label, score).area for name, score in rankers.items()}
print({name: round(value, 4) for name, value in cost.items()})
assert cost["good"] < cost["reasonable"] < cost["fairly poor"] < cost["random"]
