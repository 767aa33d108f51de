"""Operating conditions: what errors cost, how common positives are, and beliefs about both."""
