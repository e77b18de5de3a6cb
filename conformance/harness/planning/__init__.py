"""The plan of a case: its paths, the executions of each path and their required outcomes.

The pytest plugin selects the paths; the judge and ``execution`` follow the plan.
"""
