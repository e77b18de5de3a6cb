"""Latency of models: alternating measurements of several drivers, statistics and comparisons."""
