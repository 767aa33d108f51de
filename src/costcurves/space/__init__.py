"""ROC space and cost space: points, lines, hulls, cost curves, and who wins where."""
