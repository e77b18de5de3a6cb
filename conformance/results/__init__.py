"""A run as the reports read it: its verdicts as columns, their counts, and the policy."""
