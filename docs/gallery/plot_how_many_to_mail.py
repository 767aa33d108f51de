"""
How many letters to send
========================

A list holds 10,000 names, of whom 2 % respond. A letter costs $0.65, a response brings $25. Mailing all
loses $1,500, so the reference line falls; yet mailing the best-scored part pays.

After G. Shmueli, N. R. Patel and P. C. Bruce, *Data Mining for Business Intelligence*, 2nd ed., Wiley 2010,
figure 5.9. The list itself is not printed: these are made data with its totals and its maximum near 3,000.
"""

# %%
# 200 responders, most of them among the 3,000 best scores; the profit of every depth.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc

rank = np.concatenate([np.linspace(0, 2999, 140), np.linspace(3000, 9999, 60)]).round().astype(int)
responds = np.zeros(10_000, dtype=int)
responds[rank] = 1
score = -np.arange(10_000.0)

letter = cc.OperatingCondition.from_benefits(tp=24.35, fp=-0.65, prevalence=0.02)
ev = cc.evaluate(responds, {"response model": score})
decision = ev.decide(letter)

figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
ev.plot("profit", ax=axes, condition=letter, decision=decision)

# %%
# At the right end stands the loss of mailing everybody; the best depth is near 3,000 letters.

profit = ev.curve("profit", "response model", condition=letter)
depth, greatest = profit.extreme(highest=True)
print(f"mail {10_000 * depth:.0f}: ${greatest:.2f}; mail all: ${profit(1.0):.2f}")
assert np.isclose(profit(1.0), 25 * 200 - 0.65 * 10_000)
assert abs(10_000 * depth - 3000) < 100

# %%
# The same answer in cost space: it pays to mail while the chance of a response is above 0.65/25, and the
# greatest profit is what perfection would bring less the cost at that condition.

envelope = ev.cost_curve("response model")
stake = 10_000 * (0.02 * 24.35 + 0.98 * 0.65)
assert np.isclose(letter.threshold, 0.65 / 25)
assert np.isclose(greatest, 24.35 * 200 - stake * envelope(letter.pc))
assert np.isclose(10_000 * decision.flagged, 10_000 * depth)
print(decision)
