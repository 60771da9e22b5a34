"""Repeats of complementary halves: how a score moves with the rows it was trained and tested on (docs/halves.md)."""
