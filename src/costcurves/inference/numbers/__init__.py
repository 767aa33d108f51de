"""Errors of numeric predictions: intervals, paired differences, shifts chosen on other folds."""
