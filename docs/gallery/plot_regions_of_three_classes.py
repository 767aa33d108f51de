"""
Three classes: which model where?
=================================

Three models say which price band a used car falls into. What an error costs depends on the true band: a dear
car sold for cheap costs more than the reverse. How much more, and how common the bands will be, is not known.
"""

# %%
# An operating condition of three classes is a place in a triangle: PC of a class is its share times the cost of
# an error on it, and the three add up to 1. At each condition every car is put into the band with the greatest
# PC·p/π. The map shows where which model is cheapest, or where it is cheaper to say one band for all.

import matplotlib.pyplot as plt

import costcurves as cc
from costcurves import examples

labels, probabilities = examples.car_price_bands()
bands = ["low", "middle", "high"]
ev = cc.evaluate_classes(labels, probabilities, classes=bands)
regions = ev.regions()
print(regions)

figure, axes = plt.subplots(1, 2, figsize=(12, 5.4), layout="constrained")
regions.picture().plot(axes[0])

# %%
# Labels alone do not follow the condition: their cost is a plane over the triangle, and the regions are polygons
# with exact corners.

taken = {name: [bands[k] for k in p.argmax(axis=1)] for name, p in probabilities.items()}
fixed = cc.evaluate_classes(labels, taken, classes=bands).regions()
fixed.picture().plot(axes[1])
assert fixed.steps == 0
assert abs(fixed.share.sum() - 1) < 1e-12

# %%
# On average over all conditions, which is the area under the cost curve of three classes: following the condition
# pays. The best band for all costs 7/18.

followed, stuck = ev.mean_costs(), cc.evaluate_classes(labels, taken, classes=bands).mean_costs()
print(followed)
assert round(followed.constant * 18, 9) == 7
for name in probabilities:
    print(f"{name}: {followed.costs[name].estimate:.4f}, as labels {stuck.costs[name].estimate:.4f}")
    assert followed.costs[name].estimate < stuck.costs[name].estimate
