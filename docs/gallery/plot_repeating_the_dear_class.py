"""
Repeating the dear class
========================

Two rules tell crosses from circles. One misses a circle, the other raises two false alarms. With equal costs
the first is better; when a missed circle costs five, the second is. Repeating every circle four more times
shows the costs to a learner that knows of none.

After G. Shmueli, N. R. Patel and P. C. Bruce, *Data Mining for Business Intelligence*, 2nd ed., Wiley 2010,
figures 5.10, 5.11 and 5.12. The points are made data.
"""

# %%
# Six circles (positive) and eight crosses; the rules are an upright and a level line.

import matplotlib.pyplot as plt
import numpy as np

import costcurves as cc

circles = np.array([[6.5, 7], [7.5, 8.2], [8.2, 6.4], [7.1, 9], [8.8, 7.5], [4.2, 6.8]])
crosses = np.array([[1, 2], [2, 4.2], [3, 1.4], [2.2, 6.3], [4.6, 3], [5.3, 1.6], [3.4, 7.4], [1.4, 5]])
x, y = np.concatenate([circles, crosses]).T
label = np.repeat([1, 0], [6, 8])
rules = {"upright": (x > 6).astype(int), "level": (y > 6).astype(int)}

figure, axes = plt.subplots(1, 2, figsize=(9.5, 4.2), layout="constrained")
for size, ax in zip((1, 5), axes, strict=True):
    ax.scatter(*circles.T, s=60 * size, facecolors="none", edgecolors="tab:orange", label=f"circle, {size}×")
    ax.scatter(*crosses.T, marker="x", color="tab:blue", label="cross")
    ax.set(xlabel="first predictor", ylabel="second predictor", xlim=(0, 10), ylim=(0, 10))
axes[0].axvline(6, color="black")
axes[0].set_title("equal costs: the upright rule")
axes[1].axhline(6, color="black")
axes[1].set_title("a missed circle costs 5: the level rule")
axes[1].legend(loc="lower right")

# %%
# The costs of both rules, and the errors that a learner counts after circles were repeated.

for name, rule in rules.items():
    missed, alarms = int(np.sum(label > rule)), int(np.sum(label < rule))
    print(
        f"{name}: {missed} missed, {alarms} false alarms; costs {missed + alarms} and {5 * missed + alarms}"
    )

repeated = np.where(label == 1, 5, 1)
errors = {name: int(np.sum(repeated * (rule != label))) for name, rule in rules.items()}
assert errors == {"upright": 5, "level": 2}

# %%
# ROC points do not move when a class is repeated; only the price of an error does, and with it the better rule.
# In cost space the two lines cross between the two conditions.

ev = cc.evaluate(label, rules)
heavy = cc.evaluate(label, rules, sample_weight=repeated)
for name in rules:
    assert np.allclose(ev.roc(name).tpr, heavy.roc(name).tpr)
    assert np.allclose(ev.roc(name).fpr, heavy.roc(name).fpr)

equal = cc.OperatingCondition(6 / 14, cc.Costs(fp=1, fn=1))
dear = cc.OperatingCondition(6 / 14, cc.Costs(fp=1, fn=5))
assert ev.decide(equal).model == "upright"
assert ev.decide(dear).model == "level"
crossings = ev.compare("upright", "level").crossings
assert any(equal.pc < x < dear.pc for x in crossings)
print("cross at PC(+)", *np.round(crossings, 3), "between", round(equal.pc, 3), "and", round(dear.pc, 3))
