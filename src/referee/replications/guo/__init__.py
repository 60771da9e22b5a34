"""M. Guo, An experimental study of machine learning evaluation methods (thesis, Australian National University)."""
