"""
Two classifiers, equally many errors: which one?
================================================

A single rule (1R) and a decision tree (C4.5) judged 690 credit applications. Both made 100 errors, so error
rates cannot tell them apart. Their cost curves can: they err on different sides, and each is the cheaper one
on its own side of a crossing.

After R. C. Holte and C. Drummond, *Cost-sensitive classifier evaluation using cost curves*, PAKDD 2008.
"""

# %%
# One confusion matrix each is enough; a curve needs no scores.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples

curves = {}
for name, counts in examples.credit_rules().items():
    tp, fn, fp, tn = (outcome.item() for outcome in (counts.tp, counts.fn, counts.fp, counts.tn))
    curves[name] = cc.optimal(cc.Tally.from_confusion(tp=tp, fn=fn, fp=fp, tn=tn))

# %%
# The line of each classifier ends where flagging nobody or everybody is cheaper.

pc = np.linspace(0, 1, 501)
figure, axes = plt.subplots(figsize=(6, 3.5), layout="constrained")
for name, curve in curves.items():
    axes.plot(pc, curve(pc), label=name)
axes.plot(pc, np.minimum(pc, 1 - pc), color="grey", linestyle=":", label="nobody or everybody")
axes.set(xlabel="PC(+)", ylabel="normalised expected cost")
axes.legend()

# %%
# With equal costs and the share of positives of these very records, the normalised expected cost *is* the
# error rate, and that is the same for both. So they cross at this share, 307/690. To the right of it, where
# misses weigh more, the rule is cheaper; to the left the tree.

crossings = curves["1R"].crossings(curves["C4.5"])
print("they cross at:     ", *(round(x, 6) for x in crossings if 0.2 < x < 0.8))
print("share of positives:", round(307 / 690, 6))

assert round(next(x for x in crossings if 0.2 < x < 0.8), 6) == round(307 / 690, 6)
