"""Stress and crash tests: parallel use, repeated compilation, and the death of clients and drivers.

``modes`` has the modes and runs them; ``mode_process`` gives each a process of its own with a time
limit; ``context`` is the state of one mode; ``report`` is the JSON form.
"""
