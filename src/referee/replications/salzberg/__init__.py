"""S. L. Salzberg, On comparing classifiers: pitfalls to avoid and a recommended approach (1997)."""
