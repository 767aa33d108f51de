"""Figures: models worded as charts."""
