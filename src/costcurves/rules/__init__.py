"""Rules: how the threshold follows the operating condition."""
