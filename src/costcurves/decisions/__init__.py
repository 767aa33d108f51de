"""Decisions: the answer for one operating condition, and the criteria it is chosen by."""
