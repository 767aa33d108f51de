"""Smooth ROC curves: two normal laws of scores, or of anything that rises with them."""
