"""Tests of one difference between two models on the same cases, splits or runs."""
