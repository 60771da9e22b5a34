"""Names as people write them: tests, metrics, designs, corrections, units, baselines, in scipy, R, WEKA and papers.

A name is known when every word of it is: what is left over makes it unknown, and an unknown name is asked about, never
taken for something it resembles.
"""
