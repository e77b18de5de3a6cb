"""Checks drivers: runs each case along each path and produces one verdict per case and path.

``judge.Judge`` is the entry point. The sub-packages form layers: results, supervision, calls,
comparison, planning and execution, each of which imports only from those before it. The modules of
this package and its other sub-packages (shrinking, localization, dumps) are above them.
"""
