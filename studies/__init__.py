"""Simulation studies: whether the stated error rates are true."""
