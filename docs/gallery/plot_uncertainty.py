"""
Uncertainty of a cost curve
===========================

Three models scored 2,000 customers of a bank, of whom 192 accepted a loan. Drawn from one table of records, a cost
curve is the cost of the best thresholds *of these records*, and looks better than the thresholds will prove. Bands
say what to expect on new records, and which of the differences between models are more than chance.
"""

# %%
# A pointwise band holds at any one condition, a simultaneous one at all of them together, so that it is wider. Both
# lie around the dashed line: thresholds that were chosen on other records than those that judge them.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc
from costcurves import examples

ev = cc.evaluate(*examples.personal_loans())
pointwise = ev.uncertainty(level=0.95)
together = ev.uncertainty(level=0.95, simultaneous=True)

figure, axes = plt.subplots(1, 2, figsize=(11, 5), layout="constrained", sharey=True)
ev.plot("cost", ax=axes[0], uncertainty=pointwise)
ev.plot("cost", ax=axes[1], uncertainty=together)

for model in ev.models:
    narrow, wide = pointwise.band("cost", model), together.band("cost", model)
    assert np.all(wide.low <= narrow.low)
    assert np.all(narrow.high <= wide.high)
    assert np.all(ev.cost_curve(model)(narrow.x) <= narrow.estimate + 1e-9)  # the envelope is optimistic

# %%
# How much too good the envelope looks differs by model. Averaged over all conditions:

for model in ev.models:
    optimism = pointwise.optimism(model)
    print(f"{model:9} area {ev.cost_curve(model).area:.4f}, optimism {optimism.area:.4f}")
    assert optimism.area > 0

# %%
# Both models are judged on the same customers, so that most of what chance does to one it does to the other: the
# band of their difference is narrower than bands of their own suggest. It is below 0 where the first is cheaper. A
# second strip names the ranges in which one of them is cheaper by more than chance, all ranges together.

figure, axes = plt.subplots(1, 2, figsize=(11, 5), layout="constrained")
for ax, pair in zip(axes, [("logistic", "boosting"), ("forest", "boosting")], strict=True):
    ev.plot("difference", ax=ax, pair=pair, uncertainty=together)

# %%
# The curves of forest and boosting cross, and each is cheapest somewhere. With so few customers who accepted, that
# may be chance: nowhere is the band of their difference clear of 0. Both are cheaper than the logistic regression over
# most of the axis.

crossings = ev.compare("forest", "boosting").crossings
print("forest and boosting cross at PC(+)", *np.round(crossings, 4))
assert len(crossings) == 1
assert together.compare("forest", "boosting").cheaper == ()

widest = max(together.compare("logistic", "boosting").cheaper, key=lambda one: one.high - one.low)
print(f"boosting is cheaper than logistic from {widest.low:.3f} to {widest.high:.3f} (95 % simultaneous)")
assert widest.winner == "boosting"
assert widest.high - widest.low > 0.7

# %%
# For one campaign the question is narrower, and the answer an interval.

campaign = cc.OperatingCondition(prevalence=0.096, costs=cc.Costs(fp=1, fn=20))
print("boosting costs a customer", pointwise.money("boosting", campaign))
pairs = pointwise.pairwise(campaign)
print(pairs)

assert pairs.pair("logistic", "boosting").test.significant()
assert not pairs.pair("forest", "boosting").test.significant()
