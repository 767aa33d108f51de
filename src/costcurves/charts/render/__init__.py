"""What draws charts and tables: SVG, matplotlib, the terminal."""
