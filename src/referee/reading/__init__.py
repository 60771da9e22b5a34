"""The pipeline: from the ledger to score tables, estimates, comparisons, families and verdicts, through one gate."""
