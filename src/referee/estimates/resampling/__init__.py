"""What resampling stands on: what is drawn, what is computed of each draw, and the compiled loops that do it."""
