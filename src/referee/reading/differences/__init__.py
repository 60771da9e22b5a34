"""How each kind of plan gives a difference its test."""
