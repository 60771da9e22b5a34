"""The evaluator evaluated: what metrics and procedures do on problems whose truth is known."""
