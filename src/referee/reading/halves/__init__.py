"""Plans of complementary halves: their units, what is kept of each fit, and the variances read from it."""
