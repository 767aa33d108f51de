"""Records drawn again: bands of curves and intervals of any number."""
