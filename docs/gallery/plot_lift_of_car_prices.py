"""
Lift without classes: car prices
================================

A dealer can buy some of 400 used cars and wants the dear ones. A regression has predicted the prices. Gains
and deciles need no classes: they cumulate the actual prices in the order of the predicted ones.

After G. Shmueli, N. R. Patel and P. C. Bruce, *Data Mining for Business Intelligence*, 2nd ed., Wiley 2010,
figure 5.13 (which cumulates predictions; here the actual prices count).
"""

# %%
# A tally of values takes the place of a tally of two classes; the same rows draw it.

import matplotlib.pyplot as plt
import numpy as np

from costcurves import ValueTally, examples
from costcurves.charts.figures.by_name import FIGURES
from costcurves.charts.figures.subject import Subject
from costcurves.charts.render.matplotlib import draw
from costcurves.curves.over_depth import deciles

price, predicted = examples.car_prices()
cars = {"linear regression": ValueTally.from_values(price, predicted)}

figure, axes = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
draw(FIGURES["gains"](Subject(cars)), axes[0])
draw(FIGURES["deciles"](Subject(cars)), axes[1])
axes[0].set_ylabel("share of the total price")

# %%
# The 40 cars with the highest predictions are worth 1.72 times as much as 40 at random.

first = deciles(cars["linear regression"])[0]
print(f"first tenth: {first.value:,.0f} of {price.sum():,.0f} euro, lift {first.lift:.3f}")
assert round(first.lift, 3) == 1.72
order = np.argsort(-predicted, kind="stable")
assert np.isclose(first.value, price[order][:40].sum())
