"""
Two rankers that cross
======================

One ranker is good at the top of its list, the other at the bottom: their ROC curves cross, and so do their
cost curves. It is tempting to look for the change of preference where the ROC curves cross, but it is not
there. Where both cost the same, each uses a threshold of its own.

Rebuilds figure 2 of C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000, the two
scorers f₁ and f₂ of LMU Munich's slides on cost curves, and the rankers that cross of J. Fürnkranz's course
slides on evaluation. The scores are made.
"""

# %%
# The positives of f₁ are widely spread: many are found before the first false alarm, some never. Those of f₂
# lie close together.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves.charts.palette import LIGHT

BLUE, ORANGE = LIGHT.words[:2]

rng = np.random.default_rng(4)
y_true = np.repeat([1, 0], 1000)
scores = {
    "f₁": np.concatenate([rng.normal(1.6, 2.0, 1000), rng.normal(0, 1, 1000)]),
    "f₂": np.concatenate([rng.normal(1.1, 0.6, 1000), rng.normal(0, 1, 1000)]),
}
ev = cc.evaluate(y_true, scores)
one, two = ev.roc("f₁"), ev.roc("f₂")

# %%
# The ROC curves cross where both find as many positives with as many false alarms. The cost curves cross where
# both cost the same, and the rates that each of them serves there are the two dots in ROC space. The line
# through the dots is the dual of the crossing.

fpr = np.union1d(one.fpr, two.fpr)
ahead = one.tpr_at(fpr) > two.tpr_at(fpr)
same_rates = fpr[1:][ahead[:-1] & ~ahead[1:]]  # here f₂ takes the lead

(same_cost,) = ev.compare("f₁", "f₂").crossings
served = [ev.cost_curve(name).rates(same_cost) for name in scores]
place = (same_cost, ev.cost_curve("f₁")(same_cost))

figure, (roc, cost) = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
ev.plot("roc", ax=roc).get_legend().remove()
ev.plot("cost", ax=cost).get_legend().remove()
roc.plot(*np.transpose(served), color="black", marker="o", zorder=5)
roc.text(0.3, 0.91, "same cost", ha="right")
roc.plot(
    same_rates[0], one.tpr_at(same_rates[0]), "x", color="black", markersize=9, markeredgewidth=2, zorder=5
)
roc.text(same_rates[0] + 0.04, one.tpr_at(same_rates[0]) - 0.04, "same rates", va="top")
roc.text(0.6, 0.77, "f₁", color=BLUE, va="top")
roc.text(0.48, 0.92, "f₂", color=ORANGE, va="top")
cost.plot(*place, "o", color="black")
cost.text(0.48, 0.242, "same cost")
cost.text(0.6, 0.29, "f₁", color=BLUE, ha="right")
cost.text(0.31, 0.255, "f₂", color=ORANGE)

# %%
# Each is the better one somewhere, whatever the areas under their ROC curves say. At the condition where they
# change places neither serves the rates of the crossing in ROC space.

print("the ROC curves cross at FPR     ", *same_rates.round(3))
print("the cost curves cross at PC(+)  ", round(same_cost, 3))
print("the FPR that each serves there  ", *(round(float(rates[0]), 3) for rates in served))
print("areas under the ROC curves      ", round(one.auc, 3), round(two.auc, 3))

assert [part.winner for part in ev.winners() if part.models] == ["f₁", "f₂"]
assert not one.dominates(two)
assert not two.dominates(one)
assert all(abs(rates[0] - crossing) > 0.05 for rates in served for crossing in same_rates)
