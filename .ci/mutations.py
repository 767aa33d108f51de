"""Break the mathematics in more than forty places, one at a time, and see whether the tests notice.

    python .ci/mutations.py                  all of them
    python .ci/mutations.py KEY KEY          only these
    python .ci/mutations.py --places         none: only see that each still finds its line

Each mutation is made in a copy of the tree, found by its text wherever the module now stands. The tests of
its area run first, all others that check numbers only if those pass. What fails must pass without it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
SOURCE = Path("src", "costcurves")
#: All tests that check numbers.
WIDE = ("laws", "unit", "oracles", "papers", "exhaustive", "registry")
#: Seconds after which a run is given up: that counts as not noticed.
LIMIT = 1800
#: So many of all mutations may be missed; of some that are asked for, none.
MISSES = 2


class Mutation(NamedTuple):
    """One error: text that stands once in the package, what is put in its place, and what that breaks."""

    key: str
    original: str
    mutated: str
    breaks: str
    #: Files of tests that should notice, wherever under `tests` they stand.
    tests: str


MUTATIONS = (
    # ---- tally: records, cells, counts ----------------------------------------------------------
    Mutation(
        "tally-compact",
        "(positive[1:] != negative[1:]) & (positive[1:] == positive[:-1])",
        "(positive[1:] == positive[:-1])",
        "neighbouring cells that hold both classes are merged, though thresholds between them matter",
        "test_tallies.py test_cells.py test_tally.py",
    ),
    Mutation(
        "tally-tie-side",
        'start[1 + met] = np.searchsorted(scores, needles[met], side="right")',
        'start[1 + met] = np.searchsorted(scores, needles[met], side="left")',
        "scores of one class that are equal to one of the other count as above it",
        "test_sorting.py test_tally.py test_auc.py",
    ),
    Mutation(
        "tally-weights-unsorted",
        "np.cumsum(weight[order])])\n    return Run(values[order], running)",
        "np.cumsum(weight)])\n    return Run(values[order], running)",
        "weights stay in the order of rows while scores are sorted",
        "test_sorting.py test_tallies.py test_tally.py",
    ),
    Mutation(
        "tally-order-of-sums",
        "sums = np.bincount(bin_of, weight, minlength",
        "sums = np.bincount(bin_of[::-1], weight[::-1], minlength",
        "weights of ties are added from the last row to the first",
        "test_order_of_sums.py",
    ),
    Mutation(
        "probabilities-odds",
        "return other / (1 - other) * ((1 - share) / share)",
        "return other / (1 - other) * (share / (1 - share))",
        "scores of an oversampled sample are moved the wrong way",
        "test_probabilities.py",
    ),
    Mutation(
        "probabilities-rounding",
        "return off <= _FEW * float(np.finfo(np.float32).eps) and off <= slack(tally.cells.high)",
        "return off <= _FEW * float(np.finfo(np.float32).eps)",
        "scores of double precision are clipped as those of single precision are",
        "test_probabilities.py",
    ),
    Mutation(
        "tally-infinite-ties",
        "np.not_equal(values[1:], values[:-1], out=differ[:-1])",
        'with np.errstate(invalid="ignore"):\n        np.not_equal(np.diff(values), 0, out=differ[:-1])',
        "equal infinite scores are told apart, since inf − inf is no number",
        "test_sorting.py test_tallies.py test_tally.py",
    ),
    Mutation(
        "tally-flagged-side",
        'np.searchsorted(ends[::-1], threshold, side="left")',
        'np.searchsorted(ends[::-1], threshold, side="right")',
        "a record whose score is the threshold is not flagged",
        "test_cells.py test_tallies.py test_selection.py test_driven_rules.py test_equal_errors.py",
    ),
    Mutation(
        "tally-dominated-points",
        "order = np.lexsort((-y, x))",
        "order = np.lexsort((y, x))",
        "of published points with one FPR all are kept, not the highest alone",
        "test_published.py test_tallies.py",
    ),
    Mutation(
        "tally-climb-ties",
        "rare_is_positive else 2 * others - below - upto",
        "rare_is_positive else 2 * others - 2 * upto",
        "ties count nothing in the AUC where the negatives are the rarer class",
        "test_sorting.py test_auc.py test_tally.py test_summaries.py",
    ),
    Mutation(
        "tally-exact-sums",
        "float(one.sum(dtype=float)) * float(np.max(other, initial=0)) >= LARGEST_COUNT",
        "float(np.max(one, initial=0)) * float(np.max(other, initial=0)) >= LARGEST_COUNT",
        "a sum of products of whole weights overflows where each of the products does not",
        "test_cells.py test_auc.py test_tally.py",
    ),
    # ---- space: points, lines, hulls, curves -----------------------------------------------------
    Mutation(
        "space-upper-end",
        'left = np.searchsorted(x, at, side="right") - 1',
        'left = np.searchsorted(x, at, side="left") - 1',
        "at a vertical step of a ROC curve its lower end is read",
        "test_roc.py test_averaging.py test_averages.py",
    ),
    Mutation(
        "space-carry",
        "u1 * v1 + (cross >> half) + (carry >> half)",
        "u1 * v1 + (cross >> half)",
        "products of huge counts lose a carry, so that hulls of them are not exact",
        "test_hull.py test_envelope.py",
    ),
    Mutation(
        "space-class-sizes",
        "across, up = np.diff(self.fp) / self.fp[-1], np.diff(self.tp) / self.tp[-1]",
        "across, up = np.diff(self.fp) / 1.0, np.diff(self.tp) / 1.0",
        "breakpoints are those of counts, not of rates",
        "test_roc.py test_envelope.py test_drummond_holte_2000.py",
    ),
    Mutation(
        "space-operating-range",
        "return fpr / (fpr + tpr), (1 - fpr) / ((1 - fpr) + (1 - tpr))",
        "return fpr / (fpr + tpr), (1 - tpr) / ((1 - fpr) + (1 - tpr))",
        "the upper end of the operating range of a classifier",
        "test_duality.py",
    ),
    Mutation(
        "space-belief-in-one",
        "ends[-1] = prior.total(k)",
        "ends[-1] = prior.moments(self.edges[-1:], k)[0]",
        "what a belief has at PC(+) = 1 takes no part in an expected cost",
        "test_costcurve.py test_expected.py test_beliefs.py",
    ),
    Mutation(
        "space-simpson",
        "left + 4 * middle + right)\n        return area / 6",
        "left + 2 * middle + right)\n        return area / 4",
        "the area under a curve whose rates move within a piece",
        "test_costcurve.py test_driven_rules.py test_rules.py",
    ),
    Mutation(
        "space-winners-tie",
        "cheapest = costs <= costs.min(axis=0) + TIE",
        "cheapest = costs <= costs.min(axis=0)",
        "models whose costs differ by rounding no longer share a range",
        "test_winners.py test_envelope.py",
    ),
    Mutation(
        "space-joint-tie",
        "np.abs(hull.tpr[place] - tpr)) <= TIE",
        "np.abs(hull.tpr[place] - tpr)) >= 0",
        "every model is said to have every corner of a joint hull",
        "test_joint_hull.py",
    ),
    Mutation(
        "criteria-two-models",
        "if loss < least - TIE * scale:",
        "if loss <= least + TIE * scale:",
        "two models are mixed where one does as well",
        "test_mixtures.py",
    ),
    Mutation(
        "criteria-member-shares",
        "@ rates\n        facts: dict[str, Any]",
        "@ rates[::-1]\n        facts: dict[str, Any]",
        "each member of a mixture is judged with the share of the other",
        "test_mixtures.py test_decisions.py test_criteria.py",
    ),
    Mutation(
        "space-second-root",
        "found = [half / bend] + ([left / half] if half else [])",
        "found = [half / bend]",
        "of two crossings within a bent piece one is missed",
        "test_pieces.py test_costcurve.py test_winners.py",
    ),
    # ---- rules: how the threshold follows the condition ------------------------------------------
    Mutation(
        "rules-without-trivial",
        "return CostCurve.serving(edges, fpr, 1 - tpr, index + 1, **self._facts())",
        "return CostCurve.serving(edges, fpr, 1 - tpr, index, **self._facts())",
        "without the trivial classifiers pieces name the neighbour of the point that serves them",
        "test_selection.py test_rules.py",
    ),
    Mutation(
        "rules-tuned-elsewhere",
        "point = points_at(tally, hull.",
        "point = points_at(self.tuning, hull.",
        "tuned thresholds are looked up among the records they were tuned on, not those judged",
        "test_selection.py test_rules.py",
    ),
    Mutation(
        "rules-tuned-everybody",
        "point[0], point[-1] = 0, len(roc) - 1",
        "point[0] = 0",
        "where everybody is flagged new records below the lowest old score are not",
        "test_selection.py test_rules.py",
    ),
    Mutation(
        "rules-score-odds",
        "for_it = np.where(p == own, fn, np.multiply(fn, p * (1 - own)))",
        "for_it = np.where(p == own, fn, np.multiply(fn, own * (1 - p)))",
        "scores calibrated at one prevalence are not carried to another",
        "test_driven_rules.py test_equal_errors.py test_rules.py",
    ),
    Mutation(
        "rules-share-flagged",
        "edges = prevalence * roc.tpr + (1 - prevalence) * roc.fpr",
        "edges = (1 - prevalence) * roc.tpr + prevalence * roc.fpr",
        "the share flagged weighs its rates by the wrong classes",
        "test_driven_rules.py test_rules.py",
    ),
    Mutation(
        "rules-lower-ends",
        "zip(ends, (False, True), strict=True)",
        "zip(ends, (True, True), strict=True)",
        "averages of ROC curves lose the lower ends of steps",
        "test_averaging.py test_averages.py",
    ),
    Mutation(
        "rules-pooled-prevalence",
        "np.average(shares, weights=sizes)",
        "np.average(shares)",
        "folds of any size count alike in the prevalence of all of them",
        "test_averaging.py test_averages.py",
    ),
    Mutation(
        "rules-mean-of-rates",
        "((part / part[..., -1:]).mean(axis=0) for part in (outcomes.fp, outcomes.tp))",
        "(part.sum(axis=0) / part[..., -1:].sum(axis=0) for part in (outcomes.fp, outcomes.tp))",
        "the average at equal thresholds is that of pooled records, not of curves",
        "test_averaging.py test_averages.py",
    ),
    # ---- measures: numbers of a matrix, of a tally -----------------------------------------------
    Mutation(
        "measures-f-weight",
        "share_of((1 + w) * c.tp, (1 + w) * c.tp + w * c.fn + c.fp)",
        "share_of((1 + w) * c.tp, (1 + w) * c.tp + c.fn + w * c.fp)",
        "F measures take precision, not recall, as seriously as beta says",
        "test_measures.py test_oracles.py",
    ),
    Mutation(
        "measures-recall-gain",
        "1 - _ratio(share_of(c.fn, c.negatives), _tpr(c))",
        "1 - _ratio(share_of(c.fn, c.positives), _tpr(c))",
        "recall gain forgets the odds of the classes",
        "test_measures.py test_oracles.py test_scalars.py",
    ),
    Mutation(
        "measures-average-precision",
        "tpr, fpr = roc.tpr[1:][there], roc.fpr[1:][there]",
        "tpr, fpr = roc.tpr[1:][there], roc.fpr[:-1][there]",
        "a rise in recall forgets the false positives that come with it",
        "test_partial_areas.py test_scalars.py",
    ),
    Mutation(
        "measures-precision-recall",
        "precision * tpr * log + precision**2 * (flagged / p) * (growth - log)",
        "precision * tpr * log + precision * (flagged / p) * (growth - log)",
        "the area under a precision–recall curve",
        "test_partial_areas.py test_scalars.py",
    ),
    Mutation(
        "measures-partial-height",
        "height = ((1 - low) + (1 - high)) / 2 if over_fpr else (low + high) / 2",
        "height = (low + high) / 2 if over_fpr else ((1 - low) + (1 - high)) / 2",
        "McClish's standard of a partial AUC over FPR is that over TPR",
        "test_partial_areas.py test_scalars.py",
    ),
    Mutation(
        "measures-nearest-tie",
        "near = gap <= gap.min() + TIE",
        "near = gap <= gap.min()",
        "of equally near equal error rates the last bit decides, not the least",
        "test_equal_errors.py test_scalars.py",
    ),
    Mutation(
        "measures-cllr-prior",
        "_minus_log(score) - math.log(stated / (1 - stated))",
        "_minus_log(score) + math.log(stated / (1 - stated))",
        "log-likelihood ratios get the prior odds twice instead of losing them",
        "test_proper_scores.py test_scalars.py",
    ),
    Mutation(
        "measures-severity",
        "curve.skill(ConditionPrior.beta(b, a))",
        "curve.skill(ConditionPrior.beta(a, b))",
        "the H-measure weighs false negatives as severity weighs false positives",
        "test_h_measure_laws.py test_h_measure.py",
    ),
    # ---- inference: intervals and tests ----------------------------------------------------------
    Mutation(
        "inference-continuity",
        "common = max(common - n / 2, 0.0)",
        "common = max(common, 0.0)",
        "Newcombe's paired interval is too narrow for few records",
        "test_paired_rates.py test_intervals_of_rates.py",
    ),
    Mutation(
        "inference-few-right",
        "few = np.minimum(errors, size - errors) < FEW_ERRORS",
        "few = errors < FEW_ERRORS",
        "few right answers do not widen an interval as few errors do",
        "test_cost_intervals.py",
    ),
    Mutation(
        "inference-hanley",
        "first = (p - 1) * (auc / (2 - auc) - auc**2)",
        "first = (n - 1) * (auc / (2 - auc) - auc**2)",
        "Hanley and McNeil's error of classes of different size",
        "test_auc_intervals.py test_auc.py",
    ),
    Mutation(
        "inference-mid-p",
        "float(law.sf(b - 1)) - inner",
        "float(law.sf(b)) - inner",
        "McNemar's upper tail leaves out what was found",
        "test_mcnemar.py test_paired_models.py",
    ),
    Mutation(
        "inference-holm",
        "np.maximum.accumulate(np.minimum(1.0, left * found[order]))",
        "np.minimum(1.0, left * found[order])",
        "Holm's p-values may fall as the plain ones rise",
        "test_multiplicity.py test_many_data_sets.py",
    ),
    Mutation(
        "inference-left-out",
        "        return whole[1] - fold[1]",
        "        return whole[1]",
        "cross-fitted thresholds know the records that they are judged on",
        "test_crossfit.py",
    ),
    Mutation(
        "choice-of-the-dearest",
        "np.argmax(learned <= least + slack, axis=0)",
        "np.argmax(learned >= learned.max(axis=0), axis=0)",
        "each fold is judged by the model that costs most on the others",
        "test_whole_choice.py",
    ),
    Mutation(
        "choice-without-splits",
        "return sizes * given / (given + vary) if given else sizes",
        "return sizes",
        "the interval of the whole choice leaves out how much splits differ",
        "test_whole_choice.py",
    ),
    Mutation(
        "gap-inner-ends",
        "low, high = min(low, least), max(high, most)",
        "low, high = max(low, least), min(high, most)",
        "models are told apart where a test of the pair leaves it open",
        "test_whole_choice.py test_recommendation.py",
    ),
    Mutation(
        "inference-fold-weights",
        "self.cell[model][rows], weight, parts * shape[1])",
        "self.cell[model][rows], None, parts * shape[1])",
        "folds of weighted records count them instead",
        "test_resampling.py test_crossfit.py",
    ),
    Mutation(
        "inference-freedom",
        "parts = variances[0] ** 2 / freedoms[0] + variances[1] ** 2 / freedoms[1]",
        "parts = variances[0] / freedoms[0] + variances[1] / freedoms[1]",
        "Welch's degrees of freedom",
        "test_means.py test_spread.py test_paired.py",
    ),
    Mutation(
        "parts-own-prevalence",
        "return self if share is None else self.at_prevalence(share, source or chooser.name)",
        "return self",
        "parts are compared each at its own prevalence",
        "test_parts_shown.py",
    ),
    Mutation(
        "parts-curves-of-the-whole",
        'return loaded.parts[found[0]] if len(found) == 1 and not of[""] else None',
        "return None",
        "costs without a prevalence are taken at that of each part",
        "test_parts_shown.py",
    ),
    Mutation(
        "parts-of-files-any-role",
        'return found.pop() if len(found) == 1 else ""\n\n\ndef is_partition',
        'return found.pop() if found else ""\n\n\ndef is_partition',
        "a file whose name has words of two roles has one of them",
        "test_several_files.py",
    ),
    Mutation(
        "lines-hull-left-out",
        "np.union1d(np.intersect1d(inner, corners), others[places])",
        "others[places]",
        "the lines of thresholds on the hull are not drawn where there are many",
        "test_threshold_lines.py",
    ),
    Mutation(
        "trained-for-twice",
        "if len(np.unique(pc)) < len(pc):\n        raise",
        "if False:\n        raise",
        "two classifiers of a family may be trained for one condition",
        "test_selection.py",
    ),
    # ---- numbers ----------------------------------------------------------------------------------
    Mutation(
        "numbers-shift-of-all-folds",
        "rows = order[self.dealt.parts[split][order] != fold]",
        "rows = order[self.dealt.parts[split][order] >= 0]",
        "the shift for a fold is chosen with that fold",
        "test_shifts.py",
    ),
    Mutation(
        "numbers-loss-of-the-mean",
        "loss -= so_far",
        "loss -= share * so_far",
        "the loss with the best shift is another curve that is 0 at both ends",
        "test_loss_curves.py",
    ),
    Mutation(
        "numbers-skewness-forgotten",
        "if abs(bent) < _NO_BEND:",
        "if abs(bent) < 1e9:",
        "intervals of skewed errors are those of Student's t",
        "test_error_intervals.py",
    ),
    Mutation(
        "numbers-pairs-alone",
        "each = 1 - (1 - confidence(self.level)) / tests",
        "each = self.level",
        "intervals of several pairs of models hold each by itself",
        "test_error_intervals.py",
    ),
    Mutation(
        "numbers-caps-forgotten",
        "slope = np.cumsum(change) - float(np.sum(under[low < error[0]]))",
        "slope = np.cumsum(change) - float(np.sum(under))",
        "errors beyond their limit cost less after a shift that leaves them beyond it",
        "test_record_costs.py",
    ),
    Mutation(
        "numbers-boxes-too-low",
        "low, high = np.minimum(ends[1:], ends[:-1]), np.maximum(ends[1:], ends[:-1])",
        "low, high = np.maximum(ends[1:], ends[:-1]), np.minimum(ends[1:], ends[:-1])",
        "a curve is taken for higher than it is between two knots",
        "test_loss_curves.py",
    ),
    # ---- classifiers as given ---------------------------------------------------------------------
    Mutation(
        "given-next-score",
        "ends = (t, math.nextafter(t, math.inf)) if low else (math.nextafter(t, -math.inf), t)",
        "ends = (math.nextafter(t, -math.inf), t)",
        "where low scores mean positive a stated threshold flags from the next float on",
        "test_given_classifiers.py",
    ),
    Mutation(
        "given-is-optimistic",
        "return self.chosen_on == self.judged_on and not self.criterion.is_given",
        "return self.chosen_on == self.judged_on",
        "a stated threshold is said to be chosen on the records that judge it",
        "test_given_classifiers.py",
    ),
    Mutation(
        "given-precision-elsewhere",
        "if weighed or not whole or not _at_own_share(tally, decision):",
        "if weighed or not whole:",
        "a precision has the interval of the records at another share of positives",
        "test_given_classifiers.py",
    ),
    Mutation(
        "counts-unshared",
        "each = level if different_records else 1 - (1 - level) / 2",
        "each = level",
        "intervals of two published points hold alone, not together",
        "test_counted_differences.py",
    ),
    # ---- many classes -----------------------------------------------------------------------------
    Mutation(
        "class-pairs-alone",
        "each, rows, notes = 1 - (1 - one.level) / pairs, [], []",
        "each, rows, notes = one.level, [], []",
        "intervals of pairs of models hold each by itself, not together",
        "test_class_pairs.py",
    ),
    Mutation(
        "class-pairs-unadjusted",
        "adjusted=min(1.0, pairs * row.test.pvalue)",
        "adjusted=row.test.pvalue",
        "p-values of pairs of models hold each by itself, not together",
        "test_class_pairs.py",
    ),
    Mutation(
        "class-matrix-upside-down",
        "texts=_texts(table[::-1], share[::-1])",
        "texts=_texts(table, share)",
        "cells of a confusion matrix have the colour of one class and the count of another",
        "test_class_figures.py",
    ),
    Mutation(
        "class-errors-of-all",
        "[name != action for action in self.actions] for name in self.classes",
        "[True for action in self.actions] for name in self.classes",
        "what is right stands among the most common errors",
        "test_class_recommendation.py",
    ),
)


def homes(mutation: Mutation, tree: Path) -> list[Path]:
    """Find the text of a mutation in the package: the file of each place where it stands."""
    texts = ((path, path.read_text(encoding="utf-8")) for path in sorted(tree.joinpath(SOURCE).rglob("*.py")))
    return [path for path, text in texts for _ in range(text.count(mutation.original))]


def tests_of(mutation: Mutation) -> dict[str, list[str]]:
    """Find the tests that should notice a mutation, by the name of their file."""
    found = {name: sorted(ROOT.joinpath("tests").rglob(name)) for name in mutation.tests.split()}
    return {name: [path.relative_to(ROOT).as_posix() for path in paths] for name, paths in found.items()}


def stale() -> list[str]:
    """Say which rows of the table no longer fit the tree."""
    found = []
    for mutation in MUTATIONS:
        places = [str(path.relative_to(ROOT)) for path in homes(mutation, ROOT)]
        if len(places) != 1:
            found.append(f"{mutation.key}: its text stands in {', '.join(places) or 'no file'}")
        missing = [name for name, paths in tests_of(mutation).items() if not paths]
        if missing:
            found.append(f"{mutation.key}: there is no {', '.join(missing)} under tests")
    return found


def copied(folder: str) -> Path:
    """Copy the tree without what is made from it."""
    made = (".*venv*", ".git", "__pycache__", ".*_cache", ".hypothesis", "_build", "dist")
    return Path(shutil.copytree(ROOT, Path(folder, "tree"), ignore=shutil.ignore_patterns(*made)))


def failing(tree: Path, tests: list[str]) -> str | None:
    """Return the first test that fails in a copy, without its parameters; None if all pass."""
    environment = os.environ | {"PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    # The errors are made in Python: the C extension would not notice them.
    environment |= {"COSTCURVES_KERNEL": "0", "COSTCURVES_BUILD_KERNEL": "no"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--tb=no"]
    try:
        done = subprocess.run(
            [*command, *tests],
            cwd=tree,
            env=environment,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode == 0:
        return None
    found = re.search(r"^(?:FAILED|ERROR) ([^\s\[]+::[^\s\[]+)", done.stdout, re.MULTILINE)
    if done.returncode != 1 or found is None:
        sys.exit(f"the tests did not run:\n{done.stdout}{done.stderr}")
    return found[1]


def noticed_by(mutation: Mutation, sound: Path) -> str | None:
    """Make one mutation and return the test that fails for it, which passes in the sound copy."""
    with tempfile.TemporaryDirectory() as folder:
        tree = copied(folder)
        (path,) = homes(mutation, tree)
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(mutation.original, mutation.mutated), encoding="utf-8")
        near = [test for tests in tests_of(mutation).values() for test in tests]
        test = failing(tree, near) or failing(tree, [f"tests/{name}" for name in WIDE])
    if test is not None and failing(sound, [test]) is not None:
        sys.exit(f"{test} fails without the mutation {mutation.key}, too")
    return test


def main(keys: list[str]) -> int:
    """Make the mutations and print who noticed; 1 if too many are missed."""
    if troubles := stale():
        sys.exit("\n".join([*troubles, "adapt the table"]))
    if keys == ["--places"]:
        return 0
    unknown = set(keys) - {mutation.key for mutation in MUTATIONS}
    if unknown:
        sys.exit(f"no such mutation: {', '.join(sorted(unknown))}")
    asked = [mutation for mutation in MUTATIONS if not keys or mutation.key in keys]
    width = max(len(mutation.key) for mutation in asked)
    rows, missed = [], 0
    with tempfile.TemporaryDirectory() as folder:
        sound = copied(folder)
        for mutation in asked:
            start = time.monotonic()
            test = noticed_by(mutation, sound)
            missed += test is None
            rows.append(f"{mutation.key:{width}}  {test or 'SURVIVED: ' + mutation.breaks}")
            print(f"{rows[-1]}  ({time.monotonic() - start:.0f} s)", flush=True)
    print("", *rows, f"{len(asked) - missed} of {len(asked)} noticed", sep="\n")
    return int(missed > (0 if keys else MISSES))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
