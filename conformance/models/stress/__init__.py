"""Stress and crash tests: parallel use, repeated compilation, dying clients and drivers."""
