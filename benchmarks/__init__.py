"""Benchmarks; each proves its work before it reports a figure."""
