"""Limits on the driver: waits, time limits, late findings and its process.

The judge supervises each case; ``calls`` uses the limits on single waits.
"""
