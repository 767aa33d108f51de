"""Studies: algorithms compared over many data sets."""

from __future__ import annotations

from costcurves.charts.figures.group_figures import rank_chart
from costcurves.inference.studies.gains import (
    PracticalVerdict,
    paired_t_test,
    signed_rank_posterior,
    wilcoxon_test,
)
from costcurves.inference.studies.mean_ranks import MeanRanks, friedman_test, iman_davenport_test, mean_ranks
from costcurves.inference.studies.posthoc import PostHoc, bonferroni_dunn_test, holm_test, nemenyi_test
from costcurves.inference.studies.signs import WinTieLoss, sign_test, sign_test_critical, win_tie_loss
from costcurves.inference.studies.study import Study
from costcurves.studies.study_findings import StudyFindings, study_findings

__all__ = [
    "MeanRanks",
    "PostHoc",
    "PracticalVerdict",
    "Study",
    "StudyFindings",
    "WinTieLoss",
    "bonferroni_dunn_test",
    "friedman_test",
    "holm_test",
    "iman_davenport_test",
    "mean_ranks",
    "nemenyi_test",
    "paired_t_test",
    "rank_chart",
    "sign_test",
    "sign_test_critical",
    "signed_rank_posterior",
    "study_findings",
    "wilcoxon_test",
    "win_tie_loss",
]
