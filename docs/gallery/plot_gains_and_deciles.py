"""
Whom to call first: gains and deciles
=====================================

If only some records can be acted upon, what do the best-scored ones bring? The gains chart cumulates the
positives from the top; the decile chart says how much richer each tenth is than the average.

After G. Shmueli, N. R. Patel and P. C. Bruce, *Data Mining for Business Intelligence*, 2nd ed., Wiley 2010,
figures 5.7 and 5.8.
"""

# %%
# The reference lines are those of a random and of a perfect order.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples

ev = cc.evaluate(*examples.records24())

figure, axes = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
ev.plot("gains", ax=axes[0])
ev.plot("deciles", ax=axes[1])

# %%
# The cumulative table, record by record. Among the best ten are nine of the twelve positives, where ten
# records at random hold five: a lift of 1.8.

gains = ev.curve("gains", "model")
found = (12 * gains(np.arange(1, 25) / 24)).round().astype(int)
print(*found)
assert found.tolist() == [1, 2, 3, 4, 5, 6, 7, 7, 8, 9, 10, 10, 11, 11, 11] + [12] * 9
assert np.isclose(ev.curve("lift", "model")(10 / 24), 1.8)

# %%
# A tenth of 24 records is 2.4 of them: parts are cut evenly, so the bars average to exactly 1. The first tenth
# holds twice as many positives as the average.

bars = ev.curve_columns("deciles")["lift"]
print(*np.round(bars, 3))
assert np.isclose(bars[0], 2.0)
assert np.isclose(np.mean(bars), 1.0)

# %%
# In cost space the same ranking is a curve, and both pictures have their area from the AUC: p/2 + (1 − p)·AUC
# here, pq(1 − 2·AUC) + ⅓ where as many are flagged as the costs say.

auc = ev.roc("model").auc
assert np.isclose(gains.area, 0.25 + 0.5 * auc)
assert np.isclose(ev.curve("rate_driven", "model").area, 0.25 * (1 - 2 * auc) + 1 / 3)
