"""Limits on the driver: waits, time limits, circuit breakers, late findings and its process."""
