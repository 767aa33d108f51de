"""
Two classifiers, equally many errors: which one?
================================================

A single rule (1R) and a decision tree (C4.5) judged 690 credit applications. Both made 100 errors, so error
rates cannot tell them apart. Their cost curves can: they err on different sides, and each is the cheaper one
on its own side of a crossing.

Rebuilds figure 1 of R. C. Holte and C. Drummond, *Cost-sensitive classifier evaluation using cost curves*,
PAKDD 2008, with the counts of a rerun.
"""

# %%
# One confusion matrix each is enough; a curve needs no scores. Dotted is the line of each classifier; its curve
# leaves the line where flagging nobody or everybody is cheaper.

import matplotlib.pyplot as plt

import costcurves as cc
from costcurves import examples
from costcurves.charts.palette import LIGHT

BLUE, ORANGE = LIGHT.words[:2]

counts = examples.credit_rules()
points = {name: (c.fp / c.negatives, c.tp / c.positives) for name, c in counts.items()}
ev = cc.evaluate_points(points, positives=307, negatives=383)
(crossing,) = ev.compare("1R", "C4.5").crossings

figure, (roc, cost) = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
ev.plot("roc", ax=roc).get_legend().remove()
ev.plot("cost", ax=cost).get_legend().remove()
roc.text(0.22, 0.88, "1R", color=BLUE)
roc.text(0.12, 0.88, "C4.5", color=ORANGE, ha="right")
cost.text(0.01, 0.21, "1R", color=BLUE)
cost.text(0.01, 0.14, "C4.5", color=ORANGE)
cost.plot(crossing, ev.cost_curve("1R")(crossing), "o", color="black")
cost.text(crossing, 0.16, f"PC(+) = {crossing:.3f}")

# %%
# With equal costs and the share of positives of these very records the normalised expected cost is the error
# rate, which is the same for both. So they cross at this share, 307/690. To the right of it, where misses weigh
# more, the rule is cheaper; to the left the tree.

print(ev.compare("1R", "C4.5"))
assert [int((c.fp + c.fn)[0]) for c in counts.values()] == [100, 100]
assert round(crossing, 12) == round(307 / 690, 12)
assert round(crossing, 6) == 0.444928
assert [part.winner for part in ev.winners()] == ["flag nobody", "C4.5", "1R", "flag everybody"]

# %%
# In ROC space the crossing is the line through the two points: all points on it make equally many errors.

rule, tree = (cc.space.RocPoint(fpr.item(), tpr.item()) for fpr, tpr in points.values())
line = rule.line_to(tree)
print(f"slope of the line through both: {line.slope:.4f} = 383/307")
assert round(line.slope, 12) == round(383 / 307, 12)
assert round(line.cost_point().pc, 12) == round(crossing, 12)
