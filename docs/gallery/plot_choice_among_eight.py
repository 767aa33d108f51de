"""
Eight classifiers, three conditions, three choices
==================================================

Lines of equal cost have a slope; roll each down onto the hull, and it touches the best classifier. With equal
weights that is one classifier, with positives four times as heavy another, four times as light a third. Below
9 % and above 89 % a trivial classifier wins.

After J. Fürnkranz, slides on evaluation and cost-sensitive learning (choosing classifiers in ROC space; the
coordinates are made to have the properties that the slides state).
"""

# %%
# On the left slopes have to be drawn; on the right the choice is read off at a place of the axis.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples

points = examples.figure_points("eight classifiers")
ev = cc.evaluate_points(points)
conditions = {"r = 1": 0.5, "r = ¼": 0.8, "r = 4": 0.2}

figure, axes = plt.subplots(1, 2, figsize=(11, 4.8), layout="constrained")
for name, (fpr, tpr) in points.items():
    axes[0].plot(fpr, tpr, "o", color="tab:blue")
    axes[0].annotate(name, (fpr[0], tpr[0]), xytext=(5, -11), textcoords="offset points", fontsize="small")
chosen = {}
x = np.array([-0.1, 1.1])
for (text, pc), style in zip(conditions.items(), ("-", "--", ":"), strict=True):
    decision = ev.decide(cc.OperatingCondition.from_pc(pc))
    chosen[text] = decision.model
    slope = (1 - pc) / pc
    axes[0].plot(x, decision.tpr + slope * (x - decision.fpr), color="black", linestyle=style, label=text)
axes[0].set(
    xlabel="false positive rate", ylabel="true positive rate", xlim=(0, 1), ylim=(0, 1), aspect="equal"
)
axes[0].legend(loc="lower right")
pc = np.linspace(0, 1, 401)
best = np.min([ev.cost_curve(name)(pc) for name in points], axis=0)
for name in points:
    axes[1].plot(
        pc,
        ev.cost_curve(name)(pc),
        linewidth=0.8,
        color="tab:blue" if name in chosen.values() else "lightgrey",
    )
axes[1].plot(pc, best, color="black")
axes[1].set(xlabel="PC(+)", ylabel="normalised expected cost", ylim=(0, 0.35))

# %%
# The three choices, and the ends of the range in which any classifier is worth using.

print(chosen)
assert chosen == {"r = 1": "C4.5", "r = ¼": "SVM", "r = 4": "CN2"}
fpr, tpr = (np.concatenate([values[k] for values in points.values()]) for k in (0, 1))
low, high = cc.RocHull.of(cc.Tally.from_points(fpr, tpr)).operating_range
print(
    f"useful from PC(+) {low:.3f} to {high:.3f}; end slopes {(1 - low) / low:.2f} and {(1 - high) / high:.4f}"
)
assert np.allclose((low, high), (0.09, 0.89), atol=1e-9)
