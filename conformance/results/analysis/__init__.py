"""Results that are derived from runs: differences, coverage, causes of failures, arbitration."""
