"""Intervals and tests of areas under ROC curves."""
