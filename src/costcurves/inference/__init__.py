"""Inference: intervals, bands and tests of every number and every curve."""
