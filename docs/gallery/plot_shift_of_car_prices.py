"""
A car bought too dear: shifts of predicted prices
=================================================

A dealer pays what a regression predicts for 400 used cars. A prediction one euro too high costs a euro; one that is too
low loses the car, and with it some of the margin: a tenth of a euro for each euro too low. Which constant should be
added to all predictions?

The pinball loss is that of R. Koenker and G. Bassett, *Regression quantiles*, Econometrica 46, 1978; curves over the
costs of a unit are those of J. Hernández-Orallo, *ROC curves for regression*, Pattern Recognition 46, 2013.
"""

# %%
# With costs of a unit too low and a unit too high, only κ = under/(under + over) matters for the choice.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc

price, predicted = cc.examples.car_prices()
costs = cc.UnitCosts(under=0.1, over=1, currency="EUR")
cars = cc.evaluate_numeric(price, {"linear regression": predicted}, baseline=10_730)

figure, axes = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
cars.plot("loss", ax=axes[0], kappa=costs.kappa, level=0.95)
cars.plot("residuals", ax=axes[1])

# %%
# The best shift is the κ-quantile of the errors: here predictions are lowered by 1,657 euro. What this
# costs is judged on the cars that had no part in choosing the shift.

found = cars.decide(costs)
print(found)
error = price - predicted
assert np.mean(error <= found.shift) >= costs.kappa >= np.mean(error < found.shift)
assert found.shift < 0

# %%
# The mean loss under a uniform κ is half the MAE without a shift; with the best shift at every κ it is a quarter
# of the mean distance of two errors.

fixed, best = cars.loss_curve("linear regression", shifted=False), cars.loss_curve("linear regression")
assert np.isclose(fixed.area, np.abs(error).mean() / 2)
assert np.isclose(best.area, np.abs(error[:, None] - error).mean() / 4)
print(f"mean loss {fixed.area:.0f} euro as predicted, {best.area:.0f} with the best shifts")

# %%
# Who may send a car back within a week loses at most 1,500 euro by paying too much. Costs have a limit then, and no κ:
# what a shift costs is no longer convex, yet its least value is among the errors. The limit lets the dealer bid a
# little more.

limited = cc.UnitCosts(under=0.1, over=1, currency="EUR", over_cap=1_500)
bolder = cars.decide(limited)
print(bolder)
assert bolder.shift > found.shift

plt.figure(figsize=(6, 4), layout="constrained")
cars.plot("shift_cost", costs=limited, ax=plt.gca())
