"""The evaluator evaluated: what metrics and tests do on problems whose truth is known.

Run `python -m referee.lab --help`.
"""
