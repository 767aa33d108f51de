"""
Accuracy and error at every cutoff
==================================

24 scored records, 12 of each class. Which cutoff makes the fewest errors, and is one half the right one?

After G. Shmueli, N. R. Patel and P. C. Bruce, *Data Mining for Business Intelligence*, 2nd ed., Wiley 2010,
figures 5.2, 5.3, 5.4 and 5.5.
"""

# %%
# The curves step at every score; between two scores all cutoffs flag the same records.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples

labels, scores = examples.records24()
ev = cc.evaluate(labels, scores)

figure, axes = plt.subplots(figsize=(6.5, 3.8), layout="constrained")
ev.plot("threshold", ax=axes, measures=["accuracy", "error"])

# %%
# The table behind the curves, at cutoffs 0, 0.05, …, 1.

error = ev.curve("error_by_threshold", "model")
cutoffs = np.arange(21) / 20
errors = (24 * error(cutoffs)).round().astype(int)
for cutoff, count in zip(cutoffs.tolist(), errors.tolist(), strict=True):
    print(f"{cutoff:4.2f}: {count:2d} errors of 24, accuracy {1 - count / 24:.3f}")

# %%
# Raising the cutoff from one half need not raise the error: the least, 3 of 24, is reached on two stretches.

assert errors.tolist() == [12, 6, 6, 5, 4, 5, 5, 4, 4, 4, 3, 4, 4, 3, 5, 6, 5, 6, 7, 8, 12]
assert error(0.65) == error(0.5) == 3 / 24 < error(0.55)

# %%
# Three of these cutoffs have their matrix printed; a fourth matrix is one of 3,000 records.

printed = examples.printed_confusions()
for cutoff in (0.5, 0.25, 0.75):
    matrix = printed[f"cutoff {cutoff}"]
    assert matrix.fp + matrix.fn == 24 * error(cutoff)

large = printed["figure 5.2"]
print(large, f"error {float(cc.measures.measure('error')(large)):.2%}")
assert round(float(cc.measures.measure("error")(large)), 4) == 0.0367
assert round(float(cc.measures.measure("accuracy")(large)), 4) == 0.9633
