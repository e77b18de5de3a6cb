"""Explanation of failures: the condition on an operation's parameters under which a driver fails.

``features`` describes a case of one operation by named values, ``conditions`` finds the smallest
conjunction that separates failing from passing cases, ``experiments`` generates further cases where
the known ones leave several conjunctions open, and ``explainer`` applies them to the cases of a
run.
"""
