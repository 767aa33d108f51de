"""Costs record by record: rules, bands, and two models on the same records."""
