"""Runs and trials, or what a paper prints of them: which tests of this house fit, and what they say together."""
