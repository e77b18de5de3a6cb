"""Checks drivers: runs each case along each path and produces one verdict per case and path.

``judge.Judge`` is the entry point. ``execution``, ``planning``, ``answer_checks``, ``calls`` and
``supervision`` are layers below it; each imports only from those after it in this list. The package
``failures`` explains a failing case after its verdict.
"""
