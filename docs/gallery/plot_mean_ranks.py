"""
Four algorithms on 26 data sets: does any of them rank better?
==============================================================

Accuracies of four ways to combine classifiers, from Fürnkranz's course slides. Every data set ranks them, 1 being
best; the picture shows mean ranks and how far apart they must lie to differ. Beside it stands an example that
Demšar prints (JMLR 7, 2006): four variants of one decision tree on 14 data sets, known by their mean ranks only.
"""

# %%
# The bar above the axis joins algorithms whose mean ranks lie within the critical difference: the four are not told
# apart. Against a control there are fewer comparisons, and the difference is smaller: of the trees, the one with
# both changes ranks better than the plain one, though no test of all pairs says so.

import matplotlib.pyplot as plt

import costcurves as cc
from costcurves import examples

datasets, accuracies = examples.accuracies26()
study = cc.studies.Study.of(accuracies, datasets=datasets, better="high")
trees = cc.studies.MeanRanks(
    ("C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"), [3.143, 2.0, 2.893, 1.964], datasets=14
)

figure, axes = plt.subplots(1, 2, figsize=(11, 4.2), layout="constrained")
cc.studies.rank_chart(study).plot(axes[0])
cc.studies.rank_chart(trees, control="C4.5").plot(axes[1])

assert cc.studies.nemenyi_test(study).significant == ()
assert cc.studies.nemenyi_test(trees).significant == ()
assert cc.studies.bonferroni_dunn_test(trees, "C4.5").significant == (("C4.5+m+cf", "C4.5"),)

# %%
# Each pair by itself: wins, ties and losses, and the sign test. With six tests, one false alarm at 5 % would be no
# surprise; here there is none.

for pair, outcome in cc.studies.win_tie_loss(study).pairs.items():
    print(*pair, outcome, f"p = {cc.studies.sign_test(*outcome).pvalue:.4f}")

print(f"chance of a false alarm: {cc.stats.false_alarm(6):.4f}")
assert all(
    not cc.studies.sign_test(*outcome).significant()
    for outcome in cc.studies.win_tie_loss(study).pairs.values()
)

# %%
# Winning is not transitive: Grading beats Select, Select beats Voting, and Voting beats Grading.

beats = cc.studies.win_tie_loss(study).of
for first, second in (("Grading", "Select"), ("Select", "Voting"), ("Voting", "Grading")):
    assert beats(first, second).wins > beats(first, second).losses
