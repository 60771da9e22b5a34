"""Tests of several models, or several outputs, at once."""
