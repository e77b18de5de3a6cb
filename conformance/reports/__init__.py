"""Read event streams: count verdicts, compare and merge runs, and generate reports."""
