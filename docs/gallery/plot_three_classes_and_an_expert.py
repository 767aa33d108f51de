"""
Three classes and an expert
===========================

A dealer puts each used car that is offered into one of three price bands, or has it inspected. What a wrong band costs
depends on the right one: too much is paid, or the car is lost. An inspection costs the same for all.
"""

# %%
# Costs are stated by true class (rows) and action (columns). No action here is useless: for some probabilities
# each is the cheapest.

import matplotlib.pyplot as plt

import costcurves as cc
from costcurves import examples

labels, probabilities = examples.car_price_bands()
names = ["low", "middle", "high"]
costs = [[0, 1, 3, 0.3], [1, 0, 1.5, 0.3], [2, 1, 0, 0.3]]
ev = cc.evaluate_classes(labels, probabilities, classes=names, costs=costs, actions=[*names, "inspect"])
assert ev.cost_matrix.never_worth_taking == ()
decision = ev.decide()
print(decision)

# %%
# Every model with its interval, beside inspecting every car; and one class against the rest, where everything that two
# classes have can be drawn.

figure, axes = plt.subplots(1, 2, figsize=(12, 4.6), layout="constrained")
decision.picture().plot(axes[0])
ev.one_vs_rest("middle").chart("cost").plot(axes[1])

# %%
# An inspection that costs about as much as an error is never worth it: linear programming finds that no
# probabilities make it the cheapest action.

dear = [[*row[:3], 1.6] for row in costs]
assert cc.stats.CostMatrix(dear, names, [*names, "inspect"]).never_worth_taking == ("inspect",)
