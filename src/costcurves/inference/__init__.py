"""Inference: how sure every number and every curve is, and which differences are more than chance."""
