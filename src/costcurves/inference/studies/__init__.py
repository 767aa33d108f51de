"""Many data sets."""
