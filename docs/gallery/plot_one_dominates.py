"""
One classifier is never the dearer one
======================================

The hull of A lies round the hull of B. In cost space that is: the envelope of A lies below that of B, at every
operating condition, and the gap can be read off in cost.

After C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000, figure 1.
"""

# %%
# The points are made to be nested.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples

ev = cc.evaluate_points(examples.figure_points("nested"))

figure, axes = plt.subplots(1, 2, figsize=(10.5, 4.4), layout="constrained")
ev.plot("roc", axes[0])
ev.plot("cost", axes[1])

# %%
# Every corner of B's hull lies below A's hull, and B's envelope nowhere below A's.

a, b = ev.roc("A").hull(), ev.roc("B").hull()
assert np.all(np.interp(b.fpr, a.fpr, a.tpr) >= b.tpr)
pc = np.linspace(0, 1, 1001)
assert np.all(ev.cost_curve("A")(pc) <= ev.cost_curve("B")(pc) + 1e-12)

comparison = ev.compare("A", "B")
at, gap = comparison.largest_gap
print(f"largest gap {-gap:.4f} at PC(+) {at:.3f}; {comparison}")
assert comparison.dominant == "A"
assert gap < 0
