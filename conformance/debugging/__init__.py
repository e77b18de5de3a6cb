"""Recipes to run one case under a debugger, a sanitizer or another tool.

``recipes`` returns the command line and the environment of each tool; ``sanitizers`` finds the
runtime that an instrumented library needs.
"""
