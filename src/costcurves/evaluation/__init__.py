"""Evaluations: named models on the same records, and the uncertainty of what they say."""
