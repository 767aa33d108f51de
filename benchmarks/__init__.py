"""Speed against peers, measured in the same run: ``python -m benchmarks``."""
