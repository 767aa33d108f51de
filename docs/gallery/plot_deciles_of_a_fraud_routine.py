"""
What an expert looks at: deciles of a fraud routine
===================================================

A routine scores claims, and experts can look at a tenth of them. The first two bars tell what they will find
there, and in the tenth after.

After G. Shmueli, N. R. Patel and P. C. Bruce, *Data Mining for Business Intelligence*, 2nd ed., Wiley 2010,
figure 5.14. The claims are made data.
"""

# %%
# 1,040 claims, 62 of them fraud: the shares of Problem 5.1 of the book.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc

rng = np.random.default_rng(14)
fraud = np.repeat([1, 0], [62, 978])
score = rng.normal(size=1040) + 1.3 * fraud
ev = cc.evaluate(fraud, {"routine": score})
call_a_tenth = ev.decide(criterion=cc.criteria.capacity(0.1))

figure, axes = plt.subplots(figsize=(7, 3.8), layout="constrained")
ev.plot("deciles", ax=axes, decision=call_a_tenth)

# %%
# In words: a claim of the first tenth is so many times as likely to be fraud as any claim, one of the second
# tenth still so many times.

lift = ev.curve_columns("deciles")["lift"]
print(f"first tenth: {lift[0]:.1f} times the average; second tenth: {lift[1]:.1f} times")
assert lift[0] > lift[1] > 1
assert np.isclose(np.mean(lift), 1)

# %%
# Handling a tenth is a constraint, and its threshold a point of the curve: the same share of fraud is found.

gains = ev.curve("gains", "routine")
assert call_a_tenth.flagged <= 0.1
assert np.isclose(call_a_tenth.tpr, gains(call_a_tenth.flagged))
assert np.isclose(lift[0] / 10, gains(0.1))
print(call_a_tenth)
