"""The short glossary of a page."""

from __future__ import annotations

_ENTRIES = """
Positive, flag, threshold
    A positive is a case of the class one looks for. A model gives each case a score; a case is flagged when
    its score reaches the threshold. Thresholds between two neighbouring scores decide alike, so a choice is
    an interval of thresholds.

FPR and TPR
    The false positive rate is the share of negatives that are flagged; the true positive rate is the share
    of positives that are flagged. FNR = 1 − TPR is the share of positives that are missed.

PC(+)
    The operating condition in one number from 0 to 1: the share of positives, weighted by what errors cost.
    PC(+) = p·c(fn) / (p·c(fn) + (1 − p)·c(fp)), where p is the prevalence, c(fn) the cost of a missed
    positive and c(fp) that of a false alarm. If both errors cost the same, it is the prevalence.

NEC, normalised expected cost
    FNR·PC(+) + FPR·(1 − PC(+)): the expected cost as a share of that of being always wrong. 0 is perfect.

Cost curve
    NEC of a model over all PC(+). One threshold is a straight line; the curve is the lower envelope of the
    lines of all thresholds, so at every condition it shows the best threshold.

Flag nobody, flag everybody
    The two trivial classifiers, which ignore the case. A model that does not cost less than both is of no
    use under that condition.

Operating range
    The range of PC(+) in which some threshold of a model beats both trivial classifiers.

ROC curve and hull
    TPR against FPR over all thresholds. Corners of the upper hull are the thresholds that some condition
    makes best; points below it never are. Each corner is one straight piece of the cost curve.

Line of equal cost
    Points on it in ROC space cost the same under the stated condition; its slope is (1 − PC(+))/PC(+). The
    best point of a curve is where the highest such line touches it.

AUC
    The chance that a positive has a higher score than a negative, ties counting half.
"""

_SURE_ENTRIES = """
Interval and band
    A 95 % interval is made so that 95 of 100 such intervals hold what they estimate: it says how far chance
    may have moved a number. A band is an interval at every place of a curve; a pointwise one holds at any
    one place, a simultaneous one at all places together.

Cross-fitted
    Each part of the records is judged by thresholds that were chosen on the other parts. A threshold that is
    judged on the records that chose it looks better than it is.

p (Holm)
    A small p-value says that so large a difference is rare between models that cost the same. Of many
    differences some are large by chance; Holm's procedure raises the p-values to allow for that.
"""


def _read(entries: str) -> tuple[tuple[str, str], ...]:
    """Return words and what they mean, each meaning on one line."""
    pairs = (entry.strip().split("\n", 1) for entry in entries.split("\n\n"))
    return tuple((term, " ".join(meaning.split())) for term, meaning in pairs)


#: Words of the page and what they mean, in the order in which a reader meets them.
GLOSSARY = _read(_ENTRIES)
#: Those of a page with intervals.
UNCERTAINTY_GLOSSARY = _read(_SURE_ENTRIES)
