"""Benchmarks of drivers on models: outcomes, reports, and measured capabilities."""
