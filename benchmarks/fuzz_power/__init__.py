"""Measurements of what fuzzing finds: rules that it reaches, and planted faults that it finds."""
