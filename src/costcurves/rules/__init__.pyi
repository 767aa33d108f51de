"""Rules: how the threshold follows the operating condition."""

from costcurves.rules.driven_rules import excess as excess
from costcurves.rules.driven_rules import kendall as kendall
from costcurves.rules.driven_rules import rate_driven as rate_driven
from costcurves.rules.driven_rules import rate_uniform as rate_uniform
from costcurves.rules.driven_rules import score_driven as score_driven
from costcurves.rules.driven_rules import score_uniform as score_uniform
from costcurves.rules.rule import fixed as fixed
from costcurves.rules.rule import optimal as optimal
from costcurves.rules.rule import optimal_without_trivial as optimal_without_trivial
from costcurves.rules.rule import parameter_based as parameter_based
from costcurves.rules.rule import tuned_on as tuned_on
