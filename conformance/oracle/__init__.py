"""Comparison of one answer with the expectation, and the diagnosis of incorrect values.

``execution`` and the checks of the suite compare by it; the interval check of random graphs uses
its tolerances.
"""
