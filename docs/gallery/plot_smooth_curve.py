"""
A smooth curve through five ratings
===================================

A radiologist rated 109 images on a scale of five. The ROC curve of the ratings has four corners between its ends,
and says nothing of what a finer scale would show. If some rising function of the ratings is normal in each class,
two numbers describe the whole curve, and its cost curve too. Here they are estimated by maximum likelihood.

The counts are those of J. A. Hanley and B. J. McNeil, *The meaning and use of the area under a receiver operating
characteristic (ROC) curve*, Radiology 143, 1982.
"""

# %%
# The smooth curve passes close to all four points. Between them it runs above their chords, and it needs no jump
# from the last threshold to flagging everybody.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves.charts.palette import LIGHT

BLUE, ORANGE = LIGHT.words[:2]

ratings = cc.Tally.from_counts([5, 4, 3, 2, 1], positives=[33, 11, 2, 2, 3], negatives=[2, 11, 6, 6, 33])
smooth = cc.binormal.Binormal.fitted_to_ranks(ratings)
observed, best, costs = cc.RocCurve.of(ratings), cc.rules.optimal(ratings), smooth.cost_curve()
drawn, pc = cc.RocCurve.of(smooth.sampled(500)), np.linspace(0, 1, 1001)

figure, (roc, cost) = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
roc.set(
    xlabel="False positive rate (FPR)", ylabel="True positive rate (TPR)", xlim=(0, 1), ylim=(0, 1), aspect=1
)
cost.set(xlabel="PC(+)", ylabel="Normalised expected cost (NEC)", xlim=(0, 1), ylim=(0, 0.5))
roc.plot([0, 1], [0, 1], color="grey", linestyle=":")
roc.plot(observed.fpr, observed.tpr, "o--", color=ORANGE, clip_on=False)
roc.plot(drawn.fpr, drawn.tpr, color=BLUE)
roc.text(0.27, 0.93, "smooth", color=BLUE, ha="right")
roc.text(0.3, 0.84, "five ratings", color=ORANGE)
cost.plot([0, 0.5, 1], [0, 0.5, 0], color="grey", linestyle=":")
cost.plot(best.knots, best.values, "--", color=ORANGE)
cost.plot(pc, costs(pc), color=BLUE)
cost.text(0.38, 0.43, "nobody or\neverybody", color="grey", ha="right", va="center")
cost.text(0.47, 0.2, "five ratings", color=ORANGE, ha="center")
cost.text(0.6, 0.125, "smooth", color=BLUE, ha="right")

print(
    f"a = {smooth.a:.3f}, b = {smooth.b:.3f}, deviance {smooth.fit.deviance:.2f} of {smooth.fit.freedom} degrees"
)
print(f"area: smooth {smooth.auc:.3f} ± {smooth.auc_error:.3f}, ratings {observed.auc:.3f}")
assert (round(smooth.a, 3), round(smooth.b, 3)) == (1.657, 0.713)
assert np.allclose(smooth.tpr(observed.fpr[1:-1]), observed.tpr[1:-1], atol=0.03)
assert smooth.auc > observed.auc

# %%
# Inside the range of each rating's threshold both curves agree; where two ranges meet, a threshold between the
# two ratings would be cheaper. With b < 1 the smooth curve hooks below the chance line, but so late that nobody
# would see it. Already before, from the tangent through (1, 1) on, flagging everybody is better.

saved = best(pc) - costs(pc)
print(f"a finer scale would save up to {saved.max():.3f}, at PC(+) = {pc[saved.argmax()]:.2f}")
print(f"some threshold is of use up to PC(+) = {costs.operating_range[1]:.3f}")
print(f"the hook begins at FPR = 1 - {1 - smooth.hook[0]:.0e}")
assert np.all(costs(pc) <= np.minimum(pc, 1 - pc))
assert np.all(saved > -0.005)
assert np.isclose(pc[saved.argmax()], best.knots[2], atol=0.01)
assert 1 - smooth.hook[0] < 1e-8
