"""
Deciding by lot between two classifiers
=======================================

Use one classifier for some cases and another for the rest, drawn at random. In ROC space the mixture lies on
the line between the two points. In cost space its line passes through the crossing of theirs.

After C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000, figure 10.
"""

# %%
# Three quarters of the cases are decided by the first.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc

first, second, share = cc.RocPoint(0.1, 0.5), cc.RocPoint(0.4, 0.85), 0.75
mixture = cc.RocPoint(
    share * first.fpr + (1 - share) * second.fpr, share * first.tpr + (1 - share) * second.tpr
)
crossing = first.cost_line().crossing(second.cost_line())

pc = np.linspace(0, 1, 101)
figure, axes = plt.subplots(1, 2, figsize=(9.5, 4.2), layout="constrained")
for name, point, style in (("first", first, "-"), ("second", second, "-"), ("mixture", mixture, ":")):
    axes[0].plot(point.fpr, point.tpr, "o")
    axes[0].annotate(name, (point.fpr, point.tpr), xytext=(6, -12), textcoords="offset points")
    axes[1].plot(pc, point.cost_line()(pc), linestyle=style, label=name)
axes[0].plot([first.fpr, second.fpr], [first.tpr, second.tpr], color="grey", linewidth=0.8)
axes[0].set(
    xlabel="false positive rate", ylabel="true positive rate", xlim=(0, 1), ylim=(0, 1), aspect="equal"
)
axes[1].plot(crossing.pc, crossing.nec, "o", color="black")
axes[1].set(xlabel="PC(+)", ylabel="normalised expected cost", xlim=(0, 1), ylim=(0, 0.6))
axes[1].legend()

# %%
# All three lines meet in one point, and the mixture is nowhere the cheapest.

lines = [point.cost_line() for point in (first, second, mixture)]
assert np.isclose(lines[2](crossing.pc), crossing.nec)
assert np.allclose(lines[2](pc), share * lines[0](pc) + (1 - share) * lines[1](pc))
assert np.all(lines[2](pc) >= np.minimum(lines[0](pc), lines[1](pc)) - 1e-12)
print(f"they meet at PC(+) {crossing.pc:.4f}, NEC {crossing.nec:.4f}")
