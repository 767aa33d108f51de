"""
How much training is enough
===========================

With few records a model fits its training data too well and new data badly. As the training set grows the two
accuracies approach each other. Cost curves show the same for every condition, and where more data no longer
help.

Rebuilds the learning curve of J. Fürnkranz's course slides on evaluation: accuracy on training and on test data
against training size. The data are made.
"""

# %%
# A linear discriminant, fitted by least squares to 30 up to 2,000 records with 25 predictors, of which five matter.
# It is judged on 5,000 others.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves.charts.palette import LIGHT

BLUE, ORANGE = LIGHT.words[:2]

rng = np.random.default_rng(5)
x = rng.normal(size=(7000, 25))
y = x[:, :5].sum(axis=1) + rng.normal(scale=2.5, size=7000) > 0
x_new, y_new = x[2000:], y[2000:]

sizes = [30, 60, 120, 250, 500, 2000]
weights = [np.linalg.lstsq(x[:size], 2.0 * y[:size] - 1, rcond=None)[0] for size in sizes]
training = [np.mean((x[:size] @ w > 0) == y[:size]) for w, size in zip(weights, sizes, strict=True)]
test = [np.mean((x_new @ w > 0) == y_new) for w in weights]
curves = [cc.cost_curve(y_new, x_new @ w) for w in weights]

figure, (accuracy, cost) = plt.subplots(1, 2, figsize=(10, 4.2), layout="constrained")
accuracy.plot(sizes, training, "o-", color=BLUE)
accuracy.plot(sizes, test, "s--", color=ORANGE)
accuracy.text(sizes[2], training[2] + 0.01, "training data", color=BLUE)
accuracy.text(sizes[2], test[2] - 0.015, "new data", color=ORANGE, va="top")
accuracy.set(xscale="log", xlabel="Records trained on", ylabel="Accuracy", ylim=(0.5, 1.02))
accuracy.set_xticks(sizes, [f"{size:,}" for size in sizes])
accuracy.minorticks_off()
cost.plot([0, 0.5, 1], [0, 0.5, 0], color="grey", linestyle="--", linewidth=0.8)
for size, curve, shade in zip(sizes, curves, (2, 4, 6, 8, 9, 11), strict=True):
    cost.plot(curve.knots, curve.values, color=LIGHT.ramp[shade], linewidth=1.8, label=f"{size:,}")
cost.set(xlabel="PC(+)", ylabel="Normalised expected cost on new data", xlim=(0, 1), ylim=(0, 0.5))
cost.legend(title="trained on", frameon=False)

# %%
# Accuracy on the training data falls, accuracy on new data rises, and the gap closes. So does the cost at all
# conditions together, the area under the curve.

gap = np.subtract(training, test)
areas = [curve.area for curve in curves]
print("gap: ", *gap.round(3))
print("area:", *np.round(areas, 4))

assert training[0] > 0.95
assert gap[0] > 0.2
assert abs(gap[-1]) < 0.03
assert np.all(np.diff(test) > 0)
assert np.all(np.diff(areas) < 0)
