"""Limits on the driver: waits, time limits, circuit breakers, late findings and its process.

The judge supervises each case; ``calls`` uses the limits on single waits.
"""
