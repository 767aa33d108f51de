"""Real and printed data to try things on, and the cost matrices that go with them.

Every function reads a small file that ships with the package; its sources stand in `data/README.md`.
"""

from __future__ import annotations

from costcurves.examples.classifiers import (
    FIGURES,
    credit_rules,
    crossing_classifiers,
    figure_points,
    nested_classifiers,
    sonar_trees,
)
from costcurves.examples.printed_tables import (
    DIAGNOSIS_COSTS,
    LOAN_COSTS,
    SPAM_COSTS,
    accuracies26,
    mailing,
    printed_confusions,
)
from costcurves.examples.record_sets import (
    bank_customers,
    car_prices,
    fundraising,
    households,
    personal_loans,
    personal_loans_path,
    records24,
    twenty_instances,
)

__all__ = [
    "DIAGNOSIS_COSTS",
    "FIGURES",
    "LOAN_COSTS",
    "SPAM_COSTS",
    "accuracies26",
    "bank_customers",
    "car_prices",
    "credit_rules",
    "crossing_classifiers",
    "figure_points",
    "fundraising",
    "households",
    "mailing",
    "nested_classifiers",
    "personal_loans",
    "personal_loans_path",
    "printed_confusions",
    "records24",
    "sonar_trees",
    "twenty_instances",
]
