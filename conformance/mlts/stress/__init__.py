"""Stress and crash tests: a driver under parallel use, repeated compilation and the end of clients.

``run`` runs the modes on drivers in turn; ``supervisor`` runs each mode in a process of its own with
a time limit; ``modes`` has one module for each kind of load; ``report`` is the JSON form.
"""
