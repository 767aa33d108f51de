"""
One classifier is one line
==========================

A classifier with FPR 0.09 and TPR 0.36 costs its FPR where only negatives count, its FNR where only positives
do, and on a straight line between. Classifiers that lean to the negative class give rising lines, those that
lean to the positive class falling ones.

After C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000, figure 8;
and slides on cost curves of the LMU Munich (a rising and a falling family of lines).
"""

# %%
# Left the single line, right two families: thresholds above and below the one with equal error rates.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc

line = cc.RocPoint(fpr=0.09, tpr=0.36).cost_line()
pc = np.linspace(0, 1, 101)
smooth = np.array([0.02, 0.06, 0.12, 0.3, 0.45, 0.6])
family = [cc.RocPoint(x, x**0.35) for x in smooth]

figure, axes = plt.subplots(1, 2, figsize=(9.5, 4), layout="constrained", sharey=True)
axes[0].plot(pc, line(pc))
axes[0].annotate("FPR = 0.09", (0, 0.09), xytext=(6, -14), textcoords="offset points")
axes[0].annotate("FNR = 0.64", (1, 0.64), xytext=(-70, 2), textcoords="offset points")
for point in family:
    own = point.cost_line()
    rising = own.at_one > own.at_zero
    colour = "tab:blue" if rising else "tab:orange"
    axes[1].plot(pc, own(pc), color=colour, linestyle="-" if rising else "--")
axes[1].annotate("A: leaning negative", (0.62, 0.6), color="tab:blue")
axes[1].annotate("B: leaning positive", (0.05, 0.6), color="tab:orange")
axes[0].set(xlabel="PC(+)", ylabel="normalised expected cost", xlim=(0, 1), ylim=(0, 0.8))
axes[1].set(xlabel="PC(+)", xlim=(0, 1))

# %%
# The ends are the two error rates; in the middle, where both count alike, stands their mean.

assert (line.at_zero, round(line.at_one, 2)) == (0.09, 0.64)
assert np.isclose(line(0.5), (0.09 + 0.64) / 2)
for point in family:
    own = point.cost_line()
    assert (own(1.0) > own(0.0)) == (1 - point.tpr > point.fpr)
print("slopes of the lines (FNR − FPR):", [round(1 - point.tpr - point.fpr, 3) for point in family])
