"""The reference driver with the faults that cause the findings on real engines."""
