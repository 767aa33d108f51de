"""
Three hard classifiers as points and as lines
=============================================

Classifier 3 finds more and raises fewer false alarms than classifier 1: its line is below everywhere. Against
classifier 2 it is better only while positives weigh less than seven tenths.

After slides on cost curves of the LMU Munich (three classifiers as points and as lines).
"""

# %%
# The points are made to have these properties.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples

points = {
    name: cc.RocPoint(float(fpr[0]), float(tpr[0]))
    for name, (fpr, tpr) in examples.figure_points("three classifiers").items()
}
pc = np.linspace(0, 1, 101)
figure, axes = plt.subplots(1, 2, figsize=(9.5, 4.2), layout="constrained")
for name, point in points.items():
    axes[0].plot(point.fpr, point.tpr, "o")
    axes[0].annotate(name, (point.fpr, point.tpr), xytext=(6, -4), textcoords="offset points")
    axes[1].plot(pc, point.cost_line()(pc), label=f"classifier {name}")
axes[1].plot(pc, np.minimum(pc, 1 - pc), color="grey", linestyle="--", label="nobody or everybody")
axes[0].set(
    xlabel="false positive rate", ylabel="true positive rate", xlim=(0, 1), ylim=(0, 1), aspect="equal"
)
axes[1].set(xlabel="PC(+) (with equal costs: prevalence)", ylabel="normalised expected cost", ylim=(0, 0.6))
axes[1].legend()

# %%
# Dominance of points is dominance of lines.

assert points["3"].dominates(points["1"])
assert np.all(points["3"].cost_line()(pc) < points["1"].cost_line()(pc))

# %%
# Classifiers 2 and 3 cross.

crossing = points["3"].cost_line().crossing(points["2"].cost_line())
print(f"2 and 3 cross at PC(+) {crossing.pc:.4f}")
assert np.isclose(crossing.pc, 0.7)
left = pc < 0.7 - 1e-9
assert np.all(points["3"].cost_line()(pc[left]) < points["2"].cost_line()(pc[left]))
