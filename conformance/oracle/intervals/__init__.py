"""Intervals of the results that admissible rounding permits, for every operand of a graph.

If the strict comparison fails, ``interval_check`` compares outputs with these intervals: those of
random graphs, of model files, and of examples with results that the contract leaves open.
"""
