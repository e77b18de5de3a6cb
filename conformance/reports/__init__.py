"""Readers of the event stream: counting, comparing, merging, and the reports made of a run."""
