"""
Three classes and an adviser
============================

A recommendation system proposes one of three methods, or says that an adviser should be asked. What a wrong
proposal costs depends on what would have been right; asking costs the same for all.
"""

# %%
# Costs are stated by true class (rows) and action (columns). No action here is useless: for some probabilities
# each is the cheapest.

import matplotlib.pyplot as plt

import costcurves as cc
from costcurves import examples

labels, probabilities = examples.contraception()
names = ["none", "long-term", "short-term"]
costs = [[0, 2, 1, 0.6], [4, 0, 2, 0.6], [3, 1, 0, 0.6]]
ev = cc.evaluate_classes(labels, probabilities, classes=names, costs=costs, actions=[*names, "ask"])
assert ev.cost_matrix.never_worth_taking == ()
decision = ev.decide()
print(decision)

# %%
# Every model with its interval, beside asking always; and one class against the rest, where everything that two
# classes have can be drawn.

figure, axes = plt.subplots(1, 2, figsize=(12, 4.6), layout="constrained")
decision.picture().plot(axes[0])
ev.one_vs_rest("long-term").chart("cost").plot(axes[1])

# %%
# An adviser who costs as much as an error on average need never be asked: linear programming finds that no
# probabilities make it the cheapest action.

dear = [[*row[:3], 1.6] for row in costs]
assert cc.stats.CostMatrix(dear, names, [*names, "ask"]).never_worth_taking == ("ask",)
