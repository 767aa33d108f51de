"""
What it costs to use the tree that was trained for the condition
================================================================

33 decision trees were trained on the sonar data, each for one ratio of costs. The obvious policy is to use,
at each condition, the tree that was trained for the nearest one. The lower envelope uses, at each
condition, the tree that is the cheapest there. The area between the two is the price of the policy.

Rebuilds figures 17 and 18 of C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000,
with the counts of a rerun.
"""

# %%
# Each tree has its two error rates and the ratio it was trained for. Dark points were trained where false alarms
# are dear. Tree A was trained for a ratio of 11, tree B for 5.1.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples
from costcurves.charts.palette import LIGHT

BLUE, ORANGE = LIGHT.words[:2]

ratio, counts = examples.sonar_trees()
fpr, tpr = counts.fp / counts.negatives, counts.tp / counts.positives
trained = np.array([cc.OperatingCondition.from_ratio(r, prevalence=0.5).pc for r in ratio])
trees = cc.Tally.from_points(fpr, tpr, positives=111, negatives=97)
hull, best = cc.RocHull.of(trees), cc.rules.optimal(trees)
policy = cc.rules.parameter_based(fpr, tpr, pc=trained)

figure, (roc, cost) = plt.subplots(1, 2, figsize=(10.5, 4.6), layout="constrained")
roc.set(
    xlabel="False positive rate (FPR)", ylabel="True positive rate (TPR)", xlim=(0, 1), ylim=(0, 1), aspect=1
)
cost.set(xlabel="PC(+)", ylabel="Normalised expected cost (NEC)", xlim=(0, 1), ylim=(0, 0.5))
shown = roc.scatter(
    fpr, tpr, c=trained, cmap="cividis", vmin=0, vmax=1, edgecolor="white", zorder=3, clip_on=False
)
figure.colorbar(shown, ax=roc, label="trained for PC(+)", shrink=0.8)
roc.plot(hull.fpr, hull.tpr, color=ORANGE, linestyle="--")
for name, r in {"A": 11, "B": 5.1}.items():
    (tree,) = np.flatnonzero(ratio == r)
    roc.annotate(name, (fpr[tree], tpr[tree]), (8, -12), textcoords="offset points", weight="bold")
cost.plot([0, 0.5, 1], [0, 0.5, 0], color="grey", linestyle=":")
cost.fill_between(pc := np.linspace(0, 1, 2001), best(pc), policy(pc), color=BLUE, alpha=0.15)
cost.plot(policy.knots, policy.values, color=BLUE)
cost.plot(best.knots, best.values, color=ORANGE, linestyle="--")
cost.text(0.5, 0.32, "trained for the\nnearest condition", color=BLUE, ha="center")
cost.text(0.5, 0.24, "lower envelope", color=ORANGE, ha="center", va="top")
cost.text(0.26, 0.42, "nobody or\neverybody", color="grey", ha="center")

# %%
# The policy is nowhere below the envelope, and towards both ends even flagging nobody or everybody is mostly
# better.

price = policy.excess_over(best)
print(f"area of the policy {policy.area:.6f}, of the envelope {best.area:.6f}, price {price:.6f}")

assert np.all(policy(pc) >= best(pc) - 1e-12)
assert round(price, 6) == 0.038389
assert policy(0.2) > 0.2
assert policy(0.8) > 1 - 0.8

# %%
# The policy goes from one tree to the next midway between their training conditions. Of A and B alone it would
# use A up to PC(+) = 0.1236.

assert np.allclose(policy.edges[1:-1], (trained[1:] + trained[:-1]) / 2)
two = np.isin(ratio, [11, 5.1])
print(
    "from A to B at PC(+) =", cc.rules.parameter_based(fpr[two], tpr[two], pc=trained[two]).edges[1].round(4)
)
assert np.isclose(np.mean(trained[two]), 0.1236, atol=5e-5)
