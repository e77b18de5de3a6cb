"""The run of a case along a path: preparation, executions and the checks of their outcomes.

``judge.Judge`` uses it for examples.
"""
