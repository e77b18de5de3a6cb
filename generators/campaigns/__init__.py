"""Runs of many random graphs: worker pools, the database of results, totals and merging.

``nn-conformance campaign`` uses this package.
"""
