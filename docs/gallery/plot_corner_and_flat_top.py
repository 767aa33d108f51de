"""
A corner of the hull is a stretch of the envelope
=================================================

The solid classifier has one useful point, (0.3, 0.7). Its envelope has a flat top from PC(+) 0.3 to 0.7: there
it is used, below and above a trivial classifier is. The dashed one has two more points, and gains a little
where they serve.

After C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000, figures 3 and 4.
"""

# %%
# Points of both hulls, and the two envelopes.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples

points = examples.figure_points("two hulls")
ev = cc.evaluate_points(points)

figure, axes = plt.subplots(1, 2, figsize=(10.5, 4.4), layout="constrained")
ev.plot("roc", axes[0])
for text, x, y in (("A", 0.1, 0.4), ("B", 0.3, 0.7), ("C", 0, 0)):
    axes[0].annotate(text, (x, y), xytext=(6, -12), textcoords="offset points")
ev.plot("cost", axes[1])

# %%
# Slopes of the edges are conditions: PC(+) = 1/(1 + slope) where one corner gives way to the next.

solid = ev.roc("solid").hull()
print("slopes of the edges:", solid.slopes.round(4), "breakpoints:", solid.breakpoints.round(4))
assert np.allclose(solid.slopes, [7 / 3, 3 / 7])
assert np.allclose(solid.breakpoints, [0.3, 0.7])
assert np.allclose(cc.operating_range(0.3, 0.7), (0.3, 0.7))

pc = np.linspace(0.3, 0.7, 41)
assert np.allclose(ev.cost_curve("solid")(pc), 0.3)

# %%
# The greatest difference is 0.05, at 0.3 and at 0.7; none at 0.5, below 0.2 and above 0.8.

gap = ev.cost_curve("solid").minus(ev.cost_curve("dashed"))
print("difference at 0.1, 0.3, 0.5, 0.7, 0.9:", gap(np.array([0.1, 0.3, 0.5, 0.7, 0.9])).round(4))
assert np.allclose(gap(np.array([0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9])), [0, 0, 0.05, 0, 0.05, 0, 0])
