"""Latency of models: measurements of several drivers in turns, statistics and comparisons."""
