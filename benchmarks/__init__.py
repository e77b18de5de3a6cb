"""Benchmarks; before each measurement the results, and the detection of errors, are verified."""
