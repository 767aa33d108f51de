"""
The default threshold, and the right one
========================================

A ranker whose scores are no probabilities is used at one half, because that is the default. The cheapest
threshold is found by walking the ROC curve once.

After J. Fürnkranz, slides on evaluation and cost-sensitive learning (calibrating a ranker by its ROC curve;
made data).
"""

# %%
# Scores that rank well but are far too low.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc

rng = np.random.default_rng(11)
label = (rng.random(400) < 0.4).astype(int)
score = 1 / (1 + np.exp(-(1.6 * rng.normal(size=400) + 2 * label - 3)))
ev = cc.evaluate(label, {"ranker": score})
condition = cc.OperatingCondition(0.4, cc.Costs(fp=1, fn=2))
best = ev.decide(condition)
fpr, tpr = cc.fixed(0.5)(ev.tally("ranker")).rates(condition.pc)

figure, axes = plt.subplots(1, 2, figsize=(10.5, 4.4), layout="constrained")
ev.plot("roc", axes[0], decision=best)
axes[0].plot(fpr, tpr, "x", color="tab:red", markersize=9)
axes[0].annotate("threshold ½", (fpr, tpr), xytext=(8, -4), textcoords="offset points", color="tab:red")
ev.plot("cost", axes[1], decision=best)
line = cc.RocPoint(float(fpr), float(tpr)).cost_line()
axes[1].plot([0, 1], [line(0.0), line(1.0)], color="tab:red", linestyle="--")

# %%
# The price of the default, in cost and in both spaces.

default, least = line(condition.pc), ev.cost_curve("ranker")(condition.pc)
print(f"NEC at ½: {default:.4f}; at {best.low:.3f} to {best.high:.3f}: {least:.4f}")
print(best)
assert least < default
assert np.isclose(cc.RocPoint(best.fpr, best.tpr).cost_line()(condition.pc), least)
