"""
Three models for one campaign: which, where, at which threshold?
================================================================

A bank offers personal loans. Three models scored 2,000 customers, of whom 192 accepted. An offer to
somebody who declines costs 1; a customer who would have accepted but got no offer costs 20.
"""

# %%
# The cost curve of each model is the cost of its best threshold, for every mix of prevalence and costs. The
# strip under the curves names the cheapest model.

import matplotlib.pyplot as plt

import costcurves as cc
from costcurves import examples

y_true, scores = examples.personal_loans()
ev = cc.evaluate(y_true, scores)
campaign = cc.OperatingCondition(prevalence=0.096, costs=cc.Costs(fp=1, fn=20))
decision = ev.decide(campaign)

figure, axes = plt.subplots(1, 2, figsize=(11, 4.6), layout="constrained")
ev.plot("cost", ax=axes[0], decision=decision)
ev.plot("roc", ax=axes[1], decision=decision)

# %%
# The decision, in words. All thresholds of the interval flag the same customers.

print(decision)
print(decision.low, "< threshold <=", decision.high)

# %%
# No model is the cheapest everywhere. Where two curves cross, the choice changes; nothing has to be read
# off slopes.

for part in ev.winners():
    print(f"PC(+) from {part.low:.4f} to {part.high:.4f}: {part.winner}")

crossings = ev.compare("forest", "boosting").crossings
assert [round(x, 4) for x in crossings] == [round(part.high, 4) for part in ev.winners()[:-1]]

# %%
# With a tenth of the customers to be called and no more, the question is another one, and so is the answer.

call_a_tenth = ev.decide(criterion=cc.criteria.capacity(0.1, condition=campaign))
print(call_a_tenth)
assert call_a_tenth.flagged <= 0.1
