"""Real and printed data to try things on, and the cost matrices that go with them.

Every function reads a small file that ships with the package; its sources stand in `data/README.md`.
"""

from __future__ import annotations

from costcurves.examples.literature import (
    DIAGNOSIS_COSTS,
    FIGURES,
    LOAN_COSTS,
    SPAM_COSTS,
    accuracies26,
    credit_rules,
    crossing_classifiers,
    figure_points,
    mailing,
    nested_classifiers,
    printed_confusions,
    sonar_trees,
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
