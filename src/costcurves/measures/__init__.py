"""Measures: of outcomes, of scores, of whole curves."""
