"""Intervals and choices for records of many classes."""
