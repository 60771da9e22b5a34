"""Many tests at one error rate."""
