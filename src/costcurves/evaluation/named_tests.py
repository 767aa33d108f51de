"""Tests beside that of costs: DeLong's of AUCs, McNemar's of errors, and of published counts."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import numpy as np

from costcurves.criteria.given import LABELS, at_threshold
from costcurves.errors import InputError, UndefinedError
from costcurves.evaluation.judging_given import WithGiven
from costcurves.evaluation.models_on_records import rows_of
from costcurves.inference.auc.delong_tests import delong_test
from costcurves.inference.counts.counted_differences import counted_difference_test
from costcurves.inference.counts.paired_rates import mcnemar_test
from costcurves.inference.pvalues import holm
from costcurves.results.counted_pairs import CountedPairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurves.conditions.stated_condition import Condition
    from costcurves.criteria.decision import Decision
    from costcurves.evaluation.judging_given import Thresholds
    from costcurves.inference.estimate import TestResult
    from costcurves.tallies.records import Records


class WithNamedTests(WithGiven):
    """Questions about two models that the test of costs does not answer."""

    def delong(self, a: str, b: str, *, alternative: str = "two-sided") -> TestResult:
        """Test whether two models have the same AUC; see :func:`costcurves.stats.delong_test`.

        Parameters
        ----------
        a, b : str
        alternative : {"two-sided", "greater", "less"}
            "greater": `a` has the larger AUC.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> ev = evaluate([1, 1, 1, 0, 0, 0], {"a": [6, 5, 3, 4, 2, 1], "b": [6, 4, 2, 5, 3, 1]})
        >>> round(ev.uncertainty().delong("a", "b").estimate.estimate, 4)
        0.2222
        """
        records = self._shared("AUCs on the same records", a, b)
        return delong_test(records, a, b, level=self.level, alternative=alternative)

    def mcnemar(
        self,
        a: str,
        b: str,
        thresholds: Thresholds | Mapping[str, Thresholds] | None = None,
        *,
        alternative: str = "two-sided",
        method: Literal["mid-p", "exact", "asymptotic", "corrected"] = "mid-p",
    ) -> TestResult:
        """Test whether two models err equally often, each at one threshold or by its predicted labels.

        Every error counts the same, and the share of positives is that of the records: where errors cost
        different amounts, or positives are rarer in use, :meth:`compare` costs.

        Parameters
        ----------
        a, b : str
        thresholds : float or mapping of str to float, optional
            Of both, or of each; predicted labels need none.
        alternative : {"two-sided", "greater", "less"}
            "greater": `a` errs more often.
        method : {"mid-p", "exact", "asymptotic", "corrected"}
            As of :func:`costcurves.stats.mcnemar_test`.

        Returns
        -------
        TestResult
            Its estimate is the difference of the error rates, that of `a` first.

        Raises
        ------
        InputError
            If a model has no threshold or several, or the records have weights or clusters.

        Examples
        --------
        >>> from costcurves import evaluate
        >>> ev = evaluate([1, 1, 1, 0, 0, 0], {"a": [6, 5, 3, 4, 2, 1], "b": [6, 4, 2, 5, 3, 1]})
        >>> round(ev.uncertainty().mcnemar("a", "b", 3).pvalue, 4)
        0.25
        """
        records = self._shared("errors on the same records", a, b)
        for name in ("weight", "cluster"):
            if getattr(records, name) is not None:
                raise InputError(
                    "McNemar's test counts records that are drawn one by one",
                    f"records with a {name}",
                    "compare costs, or leave it out",
                )
        wrong_a, wrong_b = (
            records.is_positive ^ self._only(name, thresholds).apply(records.score(name)) for name in (a, b)
        )
        only_a, only_b = (int(np.count_nonzero(one)) for one in (wrong_a & ~wrong_b, wrong_b & ~wrong_a))
        return mcnemar_test(
            only_a, only_b, records=len(records), method=method, alternative=alternative, level=self.level
        )

    def by_counts(
        self,
        a: str,
        b: str,
        condition: Condition,
        *,
        alternative: str = "two-sided",
        different_records: bool = False,
    ) -> TestResult:
        """Test whether two classifiers cost the same of which one published point each is known, with counts.

        See :func:`costcurves.stats.counted_difference_test`: without the records it is not known on which of
        them both err.

        Parameters
        ----------
        a, b : str
        condition : OperatingCondition, Costs or float
        alternative : {"two-sided", "greater", "less"}
            "less": `a` is cheaper.
        different_records : bool
            Whether it is known that no record is in both.

        Raises
        ------
        InputError
            If a model has several points.
        UndefinedError
            If class sizes are not known.

        Examples
        --------
        >>> from costcurves import evaluate_points
        >>> ev = evaluate_points({"1R": (0.2, 0.9), "C4.5": (0.1, 0.8)}, positives=300, negatives=400)
        >>> print(ev.uncertainty().by_counts("1R", "C4.5", 0.8).estimate)
        −0.06 (95 % interval −0.1331 to 0.01553)
        """
        self._two(a, b)
        place = self._condition(condition, optional=False).one
        counts = []
        for name in (a, b):
            (row,) = self.given(None, place, model=name, beside=False).rows
            if row.counts is None:
                raise UndefinedError(
                    "a test of published points needs the number of records of each class",
                    "rates alone",
                    "give tp, fn, fp and tn",
                    where=name,
                )
            counts.append(row.counts)
        return counted_difference_test(
            *counts, pc=place.pc, level=self.level, alternative=alternative,
            different_records=different_records,
        )  # fmt: skip

    def pairs_by_counts(self, models: Sequence[str], condition: Condition) -> CountedPairs:
        """Test all pairs as :meth:`by_counts` does, with p-values adjusted by Holm's procedure."""
        pairs = list(itertools.combinations(models, 2))
        found = [self.by_counts(a, b, condition) for a, b in pairs]
        adjusted = holm([one.pvalue for one in found]).tolist()
        tests = [dataclasses.replace(one, adjusted=p) for one, p in zip(found, adjusted, strict=True)]
        place = self._condition(condition, optional=False).one
        return CountedPairs(dict(zip(pairs, tests, strict=True)), place.pc, self.level)

    def _two(self, a: str, b: str) -> None:
        """Refuse models that are not there, and one twice."""
        for name in (a, b):
            self._tally(name)
        if a == b:
            raise InputError("two different models must be compared", f"{a} twice", "name another model")

    def _shared(self, purpose: str, a: str, b: str) -> Records:
        """Return the records that two different models scored."""
        self._two(a, b)
        return rows_of(self.records, purpose)

    def _only(self, model: str, thresholds: Thresholds | Mapping[str, Thresholds] | None) -> Decision:
        """Return the one classifier that a model is by its threshold, or by its labels."""
        labels = model in self._labels
        if isinstance(thresholds, Mapping) and model not in thresholds and not labels:
            raise InputError("McNemar's test takes one threshold per model", f"none of {model}", "state one")
        found = self._stated(None if labels else thresholds, None, model)
        if len(found) > 1:
            raise InputError(
                "McNemar's test takes one threshold per model", f"{len(found)} of {model}", "state one"
            )
        # Scores of 0 and 1 have one threshold, which need not be stated.
        return found[0] if found[0].has_thresholds else at_threshold(self._tally(model), LABELS[1])
