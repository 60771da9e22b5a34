"""designs"""
