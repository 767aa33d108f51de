"""
Four folds
==========

Every record is judged by a model that has not seen it: three parts train, the fourth tests, four times over.
What the four models cost on average is the mean of their cost curves.

Rebuilds the cross-validation with four folds of J. Fürnkranz's course slides on evaluation. The data are made.
"""

# %%
# Scores of new records, and the fold of each. The model is a linear discriminant, fitted by least squares.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves.charts.palette import LIGHT

BLUE, ORANGE = LIGHT.words[:2]

rng = np.random.default_rng(2)
x = rng.normal(size=(240, 5))
y = x[:, :2].sum(axis=1) + rng.normal(size=240) > 0.8
fold = np.repeat([1, 2, 3, 4], 60)
score = np.zeros(240)
for part in (1, 2, 3, 4):
    train, test = fold != part, fold == part
    score[test] = x[test] @ np.linalg.lstsq(x[train], 2.0 * y[train] - 1, rcond=None)[0]
ev = cc.evaluate(y, {"discriminant": score}, fold=fold)
folds = ev.by("fold")
mean, mean_roc = ev.average("discriminant"), ev.average_roc("discriminant", "vertical")

figure, (parts, roc, cost) = plt.subplots(1, 3, figsize=(11, 3.8), layout="constrained")
for row in range(4):
    for part in range(4):
        tested = row == part
        parts.barh(row, 0.94, left=part, color=ORANGE if tested else "0.85")
        parts.text(part + 0.47, row, "test" if tested else "train", ha="center", va="center",
                   color="white" if tested else "0.3")  # fmt: skip
parts.set(yticks=range(4), yticklabels=[f"fold {number}" for number in folds], xticks=[], box_aspect=1)
parts.invert_yaxis()
parts.spines[:].set_visible(False)
for part in folds.values():
    one, curve = part.roc("discriminant"), part.cost_curve("discriminant")
    roc.plot(one.fpr, one.tpr, color="0.7", linewidth=0.9)
    cost.plot(curve.knots, curve.values, color="0.7", linewidth=0.9)
roc.plot(mean_roc.fpr, mean_roc.tpr, color=BLUE, linewidth=2)
cost.plot(mean.knots, mean.values, color=BLUE, linewidth=2)
cost.plot([0, 0.5, 1], [0, 0.5, 0], color="grey", linestyle="--", linewidth=0.8)
roc.text(0.5, 0.75, "grey: folds\nblue: mean TPR\nat equal FPR", va="top")
cost.text(0.5, 0.03, "mean at equal PC(+)", color=BLUE, ha="center")
roc.set(
    xlabel="False positive rate (FPR)", ylabel="True positive rate (TPR)", xlim=(0, 1), ylim=(0, 1), aspect=1
)
cost.set(xlabel="PC(+)", ylabel="Normalised expected cost (NEC)", xlim=(0, 1), ylim=(0, 0.5), box_aspect=1)

# %%
# Each record is tested once: the tallies of the folds add up to that of all records.

tallies = [part.tally("discriminant") for part in folds.values()]
assert sum(tallies, start=0) == ev.tally("discriminant")

# %%
# The mean of the curves is the mean of the costs at every condition, and so is its area. It is at most what the
# mean of the ROC curves promises.

pc = np.linspace(0, 1, 101)
curves = [part.cost_curve("discriminant") for part in folds.values()]
read_off = cc.rules.optimal(cc.Tally.from_points(mean_roc.fpr, mean_roc.tpr))
print("areas of the folds:", *(round(curve.area, 4) for curve in curves))
print("area of the mean:  ", round(mean.area, 4), "- read off the mean ROC curve:", round(read_off.area, 4))

assert np.allclose(mean(pc), np.mean([curve(pc) for curve in curves], axis=0))
assert np.isclose(mean.area, np.mean([curve.area for curve in curves]))
assert np.all(mean(pc) <= read_off(pc) + 1e-12)
