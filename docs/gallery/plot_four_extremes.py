"""
Four extreme classifiers
========================

The perfect classifier costs nothing anywhere, the one that is always wrong costs everything. Flagging nobody
costs PC(+), flagging everybody the rest. No classifier in the shaded region is worth using: a trivial one is
cheaper.

After C. Drummond and R. C. Holte, *Explicitly representing expected cost*, KDD 2000, figure 7;
and slides on cost curves of the LMU Munich (best, worst and trivial classifiers).
"""

# %%
# Four points at the corners of ROC space are four lines.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples

pc = np.linspace(0, 1, 101)
figure, axes = plt.subplots(1, 2, figsize=(9.5, 4.2), layout="constrained")
axes[1].fill_between(pc, np.minimum(pc, 1 - pc), 1, color="lightgrey")
places = {
    "perfect": (0.05, 0.02),
    "always wrong": (0.05, 0.95),
    "nobody": (0.66, 0.75),
    "everybody": (0.06, 0.75),
}
lines = {}
for name, (fpr, tpr) in examples.figure_points("extremes").items():
    point = cc.RocPoint(float(fpr[0]), float(tpr[0]))
    lines[name] = point.cost_line()
    dashed = "--" if name in {"nobody", "everybody"} else "-"
    axes[0].plot(point.fpr, point.tpr, "o", clip_on=False)
    axes[0].annotate(
        name, (point.fpr, point.tpr), xytext=(6, -4 if point.tpr else 6), textcoords="offset points"
    )
    axes[1].plot(pc, lines[name](pc), linestyle=dashed, clip_on=False)
    axes[1].annotate(name, places[name])
axes[0].set(xlabel="false positive rate", ylabel="true positive rate", xlim=(0, 1.25), ylim=(0, 1.05))
axes[1].set(xlabel="PC(+)", ylabel="normalised expected cost", xlim=(0, 1), ylim=(0, 1))

# %%
# The lines 0, 1, x and 1 − x; the better trivial classifier is the lower envelope of two of them.

assert np.allclose(lines["perfect"](pc), 0)
assert np.allclose(lines["always wrong"](pc), 1)
assert np.allclose(lines["nobody"](pc), pc)
assert np.allclose(lines["everybody"](pc), 1 - pc)
worthless = cc.optimal(cc.Tally.from_points([0.6], [0.5]))
assert np.allclose(worthless(pc), np.minimum(pc, 1 - pc))
print("area under the better trivial classifier:", worthless.area)
