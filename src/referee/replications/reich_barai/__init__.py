"""Y. Reich, S. V. Barai, Evaluating machine learning models for engineering problems (1999)."""
