"""
Three classes: what is confused, and who is better?
===================================================

One number does not say which classes a model takes for which. The confusion matrix does: its rows are true
classes, each cell has its records and their share of the true class.
"""

# %%
# The forest errs between neighbouring price bands alone, or nearly so; bayes takes three of four dear cars for
# middle ones.

import matplotlib.pyplot as plt

import costcurves as cc
from costcurves import examples

labels, probabilities = examples.car_price_bands()
bands = ["low", "middle", "high"]
ev = cc.evaluate_classes(labels, probabilities, classes=bands)

figure, axes = plt.subplots(1, 3, figsize=(17, 4.8), layout="constrained")
for ax, model in zip(axes, ("forest", "bayes"), strict=False):
    ev.plot("matrix", model=model, ax=ax)
print(ev.counts("bayes").confusions(3))

# %%
# Which differences are more than chance? All pairs of models are compared on the same cars, by any measure. Intervals
# and p-values hold for all pairs together, and say the same.

pairs = ev.pairwise(measures=["macro_f1", "hand_till_m"])
pairs.picture().plot(axes[2])
print(pairs.table())
for pair in pairs:
    for row in pair.rows:
        assert (row.pvalue < 0.05) == row.difference.excludes(0)

# %%
# The forest is better by both; labels alone could not have said so of the ranking.

assert {pair.winner(row) for pair in pairs for row in pair.rows if "forest" in (pair.a, pair.b)} == {"forest"}
assert ev.counts("forest").normalised("true")[0, 0] > ev.counts("bayes").normalised("true")[0, 0]
assert ev.counts("bayes").normalised("true")[2, 1] > 0.75
