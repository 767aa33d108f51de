"""
Do two predictors tell the classes apart?
=========================================

Before any model: one predictor against the other, the classes told apart by colour and marker. Among 24
households a slanted line does it but for a few; among 5,000 customers the few who accepted a loan are the ones
with high incomes, and no line parts them.

After G. Shmueli, N. R. Patel and P. C. Bruce, *Data Mining for Business Intelligence*, 2nd ed., Wiley 2010,
figure 5.1 (a) and (b).
"""

# %%
# The line on the left is where income and lot size make up for each other, by least squares on the class.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples

figure, axes = plt.subplots(1, 2, figsize=(10.5, 4.4), layout="constrained")
owner, household = examples.households()
accepted, customer = examples.bank_customers()

design = np.column_stack([np.ones(24), household["income"], household["lot_size"]])
weight = np.linalg.lstsq(design, owner, rcond=None)[0]
score = design @ weight
x = np.array([45, 110])
axes[0].plot(x, (0.5 - weight[0] - weight[1] * x) / weight[2], color="black")
for ax, label, columns, names in (
    (axes[0], owner, list(household.values()), ("owner", "non-owner")),
    (axes[1], accepted, list(customer.values()), ("accepted", "declined")),
):
    for value, name, marker, colour in ((0, names[1], "x", "tab:blue"), (1, names[0], "o", "tab:orange")):
        rows = label == value
        size = 40 if len(label) < 100 else 6
        ax.scatter(columns[0][rows], columns[1][rows], s=size, marker=marker, color=colour, label=name)
    ax.legend(loc="upper left")
axes[0].set(xlabel="income, $1,000", ylabel="lot size, 1,000 square feet", ylim=(13, 25))
axes[1].set(xlabel="income, $1,000", ylabel="card spending a month, $1,000")

# %%
# Better than either predictor alone: the line leaves a smaller area below its cost curve.

ev = cc.evaluate(owner, {"line": score, **household})
areas = {name: ev.cost_curve(name).area for name in ev.models}
print({name: round(area, 4) for name, area in areas.items()})
assert areas["line"] < min(areas["income"], areas["lot_size"])

# %%
# For the loans, income ranks well; but 480 of 5,000 accepted, and at equal costs hardly anybody is worth an
# offer: a cost curve is read at the condition that holds.

loans = cc.evaluate(accepted, {"income": customer["income"]})
assert (len(accepted), int(accepted.sum())) == (5000, 480)
print(loans.decide(cc.OperatingCondition(0.096, cc.Costs(fp=1, fn=1))))
print(loans.decide(cc.OperatingCondition(0.096, cc.Costs(fp=1, fn=20))))
