"""Calls of the driver: methods with checked answers, callbacks, request memory and launches."""
