"""The evaluator evaluated: how often tests reject a truth that is known. Run `python -m referee.lab --help`."""
