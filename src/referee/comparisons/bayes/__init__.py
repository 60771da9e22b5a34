"""The chances that A is worse, practically equal, or better."""
