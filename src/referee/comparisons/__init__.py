"""comparisons"""
