"""How a study of several targets is told: each target by itself, then all of them together."""
