"""Curves: every picture of the field as a row of one table."""
