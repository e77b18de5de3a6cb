"""Stress and crash tests: parallel use, repeated compilation, and the death of clients and drivers.

- ``modes`` contains the modes and runs them;
- ``mode_process`` runs each mode in a separate process with a time limit;
- ``context`` contains the state of one mode;
- ``report`` contains the JSON form.
"""
