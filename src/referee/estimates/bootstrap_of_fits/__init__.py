"""Errors from models fitted on resamples: out of bag, .632, .632+, optimism."""
