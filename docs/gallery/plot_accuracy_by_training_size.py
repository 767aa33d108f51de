"""
How much training is enough
===========================

Accuracy on the training data falls as there are more of them, that on test data rises, and the two meet. What
is won by more data is seen at every operating condition if cost curves take the place of accuracies.

After J. Fürnkranz, slides on evaluation and cost-sensitive learning (accuracy on training and test data against
the size of the training set; made data).
"""

# %%
# A decision tree of fixed size on 30 to 3,000 records of made data, judged on 4,000 others.

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression

import costcurves as cc

X, y = make_classification(7000, n_features=20, n_informative=6, flip_y=0.1, class_sep=0.8, random_state=5)
test = slice(3000, None)
sizes = [30, 60, 120, 300, 1000, 3000]
accuracy = {"training": [], "test": []}
curves = {}
for size in sizes:
    model = LogisticRegression(C=10, max_iter=1000).fit(X[:size], y[:size])
    accuracy["training"].append(model.score(X[:size], y[:size]))
    accuracy["test"].append(model.score(X[test], y[test]))
    curves[size] = cc.cost_curve(y[test], model.predict_proba(X[test])[:, 1])

figure, axes = plt.subplots(1, 2, figsize=(10.5, 4), layout="constrained")
for name, marker in (("training", "s"), ("test", "o")):
    axes[0].plot(sizes, accuracy[name], marker=marker, label=name)
axes[0].set(xscale="log", xlabel="size of the training set", ylabel="accuracy")
axes[0].legend()
for shade, (size, curve) in zip(np.linspace(0.2, 0.9, len(sizes)), curves.items(), strict=True):
    axes[1].plot(curve.knots, curve.values, color=plt.cm.viridis_r(shade), label=f"{size}")
axes[1].set(xlabel="PC(+)", ylabel="normalised expected cost", ylim=(0, 0.5))
axes[1].legend(title="trained on")

# %%
# Training accuracy is the higher one and falls, test accuracy rises, and the gap closes.

gap = np.subtract(accuracy["training"], accuracy["test"])
print("gap:", gap.round(3))
assert gap[0] > 0.1 > abs(gap[-1])
assert accuracy["test"][-1] > accuracy["test"][0]

# %%
# The area under the cost curve says the same of all conditions at once.

areas = [curve.area for curve in curves.values()]
print("areas:", np.round(areas, 4))
assert areas[-1] < areas[0]
