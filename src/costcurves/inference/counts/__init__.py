"""Intervals and tests that counts of errors tell by themselves."""
