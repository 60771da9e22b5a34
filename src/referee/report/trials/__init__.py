"""Tests of runs and trials for people: sentences, tables, a picture, a page."""
