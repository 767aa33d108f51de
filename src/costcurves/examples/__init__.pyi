"""Real and printed data to try things on, and the cost matrices that go with them."""

from costcurves.examples.class_sets import car_price_bands as car_price_bands
from costcurves.examples.literature import DIAGNOSIS_COSTS as DIAGNOSIS_COSTS
from costcurves.examples.literature import FIGURES as FIGURES
from costcurves.examples.literature import LOAN_COSTS as LOAN_COSTS
from costcurves.examples.literature import SPAM_COSTS as SPAM_COSTS
from costcurves.examples.literature import accuracies26 as accuracies26
from costcurves.examples.literature import credit_rules as credit_rules
from costcurves.examples.literature import crossing_classifiers as crossing_classifiers
from costcurves.examples.literature import figure_points as figure_points
from costcurves.examples.literature import mailing as mailing
from costcurves.examples.literature import nested_classifiers as nested_classifiers
from costcurves.examples.literature import printed_confusions as printed_confusions
from costcurves.examples.literature import sonar_trees as sonar_trees
from costcurves.examples.record_sets import bank_customers as bank_customers
from costcurves.examples.record_sets import car_prices as car_prices
from costcurves.examples.record_sets import fundraising as fundraising
from costcurves.examples.record_sets import households as households
from costcurves.examples.record_sets import personal_loans as personal_loans
from costcurves.examples.record_sets import personal_loans_path as personal_loans_path
from costcurves.examples.record_sets import records24 as records24
from costcurves.examples.record_sets import twenty_instances as twenty_instances
