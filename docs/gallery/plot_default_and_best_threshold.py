"""
The default threshold, and the best one
=======================================

A ranker can be good while its scores are no probabilities. Used at the default threshold of one half it then
costs far more than it has to. The cheapest threshold is found by walking along the ROC curve once.

Rebuilds the choice of a threshold for an uncalibrated ranker of J. Fürnkranz's course slides on cost-sensitive
learning. The scores are made.
"""

# %%
# The scores are far too low: at one half hardly anybody is flagged. Misses are twice as costly as false alarms.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves.charts.palette import LIGHT

ORANGE = LIGHT.words[1]

rng = np.random.default_rng(11)
y_true = np.repeat([1, 0], [160, 240])
evidence = 2 * y_true + 1.6 * rng.normal(size=400)
ev = cc.evaluate(y_true, {"ranker": 1 / (1 + np.exp(3 - evidence))})

condition = cc.OperatingCondition(prevalence=0.4, costs=cc.Costs(fp=1, fn=2))
best = ev.decide(condition)
default = cc.rules.fixed(0.5)(ev.tally("ranker"))
fpr, tpr = default.rates(condition.pc)

figure, (roc, cost) = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
ev.plot("roc", ax=roc, decision=best).get_legend().remove()
ev.plot("cost", ax=cost, decision=best).get_legend().remove()
roc.plot(fpr, tpr, "s", color=ORANGE, zorder=5)
roc.text(fpr + 0.03, tpr + 0.06, "threshold ½", color=ORANGE)
roc.text(best.fpr + 0.02, best.tpr - 0.04, f"threshold {best.threshold:.2f}", va="top")
cost.plot(default.knots, default.values, color=ORANGE, linewidth=2)
cost.plot(condition.pc, default(condition.pc), "s", color=ORANGE, clip_on=False)
cost.set_ylim(0, 0.5)
cost.text(0.68, 0.46, "threshold ½", color=ORANGE)
cost.text(0.02, 0.29, f"threshold {best.threshold:.2f}")

# %%
# The default threshold costs what its line says; the envelope is what can be had.

print(f"NEC at threshold ½: {default(condition.pc):.4f}; at the best threshold: {best.nec:.4f}")
print(best)

assert best.nec < 0.75 * default(condition.pc)
assert np.isclose(best.nec, ev.cost_curve("ranker")(condition.pc))

# %%
# Walking along the curve finds the same threshold: the cost of every point, and the least of them.

curve = ev.roc("ranker")
walked = int(np.argmin(condition.nec(curve.fpr, curve.tpr)))
assert curve.thresholds[walked] == best.threshold
