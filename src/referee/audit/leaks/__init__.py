"""The leak finder: what in a table of features cannot be known before the target is, and what a score owes to it.

Everything here is asked of the data, not of the study: small fits of the audit's own say what a suspicion is worth, and
nothing of them is stored.
"""
