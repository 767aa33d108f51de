"""Studies: algorithms compared over many data sets."""

from costcurves.charts.figures.group_figures import rank_chart as rank_chart
from costcurves.inference.studies.gain_tests import PracticalVerdict as PracticalVerdict
from costcurves.inference.studies.gain_tests import paired_t_test as paired_t_test
from costcurves.inference.studies.gain_tests import signed_rank_posterior as signed_rank_posterior
from costcurves.inference.studies.gain_tests import wilcoxon_test as wilcoxon_test
from costcurves.inference.studies.mean_ranks import MeanRanks as MeanRanks
from costcurves.inference.studies.mean_ranks import friedman_test as friedman_test
from costcurves.inference.studies.mean_ranks import iman_davenport_test as iman_davenport_test
from costcurves.inference.studies.mean_ranks import mean_ranks as mean_ranks
from costcurves.inference.studies.posthoc import PostHoc as PostHoc
from costcurves.inference.studies.posthoc import bonferroni_dunn_test as bonferroni_dunn_test
from costcurves.inference.studies.posthoc import holm_test as holm_test
from costcurves.inference.studies.posthoc import nemenyi_test as nemenyi_test
from costcurves.inference.studies.signs import WinTieLoss as WinTieLoss
from costcurves.inference.studies.signs import sign_test as sign_test
from costcurves.inference.studies.signs import sign_test_critical as sign_test_critical
from costcurves.inference.studies.signs import win_tie_loss as win_tie_loss
from costcurves.inference.studies.study import Study as Study
from costcurves.studies.findings import StudyFindings as StudyFindings
from costcurves.studies.findings import study_findings as study_findings
