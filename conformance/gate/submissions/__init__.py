"""Submission packages: the runs of a driver that its vendor hands over, and their verification."""
