"""Scripts and notebooks as evidence: read as text, never run; what holds which rows, and what was fitted on what."""
