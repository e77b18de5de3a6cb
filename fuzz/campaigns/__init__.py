"""Fuzz campaigns: worker processes, their results in a store, minimised findings, and a report."""
