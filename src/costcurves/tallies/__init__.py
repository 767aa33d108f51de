"""Tallies: weight per score cell, and the records, counts and publications they are made of."""
