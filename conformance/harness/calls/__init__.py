"""Calls of the driver: methods with checked answers, callbacks, request memory and launches.

The execution of examples and the checks of the suite use the same calls.
"""
