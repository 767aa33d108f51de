"""Costs for users of scikit-learn: displays with its habits."""
