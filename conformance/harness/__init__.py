"""Checks drivers: runs each case along each path and produces one verdict per case and path.

``judge.Judge`` is the entry point. ``results``, ``supervision``, ``calls``, ``comparison``,
``planning`` and ``execution`` are layers below it; each imports only from those before it in this
list. ``shrinking``, ``localization`` and ``dumps`` process a failing case after its verdict.
"""
