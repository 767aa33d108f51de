"""
What it costs to use the tree that was trained for the condition
================================================================

33 decision trees were trained on the sonar data, each for one ratio of costs. The obvious policy is to use,
at each condition, the tree that was trained for the nearest one. The lower envelope uses, at each
condition, the tree that is the cheapest there. The area between the two is the price of the policy.

After C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000, figures 17 and 18.
"""

# %%
# Each tree has its two error rates and the PC(+) it was trained for.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples

ratio, counts = examples.sonar_trees()
fpr, tpr = counts.fp / counts.negatives, counts.tp / counts.positives
policy = cc.parameter_based(fpr, tpr, pc=1 / (1 + ratio))
best = cc.optimal(cc.Tally.from_points(fpr, tpr, positives=111, negatives=97))

figure, axes = plt.subplots(figsize=(6.5, 3.8), layout="constrained")
axes.plot(policy.knots, policy.values, label="trained for the nearest condition")
axes.plot(best.knots, best.values, linestyle="--", label="lower envelope")
axes.fill_between(pc := np.linspace(0, 1, 2001), best(pc), policy(pc), alpha=0.2)
axes.plot(pc, np.minimum(pc, 1 - pc), color="grey", linestyle=":", label="nobody or everybody")
axes.set(xlabel="PC(+)", ylabel="normalised expected cost", ylim=(0, 0.5))
axes.legend()

# %%
# The policy is nowhere below the envelope, and at both ends even flagging nobody or everybody is better.

price = policy.minus(best).area
print(f"area of the policy {policy.area:.6f}, of the envelope {best.area:.6f}, price {price:.6f}")
assert np.all(policy(pc) >= best(pc) - 1e-12)
assert round(price, 6) == 0.038389
