"""Folds and segments."""
