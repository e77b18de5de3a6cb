"""Stress and crash tests: parallel use, repeated compilation, and the death of clients and drivers.

``run`` runs the modes on drivers in turn; ``mode_process`` runs each mode in a process of its own
with a time limit; ``modes`` has one module for each kind of load; ``report`` is the JSON form.
"""
