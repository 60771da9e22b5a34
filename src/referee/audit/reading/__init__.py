"""Where the evidence comes from: a ledger, a description of a study in YAML, a table of published numbers."""
