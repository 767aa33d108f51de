"""What answers are made of, and their words."""
