"""
Four folds
==========

Each record is judged by a model that has not seen it: three parts train, the fourth tests, four times over.
Counts add over folds. Scores of four models are not always on one scale, so their cost curves are averaged at
equal conditions.

After J. Fürnkranz, slides on evaluation and cost-sensitive learning (cross-validation with four folds; made
data).
"""

# %%
# Out-of-fold scores, with the fold of every record.

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

import costcurves as cc

X, y = make_classification(400, weights=[0.7], flip_y=0.1, random_state=2)
fold, score = np.zeros(400, dtype=int), np.zeros(400)
for number, (train, test) in enumerate(StratifiedKFold(4, shuffle=True, random_state=0).split(X, y), start=1):
    fold[test] = number
    score[test] = LogisticRegression().fit(X[train], y[train]).predict_proba(X[test])[:, 1]
ev = cc.evaluate(y, {"regression": score}, fold=fold)

figure, axes = plt.subplots(1, 2, figsize=(10.5, 4), layout="constrained")
for row in range(4):
    for part in range(4):
        colour = "tab:orange" if part == row else "lightgrey"
        axes[0].barh(-row, 0.95, left=part, color=colour)
axes[0].set(yticks=[0, -1, -2, -3], yticklabels=["fold 1", "fold 2", "fold 3", "fold 4"], xticks=[])
axes[0].set_title("orange: tested on; grey: trained on", loc="left", fontsize="medium")
parts = ev.by("fold")
for number, part in parts.items():
    curve = part.cost_curve("regression")
    axes[1].plot(
        curve.knots, curve.values, color="grey", linewidth=0.8, label="folds" if number == 1 else None
    )
mean = ev.average("regression")
axes[1].plot(mean.knots, mean.values, label="mean at equal PC(+)")
axes[1].set(xlabel="PC(+)", ylabel="normalised expected cost", ylim=(0, 0.5))
axes[1].legend()

# %%
# Every record is tested once, and the counts of the folds add up to those of all records.

assert sum(len(part.records) for part in parts.values()) == 400
assert sum((part.tally("regression") for part in parts.values()), start=0) == ev.tally("regression")

# %%
# The mean of the curves is the mean of the costs, condition by condition. One threshold for all folds costs
# more, or the same.

pc = np.linspace(0, 1, 101)
assert np.allclose(mean(pc), np.mean([part.cost_curve("regression")(pc) for part in parts.values()], axis=0))
weights = [np.sum(fold == number) for number in parts]
print(f"area of the mean {mean.area:.4f}, of the pooled scores {ev.cost_curve('regression').area:.4f}")
assert len(set(weights)) == 1
assert np.all(ev.cost_curve("regression")(pc) >= mean(pc) - 0.01)
