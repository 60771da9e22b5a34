"""How each kind of plan gives an estimate its interval."""
