"""Tests of reports, and of the comparison and the merging of runs; their streams are synthetic."""
